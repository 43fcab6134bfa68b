"""`python -m tests`: the whole suite on embedded SQLite, then all that can reach a database on a PostgreSQL server.

Arguments go to pytest, both times: `python -m tests -k settlement`.
"""

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support import postgres
from tests.support.extent import in_ci

ROOT = Path(__file__).resolve().parent.parent
# The rules import the standard library only, so no engine can make a difference to them: once is enough. It is for the
# pages too, whose statements are those of play, ledger and clubs; in CI fuzz/ opens them all on PostgreSQL. What else
# goes through those takes PostgreSQL a third of its time, and is left to CI.
ONCE = ("rules", "web", *in_ci((), otherwise=("api", "exchange", "fuzz", "house", "operator_pages", "standings")))
# One worker more than there are processors: many tests wait for a browser or for a server.
WORKERS = (os.cpu_count() or 1) + 1
DEFAULTS = ["-q", "-n", str(WORKERS), "--dist", "worksteal", *in_ci((), otherwise=("--sample", "--moving-clock"))]
NOTHING_TO_DO = pytest.ExitCode.NO_TESTS_COLLECTED


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    engine: str
    exit_code: int
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    @property
    def is_good(self) -> bool:
        return self.exit_code in (0, NOTHING_TO_DO) and not self.failed


def main(arguments: list[str]) -> int:
    # Without this a SIGTERM would leave the PostgreSQL server behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    tallies = [_run("SQLite", arguments, database_url=None)]
    left_out = [f"--ignore=tests/{folder}" for folder in ONCE]
    try:
        with _postgres_url() as url:
            tallies.append(_run("PostgreSQL", [*(arguments or DEFAULTS), *left_out], database_url=url))
    except postgres.PostgresMissing as missing:
        print(missing, file=sys.stderr)
        tallies.append(Tally(engine="PostgreSQL", exit_code=1))
    return _report(tallies)


@contextlib.contextmanager
def _postgres_url() -> Iterator[str]:
    named = os.environ.get("DATABASE_URL", "")
    if re.match(r"(postgres|postgresql|pgsql)://", named):
        yield named
        return
    with postgres.private_server() as url:
        yield url


def _run(engine: str, arguments: list[str], *, database_url: str | None) -> Tally:
    print(f"\n{engine}", flush=True)
    environment = {name: value for name, value in os.environ.items() if name != "SCOREBOOK_TEST_DATABASE_URL"}
    if database_url:
        environment["SCOREBOOK_TEST_DATABASE_URL"] = database_url
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.xml"
        options = [f"--engine={engine.lower()}", f"--junitxml={result}"]
        command = [sys.executable, "-m", "pytest", *(arguments or DEFAULTS), *options]
        exit_code = subprocess.run(command, cwd=ROOT, env=environment).returncode
        return _tally(engine, exit_code, result)


def _tally(engine: str, exit_code: int, result: Path) -> Tally:
    if not result.exists():
        return Tally(engine=engine, exit_code=exit_code)
    suites = list(ElementTree.parse(result).iter("testsuite"))
    every, failures, errors, skipped = (
        sum(int(suite.get(name, "0")) for suite in suites) for name in ("tests", "failures", "errors", "skipped")
    )
    failed = failures + errors
    return Tally(engine=engine, exit_code=exit_code, passed=every - failed - skipped, failed=failed, skipped=skipped)


def _report(tallies: list[Tally]) -> int:
    print()
    for tally in tallies:
        print(f"{tally.engine}: {tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped")
    # A run that broke off has no failed test to count, and must not look like a good one.
    broken = sum(not tally.is_good and not tally.failed for tally in tallies)
    failed = sum(tally.failed for tally in tallies) + broken
    print(f"{sum(tally.passed for tally in tallies)} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
