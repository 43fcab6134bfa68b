"""Everybody else kept from writing, for a change that concerns all tables."""

import random
import time
from collections.abc import Collection

from django.db import OperationalError, connection, transaction

from scorebook.core import database_outage

PATIENCE_S = 60
PAUSE_S = 0.1


class WritersBusy(Exception):
    """Somebody wrote all the time; nothing was changed."""


def wait_long_for_locks() -> None:
    """Let this connection wait for its turn to write as long as a command may, not only as long as a request."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_S * 1000}")


def keep_writers_out(tables: Collection[str], *, first: str, patience_s: float = PATIENCE_S) -> None:
    """Wait until nobody writes, and let nobody write until the transaction ends; reading goes on.

    first: the table with which most who write begin.

    On SQLite whoever is in a transaction of ours is the only writer already.
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
    """Wait with empty hands only: holding one table while waiting for another is how two deadlock.

    Whoever waits for the first table has most of those who write behind itself. Where somebody still holds another
    one, all is given back and tried once more.
    """
    names = ", ".join(f'"{table}"' for table in others)
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = {max(1, int(patience_s * 1000))}")
            cursor.execute(f'LOCK TABLE "{first}" IN EXCLUSIVE MODE')
            cursor.execute(f"LOCK TABLE {names} IN EXCLUSIVE MODE NOWAIT")
    except OperationalError as error:
        if not database_outage.is_lock_taken(error):
            raise
        return False
    return True
