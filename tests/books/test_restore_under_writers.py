"""`restore --replace` while eight phones write: they wait or try again, and nobody meets a fault of ours."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from scorebook.clubs.models import Club
from scorebook.operations.audit.full_audit import audit_club, missing_append_only_triggers
from tests.books.bank import Tally, run, served
from tests.books.copies import reading
from tests.books.test_bank import ANSWERS, reading_postgresql
from tests.conftest import Figure
from tests.support import postgres
from tests.support.process import manage

PHONES, EVENINGS, ROUNDS = 8, 3, 2

pytestmark = pytest.mark.thorough


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """A new database of the engine that this run is for."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path}/scorebook.sqlite3"
        return
    with postgres.crashing_server() as server:
        with psycopg.connect(server.url.replace("/scorebook?", "/postgres?"), autocommit=True) as admin:
            admin.execute("CREATE DATABASE scorebook")
        yield server.url


@contextmanager
def reading_it(url: str) -> Iterator[None]:
    with reading(Path(url.removeprefix("sqlite:///"))) if url.startswith("sqlite") else reading_postgresql(url):
        yield


@pytest.mark.long
@pytest.mark.thorough
def test_restore_under_writers(url: str, tmp_path: Path, db: None, figure: Figure) -> None:
    backup, outcomes = tmp_path / "evening.backup", list[str]()

    def strike(dice: random.Random, tally: Tally) -> int:
        if not backup.exists():
            done = manage("backup", str(backup), "--data", str(tmp_path), DATABASE_URL=url)
            assert done.returncode == 0, done.stderr
        done = manage("restore", str(backup), "--replace", "--data", str(tmp_path), DATABASE_URL=url)
        outcomes.append(done.stdout + done.stderr)
        return int(done.returncode == 0)

    with served(data=tmp_path, database_url=url) as server:
        tally = run(server, phones=PHONES, evenings=EVENINGS, strikes=ROUNDS, strike=strike, hands=20)
    with reading_it(url):
        assert missing_append_only_triggers() == []
        assert [audit_club(club) for club in Club.objects.all()] == [None] * EVENINGS
    figure(f"restore under writers: {tally.kills} of {ROUNDS} restored; answers {dict(sorted(tally.answers.items()))}")
    assert tally.kills == ROUNDS, outcomes
    assert set(tally.answers) <= ANSWERS, tally.answers
