"""Nobody rewrites the books: not our code, not SQL, not after the next migration."""

import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError, QuerySet

from scorebook.core import append_only
from scorebook.core.append_only import AppendOnlyError, AppendOnlyModel
from scorebook.ledger.models import Account, Entry, Transfer
from tests.support.booked_evening import BookedEvening, new_evening

PROTECTED: list[type[AppendOnlyModel]] = [Account, Entry, Transfer]
LEDGER_TABLES = ["ledger_account", "ledger_entry", "ledger_transfer"]


def execute_sql(sql: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


def all_rows() -> list[list[tuple[object, ...]]]:
    return [list(model._default_manager.order_by("pk").values_list()) for model in PROTECTED]


@pytest.fixture
def written(evening: BookedEvening) -> BookedEvening:
    [entry, _] = evening.post(evening.result("hand 1", Anna=40, Beppo=-40), evening.result("hand 2", Cilli=10, pot=-10))
    evening.post(evening.reversal(entry))
    # In life these rows are committed; here PostgreSQL must first check the foreign keys it left for the commit.
    connection.check_constraints()
    return evening


CHANGES: list[Callable[[QuerySet[Any]], object]] = [
    lambda rows: rows.update(club=None),
    lambda rows: rows.none().update(club=None),
    lambda rows: rows.model._base_manager.update(club=None),
    lambda rows: rows.delete(),
    lambda rows: rows.bulk_update(rows, ["club"]),
    lambda rows: rows.update_or_create(pk=rows[0].pk, defaults={"club": None}),
    lambda rows: rows[0].save(),
    lambda rows: rows[0].delete(),
    lambda rows: rows.bulk_create(rows, update_conflicts=True, update_fields=["club"], unique_fields=["pk"]),
]


@pytest.mark.parametrize("model", PROTECTED)
@pytest.mark.parametrize("change", CHANGES)
def test_code_refuses_to_change_or_delete(
    written: BookedEvening, model: type[AppendOnlyModel], change: Callable[[QuerySet[Any]], object]
) -> None:
    with pytest.raises(AppendOnlyError):
        change(model._default_manager.all())


@pytest.mark.parametrize("model", PROTECTED)
def test_saving_a_row_under_an_id_that_exists_inserts_and_fails(
    written: BookedEvening, model: type[AppendOnlyModel]
) -> None:
    copy = model._default_manager.all()[0]
    copy._state.adding = True
    with pytest.raises(IntegrityError), transaction.atomic():
        copy.save()


@pytest.mark.parametrize("model", PROTECTED)
@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE {table} SET club_id = club_id",
        "UPDATE {table} SET club_id = club_id WHERE id IN (SELECT id FROM {table} LIMIT 1)",
        "DELETE FROM {table}",
        "INSERT INTO {table} SELECT * FROM {table} LIMIT 1",
        "INSERT INTO {table} SELECT * FROM {table} WHERE true ON CONFLICT ({key}) DO UPDATE SET id = excluded.id",
    ],
)
def test_the_database_refuses_sql_that_changes_rows(
    written: BookedEvening, model: type[AppendOnlyModel], sql: str
) -> None:
    before, key = all_rows(), ", ".join(str(field.column) for field in model._meta.pk_fields)
    with pytest.raises(IntegrityError):
        execute_sql(sql.format(table=model._meta.db_table, key=key))
    assert all_rows() == before


@pytest.mark.parametrize("table", LEDGER_TABLES)
def test_the_database_refuses_what_only_its_engine_knows(written: BookedEvening, table: str) -> None:
    before = all_rows()
    statements = {
        "postgresql": [
            f"TRUNCATE {table} CASCADE",
            f"SET LOCAL session_replication_role = replica; DELETE FROM {table}",
            f"MERGE INTO {table} USING (SELECT 1) AS one ON true WHEN MATCHED THEN DELETE",
        ],
        "sqlite": [
            f"REPLACE INTO {table} SELECT * FROM {table}",
            f"UPDATE OR REPLACE {table} SET club_id = club_id",
            f"INSERT OR IGNORE INTO {table} SELECT * FROM {table}",
        ],
    }[connection.vendor]
    for sql in statements:
        with pytest.raises(IntegrityError, match="append-only"):
            execute_sql(sql)
    assert all_rows() == before


def test_sqlite_refuses_to_replace_an_entry_by_its_number_or_its_hidden_row(written: BookedEvening) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has no REPLACE")
    columns = [field.column for field in Entry._meta.concrete_fields if field.column != "id"]
    others = ", ".join(f'"{column}"' for column in columns)
    new_id = "'00000000000000000000000000000001'"
    for sql in (
        f"REPLACE INTO ledger_entry (id, {others}) SELECT {new_id}, {others} FROM ledger_entry WHERE seq = 1",
        f"REPLACE INTO ledger_entry (rowid, id, {others}) SELECT rowid, {new_id}, "
        f"{others.replace(chr(34) + 'seq' + chr(34), '99')} FROM ledger_entry WHERE seq = 1",
    ):
        with pytest.raises(IntegrityError, match="append-only"):
            execute_sql(sql)
    assert Entry.objects.filter(seq=1, why="hand 1").exists()


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO ledger_transfer (id, club_id, entry_id, position, source_id, target_id, amount_minor) "
        "SELECT entry_id, club_id, entry_id, 9, source_id, target_id, 0 FROM ledger_transfer LIMIT 1",
        "INSERT INTO ledger_transfer (id, club_id, entry_id, position, source_id, target_id, amount_minor) "
        "SELECT entry_id, club_id, entry_id, 9, source_id, target_id, -5 FROM ledger_transfer LIMIT 1",
        "INSERT INTO ledger_transfer (id, club_id, entry_id, position, source_id, target_id, amount_minor) "
        "SELECT entry_id, club_id, entry_id, 9, source_id, source_id, 5 FROM ledger_transfer LIMIT 1",
        "INSERT INTO ledger_account (id, club_id, unit, kind) SELECT id, id, 'EUR', 'player' FROM clubs_club",
        "INSERT INTO ledger_account (id, club_id, unit, kind) SELECT id, id, 'EUR', 'pot' FROM clubs_club",
        "INSERT INTO ledger_account (id, club_id, unit, kind) SELECT id, id, 'EUR', 'cash' FROM clubs_club",
    ],
)
def test_the_database_itself_takes_no_row_that_makes_no_sense(written: BookedEvening, sql: str) -> None:
    with pytest.raises(IntegrityError):
        execute_sql(sql)


