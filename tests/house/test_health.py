"""`/alive` and `/ready`, requested as a machine requests them; and what everybody else is shown meanwhile."""

from __future__ import annotations

import http.client
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import DatabaseError, connection
from django.test import Client

from scorebook.core.database import migration_state, outage
from scorebook.core.monitoring import readiness
from scorebook.core.monitoring.readiness import KEPT_S, NOT_KNOWN, STALE_S, Readiness, ReadinessState
from tests.books.disk import full, small_disk
from tests.house.test_outage import Site, opening, site
from tests.support import postgres
from tests.support.process import free_port, manage, plain, serving

WELL = ReadinessState(database="answers", migrations="applied", disk="enough")
ILL = ReadinessState(database="away", migrations="not known", disk="enough")
PATIENCE_S = 30
MIGRATION = "DELETE FROM django_migrations WHERE app = 'play' AND name LIKE '0001%'"


def answer_of(
    port: int, path: str, *, method: str = "GET", **headers: str
) -> tuple[int, dict[str, str], dict[str, object]]:
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as line:
        line.request(method, path, headers=named)
        answer = line.getresponse()
        text = answer.read()
        return answer.status, {name.lower(): one for name, one in answer.getheaders()}, json.loads(text or "{}")


def wait_for_readiness(port: int, **wanted: str) -> tuple[int, dict[str, object]]:
    """What stands there once the answer that was kept has been forgotten."""
    deadline = time.monotonic() + KEPT_S + PATIENCE_S
    while time.monotonic() < deadline:
        status, _, readiness = answer_of(port, "/ready")
        if wanted.items() <= readiness.items():
            return status, readiness
        time.sleep(0.2)
    raise AssertionError(f"{wanted} was never reported, but {readiness}")


# -- what is kept, by times that are passed in


def _counted_readiness(*states: ReadinessState) -> tuple[Readiness, list[int]]:
    checks: list[int] = []

    def check() -> ReadinessState:
        checks.append(1)
        return states[min(len(checks), len(states)) - 1]

    return Readiness(check), checks


def test_an_answer_is_kept_for_ten_seconds() -> None:
    ready, checks = _counted_readiness(WELL, ILL)
    assert [ready.state_at(now) for now in (0, 1, KEPT_S - 0.01)] == [WELL] * 3
    assert len(checks) == 1
    assert ready.state_at(KEPT_S) == ILL


def test_one_asks_and_the_others_get_the_last_answer_until_it_is_too_old() -> None:
    begun, go_on = threading.Event(), threading.Event()
    states = iter([WELL, ILL])

    def check() -> ReadinessState:
        found = next(states)
        if found is ILL:
            begun.set()
            assert go_on.wait(PATIENCE_S)
        return found

    ready = Readiness(check)
    assert ready.state_at(0) == WELL
    with ThreadPoolExecutor(1) as threads:
        slow = threads.submit(ready.state_at, KEPT_S)
        assert begun.wait(PATIENCE_S)
        assert ready.state_at(KEPT_S + 1) == WELL
        assert ready.state_at(STALE_S) == NOT_KNOWN and not NOT_KNOWN.is_ready
        go_on.set()
        assert slow.result(PATIENCE_S) == ILL


def test_a_change_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    ready, _ = _counted_readiness(ILL, ILL, WELL, WELL)
    for turn in range(4):
        ready.state_at(turn * KEPT_S)
    assert [record.getMessage() for record in caplog.records] == [
        "Not ready: database away, migrations not known, disk enough",
        "Ready again",
    ]


# -- as a page among others


