"""Tables that are only ever added to.

Code refuses to change a row (AppendOnlyModel, AppendOnlyQuerySet), and so does the database, for whoever
comes past the code: triggers refuse UPDATE and DELETE, on PostgreSQL TRUNCATE, on SQLite REPLACE.

An app with such models protects its tables in the migration that makes them (`protect`) and calls
`keep_protected` from its AppConfig.ready, because SQLite forgets triggers whenever a later migration
rebuilds a table.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from typing import Any, NoReturn, TypeVar

from django.apps import AppConfig, apps
from django.db import connections, migrations, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models.signals import post_migrate

M = TypeVar("M", bound=models.Model, covariant=True)


class AppendOnlyError(AssertionError):
    """Code tried to change a row that may only be added."""


class AppendOnlyQuerySet(models.QuerySet[M]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise self._refusal("updated")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise self._refusal("updated")

    def delete(self) -> NoReturn:
        raise self._refusal("deleted")

    def bulk_create(self, objs: Iterable[M], *args: Any, **kwargs: Any) -> list[M]:
        if kwargs.get("update_conflicts"):
            raise self._refusal("updated")
        return super().bulk_create(objs, *args, **kwargs)

    def _refusal(self, verb: str) -> AppendOnlyError:
        return AppendOnlyError(f"{self.model._meta.label} rows are never {verb}")


class AppendOnlyModel(models.Model):
    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True
        base_manager_name = "objects"

    def save(self, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError(f"{self._meta.label} rows are never updated")
        super().save(**(kwargs | {"force_insert": True}))

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError(f"{self._meta.label} rows are never deleted")


def protected_tables(app_config: AppConfig | None = None) -> list[str]:
    """The tables of all append-only models, or those of one app."""
    owner = app_config or apps
    return sorted(model._meta.db_table for model in owner.get_models() if issubclass(model, AppendOnlyModel))


def install_triggers(connection: BaseDatabaseWrapper, tables: Collection[str]) -> None:
    """Make the tables refuse changes; harmless where they already do."""
    with transaction.atomic(using=connection.alias):
        _execute(connection, _dialect(connection).install(connection, tables))


def drop_triggers(connection: BaseDatabaseWrapper, tables: Collection[str]) -> None:
    with transaction.atomic(using=connection.alias):
        _execute(connection, _dialect(connection).drop(tables))


def silence_triggers(connection: BaseDatabaseWrapper, tables: Collection[str]) -> None:
    """Let changes pass until the triggers are installed again; whoever only reads does not wait meanwhile."""
    with transaction.atomic(using=connection.alias):
        _execute(connection, _dialect(connection).silence(tables))


def missing_triggers(connection: BaseDatabaseWrapper, tables: Collection[str]) -> list[str]:
    """Names of the triggers that ought to guard these tables and do not."""
    dialect = _dialect(connection)
    expected = {dialect.trigger(table, event) for table in tables for event in dialect.EVENTS}
    with connection.cursor() as cursor:
        cursor.execute(dialect.INSTALLED)
        return sorted(expected - {name for (name,) in cursor.fetchall()})


def protect(*tables: str) -> migrations.RunPython:
    """The migration's part: what it makes is guarded from its first row on."""

    def install(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        install_triggers(schema_editor.connection, tables)

    def drop(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        drop_triggers(schema_editor.connection, tables)

    return migrations.RunPython(install, drop)


def keep_protected(app_config: AppConfig) -> None:
    """Install the app's triggers again after every migrate."""
    post_migrate.connect(_install_after_migrate, sender=app_config, dispatch_uid=f"append only {app_config.label}")


def _install_after_migrate(*, app_config: AppConfig, using: str, **_: Any) -> None:
    connection = connections[using]
    # An app migrated back to zero has models and no tables.
    existing = set(connection.introspection.table_names())
    install_triggers(connection, [table for table in protected_tables(app_config) if table in existing])


def _execute(connection: BaseDatabaseWrapper, statements: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


class _Dialect(ABC):
    """How one database engine says no. A trigger's name is its table's and the event's."""

    EVENTS: tuple[str, ...]
    INSTALLED: str

    def trigger(self, table: str, event: str) -> str:
        return f"{table}_append_only_{event}"

    @abstractmethod
    def install(self, connection: BaseDatabaseWrapper, tables: Collection[str]) -> list[str]:
        """The statements that make the triggers of these tables."""

    @abstractmethod
    def drop(self, tables: Collection[str]) -> list[str]:
        """The statements that take them away."""

    def silence(self, tables: Collection[str]) -> list[str]:
        """The statements after which they refuse nothing."""
        return self.drop(tables)


class _SQLite(_Dialect):
    EVENTS = ("update", "delete", "replace")
    INSTALLED = "SELECT name FROM sqlite_master WHERE type = 'trigger'"

    def install(self, connection: BaseDatabaseWrapper, tables: Collection[str]) -> list[str]:
        # Made anew each time: what REPLACE could overwrite depends on the table's unique columns of today.
        return self.drop(tables) + [
            statement for table in tables for statement in self._create(table, self._unique_columns(connection, table))
        ]

    def drop(self, tables: Collection[str]) -> list[str]:
        return [f'DROP TRIGGER IF EXISTS "{self.trigger(table, event)}"' for table in tables for event in self.EVENTS]

    def _create(self, table: str, unique: list[list[str]]) -> list[str]:
        refusal = f"RAISE(ABORT, '{table} is append-only')"
        # REPLACE deletes the old row without a word to the DELETE trigger, so the insert itself is refused.
        same = " OR ".join(
            "(" + " AND ".join(f'"{column}" = NEW."{column}"' for column in columns) + ")"
            for columns in [["rowid"], *unique]
        )
        return [
            f'CREATE TRIGGER "{self.trigger(table, "update")}" BEFORE UPDATE ON "{table}" BEGIN SELECT {refusal}; END',
            f'CREATE TRIGGER "{self.trigger(table, "delete")}" BEFORE DELETE ON "{table}" BEGIN SELECT {refusal}; END',
            f'CREATE TRIGGER "{self.trigger(table, "replace")}" BEFORE INSERT ON "{table}"'
            f' WHEN EXISTS (SELECT 1 FROM "{table}" WHERE {same}) BEGIN SELECT {refusal}; END',
        ]

    def _unique_columns(self, connection: BaseDatabaseWrapper, table: str) -> list[list[str]]:
        with connection.cursor() as cursor:
            cursor.execute(
                'SELECT name FROM pragma_index_list(%s) WHERE "unique" AND NOT partial ORDER BY name', [table]
            )
            indexes = [name for (name,) in cursor.fetchall()]
            return [self._columns(cursor, index) for index in indexes]

    @staticmethod
    def _columns(cursor: Any, index: str) -> list[str]:
        cursor.execute("SELECT name FROM pragma_index_info(%s) ORDER BY seqno", [index])
        return [name for (name,) in cursor.fetchall()]


class _PostgreSQL(_Dialect):
    EVENTS = ("rows", "truncate")
    # Enabled ALWAYS: a session in replication mode would pass by an ordinary trigger.
    INSTALLED = (
        "SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
        " WHERE tgenabled = 'A' AND pg_table_is_visible(pg_class.oid)"
    )
    FUNCTION = """
        CREATE OR REPLACE FUNCTION scorebook_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
                USING ERRCODE = 'integrity_constraint_violation';
        END $$
    """

    def install(self, connection: BaseDatabaseWrapper, tables: Collection[str]) -> list[str]:
        return [self.FUNCTION] + [statement for table in tables for statement in self._create(table)]

    def drop(self, tables: Collection[str]) -> list[str]:
        return [
            f'DROP TRIGGER IF EXISTS "{self.trigger(table, event)}" ON "{table}"'
            for table in tables
            for event in self.EVENTS
        ]

    def silence(self, tables: Collection[str]) -> list[str]:
        # Dropping one would keep readers out too, and wait for each of them.
        return [f'ALTER TABLE "{table}" DISABLE TRIGGER USER' for table in tables]

    def _create(self, table: str) -> list[str]:
        rows, truncate = (self.trigger(table, event) for event in self.EVENTS)
        return [
            f'CREATE OR REPLACE TRIGGER "{rows}" BEFORE UPDATE OR DELETE ON "{table}"'
            " FOR EACH ROW EXECUTE FUNCTION scorebook_append_only()",
            f'CREATE OR REPLACE TRIGGER "{truncate}" BEFORE TRUNCATE ON "{table}"'
            " FOR EACH STATEMENT EXECUTE FUNCTION scorebook_append_only()",
            f'ALTER TABLE "{table}" ENABLE ALWAYS TRIGGER "{rows}"',
            f'ALTER TABLE "{table}" ENABLE ALWAYS TRIGGER "{truncate}"',
        ]


_DIALECTS: dict[str, _Dialect] = {"sqlite": _SQLite(), "postgresql": _PostgreSQL()}


def _dialect(connection: BaseDatabaseWrapper) -> _Dialect:
    return _DIALECTS[connection.vendor]
