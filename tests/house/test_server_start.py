"""The modules that a server has loaded when it starts its workers: what a club uses on most evenings.

Modules are memory and time of every start. A package for a rare request is imported by the function that needs it.
"""

import subprocess
import sys
from collections import Counter

import pytest

from tests.support.process import ROOT, environment, free_port

pytestmark = pytest.mark.once

THIRD_PARTY = {
    "_brotli", "asgiref", "brotli", "csp", "django", "drf_spectacular_sidecar", "environ", "granian", "orjson",
    "rest_framework", "sqlparse", "whitenoise",
}  # fmt: skip
# Parts of Python's library that only requests to other servers need.
NOT_FROM_PYTHON = {"http.cookiejar", "smtplib", "urllib.request"}
# Lower them with the modules; raise them only for what most evenings need.
MAX_OWN_MODULES, MAX_THIRD_PARTY_MODULES = 620, 491
START_TIMEOUT_S = 120
# The workers are forks of the process that calls `Granian.serve`. Packages that only tests install are hidden: Django
# REST framework loads some of them where it finds them.
PROGRAM = """
import importlib.metadata, re, sys
locked = {name.lower() for name in re.findall(r"^([\\w.-]+)==", open("requirements.lock").read(), re.MULTILINE)}
hidden, installed = set(), set()
for package, sources in importlib.metadata.packages_distributions().items():
    (hidden if locked.isdisjoint(map(str.lower, sources)) else installed).add(package)

class Hidden:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if path is None and name in hidden:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Hidden)
import granian, manage

def print_modules(*args, **options):
    packages = installed | {"scorebook", "rules"}
    print("modules:", *(name for name in sys.modules if name.partition(".")[0] in packages))
    print("library:", *(name for name in sys.modules if name.partition(".")[0] in sys.stdlib_module_names))

granian.Granian.serve = print_modules
manage.main(["manage.py", *sys.argv[1:]])
"""


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    serve = ["serve", "--host", "127.0.0.1", "--port", str(free_port()), "--data", str(tmp_path_factory.mktemp("data"))]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *serve],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=START_TIMEOUT_S,
    )
    lines = [line.split() for line in done.stdout.splitlines()]
    found = {first: rest for first, *rest in lines if first in ("modules:", "library:")}
    assert len(found) == 2, done.stdout + done.stderr
    return found


def test_a_server_loads_only_these_packages(printed: dict[str, list[str]]) -> None:
    packages = {name.partition(".")[0] for name in printed["modules:"]} - {"scorebook", "rules"}
    assert packages == THIRD_PARTY
    assert NOT_FROM_PYTHON.isdisjoint(printed["library:"])


def test_a_server_loads_no_more_modules(printed: dict[str, list[str]]) -> None:
    count = Counter(name.startswith(("scorebook", "rules")) for name in printed["modules:"])
    assert count[True] <= MAX_OWN_MODULES
    assert count[False] <= MAX_THIRD_PARTY_MODULES
