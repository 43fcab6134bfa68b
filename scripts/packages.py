"""`python -m scripts.packages`: print the age and the known faults of the packages in requirements.lock.

Exit code 0: everything was looked up, and no fault is known. 1: a fault is known, or a release was taken back.
2: something could not be looked up. An incomplete table says nothing about the missing packages.
"""

import json
import subprocess
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import requests
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version
from pypi_simple import PYPI_SIMPLE_ENDPOINT, DistributionPackage, NoSuchProjectError, PyPISimple

LOCK = Path(__file__).parents[1] / "requirements.lock"
TIMEOUT_S = 20
FINE, FAULTY, UNKNOWN = 0, 1, 2


class NotLookedUp(Exception):
    """A look-up failed; the message names it and the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    version: Version
    at: datetime
    is_taken_back: bool


def main() -> int:
    try:
        bad = [*_print_ages(locked(LOCK.read_text())), *_print_faults()]
    except NotLookedUp as missing:
        print(f"Not looked up, so nothing is known: {missing}", file=sys.stderr)
        return UNKNOWN
    print(f"To mend: {', '.join(bad)}" if bad else "No known fault in any of them.")
    return FAULTY if bad else FINE


def locked(text: str) -> dict[str, Version]:
    """Return the versions in a lock file by package name."""
    lines = [line.removesuffix(" \\") for line in text.splitlines() if line and not line.startswith(("#", " "))]
    pinned = [Requirement(line) for line in lines]
    return {canonicalize_name(one.name): Version(str(one.specifier).removeprefix("==")) for one in pinned}


def _print_ages(packages: dict[str, Version]) -> list[str]:
    """Print the age of each package and return those whose release was yanked."""
    print(f"{'package':28} {'here':12} {'of':12} {'newest':12} {'of':12} days behind")
    taken_back = []
    with PyPISimple(endpoint=_index()) as index:
        for name, version in packages.items():
            releases = _releases(index, name)
            if version not in releases:
                raise NotLookedUp(f"the index does not know {name} {version}")
            here, newest = releases[version], max(_proper(releases), key=lambda release: release.version)
            days = max((newest.at - here.at).days, 0)
            dates = f"{version!s:12} {here.at:%Y-%m-%d}   {newest.version!s:12} {newest.at:%Y-%m-%d}"
            print(f"{name:28} {dates} {days:11}{'  taken back' if here.is_taken_back else ''}")
            taken_back += [name] if here.is_taken_back else []
    return taken_back


def _proper(releases: dict[Version, Release]) -> list[Release]:
    """Return the releases that pip would choose among, or all if there are none."""
    proper = [one for one in releases.values() if not one.version.is_prerelease and not one.is_taken_back]
    return proper or list(releases.values())


def _index() -> str:
    """Return the index that pip is configured to use."""
    output = subprocess.run(
        [sys.executable, "-m", "pip", "config", "debug"], capture_output=True, text=True
    ).stdout.splitlines()
    set_to = [line.partition(": ")[2] for line in output if "index-url: " in line and "extra" not in line]
    set_to += [line.partition("=")[2].strip("'\" ") for line in output if "PIP_INDEX_URL" in line]
    return set_to[-1] if set_to else PYPI_SIMPLE_ENDPOINT


def _releases(index: PyPISimple, name: str) -> dict[Version, Release]:
    try:
        files = index.get_project_page(name, timeout=TIMEOUT_S).packages
    except (requests.RequestException, NoSuchProjectError, ValueError) as error:
        raise NotLookedUp(f"the releases of {name}: {error}") from error
    found: dict[Version, Release] = {}
    for file in files:
        if (version := _version(file)) is None:
            continue
        if file.upload_time is None:
            raise NotLookedUp(f"the index does not say when {name} {version} came out")
        first = found.get(version)
        at = min(file.upload_time, first.at) if first else file.upload_time
        found[version] = Release(version=version, at=at, is_taken_back=file.is_yanked)
    return found


def _version(file: DistributionPackage) -> Version | None:
    try:
        return Version(file.version) if file.version else None
    except InvalidVersion:  # from before versions had a standard
        return None


def _print_faults() -> list[str]:
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(LOCK), "--disable-pip", "--require-hashes"]
    done = subprocess.run(
        [*command, "--format", "json", "--progress-spinner", "off", "--timeout", str(TIMEOUT_S)],
        capture_output=True,
        text=True,
    )
    if not done.stdout.strip():
        reason = done.stderr.strip().splitlines()
        raise NotLookedUp(f"known faults: {reason[-1] if reason else 'pip-audit says nothing'}")
    return faults(done.stdout)


def faults(report: str) -> list[str]:
    """Print the known faults in a report of pip-audit with their fixes and return the packages.

    Raises: NotLookedUp for packages that the service does not know; pip-audit would skip them.
    """
    packages: list[dict[str, Any]] = json.loads(report)["dependencies"]
    skipped = [str(one["name"]) for one in packages if "skip_reason" in one]
    if skipped or not packages:
        raise NotLookedUp(
            f"known faults of {', '.join(skipped) or 'anything'}: the service of advisories has no answer"
        )
    found = []
    for package in packages:
        for fault in package["vulns"]:
            print(f"{package['name']} {package['version']}: {fault['id']}, mended in {fault['fix_versions'] or 'none'}")
            found.append(str(package["name"]))
    return sorted(set(found))


if __name__ == "__main__":
    sys.exit(main())