@pytest.mark.django_db(transaction=True)
def test_ready_reports_what_it_checked_and_nothing_else(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorebook.operations.health.readiness", Readiness(readiness.check_readiness))
    answer = client.get("/ready")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert answer.json() == {"ready": True, "database": "answers", "migrations": "applied", "disk": "enough"}
    assert "Vary" not in answer.headers and not answer.cookies


@pytest.mark.parametrize("path", ["/alive", "/ready"])
def test_it_is_only_read(client: Client, path: str) -> None:
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        answer = client.generic(method, path)
        assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")


@pytest.mark.once
def test_a_machine_asks_by_any_name_and_without_https(tmp_path: Path) -> None:
    with serving(
        "--host", "127.0.0.1", data=tmp_path, SCOREBOOK_HTTPS="on", SCOREBOOK_ALLOWED_HOSTS="scorebook.example"
    ) as server:
        for host in ("127.0.0.1", "web-1", "scorebook.example", "no_name"):
            for path in ("/alive", "/ready"):
                assert answer_of(server.port, path, Host=host)[0] == 200
                assert answer_of(server.port, path, method="HEAD", Host=host)[0] == 200
        with closing(http.client.HTTPConnection("127.0.0.1", server.port)) as line:
            line.request("GET", "/", headers={"Host": "web-1", "X-Forwarded-Proto": "https"})
            assert line.getresponse().status == 400


# -- the disk


@pytest.mark.thorough
@pytest.mark.once
def test_a_disk_that_is_full_stops_writing_and_not_reading(tmp_path: Path) -> None:
    with (
        small_disk(megabytes=48) as disk,
        serving("--host", "127.0.0.1", data=disk / "data", SCOREBOOK_DISK_LEFT_MB="5") as server,
    ):
        one = Site(server=server)
        one.open_evening()
        assert wait_for_readiness(server.port, disk="enough")[0] == 200
        with full(disk):
            status, readiness = wait_for_readiness(server.port, disk="nearly full")
            assert (status, readiness["ready"], readiness["database"]) == (503, False, "answers")
            written = one.ask("/api/v1/evenings", body=opening())
            assert (written.status, written.error["code"]) == (503, "unavailable")
            assert one.post_typed().status == 503
            for path in (one.evening, f"/t/{one.scribe}/", f"/w/{one.watch}/", f"/w/{one.watch}/sheet", "/", "/alive"):
                assert one.ask(path).status == 200, path
        assert one.ask("/api/v1/evenings", body=opening()).status == 201
        assert wait_for_readiness(server.port, disk="enough")[0] == 200


# -- the database


@pytest.fixture(scope="module")
def cluster() -> Iterator[postgres.Server]:
    with postgres.crashing_server() as server:
        with psycopg.connect(server.url.replace("/scorebook?", "/postgres?"), autocommit=True) as admin:
            admin.execute("CREATE DATABASE scorebook")
        yield server


@pytest.mark.postgresql_only
def test_a_database_that_is_away_turns_ready_red_and_alive_not(cluster: postgres.Server, tmp_path: Path) -> None:
    with site(tmp_path, cluster.url) as one:
        port = one.server.port
        with cluster.away():
            assert wait_for_readiness(port, database="away", migrations="not known")[0] == 503
            assert answer_of(port, "/alive")[0] == 200
            assert one.ask(f"/t/{one.scribe}/").status == one.ask(one.evening).status == 503
        assert wait_for_readiness(port, database="answers")[0] == 200


@pytest.mark.thorough
@pytest.mark.postgresql_only
def test_who_watches_is_answered_while_all_others_wait(
    cluster: postgres.Server, tmp_path: Path, figure: Callable[[str], None]
) -> None:
    with site(tmp_path, cluster.url) as one, cluster.hung(), ThreadPoolExecutor(16) as threads:
        stuck = [threads.submit(one.ask, one.evening) for _ in range(16)]
        port, took_s = one.server.port, []
        while not all(one.done() for one in stuck):
            started = time.monotonic()
            assert answer_of(port, "/alive")[0] == 200
            took_s.append(time.monotonic() - started)
            time.sleep(0.1)
        assert wait_for_readiness(port, database="away")[0] == 503
        assert len(took_s) > 5
    figure(f"/alive while the database hangs: {len(took_s)} answers, the slowest after {max(took_s):.2f} s")


# -- a migration that is missing


def _new_database(cluster: postgres.Server, name: str) -> str:
    """Its address."""
    with psycopg.connect(cluster.url.replace("/scorebook?", "/postgres?"), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}".encode())
    return cluster.url.replace("/scorebook?", f"/{name}?")


@contextmanager
def _surgery_on_database(tmp_path: Path, url: str) -> Iterator[Callable[[str], object]]:
    if url:
        with psycopg.connect(url, autocommit=True) as database:
            yield lambda statement: database.execute(statement.encode())
    else:
        with closing(sqlite3.connect(tmp_path / "scorebook.sqlite3", isolation_level=None)) as file:
            yield lambda statement: file.execute(statement)


def _as_before_the_migration(tmp_path: Path, url: str) -> None:
    with site(tmp_path, url) as one, _surgery_on_database(tmp_path, url) as execute:
        paths = [f"/t/{one.scribe}/", f"/w/{one.watch}/", one.evening]
        execute("ALTER TABLE play_seat RENAME TO gone")
        # Everything is applied: what is missing is a fault of ours.
        assert [one.ask(path).status for path in paths] == [500] * 3
        assert wait_for_readiness(one.server.port, migrations="applied")[0] == 200
        execute(MIGRATION)
        assert wait_for_readiness(one.server.port, migrations="missing")[0] == 503
        answers = [one.ask(path) for path in paths]
        assert [answer.status for answer in answers] == [503] * 3
        assert all(int(answer.headers["retry-after"]) > 0 for answer in answers)
        assert "Gerade nicht erreichbar" in answers[0].text and answers[2].error["code"] == "unavailable"
        assert one.server.stop() == 0
        printed = one.server.printed + one.server.rest()
    assert "The database is of another version: " in printed and one.scribe not in printed


@contextmanager
def _migrated_by_a_newer_one(tmp_path: Path, url: str) -> Iterator[Site]:
    with site(tmp_path, url) as one, _surgery_on_database(tmp_path, url) as execute:
        assert wait_for_readiness(one.server.port, migrations="applied")[0] == 200
        execute("ALTER TABLE play_seat RENAME TO seat_of_tomorrow")
        execute("INSERT INTO django_migrations (app, name, applied) VALUES ('tomorrow', '0001_initial', '2027-01-01')")
        yield one


def _older_than_the_database(tmp_path: Path, url: str) -> None:
    """A program that runs while another brings its database up to date, and one that is started on it."""
    with _migrated_by_a_newer_one(tmp_path, url) as one:
        assert wait_for_readiness(one.server.port, migrations="newer")[0] == 503
        assert [one.ask(path).status for path in (f"/t/{one.scribe}/", one.evening)] == [503] * 2
        assert one.server.stop() == 0
    variables = {"SCOREBOOK_DATA": str(tmp_path), "LANG": "C.UTF-8"} | ({"DATABASE_URL": url} if url else {})
    port = str(free_port())
    for code, command in ((78, ["serve", "--port", port]), (1, ["backup", "x.backup"]), (1, ["audit"])):
        refused = manage(*command, **variables)
        assert refused.returncode == code and "newer Scorebook" in plain(refused.stderr)
        assert "Traceback" not in refused.stderr


@pytest.mark.thorough
@pytest.mark.sqlite_only
def test_an_older_program_on_a_newer_database_says_so_on_sqlite(tmp_path: Path) -> None:
    _older_than_the_database(tmp_path, "")


@pytest.mark.thorough
@pytest.mark.postgresql_only
def test_an_older_program_on_a_newer_database_says_so_on_postgresql(cluster: postgres.Server, tmp_path: Path) -> None:
    _older_than_the_database(tmp_path, _new_database(cluster, "newer"))


@pytest.mark.thorough
@pytest.mark.sqlite_only
def test_a_missing_migration_is_no_fault_of_who_asks_on_sqlite(tmp_path: Path) -> None:
    _as_before_the_migration(tmp_path, "")


@pytest.mark.thorough
@pytest.mark.postgresql_only
def test_a_missing_migration_is_no_fault_of_who_asks_on_postgresql(cluster: postgres.Server, tmp_path: Path) -> None:
    _as_before_the_migration(tmp_path, _new_database(cluster, "older"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("statement", ["SELECT 1 FROM nowhere", "SELECT unheard_of FROM clubs_club"])
def test_a_fault_of_ours_stays_one(statement: str) -> None:
    with pytest.raises(DatabaseError) as found, connection.cursor() as cursor:
        cursor.execute(statement)
    migration_state.forget_migration_state()
    assert not outage.is_outage(found.value)


@pytest.mark.django_db(transaction=True)
def test_a_table_or_column_of_a_migration_that_is_missing_is_an_outage() -> None:
    found = []
    with connection.cursor() as cursor:
        cursor.execute("UPDATE django_migrations SET app = 'gone' WHERE app = 'standings' AND name LIKE '0001%'")
        try:
            for statement in ("SELECT 1 FROM nowhere", "SELECT unheard_of FROM clubs_club", "SELECT FROM WHERE"):
                with pytest.raises(DatabaseError) as error:
                    cursor.execute(statement)
                found.append(error.value)
            migration_state.forget_migration_state()
            assert [outage.is_outage(one) for one in found] == [True, True, False]
        finally:
            cursor.execute("UPDATE django_migrations SET app = 'standings' WHERE app = 'gone'")
            migration_state.forget_migration_state()
