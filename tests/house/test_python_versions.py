"""Every version of Python that the README promises starts the site, records a hand and proves the books."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Figure
from tests.support.asking import new_evening, send
from tests.support.process import ROOT, Serving, manage, serving

OLDEST, NEWEST = 11, 14
INSTALL_TIMEOUT_S = 300

pytestmark = [pytest.mark.thorough, pytest.mark.long, pytest.mark.once]


def interpreter_of(minor: int) -> str | None:
    """Return an interpreter of Python 3.`minor` on this machine: this one, one on the PATH, or one of pyenv."""
    if sys.version_info[:2] == (3, minor):
        return sys.executable
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    on_path = shutil.which(f"python3.{minor}")
    candidates = [on_path] if on_path else []
    candidates += sorted(str(one) for one in versions.glob(f"3.{minor}.*/bin/python"))
    return next((one for one in candidates if _version_of_python(one) == f"3.{minor}"), None)


def _version_of_python(python: str) -> str:
    # pyenv puts a stand-in for each version on the PATH and refuses to start those that are not chosen.
    asking = [python, "-c", "import ensurepip, sqlite3, ssl, sys; print('%d.%d' % sys.version_info[:2])"]
    return subprocess.run(asking, capture_output=True, text=True).stdout.strip()


def installed(python: str, folder: Path) -> str:
    """Return the interpreter of a new environment that holds requirements.txt, made as the README says."""
    environment = folder / ".venv"
    subprocess.run([python, "-m", "venv", environment], check=True, capture_output=True, timeout=INSTALL_TIMEOUT_S)
    found = environment / "bin" / "python"
    install = [str(found), "-m", "pip", "install", "-q", "-r", str(ROOT / "requirements.txt")]
    done = subprocess.run(install, capture_output=True, text=True, timeout=INSTALL_TIMEOUT_S)
    assert done.returncode == 0, done.stderr
    return str(found)


def commands_of_workers(server: Serving) -> list[bytes]:
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text()
    return [Path(f"/proc/{child}/cmdline").read_bytes() for child in children.split()]


def test_the_readme_and_the_settings_promise_the_versions_that_are_tried() -> None:
    assert f"Python 3.{OLDEST} to 3.{NEWEST}" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert f'requires-python = ">=3.{OLDEST}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("minor", range(OLDEST, NEWEST + 1))
def test_a_version_of_python_serves_and_proves_an_evening(minor: int, tmp_path: Path, figure: Figure) -> None:
    interpreter = interpreter_of(minor)
    if interpreter is None:
        pytest.skip(f"this machine has no Python 3.{minor}")
    # The tests' own environment holds requirements.txt already.
    python = interpreter if interpreter == sys.executable else installed(interpreter, tmp_path)
    data = tmp_path / "data"

    with serving("--host", "127.0.0.1", data=data, python=python, first_start=True) as server:
        evening = new_evening(server)
        hand = {"id": "8d7a4f7e-53a5-4f27-8bb8-111111111111", "known_hands": 0, "hand": evening.hand}
        assert send(server, "POST", evening.hands_path, hand)[0] == 201
        assert send(server, "GET", "/")[0] == 200
        # Workers are forks of the process that loaded the site: they share its memory.
        assert all(b"serve" in command for command in commands_of_workers(server)) and commands_of_workers(server)
        assert server.stop() == 0 and "Traceback" not in server.rest()

    backup = tmp_path / "books.backup"
    for arguments in (["audit", "--processes", "2"], ["backup", str(backup)], ["drill", str(backup)]):
        done = manage(*arguments, "--data", str(data), python=python)
        assert done.returncode == 0, done.stderr
        assert re.search(r"[1-9]", done.stdout) and "Traceback" not in done.stderr
    figure(f"Python {_version_of_python(python)}: {os.path.realpath(interpreter)} served, recorded, audited, restored")
