"""SQLite chooses its indexes by the same statistics in every installation."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import OperationalError, connection

from scorebook.core.database.sqlite.statistics import READ, TABLE, read_statistics_file

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.sqlite_only(reason="PostgreSQL collects its own figures"),
]

# Indexes of some rows alone, of which no demo club has any.
WITHOUT_ROWS = {("ledger_plan", "ledger_plan_of_tab_once"): 3, ("ledger_plan", "ledger_plan_treasurer"): 1}
# Tables that hold few rows of each club, as SQLite expects without statistics.
SHORT_TABLES = {
    "clubs_chainend", "clubs_clubevent", "clubs_device", "clubs_endedclub", "clubs_nameevent", "clubs_player",
    "clubs_typedtext", "exchange_import", "ledger_chain", "play_shelvedevening", "standings_memory",
    "standings_seasonevent",
}  # fmt: skip


def stored() -> list[object]:
    with connection.cursor() as cursor:
        cursor.execute(READ)
        return list(cursor.fetchall())


def stored_or_none() -> list[object] | None:
    try:
        return stored()
    except OperationalError:
        return None


def club_tables() -> set[str]:
    models = (model for model in apps.get_models() if any(field.name == "club" for field in model._meta.fields))
    return {model._meta.db_table for model in models} | {"clubs_endedclub"}


def test_every_database_has_the_statistics_of_the_file() -> None:
    assert stored() == read_statistics_file()


def test_every_index_of_a_long_table_has_statistics() -> None:
    """A figure for all its rows, and one for each column; an index of one column may have no name for it."""
    known = {(table, index): len(figures.split()) - 1 for table, index, figures in read_statistics_file()}
    there = {}
    with connection.cursor() as cursor:
        for table in club_tables() - SHORT_TABLES:
            cursor.execute(f"SELECT name FROM pragma_index_list('{table}')")
            for (index,) in cursor.fetchall():
                cursor.execute(f"SELECT COUNT(*) FROM pragma_index_info('{index}')")
                there[table, index] = cursor.fetchone()[0]
    assert there == known | WITHOUT_ROWS, "collect them anew: python -m scripts.sqlite_statistics"


@pytest.mark.parametrize("change", [f"DROP TABLE {TABLE}", f"DELETE FROM {TABLE}", "ANALYZE"])
def test_a_start_brings_the_statistics_to_those_of_the_file(change: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(change)
    call_command("migrate", check_unapplied=True, verbosity=0)
    assert stored_or_none() != read_statistics_file()
    call_command("migrate", verbosity=0)
    assert stored() == read_statistics_file()
