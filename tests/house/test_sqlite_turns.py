"""Threads that write in SQLite's one file: together where they wait anyway, each with an answer of its own."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction

from scorebook.clubs.models import Club, TypedText
from scorebook.core import rows
from scorebook.core.database import outage
from scorebook.core.rows import Insert, sqlite_turns
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.errors import StaleHand
from tests.support.played_evening import new_evening, rufer

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.sqlite_only(reason="PostgreSQL locks rows and not a file"),
]
SOON_S = 10
SHORT_MS = 200


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Linde", created_at=datetime(2026, 11, 24, tzinfo=UTC))


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(5) as pool:
        yield pool
        for _ in range(5):  # each has a connection of its own
            pool.submit(connection.close)


@pytest.fixture
def together(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of rows of each statement that was tried."""
    counts: list[int] = []
    execute = sqlite_turns._execute_writes

    def counted(writes: Sequence[Any]) -> None:
        counts.append(len(writes))
        execute(writes)

    monkeypatch.setattr(sqlite_turns, "_execute_writes", counted)
    return counts


@contextmanager
def file_taken() -> Iterator[None]:
    """By another process, as far as SQLite can tell."""
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def written(club: Club, key: str, *, patience_ms: int | None = None) -> None:
    if patience_ms is not None:
        connection.ensure_connection()
        connection.connection.execute(f"PRAGMA busy_timeout = {patience_ms}")
    rows.write_rows([Insert(rows=[TypedText(id=key, club=club, text=key, salt="salt")])], club_id=club.pk)


def wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + SOON_S
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.001)


def in_threads(threads: ThreadPoolExecutor, club: Club, keys: Sequence[str]) -> list[Future[None]]:
    """The first one waits for the file, and all others for it."""
    first = threads.submit(written, club, keys[0])
    wait_until(lambda: sqlite_turns._turn.locked() and not sqlite_turns._waiting)
    others = [threads.submit(written, club, key) for key in keys[1:]]
    wait_until(lambda: len(sqlite_turns._waiting) == len(others))
    return [first, *others]


def keys_stored() -> list[str]:
    return sorted(TypedText.objects.values_list("pk", flat=True))


def test_what_others_want_written_meanwhile_is_one_statement(
    club: Club, threads: ThreadPoolExecutor, together: list[int]
) -> None:
    with file_taken():
        writes = in_threads(threads, club, ["a", "b", "c", "d", "e"])
    assert [write.exception(SOON_S) for write in writes] == [None] * 5
    assert (together, keys_stored()) == ([1, 4], ["a", "b", "c", "d", "e"])


def test_hands_of_several_tables_are_written_together_and_stale_ones_are_refused(
    threads: ThreadPoolExecutor, together: list[int]
) -> None:
    first, *others = tables = [new_evening("Anna", "Beppo", "Cilli", "Done") for _ in range(4)]
    hand = rufer("Anna", "Cilli")
    for table in tables:
        table.record(hand)
    together.clear()
    with file_taken():
        writes = [threads.submit(first.record, hand, known=1)]
        wait_until(lambda: sqlite_turns._turn.locked() and not sqlite_turns._waiting)
        writes += [threads.submit(table.record, hand, known=1) for table in (*others, others[0])]
        wait_until(lambda: len(sqlite_turns._waiting) == 4)
    errors = [type(write.exception(SOON_S)) for write in writes]
    assert (errors.count(type(None)), errors.count(StaleHand)) == (4, 1)
    assert together[:2] == [1, 4]
    for table in tables:
        assert table.points() == {"Anna": 40, "Beppo": -40, "Cilli": 40, "Done": -40}
        assert audit_club(table.club) is None


def test_only_the_one_that_cannot_be_is_refused(club: Club, threads: ThreadPoolExecutor, together: list[int]) -> None:
    written(club, "there")
    with file_taken():
        writes = in_threads(threads, club, ["a", "b", "there", "d"])
    errors = [type(write.exception(SOON_S)) for write in writes]
    assert errors == [type(None), type(None), IntegrityError, type(None)]
    assert (together, keys_stored()) == ([1, 1, 3, 1, 1, 1], ["a", "b", "d", "there"])


def test_all_callers_learn_that_the_file_was_not_to_be_had(club: Club, threads: ThreadPoolExecutor) -> None:
    with file_taken():
        writes = [threads.submit(written, club, key, patience_ms=SHORT_MS) for key in ("a", "b", "c")]
        errors = [write.exception(SOON_S) for write in writes]
    assert all(isinstance(error, OperationalError) and outage.is_outage(error) for error in errors)
    assert (sqlite_turns._waiting, keys_stored()) == ([], [])


def test_a_thread_that_never_ends_its_turn_keeps_others_no_longer_than_the_file_would(
    club: Club, threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_turns, "PATIENCE_WITH_THREADS_S", 0)
    with sqlite_turns._turn:
        error = threads.submit(written, club, "a", patience_ms=SHORT_MS).exception(SOON_S)
    assert isinstance(error, OperationalError) and outage.is_outage(error)
    assert (sqlite_turns._waiting, keys_stored()) == ([], [])


def test_what_breaks_in_one_thread_is_no_answer_that_all_went_well(
    club: Club, threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute = sqlite_turns._execute_writes

    def broken(writes: Sequence[Any]) -> None:
        if len(writes) > 1:
            raise MemoryError
        execute(writes)

    monkeypatch.setattr(sqlite_turns, "_execute_writes", broken)
    with file_taken():
        writes = in_threads(threads, club, ["a", "b", "c"])
    errors = [write.exception(SOON_S) for write in writes]
    assert [type(error) for error in errors] == [type(None), MemoryError, MemoryError]
    assert (sqlite_turns._turn.locked(), keys_stored()) == (False, ["a"])


def test_whoever_holds_the_file_waits_for_no_turn(club: Club) -> None:
    with sqlite_turns._turn, transaction.atomic():
        written(club, "a")
    assert keys_stored() == ["a"]


def test_sqlite_waits_as_it_did_when_the_turn_is_over(club: Club) -> None:
    written(club, "a", patience_ms=SHORT_MS)
    assert connection.connection.execute("PRAGMA busy_timeout").fetchone() == (SHORT_MS,)
