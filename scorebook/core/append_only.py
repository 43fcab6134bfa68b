"""Tables whose rows are only ever added.

Code refuses to change a row (AppendOnlyModel, AppendOnlyQuerySet). So does the database, for changes that bypass the
code: triggers refuse UPDATE and DELETE, on PostgreSQL TRUNCATE, on SQLite REPLACE. One thing passes: an UPDATE may
empty all columns that a model calls ERASABLE at once, if it changes nothing else. `deleting_club` lets the rows of one
club be deleted inside a transaction. The restore of a whole backup silences the triggers in its own transaction, in
which no other connection writes.

An app with such models protects its tables in the migration that makes them (`protect_tables`) and calls
`keep_tables_protected` from its AppConfig.ready, because SQLite drops triggers whenever a later migration
rebuilds a table.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from operator import itemgetter
from typing import Any, ClassVar, NoReturn, TypeVar
from uuid import UUID

from django.apps import AppConfig, apps
from django.db import connections, migrations, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models.signals import post_migrate

from scorebook.core.database.distribution import is_distributed

M = TypeVar("M", bound=models.Model, covariant=True)


class AppendOnlyError(AssertionError):
    """Code tried to change a row that may only be added."""


class AppendOnlyQuerySet(models.QuerySet[M]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise self._append_only_refusal("updated")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise self._append_only_refusal("updated")

    def delete(self) -> NoReturn:
        raise self._append_only_refusal("deleted")

    def erase(self) -> int:
        """Empty the columns that a model calls ERASABLE, for good. Return the number of rows."""
        if not (columns := getattr(self.model, "ERASABLE", ())):
            raise self._append_only_refusal("erased")
        return super().update(**dict.fromkeys(columns, ""))

    def bulk_create(self, objs: Iterable[M], *args: Any, **kwargs: Any) -> list[M]:
        if kwargs.get("update_conflicts"):
            raise self._append_only_refusal("updated")
        return super().bulk_create(objs, *args, **kwargs)

    def _append_only_refusal(self, verb: str) -> AppendOnlyError:
        return AppendOnlyError(f"{self.model._meta.label} rows are never {verb}")


class AppendOnlyModel(models.Model):
    # Text columns that the database lets `erase` empty, all at once.
    ERASABLE: ClassVar[tuple[str, ...]] = ()

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
    """Return the tables of all append-only models, or of one app's."""
    owner = app_config or apps
    return sorted(model._meta.db_table for model in owner.get_models() if issubclass(model, AppendOnlyModel))


def install_triggers(connection: BaseDatabaseWrapper, tables: Collection[str]) -> None:
    """Make the tables refuse changes; harmless where they already do."""
    _execute_together(connection, _trigger_dialect(connection).install_statements(connection, tables))


def drop_triggers(connection: BaseDatabaseWrapper, tables: Collection[str]) -> None:
    _execute_together(connection, _trigger_dialect(connection).drop_statements(tables))


def silence_triggers(connection: BaseDatabaseWrapper, tables: Collection[str]) -> None:
    """Let changes pass until the triggers are installed again. Readers do not wait meanwhile."""
    _execute_together(connection, _trigger_dialect(connection).silence_statements(tables))


@contextmanager
def deleting_club(connection: BaseDatabaseWrapper, club_id: UUID) -> Iterator[None]:
    """Let rows of this club be deleted in the block, by this transaction alone. The caller is inside a transaction.

    A failing block must roll the transaction back.
    """
    dialect, tables = _trigger_dialect(connection), protected_tables()
    _execute_together(connection, dialect.allow_deletion_statements(connection, tables, club_id))
    yield
    _execute_together(connection, dialect.end_deletion_statements(connection, tables))


def missing_triggers(connection: BaseDatabaseWrapper, tables: Collection[str]) -> list[str]:
    """Return the names of the triggers of these tables that are missing or differ from those of `install_triggers`."""
    dialect = _trigger_dialect(connection)
    return sorted(dict(dialect.expected_triggers(connection, tables).items() - dialect.installed_triggers(connection)))


