"""What a server installs: locked with hashes, listed with a reason, and looked up by a command that never guesses."""

import json
import re
import subprocess
import sys
from importlib.metadata import version

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts import packages
from tests.support.process import ROOT, environment

pytestmark = pytest.mark.once

LOCK = (ROOT / "requirements.lock").read_text()
NO_NETWORK = {"HTTPS_PROXY": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9", "NO_PROXY": ""}


def _required_packages() -> list[Requirement]:
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith("#")]


def _dependents_of_packages() -> dict[str, set[str]]:
    """Of each locked package: who asks for it, by the lock's own remarks."""
    found = dict[str, set[str]]()
    for block in re.split(r"^(?=[\w.-]+==)", LOCK, flags=re.M)[1:]:
        remarks = re.findall(r"^    #(?:   | via )(\S.*)$", block, flags=re.M)
        found[block.split("==")[0]] = set(remarks)
    return found


def _listed_packages(heading: str) -> dict[str, str]:
    table = (ROOT / "docs/packages.md").read_text().split(f"| {heading} |", 1)[1].split("\n\n", 1)[0]
    return dict(re.findall(r"^\| ([\w-]+) \| (.+) \|$", table, flags=re.M))


def test_the_lock_holds_every_required_package() -> None:
    locked = packages.locked(LOCK)
    differ = [str(one) for one in _required_packages() if locked[canonicalize_name(one.name)] not in one.specifier]
    assert differ == [], "run: just lock"
    required = {canonicalize_name(one.name) for one in _required_packages()}
    assert required == {name for name, reasons in _dependents_of_packages().items() if "-r requirements.txt" in reasons}


def test_everything_in_the_lock_has_a_hash_and_no_place() -> None:
    blocks = re.split(r"^(?=[\w.-]+==)", LOCK, flags=re.M)[1:]
    assert len(blocks) == len(packages.locked(LOCK)) > 20
    assert [block for block in blocks if "--hash=sha256:" not in block] == []
    assert re.findall(r"https?://|file:|--(?:extra-)?index-url|--find-links|\S+ @ ", LOCK) == []


def test_the_tests_run_on_what_servers_install() -> None:
    installed = {one.name: version(one.name) for one in _required_packages()}
    assert installed == {
        one.name: str(packages.locked(LOCK)[canonicalize_name(one.name)]) for one in _required_packages()
    }


def test_every_package_is_listed_with_a_reason() -> None:
    reasons = _dependents_of_packages()
    required = {name for name, by in reasons.items() if "-r requirements.txt" in by}
    assert set(_listed_packages("package")) == required
    others = {name: ", ".join(sorted(by)) for name, by in reasons.items() if name not in required}
    assert _listed_packages("dependency") == others


def test_ages_without_a_network_are_not_called_good() -> None:
    looked = _looked_up(NO_NETWORK)
    assert looked.returncode == packages.UNKNOWN
    assert looked.stderr.startswith("Not looked up, so nothing is known: the releases of asgiref: ")
    assert "No known fault" not in looked.stdout


@pytest.mark.thorough
def test_ages_are_printed_and_faults_only_where_the_service_answers() -> None:
    looked = _looked_up({})
    listed = re.findall(r"^([\w-]+) +\S+ +\d{4}-\d\d-\d\d +\S+ +\d{4}-\d\d-\d\d +\d+", looked.stdout, flags=re.M)
    assert listed == list(packages.locked(LOCK)), looked.stderr
    good = {packages.FINE: "No known fault in any", packages.FAULTY: "To mend:"}
    if looked.returncode == packages.UNKNOWN:
        assert "Not looked up, so nothing is known: known faults" in looked.stderr
        assert not any(text in looked.stdout for text in good.values())
    else:
        assert good[looked.returncode] in looked.stdout and looked.stderr == ""


def _looked_up(variables: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "scripts.packages"]
    return subprocess.run(command, cwd=ROOT, env=environment(**variables), capture_output=True, text=True, timeout=300)


def test_a_package_that_the_service_does_not_know_is_not_called_good() -> None:
    """pip-audit itself does, with exit code 0; these are its words."""
    known = {"name": "segno", "version": "1.6.6", "vulns": []}
    skipped = {
        "name": "django",
        "skip_reason": "Dependency not found on PyPI and could not be audited: django (5.2.19)",
    }
    assert packages.faults(json.dumps({"dependencies": [known], "fixes": []})) == []
    with pytest.raises(packages.NotLookedUp, match="known faults of django: "):
        packages.faults(json.dumps({"dependencies": [known, skipped], "fixes": []}))
    with pytest.raises(packages.NotLookedUp):
        packages.faults(json.dumps({"dependencies": [], "fixes": []}))


def test_a_known_fault_is_named_with_what_mends_it(capsys: pytest.CaptureFixture[str]) -> None:
    fault = {"id": "PYSEC-2099-1", "fix_versions": ["1.6.7"], "aliases": [], "description": ""}
    found = {"name": "segno", "version": "1.6.6", "vulns": [fault]}
    assert packages.faults(json.dumps({"dependencies": [found], "fixes": []})) == ["segno"]
    assert capsys.readouterr().out == "segno 1.6.6: PYSEC-2099-1, mended in ['1.6.7']\n"


@pytest.mark.parametrize(
    ("machine", "has_wheel"),
    [
        ("x86_64", True), ("aarch64", True), ("arm64", True), ("AMD64", True),
        ("armv7l", False), ("armv6l", False), ("ARM64", False),
    ],
)  # fmt: skip
def test_psycopg_brings_its_own_libpq_where_a_wheel_does(machine: str, has_wheel: bool) -> None:
    required = [one for one in _required_packages() if one.name == "psycopg"]
    [found] = [one for one in required if one.marker is None or one.marker.evaluate({"platform_machine": machine})]
    assert ("binary" in found.extras) == has_wheel
