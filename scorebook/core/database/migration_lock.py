"""A lock by which one process at a time migrates a database, or takes a club that moves; others wait."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

PATIENCE_S = 300
# Any number that is not used otherwise in this database.
_ADVISORY_KEY = 0x5363_6F72_6562


@contextmanager
def migrating_alone_in(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Hold the lock. Raises: OperationalError if the database does not open or another process does not finish."""
    if connection.vendor == "postgresql":
        with _advisory_lock(connection):
            yield
    elif not connection.creation.is_in_memory_db(connection.settings_dict["NAME"]):  # type: ignore[attr-defined]
        with _lock_file_beside(connection, Path(connection.settings_dict["NAME"])):
            yield
    else:
        yield


@contextmanager
def _advisory_lock(connection: BaseDatabaseWrapper) -> Iterator[None]:
    # A lock of the session, not of a transaction: migrations have their own. It ends with the process, even if killed.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [_ADVISORY_KEY])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_ADVISORY_KEY])


@contextmanager
def _lock_file_beside(connection: BaseDatabaseWrapper, file: Path) -> Iterator[None]:
    """Hold a separate lock file, which SQLite locks on every system.

    The database itself cannot serve: the lock has to hold before WAL is switched on, and over many transactions.
    """
    lock = file.with_name(f".{file.name}.migrating")
    with connection.wrap_database_errors, closing(sqlite3.connect(lock, timeout=PATIENCE_S)) as opened:
        opened.execute("BEGIN EXCLUSIVE")
        yield
