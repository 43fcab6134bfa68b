"""The versions of code and database, compared by migrations. If they differ, failing requests count as an outage."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import Error
from django.utils.translation import gettext_noop

from scorebook.core.database.timeouts import database_wait_at_most

PATIENCE_S = 2
# Every request of a site that lacks a migration fails, and one check serves all of them.
KEPT_S = 5
Key = tuple[str, str]
# Applied by versions before 22 November 2026 and replaced since: no migration continues from them.
DISCARDED: frozenset[Key] = frozenset(
    {
        ("clubs", "0002_names"),
        ("clubs", "0003_names_of_before"),
        ("ledger", "0002_tab"),
        ("ledger", "0003_note"),
        ("play", "0002_hashes"),
        ("play", "0003_names_head"),
        ("play", "0004_note"),
    }
)
# The first versions applied only a migration of this name, which did not make this table.
FIRST_MIGRATION, TABLE_OF_TODAY = ("clubs", "0001_initial"), "clubs_nameevent"


class MigrationState(StrEnum):
    APPLIED = "applied"
    MISSING = "missing"  # the database is of an older version than the code
    NEWER = "newer"  # a newer version of the code has brought it up to date
    UNSUPPORTED = "unsupported"  # an older version made it, from which no migration continues


# Reasons why this program cannot migrate the database. English, translated by `serve`.
REFUSALS: Mapping[MigrationState, str] = {
    MigrationState.NEWER: gettext_noop(
        "A newer Scorebook has upgraded this database. Update the program, or restore an earlier backup "
        "(docs/operator.md)."
    ),
    MigrationState.UNSUPPORTED: gettext_noop(
        "This database comes from a Scorebook of before 22 November 2026, and no newer one can upgrade it. "
        "Keep that program for it, or start with an empty database (docs/operator.md)."
    ),
}

_kept: tuple[float, MigrationState] | None = None


@contextmanager
def own_connection(patience_s: int = PATIENCE_S) -> Iterator[BaseDatabaseWrapper]:
    """Open a connection apart from the thread's own, which may be the broken one, with a limit for each answer."""
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
    if applied & DISCARDED:
        return MigrationState.UNSUPPORTED
    # Refused although nothing breaks at once: the program would write rows without those of the newer one, and its
    # backups would lack tables. An app it does not know counts too: most new features bring one.
    if unknown_migrations(applied):
        return MigrationState.NEWER
    is_missing = any(
        key not in applied and not (migration.replaces and applied.issuperset(map(tuple, migration.replaces)))
        for key, migration in of_the_code.items()
    )
    if not is_missing:
        return MigrationState.APPLIED
    is_first = FIRST_MIGRATION in applied and TABLE_OF_TODAY not in connection.introspection.table_names()
    return MigrationState.UNSUPPORTED if is_first else MigrationState.MISSING


def unknown_migrations(applied: Collection[Key]) -> set[Key]:
    """Return the migrations of a newer version of the code. Those of an older one are DISCARDED."""
    of_the_code = _migrations_of_the_code()
    replaced = {tuple(old) for migration in of_the_code.values() for old in migration.replaces}
    return set(applied) - of_the_code.keys() - replaced - DISCARDED


def migration_state_now() -> MigrationState:
    """Return the state, read on a separate connection at most every KEPT_S seconds. APPLIED if the database fails."""
    global _kept
    now_s = time.monotonic()
    if _kept and now_s - _kept[0] < KEPT_S:
        return _kept[1]
    try:
        with own_connection() as connection:
            found = migration_state(connection)
    except Error:
        found = MigrationState.APPLIED
    _kept = (now_s, found)
    return found


def forget_migration_state() -> None:
    """Drop the cached state, so that the next call reads it again."""
    global _kept
    _kept = None


def _migrations_of_the_code() -> dict[Key, Migration]:
    """Return the migrations, read anew each time: that takes 3 ms, at most once in some seconds."""
    return MigrationLoader(None, ignore_no_migrations=True).disk_migrations
