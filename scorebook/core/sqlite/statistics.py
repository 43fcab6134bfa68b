"""What SQLite expects behind each index, by which it chooses the one to search: the figures of clubs of twenty years.

PostgreSQL collects such figures by itself. SQLite collects them only when ANALYZE runs, and without them takes every
club for one of ten rows: then each page of an evening reads the payments of all evenings of its club. The figures are
the same in every installation, so that each finds its rows in the same way; `scripts.sqlite_statistics` collects them.
Decision: docs/decisions/0206-sqlite-gets-the-figures-of-large-clubs.md.
"""

from __future__ import annotations

import csv
from pathlib import Path

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

FILE = Path(__file__).with_name("statistics.csv")
# Table, index (empty for the table alone), and what ANALYZE writes about it.
Row = tuple[str, str, str]
READ = "SELECT tbl, COALESCE(idx, ''), stat FROM sqlite_stat1 ORDER BY 1, 2"
# Reads the figures anew, and makes their table where it is missing.
LOAD = "ANALYZE sqlite_master"


def write_statistics(connection: BaseDatabaseWrapper) -> None:
    """Bring the database's figures to those of the file. Nothing is written where they are the same."""
    wanted = read_statistics_file()
    if _stored_statistics(connection) == wanted:
        return
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        cursor.execute(LOAD)
        cursor.execute("DELETE FROM sqlite_stat1")
        cursor.executemany("INSERT INTO sqlite_stat1 VALUES (%s, NULLIF(%s, ''), %s)", wanted)
        cursor.execute(LOAD)


def read_statistics_file() -> list[Row]:
    with FILE.open(newline="", encoding="utf-8") as file:
        return [(table, index, stat) for table, index, stat in csv.reader(file)]


def _stored_statistics(connection: BaseDatabaseWrapper) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1'")
        return list(cursor.execute(READ).fetchall()) if cursor.fetchone() else []
