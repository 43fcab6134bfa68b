"""Locks that keep other writers out: all of them, or those of some rows."""

import random
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import OperationalError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet

from scorebook.core.database import outage

PATIENCE_S = 60
PAUSE_S = 0.1
# How long writers may queue behind a lock that is waited for.
QUEUE_MS = 500


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
    _lock_with_patience(lambda left_s: _lock_tables(first, others, patience_s=left_s), patience_s)


def lock_rows(rows: Iterable[QuerySet[Any]], *, patience_s: float = PATIENCE_S) -> None:
    """Wait until no other transaction holds one of these rows, and hold them until this one ends.

    It never waits while it holds a row, so it takes part in no deadlock. On SQLite a transaction of ours is already the
    only writer.
    Raises: WritersBusy.
    """
    if connection.vendor == "postgresql":
        held = [found.order_by().select_for_update(nowait=True).values_list("pk") for found in rows]
        _lock_with_patience(lambda _left_s: _lock_each(held), patience_s)


@contextmanager
def commits_held(table: str, *, patience_s: float = PATIENCE_S) -> Iterator[None]:
    """Hold every transaction that refers to this table of a distributed database by a foreign key, at its commit.

    Another connection holds them, so that this one can begin to read; meant for some milliseconds.
    Raises: WritersBusy.
    """
    holding = connection.copy("commits held")
    try:
        holding.set_autocommit(False)
        _lock_with_patience(lambda _left_s: _lock_on_all_servers(holding, table), patience_s)
        yield
    finally:
        holding.close()  # ends its transaction


def _lock_on_all_servers(holding: BaseDatabaseWrapper, table: str) -> None:
    """Lock the table, or raise the error of a lock that is taken and hold none.

    It waits on the coordinator, where it holds nothing yet. Waiting on one server while it holds the table on another
    could deadlock with a commit on both.
    """
    try:
        with holding.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = {QUEUE_MS}")
            cursor.execute("SELECT lock_relation_if_exists(%s, 'EXCLUSIVE')", [table])
            cursor.execute(f'LOCK TABLE "{table}" IN EXCLUSIVE MODE NOWAIT')
    except OperationalError:
        holding.rollback()
        raise


def _lock_with_patience(try_lock: Callable[[float], None], patience_s: float) -> None:
    """Try until it succeeds. try_lock: gets the seconds left, and raises the error of a lock that is taken."""
    until = time.monotonic() + patience_s
    while True:
        try:
            return try_lock(until - time.monotonic())
        except OperationalError as error:
            if not outage.is_database_lock_taken(error):
                raise
            if time.monotonic() >= until:
                raise WritersBusy(f"somebody wrote for {patience_s:.0f} s without a pause") from error
        time.sleep(random.uniform(0, PAUSE_S))


def _lock_tables(first: str, others: Collection[str], *, patience_s: float) -> None:
    """Lock the tables.

    It waits only for the first table, while it holds none: holding one table while waiting for another can deadlock.
    Most writers then queue behind the first.
    """
    names = ", ".join(f'"{table}"' for table in others)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = {max(1, int(patience_s * 1000))}")
        cursor.execute(f'LOCK TABLE "{first}" IN EXCLUSIVE MODE')
        cursor.execute(f"LOCK TABLE {names} IN EXCLUSIVE MODE NOWAIT")


def _lock_each(held: Iterable[QuerySet[Any]]) -> None:
    with transaction.atomic():
        for rows in held:
            list(rows)
