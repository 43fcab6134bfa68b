"""Long reads of a database that others go on writing to."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def one_moment() -> Iterator[None]:
    """Everything read inside is as it was at one moment, and nobody who writes has to wait for it.

    Inside a transaction of the caller that one goes on.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        with _deferred_snapshot(connection), transaction.atomic():
            yield


@contextmanager
def _deferred_snapshot(sqlite: Any) -> Iterator[None]:
    """Transactions that only read: ours are IMMEDIATE otherwise and would keep all writers out."""
    sqlite.ensure_connection()
    usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        sqlite.transaction_mode = usual