def protect_tables(*tables: str) -> migrations.RunPython:
    """Return the operation of a migration that guards the tables it makes from their first row on."""

    def install_with_tables(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        install_triggers(schema_editor.connection, tables)

    def drop_with_tables(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        drop_triggers(schema_editor.connection, tables)

    return migrations.RunPython(install_with_tables, drop_with_tables)


def renew_trigger_function() -> migrations.RunPython:
    """Return the operation of a migration that replaces PostgreSQL's function by that of this version."""

    def renew_function(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        install_triggers(schema_editor.connection, [])

    return migrations.RunPython(renew_function, migrations.RunPython.noop)


def keep_tables_protected(app_config: AppConfig) -> None:
    """Install the app's triggers again after every migrate."""
    post_migrate.connect(
        _install_triggers_after_migrate, sender=app_config, dispatch_uid=f"append only {app_config.label}"
    )


def _install_triggers_after_migrate(*, app_config: AppConfig, using: str, **_: Any) -> None:
    connection = connections[using]
    # An app migrated back to zero has models and no tables.
    existing = set(connection.introspection.table_names())
    install_triggers(connection, [table for table in protected_tables(app_config) if table in existing])


def _execute_together(connection: BaseDatabaseWrapper, statements: Iterable[str]) -> None:
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _erasable_columns(table: str) -> tuple[str, ...]:
    guarded = (model for model in apps.get_models() if issubclass(model, AppendOnlyModel))
    return next((model.ERASABLE for model in guarded if model._meta.db_table == table), ())


# The triggers of each engine, as statements: `install_statements` makes them, after `silence_statements` they refuse
# nothing. A definition holds all that distinguishes our trigger from a weaker one; each engine has its own form.


def _trigger_name(table: str, event: str) -> str:
    return f"{table}_append_only_{event}"


class _SQLiteTriggers:
    """A definition is the text of the trigger's statement, which SQLite stores unchanged."""

    EVENTS = ("update", "delete", "replace")

    def install_statements(self, connection: BaseDatabaseWrapper, tables: Collection[str]) -> list[str]:
        # Made anew each time: the rows that REPLACE could overwrite depend on the table's current unique columns.
        return [*self.drop_statements(tables), *map(str, self.expected_triggers(connection, tables).values())]

    def drop_statements(self, tables: Collection[str]) -> list[str]:
        return [f'DROP TRIGGER IF EXISTS "{_trigger_name(table, event)}"' for table in tables for event in self.EVENTS]

    silence_statements = drop_statements

    def allow_deletion_statements(
        self, connection: BaseDatabaseWrapper, tables: Collection[str], club_id: UUID
    ) -> list[str]:
        return self.silence_statements(tables)  # a transaction of ours is already the only writer

    def end_deletion_statements(self, connection: BaseDatabaseWrapper, tables: Collection[str]) -> list[str]:
        return self.install_statements(connection, tables)

    def installed_triggers(self, connection: BaseDatabaseWrapper) -> set[tuple[str, object]]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            return set(cursor.fetchall())

    def expected_triggers(self, connection: BaseDatabaseWrapper, tables: Collection[str]) -> dict[str, object]:
        with connection.cursor() as cursor:
            return {
                _trigger_name(table, event): f'CREATE TRIGGER "{_trigger_name(table, event)}" {body}'
                for table in tables
                for event, body in self._trigger_bodies(cursor, table).items()
            }

    def _trigger_bodies(self, cursor: Any, table: str) -> dict[str, str]:
        refusal = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        # REPLACE deletes the old row without firing the DELETE trigger, so the insert itself is refused.
        same = " OR ".join(f"({condition})" for condition in self._same_row_conditions(cursor, table))
        return {
            "update": f'BEFORE UPDATE ON "{table}"{self._unless_erased_sql(cursor, table)} {refusal}',
            "delete": f'BEFORE DELETE ON "{table}" {refusal}',
            "replace": f'BEFORE INSERT ON "{table}" WHEN EXISTS (SELECT 1 FROM "{table}" WHERE {same}) {refusal}',
        }

    def _unless_erased_sql(self, cursor: Any, table: str) -> str:
        erasable = _erasable_columns(table)
        if not erasable:
            return ""
        cursor.execute("SELECT name FROM pragma_table_info(%s) ORDER BY cid", [table])
        kept = ["rowid", *(name for (name,) in cursor.fetchall() if name not in erasable)]
        allowed = [f"NEW.\"{name}\" IS ''" for name in erasable] + [f'NEW."{name}" IS OLD."{name}"' for name in kept]
        return f" WHEN NOT ({' AND '.join(allowed)})"

    def _same_row_conditions(self, cursor: Any, table: str) -> Iterator[str]:
        """Yield the conditions under which REPLACE would delete a row: its number, or a unique index, is the same."""
        yield '"rowid" = NEW."rowid"'
        cursor.execute(
            "SELECT i.name, c.name, own.sql FROM pragma_index_list(%s) AS i JOIN pragma_index_info(i.name) AS c"
            ' LEFT JOIN sqlite_master AS own ON own.name = i.name WHERE i."unique" ORDER BY i.name, c.seqno',
            [table],
        )
        for _, columns in groupby(cursor.fetchall(), key=itemgetter(0)):
            found = list(columns)
            same = [f'"{column}" = NEW."{column}"' for _, column, _ in found]
            # The condition of an index of some rows only holds for both, the old one and the new one.
            only = (found[0][2] or "").partition(" WHERE ")[2]
            both = [f"({only})", "(" + re.sub(r'"(\w+)"', r'NEW."\1"', only) + ")"] if only else []
            yield " AND ".join([*same, *both])


class _PostgreSQLTriggers:
    """A definition is the trigger's table, events, condition and arguments, its function, and that it always fires.

    The server's own text of a trigger is not compared, since its form differs between versions.
    """

    EVENTS = ("rows", "truncate")
    # Bits of pg_trigger.tgtype: for each row 1, BEFORE 2, DELETE 8, UPDATE 16, TRUNCATE 32.
    TYPES = {"rows": 1 + 2 + 8 + 16, "truncate": 2 + 32}
    FUNCTION_NAME = "scorebook_append_only"
    # The club whose rows this transaction may delete. It ends with the transaction.
    DELETED_CLUB = "scorebook.deleted_club"
    # Its arguments are the columns that may be emptied.
    BODY = f"""
        BEGIN
            IF TG_OP = 'UPDATE' AND TG_NARGS > 0 AND to_jsonb(NEW) =
                to_jsonb(OLD) || (SELECT jsonb_object_agg(erased, '') FROM unnest(TG_ARGV) AS erased)
            THEN
                RETURN NEW;
            END IF;
            IF TG_OP = 'DELETE' THEN
                IF OLD.club_id::text = current_setting('{DELETED_CLUB}', true) THEN
                    RETURN OLD;
                END IF;
            END IF;
            RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
                USING ERRCODE = 'integrity_constraint_violation';
        END
    """
    # Enabled ALWAYS: a session in replication mode would bypass an ordinary trigger.
    INSTALLED = """
        SELECT tgname, relname, tgtype, tgqual IS NULL AND tgattr = '', encode(tgargs, 'escape'),
            proname, lanname, prosrc
        FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid
            JOIN pg_language ON pg_language.oid = prolang
        WHERE tgenabled = 'A' AND pg_table_is_visible(pg_class.oid)
    """

    def install_statements(self, connection: BaseDatabaseWrapper, tables: Collection[str]) -> list[str]:
        function = (
            f"CREATE OR REPLACE FUNCTION {self.FUNCTION_NAME}() RETURNS trigger LANGUAGE plpgsql AS $${self.BODY}$$"
        )
        return [function] + [statement for table in tables for statement in self._create_trigger(table)]

    def drop_statements(self, tables: Collection[str]) -> list[str]:
        return [
            f'DROP TRIGGER IF EXISTS "{_trigger_name(table, event)}" ON "{table}"'
            for table in tables
            for event in self.EVENTS
        ]

    def silence_statements(self, tables: Collection[str]) -> list[str]:
        # Dropping a trigger would lock readers out too, and wait for each of them.
        return [f'ALTER TABLE "{table}" DISABLE TRIGGER USER' for table in tables]

    def allow_deletion_statements(
        self, connection: BaseDatabaseWrapper, tables: Collection[str], club_id: UUID
    ) -> list[str]:
        # No trigger is disabled: that would lock all clubs out.
        return [*self._marking_reaches_workers(connection), f"SET LOCAL {self.DELETED_CLUB} = '{club_id}'"]

    def end_deletion_statements(self, connection: BaseDatabaseWrapper, tables: Collection[str]) -> list[str]:
        return [*self._marking_reaches_workers(connection), f"SET LOCAL {self.DELETED_CLUB} = ''"]

    def _marking_reaches_workers(self, connection: BaseDatabaseWrapper) -> list[str]:
        return ["SET LOCAL citus.propagate_set_commands = 'local'"] if is_distributed(connection) else []

    def installed_triggers(self, connection: BaseDatabaseWrapper) -> set[tuple[str, object]]:
        with connection.cursor() as cursor:
            cursor.execute(self.INSTALLED)
            return {(name, tuple(definition)) for name, *definition in cursor.fetchall()}

    def expected_triggers(self, connection: BaseDatabaseWrapper, tables: Collection[str]) -> dict[str, object]:
        function = (self.FUNCTION_NAME, "plpgsql", self.BODY)
        return {
            _trigger_name(table, event): (table, self.TYPES[event], True, arguments, *function)
            for table in tables
            for event, arguments in self._trigger_arguments(table).items()
        }

    def _trigger_arguments(self, table: str) -> dict[str, str]:
        """Return the arguments as the server stores them, each with a zero byte after it."""
        return {"rows": "".join(f"{column}\\000" for column in _erasable_columns(table)), "truncate": ""}

    def _create_trigger(self, table: str) -> list[str]:
        rows, truncate = (_trigger_name(table, event) for event in self.EVENTS)
        erasable = ", ".join(f"'{column}'" for column in _erasable_columns(table))
        return [
            f'CREATE OR REPLACE TRIGGER "{rows}" BEFORE UPDATE OR DELETE ON "{table}"'
            f" FOR EACH ROW EXECUTE FUNCTION {self.FUNCTION_NAME}({erasable})",
            f'CREATE OR REPLACE TRIGGER "{truncate}" BEFORE TRUNCATE ON "{table}"'
            f" FOR EACH STATEMENT EXECUTE FUNCTION {self.FUNCTION_NAME}()",
            f'ALTER TABLE "{table}" ENABLE ALWAYS TRIGGER "{rows}"',
            f'ALTER TABLE "{table}" ENABLE ALWAYS TRIGGER "{truncate}"',
        ]


def _trigger_dialect(connection: BaseDatabaseWrapper) -> _SQLiteTriggers | _PostgreSQLTriggers:
    return _PostgreSQLTriggers() if connection.vendor == "postgresql" else _SQLiteTriggers()
