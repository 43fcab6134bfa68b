"""A lock that keeps all other writers out, for a change that concerns all tables."""

import random
import time
from collections.abc import Collection

from django.db import OperationalError, connection, transaction

from scorebook.core.database import outage

PATIENCE_S = 60
PAUSE_S = 0.1


class WritersBusy(Exception):
    """Other writers left no pause; nothing was changed."""


def wait_long_for_locks() -> None:
    """Let this connection wait for locks as long as a command may, not only as long as a request."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_S * 1000}")


def keep_writers_out(tables: Collection[str], *, first: str, patience_s: float = PATIENCE_S) -> None:
    """Wait until no transaction writes, and keep others from writing until this one ends; reading goes on.

    On SQLite a transaction of ours is already the only writer.
    first: the table with which most writers begin.
    Raises: WritersBusy.
    """
    if connection.vendor != "postgresql":
        return
    others = sorted(set(tables) - {first})
    until = time.monotonic() + patience_s
    while not _lock_tables(first, others, patience_s=until - time.monotonic()):
        if time.monotonic() >= until:
            raise WritersBusy(f"somebody wrote for {patience_s:.0f} s without a pause")
        time.sleep(random.uniform(0, PAUSE_S))


def _lock_tables(first: str, others: Collection[str], *, patience_s: float) -> bool:
    """Lock the tables, or return False and hold none.

    It waits only for the first table, while it holds none: holding one table while waiting for another can deadlock.
    Most writers then queue behind the first. If another table is locked, all locks are released for the next try.
    """
    names = ", ".join(f'"{table}"' for table in others)
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = {max(1, int(patience_s * 1000))}")
            cursor.execute(f'LOCK TABLE "{first}" IN EXCLUSIVE MODE')
            cursor.execute(f"LOCK TABLE {names} IN EXCLUSIVE MODE NOWAIT")
    except OperationalError as error:
        if not outage.is_database_lock_taken(error):
            raise
        return False
    return True
