"""Consistent long reads of a database while others write to it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def consistent_reads(moment: str | None = None) -> Iterator[None]:
    """Read a consistent snapshot inside the block, without blocking writers.

    moment: on PostgreSQL the snapshot of another process that is still reading; see `shareable_snapshot`.
    Inside a transaction of the caller, that transaction goes on.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                if moment:
                    cursor.execute("SET TRANSACTION SNAPSHOT %s", [moment])
            yield
    else:
        with _deferred_snapshot(connection), transaction.atomic():
            # A deferred transaction of SQLite takes its snapshot at its first statement, not at BEGIN.
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1 FROM sqlite_master LIMIT 1")
            yield


@contextmanager
def shareable_snapshot() -> Iterator[str | None]:
    """Yield a snapshot that other processes read too: they call `consistent_reads(moment)` inside the block.

    PostgreSQL exports a snapshot. SQLite cannot, so the block locks out writers until all readers have begun.
    """
    if connection.vendor == "postgresql":
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
