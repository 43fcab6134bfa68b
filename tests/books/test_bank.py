"""Servers and databases die under eight writers; what was acknowledged is there, once, and nothing in part."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import connections
from django.db.utils import load_backend

from scorebook.clubs.models import Club
from scorebook.core.environment import database_setting
from scorebook.ledger.models import Entry
from scorebook.operations.audit.full_audit import audit_club, missing_append_only_triggers
from scorebook.play import evening_totals
from scorebook.play.hand_event_codec import facts_of_event
from scorebook.play.models import Evening, EveningEvent, HandEvent
from tests.books.bank import Server, Tally, run, served
from tests.books.copies import reading
from tests.books.disk import full, small_disk
from tests.conftest import Figure
from tests.support import postgres
from tests.support.extent import in_ci
from tests.support.process import manage

PHONES, EVENINGS = 8, 3
HANDS = in_ci(40, otherwise=15)  # of each phone
STRIKES = in_ci(10, otherwise=4)
# Written, found written, a hand that cannot be, somebody was first, try again: never a fault of ours.
ANSWERS = {201, 200, 400, 409, 503}


@pytest.fixture(scope="module")
def cluster() -> Iterator[postgres.Server]:
    """A PostgreSQL server of our own, which may die."""
    with postgres.crashing_server() as server:
        _make_database(server)
        yield server


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@contextmanager
def reading_postgresql(url: str) -> Iterator[None]:
    usual = connections["default"]
    found = usual.settings_dict | {"OPTIONS": {}} | database_setting(url)
    other = load_backend(found["ENGINE"]).DatabaseWrapper(found, "default")
    connections["default"] = other
    try:
        yield
    finally:
        other.close()
        connections["default"] = usual


def check(tally: Tally) -> None:
    """Read from the database itself, when all servers are dead."""
    assert set(tally.answers) <= ANSWERS, tally.answers
    keys = [one.key for one in tally.acknowledged]
    assert len(set(keys)) == len(keys) > 0
    written = {str(event.pk): event for event in HandEvent.objects.select_related("evening", "note")}
    for one in tally.acknowledged:
        event = written.pop(one.key)
        assert (event.no, event.evening.scribe_token) == (one.no, one.scribe)
        assert one.hand.items() <= facts_of_event(event).items()
    # A phone goes home only with an answer to all that it sent.
    assert written == {}
    assert Entry.objects.count() == len(keys)
    for evening in Evening.objects.all():
        assert [event.no for event in evening_totals.current_evening_hands(evening)] == list(
            range(1, evening.hand_count + 1)
        )
    assert sorted(Evening.objects.values_list("scribe_token", flat=True)) == sorted(tally.opened)
    assert EveningEvent.objects.count() == len(tally.opened)
    assert missing_append_only_triggers() == []
    assert [audit_club(club) for club in Club.objects.all()] == [None] * Club.objects.count()


def report(name: str, tally: Tally, figure: Figure, *, what: str = "processes killed") -> None:
    figure(
        f"{name}: {len(tally.acknowledged)} hands acknowledged, {tally.retries} retries, "
        f"{tally.conflicts} conflicts, {tally.kills} {what}; answers {dict(sorted(tally.answers.items()))}",
    )
    assert tally.kills > 0


@pytest.mark.postgresql_only
def test_workers_die_on_postgresql(cluster: postgres.Server, data: Path, db: None, figure: Figure) -> None:
    _renew_database(cluster)
    with served(data=data, database_url=cluster.url) as server:
        tally = run(server, phones=PHONES, evenings=EVENINGS, strikes=STRIKES, strike=server.kill_worker, hands=HANDS)
    with reading_postgresql(cluster.url):
        check(tally)
    report("workers on PostgreSQL", tally, figure)


@pytest.mark.postgresql_only
def test_the_database_server_dies(cluster: postgres.Server, data: Path, db: None, figure: Figure) -> None:
    _renew_database(cluster)

    def strike(dice: random.Random, tally: Tally) -> int:
        cluster.crash()
        cluster.start_again()
        return 1

    with served(data=data, database_url=cluster.url) as server:
        tally = run(server, phones=PHONES, evenings=EVENINGS, strikes=in_ci(4, otherwise=2), strike=strike, hands=HANDS)
    with reading_postgresql(cluster.url):
        check(tally)
    report("database server", tally, figure)


@pytest.mark.postgresql_only
@pytest.mark.thorough
def test_the_database_server_hangs(cluster: postgres.Server, data: Path, db: None, figure: Figure) -> None:
    _renew_database(cluster)

    def strike(dice: random.Random, tally: Tally) -> int:
        with cluster.hung():
            tally.wait_for(503)
        return 1

    with served(data=data, database_url=cluster.url, SCOREBOOK_DATABASE_TIMEOUT="2") as server:
        tally = run(server, phones=PHONES, evenings=EVENINGS, strikes=3, strike=strike, hands=HANDS)
    with reading_postgresql(cluster.url):
        check(tally)
    report("database server hangs", tally, figure, what="times it hung")
    assert tally.answers[503] >= 3


@pytest.mark.postgresql_only
@pytest.mark.thorough
def test_the_disk_of_the_database_server_is_full(data: Path, db: None, figure: Figure) -> None:
    with small_disk(megabytes=256) as disk, postgres.crashing_server(disk) as cluster:
        _make_database(cluster)

        def strike(dice: random.Random, tally: Tally) -> int:
            with full(disk):
                tally.wait_for(503)
            if not cluster.is_up:  # Without room for its log it ends itself.
                cluster.crash()
                cluster.start_again()
            return 1

        with served(data=data, database_url=cluster.url) as server:
            tally = run(server, phones=PHONES, evenings=EVENINGS, strikes=3, strike=strike, hands=HANDS)
        with reading_postgresql(cluster.url):
            check(tally)
    report("full disk under PostgreSQL", tally, figure, what="times it was full")
    assert tally.answers[503] >= 3


@pytest.mark.sqlite_only
@pytest.mark.thorough
def test_the_disk_under_sqlite_is_full(data: Path, db: None, figure: Figure) -> None:
    with small_disk(megabytes=24) as disk:
        file = disk / "scorebook.sqlite3"

        def strike(dice: random.Random, tally: Tally) -> int:
            with full(disk):
                tally.wait_for(503)
            return 1

        with served(data=data, database_url=f"sqlite:///{file}") as server:
            tally = run(server, phones=PHONES, evenings=EVENINGS, strikes=3, strike=strike, hands=HANDS)
        with closing(sqlite3.connect(file)) as opened:
            assert opened.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        with reading(file):
            check(tally)
    report("full disk under SQLite", tally, figure, what="times it was full")
    assert tally.answers[503] >= 3


@pytest.mark.sqlite_only
def test_servers_die_on_sqlite(data: Path, db: None, figure: Figure) -> None:
    file = data / "scorebook.sqlite3"

    def strike(server: Server, dice: random.Random) -> int:
        return server.kill_all() if dice.randrange(3) == 0 else server.kill_worker(dice)

    with served(data=data, database_url=f"sqlite:///{file}") as server:
        tally = run(
            server,
            phones=PHONES,
            evenings=EVENINGS,
            strikes=STRIKES,
            strike=lambda dice, _: strike(server, dice),
            hands=HANDS,
        )
    with closing(sqlite3.connect(file)) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with reading(file):
        check(tally)
    report("servers on SQLite", tally, figure)
    assert manage("audit", "--data", str(data)).returncode == 0


def _renew_database(cluster: postgres.Server) -> None:
    with psycopg.connect(cluster.url.replace("/scorebook?", "/postgres?"), autocommit=True) as admin:
        admin.execute("DROP DATABASE scorebook WITH (FORCE)")
    _make_database(cluster)


def _make_database(cluster: postgres.Server) -> None:
    with psycopg.connect(cluster.url.replace("/scorebook?", "/postgres?"), autocommit=True) as admin:
        admin.execute("CREATE DATABASE scorebook")
