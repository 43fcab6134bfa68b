"""Whether code and database are of the same version: where they are not, what breaks is nobody's fault who sends a
request.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
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


class MigrationState(StrEnum):
    APPLIED = "applied"
    MISSING = "missing"  # the database is of an older version than the code
    NEWER = "newer"  # a newer version of the code has brought it up to date


_kept: tuple[float, MigrationState] | None = None


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


def migration_state(connection: BaseDatabaseWrapper) -> MigrationState:
    applied, of_the_code = set(MigrationRecorder(connection).applied_migrations()), _migrations_of_the_code()
    replaced = {tuple(old) for migration in of_the_code.values() for old in migration.replaces}
    if applied - of_the_code.keys() - replaced:
        return MigrationState.NEWER
    is_missing = any(
        key not in applied and not (migration.replaces and applied.issuperset(map(tuple, migration.replaces)))
        for key, migration in of_the_code.items()
    )
    return MigrationState.MISSING if is_missing else MigrationState.APPLIED


def migration_state_now(now_s: float | None = None) -> MigrationState:
    """Asks by a connection of its own, at most every few seconds. APPLIED where nobody answers.

    now_s: by `time.monotonic`.
    """
    global _kept
    now_s = time.monotonic() if now_s is None else now_s
    if _kept and now_s - _kept[0] < KEPT_S:
        return _kept[1]
    try:
        with own_connection() as connection:
            found = migration_state(connection)
    except Error:
        found = MigrationState.APPLIED
    _kept = (now_s, found)
    return found


def forget_answer() -> None:
    """The next one asks again."""
    global _kept
    _kept = None


@cache
def _migrations_of_the_code() -> dict[tuple[str, str], Migration]:
    return MigrationLoader(None, ignore_no_migrations=True).disk_migrations
