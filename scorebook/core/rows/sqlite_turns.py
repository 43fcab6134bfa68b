"""Turns of threads to write in SQLite's one file.

SQLite lets a writer that finds the file locked sleep, longer each time, while it may already be free. Here one thread
of a process waits for all of its others, a tenth of a millisecond at first, and the rows that those want to write
meanwhile go in the same statement: one lock and one sync for all of them.
Decision: docs/decisions/407-threads-write-to-sqlites-file-together.md.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from django.db import Error, OperationalError, connection

from scorebook.core.database import outage

FIRST_PAUSE_S, MAX_PAUSE_S = 0.0001, 0.005
# Extra time that a thread waits for the one that waits for the file.
PATIENCE_WITH_THREADS_S = 1.0


@dataclass(frozen=True, slots=True)
class WriteView:
    """A temporary view that rows are written through."""

    name: str
    definition: Sequence[str]  # the statements for the view and its trigger
    columns: int  # count

    def define(self) -> None:
        """Create the view if it is missing, also after a rollback."""
        opened = connection.connection
        with connection.wrap_database_errors:
            if not opened.execute("SELECT 1 FROM sqlite_temp_master WHERE name = ?", [self.name]).fetchone():
                for statement in self.definition:
                    opened.execute(statement)

    def insert_sql(self, count: int) -> str:
        """Return the statement that inserts that many rows into the view."""
        row = f"({', '.join(['%s'] * self.columns)})"
        return f"INSERT INTO {self.name} VALUES {', '.join([row] * count)}"


@dataclass(slots=True, eq=False)
class _WaitingWrite:
    view: WriteView
    params: Sequence[Any]
    until_s: float
    is_done: bool = False
    error: BaseException | None = None  # why it could not be written

    def end(self, error: BaseException | None = None) -> None:
        self.is_done, self.error = True, error


_turn = threading.Lock()
_waiting: list[_WaitingWrite] = []


def write_in_turn(view: WriteView, params: Sequence[Any]) -> None:
    """Write a row of a view, outside a transaction, alone or with those of other threads.

    Raises: django.db.Error; OperationalError if the file was not free in time.
    """
    patience_s = _busy_timeout_ms() / 1000
    write = _WaitingWrite(view, params, until_s=time.monotonic() + patience_s)
    _waiting.append(write)
    if not _turn.acquire(timeout=patience_s + PATIENCE_WITH_THREADS_S):
        _take_from_waiting(write)  # it may already be being written; a retry with the same key finds it
        raise OperationalError("the database is locked by another thread")
    try:
        if not write.is_done:
            _write_together([write, *(one for one in _waiting if one is not write and one.view.name == view.name)])
    finally:
        _turn.release()
    if write.error:
        raise write.error


def _write_together(writes: Sequence[_WaitingWrite]) -> None:
    """Write the rows in one statement; if that fails, one by one, since only one of them may be at fault."""
    for write in writes:
        _take_from_waiting(write)
    try:
        _execute_writes(writes)
    except Error as error:
        if len(writes) > 1 and not outage.is_outage(error):
            for write in writes:
                _write_together([write])
            return
        _end_writes(writes, error)
    except BaseException as error:
        _end_writes(writes, error)
        raise
    else:
        _end_writes(writes)


def _end_writes(writes: Sequence[_WaitingWrite], error: BaseException | None = None) -> None:
    for write in writes:
        write.end(error)


def _take_from_waiting(write: _WaitingWrite) -> None:
    with suppress(ValueError):
        _waiting.remove(write)


def _execute_writes(writes: Sequence[_WaitingWrite]) -> None:
    view, until_s, pause_s = writes[0].view, min(write.until_s for write in writes), FIRST_PAUSE_S
    params = [param for write in writes for param in write.params]
    with connection.cursor() as cursor, _without_busy_wait():
        view.define()
        while True:
            try:
                cursor.execute(view.insert_sql(len(writes)), params)
                return
            except OperationalError as error:
                if not outage.is_database_file_taken(error) or time.monotonic() > until_s:
                    raise
            time.sleep(pause_s)
            pause_s = min(1.5 * pause_s, MAX_PAUSE_S)


@contextmanager
def _without_busy_wait() -> Iterator[None]:
    """Let SQLite report a locked file at once."""
    usual_ms = _busy_timeout_ms()
    connection.connection.execute("PRAGMA busy_timeout = 0")
    try:
        yield
    finally:
        connection.connection.execute(f"PRAGMA busy_timeout = {usual_ms}")


def _busy_timeout_ms() -> int:
    connection.ensure_connection()
    return int(connection.connection.execute("PRAGMA busy_timeout").fetchone()[0])
