"""The statistics by which SQLite chooses an index: those of clubs of twenty years.

PostgreSQL collects statistics by itself. SQLite collects them only when ANALYZE runs, and without them expects ten rows
for each club: then many pages of an evening read all payments, entries or evenings of the club. The statistics are the
same in every installation, so that each finds its rows in the same way; `scripts.sqlite_statistics` collects them.
Decision: docs/decisions/408-sqlite-gets-the-statistics-of-large-clubs.md.
"""

from __future__ import annotations

import csv
from pathlib import Path

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

FILE = Path(__file__).with_name("statistics.csv")
# Table, index (empty for the table alone), and ANALYZE's text about it.
Row = tuple[str, str, str]
TABLE = "sqlite_stat1"
# Tables of sampled rows, with some builds of SQLite: they change plans, and hold names of people.
SAMPLES = ("sqlite_stat3", "sqlite_stat4")
READ = f"SELECT tbl, COALESCE(idx, ''), stat FROM {TABLE} ORDER BY 1, 2"
ANY_ROW = "SELECT 1 FROM {} LIMIT 1"
# Makes SQLite read its statistics again, and makes their table where it is missing.
LOAD = "ANALYZE sqlite_master"


def write_statistics(connection: BaseDatabaseWrapper) -> None:
    """Replace the database's statistics by those of the file. Write nothing if they are the same."""
    wanted = read_statistics_file()
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE name LIKE 'sqlite_stat_'")
        tables = {name for (name,) in cursor.fetchall()}
        samples = [table for table in SAMPLES if table in tables and cursor.execute(ANY_ROW.format(table)).fetchone()]
        if not samples and TABLE in tables and cursor.execute(READ).fetchall() == wanted:
            return
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        cursor.execute(LOAD)
        for table in (TABLE, *samples):
            cursor.execute(f"DELETE FROM {table}")
        cursor.executemany(f"INSERT INTO {TABLE} VALUES (%s, NULLIF(%s, ''), %s)", wanted)
        cursor.execute(LOAD)


def read_statistics_file() -> list[Row]:
    with FILE.open(newline="", encoding="utf-8") as file:
        return [(table, index, stat) for table, index, stat in csv.reader(file)]
