"""Long reads of a database that others go on writing to."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def one_moment(moment: str | None = None) -> Iterator[None]:
    """Everything read inside is as it was at one moment, and nobody who writes has to wait for it.

    moment: on PostgreSQL that of another process, which is still reading; see `moment_to_share`.
    Inside a transaction of the caller that one goes on.
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
            _begin_reading()
            yield


@contextmanager
def moment_to_share() -> Iterator[str | None]:
    """The moment that others are to read: while this is open, each of them begins its `one_moment(moment)`.

    On PostgreSQL we read it too, and it has a name. On SQLite nobody can name a moment, so nothing is written until all
    have begun: whoever begins meanwhile reads the same.
    """
    if connection.vendor == "postgresql":
        with one_moment(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_export_snapshot()")
            yield cursor.fetchone()[0]
    else:
        with transaction.atomic():  # IMMEDIATE: we hold the lock of those who write
            yield None


def _begin_reading() -> None:
    """A deferred transaction of SQLite reads the moment of its first statement, not that of its beginning."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM sqlite_master LIMIT 1")


@contextmanager
def _deferred_snapshot(sqlite: Any) -> Iterator[None]:
    """Transactions that only read: ours are IMMEDIATE otherwise and would keep all writers out."""
    sqlite.ensure_connection()
    usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        sqlite.transaction_mode = usual
