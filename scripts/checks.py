"""`python -m scripts.checks`: run every tool that checks the code and report its findings; change nothing.

The tools come from tests/requirements.txt, and those of package-lock.json are installed where they are missing; after
that no check needs a network. Where a tool is missing, that check fails and the others report all the same. The exit
code is the number of checks that fail.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
TOOLS = Path(sys.executable).parent
MANAGE = (sys.executable, "manage.py")
# They run in parallel, one per processor; the slowest comes first, so that nothing waits for it at the end.
CHECKS: dict[str, tuple[str, ...]] = {
    "mypy": (str(TOOLS / "mypy"),),
    "document of the API": (sys.executable, "-m", "scripts.openapi", "--check"),
    "scripts: types and style": ("npm", "run", "--silent", "check"),
    "import-linter": (str(TOOLS / "lint-imports"), "--no-logo"),
    "ruff": (str(TOOLS / "ruff"), "check", "."),
    "ruff format": (str(TOOLS / "ruff"), "format", "--check", "."),
    "djangofmt: layout": (str(TOOLS / "djangofmt"), "--check", "templates"),
    "djangofmt: errors": (str(TOOLS / "djangofmt"), "check", "templates"),
    "migrations": (*MANAGE, "makemigrations", "--check", "--dry-run"),
    "deployment": (*MANAGE, "check", "--deploy", "--fail-level", "WARNING"),
}
# npm and the tools look for `node`, which comes from PyPI and is installed beside Python.
ENVIRONMENT = {
    **os.environ,
    "PATH": f"{TOOLS}{os.pathsep}{os.environ.get('PATH', '')}",
    "SCOREBOOK_HTTPS": "on",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    name: str
    passed: bool
    seconds: float
    output: str


def main() -> int:
    with TemporaryDirectory() as data, ThreadPoolExecutor(os.cpu_count()) as pool:
        ENVIRONMENT["SCOREBOOK_DATA"] = data
        outcomes = [*_install_script_tools(), *pool.map(_run_check, CHECKS)]
    failed = [one for one in outcomes if not one.passed]
    for one in failed:
        print(f"\n== {one.name}\n{one.output.strip()}")
    print()
    for one in outcomes:
        print(f"{'ok    ' if one.passed else 'FAILED'} {one.name} ({one.seconds:.1f} s)")
    return len(failed)


def _install_script_tools() -> list[Outcome]:
    """Install the packages of package-lock.json unless they are there in these versions; return how that went."""
    is_installed = not _call(("npm", "ls", "--silent")).returncode
    return (
        [] if is_installed else [_outcome("installed tools of the scripts", ("npm", "ci", "--no-audit", "--no-fund"))]
    )


def _run_check(name: str) -> Outcome:
    return _outcome(name, CHECKS[name])


def _outcome(name: str, command: tuple[str, ...]) -> Outcome:
    begin = time.monotonic()
    done = _call(command)
    return Outcome(name=name, passed=not done.returncode, seconds=time.monotonic() - begin, output=done.stdout)


def _call(command: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
    except OSError as error:  # a tool that is not there fails alone; the others still report
        return subprocess.CompletedProcess(command, 127, stdout=str(error))


if __name__ == "__main__":
    sys.exit(main())
