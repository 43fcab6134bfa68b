"""Workers are killed within a request: it is answered with 503, and the same request is done when they are back.

They are killed before each statement, before COMMIT, and while a worker commits. Nothing is written twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import NAMESPACE_URL, uuid4, uuid5

import psycopg
import pytest
from django.db import IntegrityError, InternalError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from psycopg import sql

from scorebook.clubs.models import Club
from scorebook.core.database.outage import is_outage
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.models import Evening, HandEvent, Seat
from scorebook.play.services.contention import mark_contended
from tests.conftest import Figure
from tests.house.test_outage import opening
from tests.many_clubs.conftest import Manage, connected_to
from tests.support import citus

pytestmark = [pytest.mark.once, pytest.mark.long]

MOST_STATEMENTS = 60
COMMIT_S = 5  # longer than it takes to see that a worker commits
Response = Any  # what Django's client for tests returns


@dataclass(kw_only=True)
class Killer:
    """Kills all workers before one of the statements of a request. reached: how many it has seen."""

    cluster: citus.Cluster
    at: int = -1
    reached: int = 0

    def before_statement(self) -> None:
        if self.reached == self.at:
            for worker in self.cluster.workers:
                worker.server.crash()
        self.reached += 1

    @contextmanager
    def killing(self, at: int) -> Iterator[None]:
        self.at, self.reached = at, 0
        try:
            yield
        finally:
            if self.reached > self.at >= 0:
                for worker in self.cluster.workers:
                    worker.server.start_again()
            self.at = -1


@pytest.fixture
def site(cluster: citus.Cluster, database: str, run: Manage, django_db_blocker: Any) -> Iterator[BaseDatabaseWrapper]:
    run("distribute")
    with django_db_blocker.unblock(), connected_to(cluster.coordinator.url(database)) as opened:
        yield opened


@pytest.fixture
def killer(cluster: citus.Cluster, site: BaseDatabaseWrapper, monkeypatch: pytest.MonkeyPatch) -> Killer:
    made, commit = Killer(cluster=cluster), site.commit

    def execute(go_on: Callable[..., Any], *arguments: Any) -> Any:
        made.before_statement()
        return go_on(*arguments)

    def commit_later() -> None:
        made.before_statement()
        commit()

    site.execute_wrappers.append(execute)
    monkeypatch.setattr(site, "commit", commit_later)
    return made


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("postmaster was shut down, exiting", True),
        ("server closed the connection unexpectedly\nCONTEXT:  while executing command on worker-1:5432", True),
        ("SSL SYSCALL error: EOF detected\nCONTEXT:  while executing command on worker-1:5432", True),
        ("failure on connection marked as essential: worker-1:5432", True),
        ("failed to prepare transaction 'citus_0_1_2_3' on host worker-1:5432", True),
        ("could not commit transaction for shard 102020 on at least one active node", True),
        ("cache lookup failed for relation 1\nCONTEXT:  while executing command on worker-1:5432", False),
    ],
)
def test_a_server_that_dies_within_a_transaction_is_an_outage(text: str, expected: bool) -> None:
    error = InternalError(text)
    error.__cause__ = psycopg.errors.InternalError_(text)
    assert is_outage(error) is expected


def test_what_people_have_typed_is_no_reason() -> None:
    error = IntegrityError()
    error.__cause__ = psycopg.errors.CheckViolation("Failing row contains (connection not open)")
    assert not is_outage(error)


def test_workers_die_before_each_statement(killer: Killer, cluster: citus.Cluster, figure: Figure) -> None:
    evening, contended = open_evening(), open_evening()
    statements = {
        "a page": walk(killer, lambda _: send(evening)),
        "a hand": walk(killer, lambda number: record_hand(evening, number)),
        "a contended hand": walk(killer, lambda number: record_hand(contended, number, is_contended=True)),
        "an evening": walk(killer, lambda number: send("/api/v1/evenings", opening() | {"id": key("new", number)})),
    }
    cluster.wait_until_nothing_is_prepared()
    assert HandEvent.objects.count() == statements["a hand"] + 1 + statements["a contended hand"] + 1
    assert Evening.objects.count() == 2 + statements["an evening"] + 1
    assert [audit_club(club) for club in Club.objects.all()] == [None] * Club.objects.count()
    figure(f"workers died before each of these statements: {statements}")


@pytest.mark.usefixtures("site")
def test_a_worker_dies_while_it_commits(cluster: citus.Cluster, database: str) -> None:
    evening = open_evening()
    club = Club.objects.get()
    worker = cluster.worker_of(database, club.pk)
    _at_commit(cluster, database, club, f"PERFORM pg_sleep({COMMIT_S})")
    try:
        with ThreadPoolExecutor() as pool:
            death = pool.submit(_crash_while_it_commits, worker, database)
            response = record_hand(evening, 0, is_contended=True)
            death.result()
    finally:
        if not worker.server.is_up:
            worker.server.start_again()
    assert response.status_code == 503, response.content
    _wait_until_done(lambda number: record_hand(evening, number), 0)
    assert HandEvent.objects.count() == 1


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("is_contended", [False, True])
def test_a_constraint_violated_at_commit_is_no_outage(
    cluster: citus.Cluster, database: str, is_contended: bool
) -> None:
    """Else a phone would send the hand for ever."""
    evening = open_evening()
    _at_commit(cluster, database, Club.objects.get(), "RAISE foreign_key_violation")
    assert record_hand(evening, 0, is_contended=is_contended).status_code == 500
    assert HandEvent.objects.count() == 0


@pytest.mark.usefixtures("site")
def test_a_reference_to_nothing_is_refused_as_by_one_server() -> None:
    open_evening()
    seat = Seat.objects.latest("place")
    with pytest.raises(IntegrityError, match="play_seat"), transaction.atomic():
        Seat.objects.create(club=seat.club, evening=seat.evening, player_id=uuid4(), place=9, from_hand=9)


def _at_commit(cluster: citus.Cluster, database: str, club: Club, statement: str) -> None:
    """Let the worker run this of PL/pgSQL between COMMIT and its end, for each hand of the club."""
    found = sql.SQL("SELECT get_shard_id_for_distribution_column('play_handevent', {})").format(str(club.pk))
    [(shard,)] = cluster.coordinator.execute(database, found)
    trigger = sql.SQL("""
        SET citus.enable_ddl_propagation = off;
        SET citus.enable_manual_changes_to_shards = on;
        CREATE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql AS {body};
        CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON {table} DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION at_commit()
    """).format(body=f"BEGIN {statement}; RETURN NULL; END", table=sql.Identifier(f"play_handevent_{shard}"))
    cluster.worker_of(database, club.pk).execute(database, trigger)


def _crash_while_it_commits(worker: citus.Node, database: str) -> None:
    until_s = time.monotonic() + citus.RECOVERED_S
    asleep = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query LIKE 'COMMIT%'"
    while not worker.execute(database, asleep):
        assert time.monotonic() < until_s
    worker.server.crash()


def open_evening() -> str:
    """Return its address."""
    links = send("/api/v1/evenings", opening()).json()["links"]
    return f"/api/v1/evenings/{links['scribe']['token']}"


def record_hand(evening: str, number: int, *, is_contended: bool = False) -> Response:
    """Record the hand of this number, from 0. is_contended: as if others wrote too, with a lock in a transaction."""
    if is_contended:
        mark_contended(evening.rpartition("/")[2])
    body = {"id": key(evening, number), "known_hands": number, "hand": {"kind": "bavarian.thrown_in"}}
    return send(f"{evening}/hands", body)


def key(what: str, number: int) -> str:
    return str(uuid5(NAMESPACE_URL, f"{what} {number}"))


def send(path: str, body: object = None) -> Response:
    client = Client(raise_request_exception=False)
    return client.get(path) if body is None else client.post(path, body, content_type="application/json")


def walk(killer: Killer, request: Callable[[int], Response]) -> int:
    """Kill the workers before the first statement of request 0, before the second one of request 1, and so on.

    request: sends the request of this number, which is the same each time. Returns how many statements it has.
    """
    for number in range(MOST_STATEMENTS):
        with killer.killing(number):
            response = request(number)
        if killer.reached <= number:
            assert response.status_code in (200, 201)
            return number
        assert response.status_code == 503, (number, response.content)
        _wait_until_done(request, number)
    raise AssertionError(f"more than {MOST_STATEMENTS} statements")


def _wait_until_done(request: Callable[[int], Response], number: int) -> None:
    """Send it again, as a phone does."""
    until_s = time.monotonic() + citus.RECOVERED_S
    while (response := request(number)).status_code == 503:
        assert time.monotonic() < until_s
    assert response.status_code in (200, 201)
