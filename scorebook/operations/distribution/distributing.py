"""Spreads the tables of clubs over the servers that a coordinator of Citus knows, all rows of a club on one of them.

Each change is one transaction. Tables that belong to no club stay on the coordinator, and so do the routes of links and
the notes of deleted clubs.
"""

from collections.abc import Iterable, Iterator

from django.conf import settings
from django.db import connection, transaction

from scorebook.clubs.club_tables import club_columns
from scorebook.clubs.models import Club
from scorebook.core import append_only
from scorebook.core.database import write_lock
from scorebook.core.database.distribution import distributed_tables
from scorebook.operations.distribution import keys, write_functions
from scorebook.play.models import Evening

CONNECT_TIMEOUT_S = 2
_ROOT = Club._meta.db_table
# Of the database, so that the sessions of the coordinator on other servers have them too.
SETTINGS = {
    # A call of a function must come to the server by the connection that earlier statements of the transaction used.
    "citus.multi_shard_modify_mode": "sequential",
    "citus.enable_unsafe_triggers": "on",  # the triggers of append-only tables, which read no other row
    "citus.node_connection_timeout": f"{CONNECT_TIMEOUT_S}s",
    "lock_timeout": f"{settings.DATABASE_LIMITS_MS['lock_timeout']}ms",
}


def undistributed_parts() -> list[str]:
    """Return the tables, foreign keys and functions that a distributed database lacks; [] for any other database."""
    distributed = distributed_tables(connection)
    if not distributed:
        return []
    tables = [table for table in _tables() if table not in distributed]
    return [*tables, *keys.missing_foreign_keys(), *write_functions.undistributed_functions()]


@transaction.atomic
def distribute() -> list[str]:
    """Distribute what is not distributed yet, and return the names of these tables.

    Raises: WritersBusy.
    """
    distributed = distributed_tables(connection)
    fresh = {model: club for model, club in club_columns().items() if model._meta.db_table not in distributed}
    tables = [model._meta.db_table for model in fresh]
    guarded = _guarded(tables)
    _begin_change(tables)
    append_only.drop_triggers(connection, guarded)
    _execute(keys.drop_foreign_key_statements(tables))
    _execute(keys.primary_key_statements(fresh, with_club=True))
    _execute(_distribution_of(model._meta.db_table, club) for model, club in fresh.items())
    # The copies that the coordinator kept.
    _execute(f"SELECT truncate_local_data_after_distributing_table('{table}')" for table in tables)
    _execute(keys.missing_foreign_keys().values())
    append_only.install_triggers(connection, guarded)
    write_functions.distribute_functions(with_table=_ROOT)
    _execute(_settings_statements(f"SET {name} = '{value}'" for name, value in SETTINGS.items()))
    return tables


@transaction.atomic
def undistribute() -> list[str]:
    """Bring all tables back to the coordinator, as `migrate` makes them, and return their names.

    Raises: WritersBusy.
    """
    distributed = distributed_tables(connection)
    tables = [table for table in _tables() if table in distributed]
    guarded = _guarded(tables)
    _begin_change(tables)
    append_only.drop_triggers(connection, guarded)
    _execute(keys.drop_foreign_key_statements(_tables()))
    write_functions.undistribute_functions()
    _execute(f"SELECT undistribute_table('{table}')" for table in tables)
    _execute(keys.primary_key_statements(club_columns(), with_club=False))
    _execute(keys.foreign_key_statements(with_club=False).values())
    append_only.install_triggers(connection, guarded)
    _execute(_settings_statements(f"RESET {name}" for name in SETTINGS))
    return tables


def _tables() -> list[str]:
    return [model._meta.db_table for model in club_columns()]


def _guarded(tables: list[str]) -> list[str]:
    return [table for table in append_only.protected_tables() if table in tables]


def _begin_change(tables: list[str]) -> None:
    if tables:
        write_lock.keep_writers_out(tables, first=Evening._meta.db_table)
    # One shard after another, so that all of them see each change; and the triggers, as for every session later.
    _execute(["SET LOCAL citus.multi_shard_modify_mode = 'sequential'", "SET LOCAL citus.enable_unsafe_triggers = on"])


def _distribution_of(table: str, column: str) -> str:
    together = "" if table == _ROOT else f", colocate_with => '{_ROOT}'"
    return f"SELECT create_distributed_table('{table}', '{column}'{together})"


def _settings_statements(changes: Iterable[str]) -> Iterator[str]:
    name = connection.ops.quote_name(connection.settings_dict["NAME"])
    return (f"ALTER DATABASE {name} {change}" for change in changes)


def _execute(statements: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
