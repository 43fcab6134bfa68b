"""In a database that is spread over servers by club, clubs of different servers are read at one moment.

The tests make a schema of their own, with the one table that a snapshot knows.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from django.db.backends.base.base import BaseDatabaseWrapper

from scorebook.ledger.snapshot import consistent_reads, shareable_snapshot, snapshot_of_all_clubs
from tests.many_clubs.conftest import connected_to
from tests.support import citus

pytestmark = pytest.mark.once
SCHEMA = "one_moment"
OPTIONS = f"-c search_path={SCHEMA}"
TABLES = f"""
    DROP SCHEMA IF EXISTS {SCHEMA} CASCADE;
    CREATE SCHEMA {SCHEMA};
    CREATE TABLE clubs_club (id uuid PRIMARY KEY, version integer NOT NULL);
    CREATE TABLE event (club_id uuid, seq integer, PRIMARY KEY (club_id, seq));
    SELECT create_distributed_table('clubs_club', 'id');
    SELECT create_distributed_table('event', 'club_id', colocate_with => 'clubs_club');
    ALTER TABLE event ADD FOREIGN KEY (club_id) REFERENCES clubs_club (id) DEFERRABLE INITIALLY DEFERRED;
"""
SERVER_OF_CLUB = """
    SELECT nodeport FROM citus_shards
    WHERE shardid = get_shard_id_for_distribution_column('clubs_club', %s::uuid)
"""


@pytest.fixture(scope="module")
def url(cluster: citus.Cluster) -> str:
    return cluster.create_database(SCHEMA)


def coordinator(url: str) -> closing[psycopg.Connection[Any]]:
    return closing(psycopg.connect(url, autocommit=True, options=OPTIONS))


@pytest.fixture(scope="module")
def clubs(url: str) -> Iterator[Sequence[UUID]]:
    """Two clubs on different servers."""
    with coordinator(url) as admin:
        admin.execute(TABLES)
        by_server = dict[int, UUID]()
        while len(by_server) < 2:
            club_id = uuid4()
            [[server]] = admin.execute(SERVER_OF_CLUB, [club_id])
            by_server.setdefault(server, club_id)
        for club_id in by_server.values():
            admin.execute("INSERT INTO clubs_club VALUES (%s, 0)", [club_id])
        yield list(by_server.values())
        admin.execute(f"DROP SCHEMA {SCHEMA} CASCADE")


@pytest.fixture
def site(url: str, django_db_blocker: Any) -> Iterator[BaseDatabaseWrapper]:
    with django_db_blocker.unblock(), connected_to(url, OPTIONS={"options": OPTIONS}) as opened:
        yield opened


def write_in(writer: psycopg.Connection[Any], clubs: Sequence[UUID]) -> None:
    """Write an event of both clubs in one transaction."""
    with writer.transaction():
        for club_id in clubs:
            writer.execute("UPDATE clubs_club SET version = version + 1 WHERE id = %s", [club_id])
            writer.execute("INSERT INTO event SELECT id, version FROM clubs_club WHERE id = %s", [club_id])


def versions(site: BaseDatabaseWrapper, clubs: Sequence[UUID]) -> list[tuple[int, int]]:
    """Return what is read of each club: its version and its last event."""
    found = []
    for club_id in clubs:
        with site.cursor() as cursor:
            cursor.execute("SELECT version FROM clubs_club WHERE id = %s", [club_id])
            [version] = cursor.fetchone()
            cursor.execute("SELECT coalesce(max(seq), 0) FROM event WHERE club_id = %s", [club_id])
            found.append((version, cursor.fetchone()[0]))
    return found


def begin_shared() -> AbstractContextManager[None]:
    with shareable_snapshot() as moment:
        reading = ExitStack()
        reading.enter_context(consistent_reads(moment))
    return reading  # type: ignore[return-value]


@pytest.mark.parametrize("begin", [snapshot_of_all_clubs, begin_shared])
def test_nothing_that_is_written_later_is_read(
    url: str, clubs: Sequence[UUID], site: BaseDatabaseWrapper, begin: Callable[[], AbstractContextManager[None]]
) -> None:
    with coordinator(url) as writer, begin():
        write_in(writer, clubs)
        first = versions(site, clubs)
        write_in(writer, clubs)
        assert versions(site, clubs) == first
        [[now]] = writer.execute("SELECT max(version) FROM clubs_club")
        assert first == [(now - 2, now - 2)] * 2


def test_a_transaction_of_two_clubs_is_read_in_both_or_in_none(
    url: str, clubs: Sequence[UUID], site: BaseDatabaseWrapper
) -> None:
    is_over, seen = threading.Event(), set[int]()

    def write_on() -> None:
        with coordinator(url) as writer:
            while not is_over.is_set():
                write_in(writer, clubs)

    writers = [threading.Thread(target=write_on) for _ in range(3)]
    for one in writers:
        one.start()
    try:
        for _ in range(50):
            with snapshot_of_all_clubs():
                [(version, last), other] = versions(site, clubs)
            assert (version, last) == other and version == last
            seen.add(version)
    finally:
        is_over.set()
        for one in writers:
            one.join()
    assert len(seen) > 20
