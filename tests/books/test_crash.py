"""A process dies while it writes, again and again: the file opens clean, and what was committed is there."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from scorebook.clubs.models import Club
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.models import HandEvent
from tests.books.copies import demo_file, reading
from tests.books.crash_writer import DEAD
from tests.support import log_search
from tests.support.extent import in_ci
from tests.support.process import ROOT, environment

pytestmark = pytest.mark.sqlite_only(reason="PostgreSQL's server is killed in test_bank")

DEATHS = in_ci(40, otherwise=10)


@contextmanager
def scribbling(file: Path) -> Iterator["subprocess.Popen[str]"]:
    with log_search.kept_output() as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.books.crash_writer"],
            cwd=ROOT,
            env=environment(DATABASE_URL=f"sqlite:///{file}", DJANGO_SETTINGS_MODULE="scorebook.settings")
            | {"SCOREBOOK_DATA": str(file.parent)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=output,
            text=True,
        )
        try:
            yield process
        finally:
            process.kill()
            process.communicate()


@pytest.mark.long
def test_a_writer_dies_again_and_again(tmp_path: Path, db: None) -> None:
    file = demo_file(tmp_path)
    dice, acknowledged = random.Random(2026), list[str]()
    with scribbling(file) as process:
        assert process.stdin and process.stdout
        for death in range(DEATHS):
            process.stdin.write("go\n")
            process.stdin.flush()
            child = int(process.stdout.readline())
            for _ in range(dice.randrange(1, 7)):
                acknowledged.append(process.stdout.readline().strip())
            # The next hand is on its way already; how far, nobody knows.
            for _ in range(dice.randrange(300_000)):
                pass
            os.kill(child, signal.SIGKILL)
            while (line := process.stdout.readline().strip()) != DEAD:
                acknowledged.append(line)
            if death % 8 == 0:
                _check_books(file, acknowledged)
    written = _check_books(file, acknowledged)
    print(f"{DEATHS} deaths, {len(acknowledged)} acknowledged, {written - len(acknowledged)} committed in silence")


def _check_books(file: Path, acknowledged: list[str]) -> int:
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    with reading(file):
        assert audit_club(Club.objects.get()) is None
        found = {str(pk) for pk in HandEvent.objects.values_list("pk", flat=True)}
    assert set(acknowledged) <= found and len(set(acknowledged)) == len(acknowledged)
    return len(found)
