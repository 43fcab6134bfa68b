"""Consistent long reads of a database while others write to it."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from scorebook.core.database import write_lock
from scorebook.core.database.distribution import is_distributed

# A database that is spread over servers cannot share a snapshot. While commits are held (`commits_held`), transactions
# begin at the same moment, and each begins on all servers.
_HELD = "commits are held"
# Every row of a club refers to it. By name: processes load this module before there are models.
_CLUBS = "clubs_club"
# One connection to each server, since each has a snapshot of its own.
_ONE_CONNECTION = "SET LOCAL citus.max_adaptive_executor_pool_size = 1"


@contextmanager
def consistent_reads(moment: str | None = None) -> Iterator[None]:
    """Read a consistent snapshot inside the block, without blocking writers.

    In a database that is spread over servers it is consistent for one club; see `snapshot_of_all_clubs`.
    moment: on PostgreSQL the snapshot of another process that is still reading; see `shareable_snapshot`.
    Inside a transaction of the caller, that transaction goes on.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        is_spread = is_distributed(connection)  # found out before the transaction has its snapshot
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                if is_spread:
                    cursor.execute(_ONE_CONNECTION)
                if moment == _HELD:
                    _begin_on_all_servers(cursor)
                elif moment:
                    cursor.execute("SET TRANSACTION SNAPSHOT %s", [moment])
            yield
    else:
        with _deferred_snapshot(connection), transaction.atomic():
            # A deferred transaction of SQLite takes its snapshot at its first statement, not at BEGIN.
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1 FROM sqlite_master LIMIT 1")
            yield


@contextmanager
def snapshot_of_all_clubs() -> Iterator[None]:
    """Read all clubs at one moment, as `consistent_reads` does, also in a database that is spread over servers.

    There, writers wait some milliseconds at their commit. Raises: WritersBusy.
    """
    with ExitStack() as beginning:
        moment = None
        if is_distributed(connection) and not connection.in_atomic_block:
            moment = beginning.enter_context(shareable_snapshot())
        with consistent_reads(moment):
            beginning.close()
            yield


@contextmanager
def shareable_snapshot() -> Iterator[str | None]:
    """Yield a snapshot that other processes read too: they call `consistent_reads(moment)` inside the block.

    PostgreSQL exports a snapshot. SQLite cannot, nor can a database that is spread over servers: the block locks out
    writers until all readers have begun. Raises: WritersBusy.
    """
    if is_distributed(connection):
        with write_lock.commits_held(_CLUBS):
            yield _HELD
    elif connection.vendor == "postgresql":
        with consistent_reads(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_export_snapshot()")
            yield cursor.fetchone()[0]
    else:
        with transaction.atomic():  # IMMEDIATE: holds the write lock
            yield None


@contextmanager
def _deferred_snapshot(sqlite: Any) -> Iterator[None]:
    """Use DEFERRED transactions, which only read; the default IMMEDIATE ones would block all writers."""
    sqlite.ensure_connection()
    usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        sqlite.transaction_mode = usual


def _begin_on_all_servers(cursor: CursorWrapper) -> None:
    cursor.execute(f"SELECT count(*) FROM {_CLUBS}")
