"""The database itself refuses to change hands, entries and transfers, whatever the statement."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction

from scorebook.core.append_only import AppendOnlyModel, install_triggers, missing_triggers, protected_tables
from scorebook.operations.audit.full_audit import audit_club
from tests.support.club_rows import add_club_rows
from tests.support.played_evening import PlayedEvening, new_evening, rufer, solo

GUARDED: list[Any] = [model for model in apps.get_models() if issubclass(model, AppendOnlyModel)]


@pytest.fixture
def written(evening: PlayedEvening) -> PlayedEvening:
    evening.record(rufer("Anna", "Beppo"))
    evening.correct(1, solo("Anna"))
    evening.record(rufer("Cilli", "Done"))
    evening.void(2)
    evening.close()
    add_club_rows(evening.club, evening.players["Anna"], at=evening.now())
    connection.check_constraints()
    return evening


@pytest.fixture
def evening(db: None) -> PlayedEvening:
    return new_evening("Anna", "Beppo", "Cilli", "Done")


def _execute_sql(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def _execute_by_key(sql: str, model: Any, *, rows: slice = slice(None)) -> None:
    """sql: without the condition that finds a row."""
    fields = model._meta.pk_fields
    keys = model._default_manager.values_list(*(field.attname for field in fields))[rows]
    found = " AND ".join(f'"{field.column}" = %s' for field in fields)
    with connection.cursor() as cursor:
        cursor.executemany(
            f"{sql} WHERE {found}",
            [
                [field.get_db_prep_value(value, connection) for field, value in zip(fields, key, strict=True)]
                for key in keys
            ],
        )


def _unguarded_query_set(model: Any) -> models.QuerySet[Any]:
    """Past our own query set: what any program does that knows only Django."""
    return models.QuerySet(model)


WAYS: dict[str, Callable[[Any], object]] = {
    "update of all": lambda model: _execute_sql(f'UPDATE "{model._meta.db_table}" SET club_id = club_id'),
    "update of one": lambda model: _execute_by_key(
        f'UPDATE "{model._meta.db_table}" SET club_id = club_id', model, rows=slice(1)
    ),
    "update of many": lambda model: _execute_by_key(f'UPDATE "{model._meta.db_table}" SET club_id = club_id', model),
    "update from a join": lambda model: _execute_sql(
        f'UPDATE "{model._meta.db_table}" SET club_id = (SELECT id FROM clubs_club) WHERE EXISTS (SELECT 1)'
    ),
    "delete of all": lambda model: _execute_sql(f'DELETE FROM "{model._meta.db_table}"'),
    "delete of many": lambda model: _execute_by_key(f'DELETE FROM "{model._meta.db_table}"', model),
    "bulk update": lambda model: _unguarded_query_set(model).update(club_id=None),
    "bulk update of objects": lambda model: _unguarded_query_set(model).bulk_update(
        list(_unguarded_query_set(model)), ["club_id"]
    ),
    "bulk delete": lambda model: _unguarded_query_set(model)._raw_delete(connection.alias),
    "raw query": lambda model: list(model._default_manager.raw(f'DELETE FROM "{model._meta.db_table}" RETURNING *')),
    "save past the model": lambda model: models.Model.save(_unguarded_query_set(model)[0]),
    "insert over it": lambda model: models.QuerySet(model).bulk_create(
        list(_unguarded_query_set(model)),
        update_conflicts=True,
        update_fields=["club_id"],
        unique_fields=[field.name for field in model._meta.pk_fields],
    ),
}


def _is_refused(model: Any, way: str) -> None:
    print(model._meta.label, way)
    before = list(model._default_manager.order_by("pk").values())
    assert before
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        WAYS[way](model)
    assert list(model._default_manager.order_by("pk").values()) == before


def test_hands_entries_and_transfers_are_guarded() -> None:
    tables = {model._meta.db_table for model in GUARDED}
    assert tables == set(protected_tables())
    assert tables >= {"play_handevent", "play_eveningevent", "ledger_account", "ledger_entry", "ledger_transfer"}


@pytest.mark.parametrize("way", WAYS)
def test_no_way_changes_a_row(written: PlayedEvening, way: str) -> None:
    for model in GUARDED:
        _is_refused(model, way)


def test_nor_after_migrate_has_run_again(written: PlayedEvening) -> None:
    call_command("migrate", verbosity=0)
    connection.check_constraints()
    assert missing_triggers(connection, protected_tables()) == []
    for model in GUARDED:
        for way in WAYS:
            _is_refused(model, way)


@pytest.mark.django_db(transaction=True)
def test_nor_after_a_version_back_and_forth() -> None:
    """Back to where events had no hashes, and to this version again: SQLite makes new tables on both ways."""
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    table.record(rufer("Anna", "Beppo"))
    table.close()
    call_command("migrate", "play", "0001", verbosity=0)
    call_command("migrate", verbosity=0)
    add_club_rows(table.club, table.players["Anna"], at=table.now())
    assert missing_triggers(connection, protected_tables()) == []
    assert audit_club(table.club) is None
    for model in GUARDED:
        for way in WAYS:
            _is_refused(model, way)


# -- triggers that are there by name only ------------------------------------------------------------------------------

DISARMED = {
    "sqlite": {
        "does nothing": [
            'DROP TRIGGER "ledger_entry_append_only_update"',
            'CREATE TRIGGER "ledger_entry_append_only_update" BEFORE UPDATE ON "ledger_entry" BEGIN SELECT 1; END',
        ],
        "refuses on some days": [
            'DROP TRIGGER "ledger_entry_append_only_update"',
            'CREATE TRIGGER "ledger_entry_append_only_update" BEFORE UPDATE ON "ledger_entry" WHEN NEW.seq < 0'
            " BEGIN SELECT RAISE(ABORT, 'ledger_entry is append-only'); END",
        ],
        "guards one column": [
            'DROP TRIGGER "ledger_entry_append_only_update"',
            'CREATE TRIGGER "ledger_entry_append_only_update" BEFORE UPDATE OF hash ON "ledger_entry"'
            " BEGIN SELECT RAISE(ABORT, 'ledger_entry is append-only'); END",
        ],
        "guards another table": [
            'DROP TRIGGER "ledger_entry_append_only_update"',
            'CREATE TRIGGER "ledger_entry_append_only_update" BEFORE UPDATE ON "ledger_chain"'
            " BEGIN SELECT RAISE(ABORT, 'ledger_entry is append-only'); END",
        ],
        "forgets what REPLACE takes away": [
            'DROP TRIGGER "ledger_entry_append_only_replace"',
            'CREATE TRIGGER "ledger_entry_append_only_replace" BEFORE INSERT ON "ledger_entry" WHEN false'
            " BEGIN SELECT RAISE(ABORT, 'ledger_entry is append-only'); END",
        ],
        "lets a commitment change": [
            'DROP TRIGGER "clubs_typedtext_append_only_update"',
            'CREATE TRIGGER "clubs_typedtext_append_only_update" BEFORE UPDATE ON "clubs_typedtext"'
            " WHEN NEW.text <> '' BEGIN SELECT RAISE(ABORT, 'clubs_typedtext is append-only'); END",
        ],
    },
    "postgresql": {
        "does nothing": [
            "CREATE OR REPLACE FUNCTION scorebook_append_only() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RETURN NEW; END $$",
        ],
        "calls another function": [
            "CREATE FUNCTION harmless() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
            'CREATE OR REPLACE TRIGGER "ledger_entry_append_only_rows" BEFORE UPDATE OR DELETE ON "ledger_entry"'
            " FOR EACH ROW EXECUTE FUNCTION harmless()",
            'ALTER TABLE "ledger_entry" ENABLE ALWAYS TRIGGER "ledger_entry_append_only_rows"',
        ],
        "refuses on some days": [
            'CREATE OR REPLACE TRIGGER "ledger_entry_append_only_rows" BEFORE UPDATE OR DELETE ON "ledger_entry"'
            " FOR EACH ROW WHEN (OLD.seq < 0) EXECUTE FUNCTION scorebook_append_only()",
            'ALTER TABLE "ledger_entry" ENABLE ALWAYS TRIGGER "ledger_entry_append_only_rows"',
        ],
        "guards one column": [
            'CREATE OR REPLACE TRIGGER "ledger_entry_append_only_rows" BEFORE UPDATE OF hash OR DELETE ON'
            ' "ledger_entry" FOR EACH ROW EXECUTE FUNCTION scorebook_append_only()',
            'ALTER TABLE "ledger_entry" ENABLE ALWAYS TRIGGER "ledger_entry_append_only_rows"',
        ],
        "guards against deleting only": [
            'CREATE OR REPLACE TRIGGER "ledger_entry_append_only_rows" BEFORE DELETE ON "ledger_entry"'
            " FOR EACH ROW EXECUTE FUNCTION scorebook_append_only()",
            'ALTER TABLE "ledger_entry" ENABLE ALWAYS TRIGGER "ledger_entry_append_only_rows"',
        ],
        "guards another table": [
            'DROP TRIGGER "ledger_entry_append_only_rows" ON "ledger_entry"',
            'CREATE TRIGGER "ledger_entry_append_only_rows" BEFORE UPDATE OR DELETE ON "ledger_chain"'
            " FOR EACH ROW EXECUTE FUNCTION scorebook_append_only()",
            'ALTER TABLE "ledger_chain" ENABLE ALWAYS TRIGGER "ledger_entry_append_only_rows"',
        ],
        "passes where the evening says so": [
            'ALTER TABLE "ledger_entry" ENABLE TRIGGER "ledger_entry_append_only_rows"',
        ],
        "lets a hash be emptied": [
            'CREATE OR REPLACE TRIGGER "ledger_entry_append_only_rows" BEFORE UPDATE OR DELETE ON "ledger_entry"'
            " FOR EACH ROW EXECUTE FUNCTION scorebook_append_only('hash')",
            'ALTER TABLE "ledger_entry" ENABLE ALWAYS TRIGGER "ledger_entry_append_only_rows"',
        ],
    },
}[connection.vendor]


@pytest.mark.parametrize("way", DISARMED)
def test_a_trigger_of_our_name_that_does_less_is_missed_and_made_anew(db: None, way: str) -> None:
    for statement in DISARMED[way]:
        _execute_sql(statement)
    missing = missing_triggers(connection, protected_tables())
    assert any(name in statement for name in missing for statement in DISARMED[way]) or len(missing) > 5
    out = io.StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("audit", stdout=out)
    assert stopped.value.code == 1
    assert f"trigger {missing[0]}: missing or not ours" in out.getvalue()
    install_triggers(connection, protected_tables())
    assert missing_triggers(connection, protected_tables()) == []