@pytest.mark.parametrize("table", LEDGER_TABLES)
def test_rows_of_a_club_that_is_being_deleted_may_go_and_no_other_change_passes(
    written: BookedEvening, table: str
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite drops the triggers; no other connection writes meanwhile")
    other = new_evening("Done", "Elis")
    other.post(other.result(Done=40, Elis=-40))
    connection.check_constraints()
    with append_only.deleting_club(connection, written.club.pk):
        for sql in (
            f"DELETE FROM {table} WHERE club_id = '{other.club.pk}'",
            f"DELETE FROM {table}",
            f"UPDATE {table} SET club_id = club_id WHERE club_id = '{written.club.pk}'",
            f"TRUNCATE {table} CASCADE",
        ):
            with pytest.raises(IntegrityError, match="append-only"):
                execute_sql(sql)
        with transaction.atomic():
            execute_sql(f"DELETE FROM {table} WHERE club_id = '{written.club.pk}'")
            transaction.set_rollback(True)  # other rows refer to them
    with pytest.raises(IntegrityError, match="append-only"):
        execute_sql(f"DELETE FROM {table} WHERE club_id = '{written.club.pk}'")


@pytest.mark.django_db(transaction=True)
def test_the_leave_to_delete_a_club_ends_with_the_transaction() -> None:
    evening = new_evening("Anna", "Beppo")
    evening.post(evening.result(Anna=40, Beppo=-40))
    with pytest.raises(ZeroDivisionError), transaction.atomic(), append_only.deleting_club(connection, evening.club.pk):
        raise ZeroDivisionError
    with pytest.raises(IntegrityError, match="append-only"):
        execute_sql("DELETE FROM ledger_transfer")


def test_who_has_money_in_the_books_cannot_be_deleted(written: BookedEvening) -> None:
    for row in (written.players["Anna"], written.club):
        with pytest.raises(ProtectedError), transaction.atomic():
            row.delete()


def test_triggers_survive_another_migrate(written: BookedEvening) -> None:
    call_command("migrate", verbosity=0)
    assert append_only.missing_triggers(connection, LEDGER_TABLES) == []
    for table in LEDGER_TABLES:
        with pytest.raises(IntegrityError, match="append-only"):
            execute_sql(f"DELETE FROM {table}")


def test_all_append_only_models_are_guarded(db: None) -> None:
    tables = append_only.protected_tables()
    assert set(tables) >= set(LEDGER_TABLES)
    assert append_only.missing_triggers(connection, tables) == []
    assert append_only.protected_tables(apps.get_app_config("ledger")) == LEDGER_TABLES


def test_a_missing_trigger_is_named(db: None) -> None:
    before = append_only.missing_triggers(connection, ["ledger_entry"])
    append_only.drop_triggers(connection, ["ledger_entry"])
    missing = append_only.missing_triggers(connection, LEDGER_TABLES)
    assert before == [] != missing
    assert {name.rpartition("_append_only_")[0] for name in missing} == {"ledger_entry"}


@pytest.mark.django_db(transaction=True)
def test_triggers_return_after_a_migration_that_rebuilt_the_tables() -> None:
    evening = new_evening("Anna", "Beppo")
    evening.post(evening.result(Anna=40, Beppo=-40))
    with connection.schema_editor() as editor:
        for model in (Transfer, Entry):
            # A longer text, as a migration might want it: SQLite makes a new table for it.
            field = next(field for field in model._meta.concrete_fields if field.column in ("amount_minor", "why"))
            wider = field.clone()
            wider.set_attributes_from_name(field.name)
            wider.null = True
            editor.alter_field(model, field, wider)
            editor.alter_field(model, wider, field)
    if connection.vendor == "sqlite":
        assert append_only.missing_triggers(connection, LEDGER_TABLES) != []
    call_command("migrate", verbosity=0)
    assert append_only.missing_triggers(connection, LEDGER_TABLES) == []
    with pytest.raises(IntegrityError, match="append-only"):
        execute_sql("DELETE FROM ledger_transfer")
    evening.check()


@pytest.mark.django_db(transaction=True)
def test_a_second_program_on_the_same_file_is_refused_too() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("there is no file on PostgreSQL")
    evening = new_evening("Anna", "Beppo")
    evening.post(evening.result(Anna=40, Beppo=-40))
    connection.ensure_connection()
    other = sqlite3.connect(connection.settings_dict["NAME"])
    try:
        for sql in ("UPDATE ledger_transfer SET amount_minor = 1", "DELETE FROM ledger_entry"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                other.execute(sql)
    finally:
        other.close()
