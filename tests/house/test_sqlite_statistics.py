"""SQLite chooses its indexes by the same figures in every installation."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import connection

from scorebook.core.sqlite.statistics import READ, read_statistics_file

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.sqlite_only(reason="PostgreSQL collects its own figures"),
]

# An index of some rows alone, of which the clubs that were asked have none.
WITHOUT_ROWS = {("ledger_plan", "ledger_plan_of_tab_once")}


def stored() -> list[object]:
    with connection.cursor() as cursor:
        cursor.execute(READ)
        return list(cursor.fetchall())


def test_every_database_has_the_figures_of_the_file() -> None:
    assert stored() == read_statistics_file()


def test_every_index_of_a_table_with_figures_has_some() -> None:
    with_figures = {(table, index) for table, index, _figures in read_statistics_file()}
    there = set()
    with connection.cursor() as cursor:
        for table in sorted({table for table, _index in with_figures}):
            cursor.execute(f"SELECT name FROM pragma_index_list('{table}')")
            there |= {(table, index) for (index,) in cursor.fetchall()}
    assert there == with_figures | WITHOUT_ROWS, "collect them anew: python -m scripts.sqlite_statistics"


@pytest.mark.parametrize("change", ["DROP TABLE sqlite_stat1", "DELETE FROM sqlite_stat1", "ANALYZE"])
def test_a_start_brings_the_figures_to_those_of_the_file(change: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(change)
    call_command("migrate", verbosity=0)
    assert stored() == read_statistics_file()
