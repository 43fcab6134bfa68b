"""Collect the statistics by which SQLite chooses its indexes, of four demo clubs of twenty years.

    python -m scripts.sqlite_statistics     # after an index has changed; about eight minutes

Writes scorebook/core/database/sqlite/statistics.csv.
"""

from __future__ import annotations

import csv
import os
import tempfile
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.db.backends.utils import CursorWrapper

YEARS = 20
# Four clubs of different size, about a thousand evenings each.
HANDS = (45_000, 45_100, 45_200, 45_300)
# Smaller tables have a few rows for each club; statistics would make a full scan seem cheap.
LEAST_ROWS = 1_000
# A fixed time, so that only a change of tables or of the demo changes the file.
NOW = datetime(2026, 11, 26, 20, tzinfo=UTC)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "scorebook.settings", "SCOREBOOK_DATA": folder, "DATABASE_URL": ""}
        import django

        django.setup()
        _fill_clubs()
        _collect_statistics()


def _fill_clubs() -> None:
    from django.core.management import call_command

    from scorebook.operations.demo.demo_club import ClubSize, fill_demo_club

    call_command("migrate", verbosity=0)
    for hands in HANDS:
        fill_demo_club(size=ClubSize(years=YEARS, hands=hands), now=NOW)


def _collect_statistics() -> None:
    from django.db import connection

    from scorebook.core.database.sqlite import statistics

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        cursor.execute(statistics.READ)
        found: list[statistics.Row] = cursor.fetchall()
        long = {table for table, _index, stat in found if int(stat.split()[0]) >= LEAST_ROWS}
        rows = [(*row[:2], _without_nulls(cursor, *row)) for row in found if row[0] in long]
    with statistics.FILE.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def _without_nulls(cursor: CursorWrapper, table: str, index: str, stat: str) -> str:
    """Return the figures of an index of one column without its empty values, which are never searched."""
    cursor.execute(f'SELECT name FROM pragma_index_info("{index}")')
    columns = [name for (name,) in cursor.fetchall()]
    if len(columns) != 1:
        return stat
    [column] = columns
    cursor.execute(f'SELECT COUNT("{column}"), COUNT(DISTINCT "{column}") FROM "{table}"')
    filled, different = cursor.fetchone()
    return f"{stat.split()[0]} {max(1, round(filled / max(different, 1)))}"


if __name__ == "__main__":
    main()
