"""Migrations of the code that the database lacks: then what breaks is nobody's fault who sends a request."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import Error

from scorebook.core.database_timeouts import database_wait_at_most

PATIENCE_S = 2
# Every request of a site that lacks a migration breaks, and one answer will do for all of them.
KEPT_S = 5

_kept: tuple[float, bool] | None = None


@contextmanager
def own_connection(patience_s: int = PATIENCE_S) -> Iterator[BaseDatabaseWrapper]:
    """A connection beside the thread's own, which may be the broken one; whoever uses it waits only so long for each
    answer."""
    opened = connections["default"].copy()
    options: dict[str, Any] = opened.settings_dict.setdefault("OPTIONS", {})
    options["connect_timeout" if opened.vendor == "postgresql" else "timeout"] = patience_s
    try:
        with database_wait_at_most(patience_s):
            yield opened
    finally:
        opened.close()


def is_migration_unapplied(connection: BaseDatabaseWrapper) -> bool:
    applied = set(MigrationRecorder(connection).applied_migrations())
    return any(
        key not in applied and not (migration.replaces and applied.issuperset(map(tuple, migration.replaces)))
        for key, migration in _migrations_of_the_code().items()
    )


def is_migration_unapplied_now(now_s: float | None = None) -> bool:
    """Asks by a connection of its own, at most every few seconds. False where nobody answers.

    now_s: by `time.monotonic`.
    """
    global _kept
    now_s = time.monotonic() if now_s is None else now_s
    if _kept and now_s - _kept[0] < KEPT_S:
        return _kept[1]
    try:
        with own_connection() as connection:
            found = is_migration_unapplied(connection)
    except Error:
        found = False
    _kept = (now_s, found)
    return found


def forget_answer() -> None:
    """The next one asks again."""
    global _kept
    _kept = None


@cache
def _migrations_of_the_code() -> dict[tuple[str, str], Migration]:
    return MigrationLoader(None, ignore_no_migrations=True).disk_migrations
