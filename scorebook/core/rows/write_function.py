"""The database function that writes the rows of one write on PostgreSQL, and the migration that creates it.

    write_rows_1f2e3d4c5b6a(club uuid, rows_1 json, rows_2 json, ...) RETURNS boolean

Each argument after the club holds the rows of one shape, or NULL. On a distributed database the function runs on the
server that has the club's rows. A hash of its text is part of its name, so that two versions of the program can use one
database, each with its own function.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from scorebook.core.rows.row_changes import (
    Insert,
    Shape,
    club_field,
    column_names,
    field_of,
    key_fields,
    on_conflict_clause,
    set_clause,
    written_fields,
    written_shapes,
)

if TYPE_CHECKING:
    from scorebook.core.rows.row_changes import Column

# The error if rows are missing or differ; it rolls the whole write back. (no_data_found)
ROWS_CHANGED = "P0002"
# few: up to so many rows are inserted one by one. Citus plans an INSERT of all rows of an argument for 0.3 ms, and one
# of a single row for 0.03 ms.
DECLARED = """\
    updated integer;
    new_row record;
    old_row record;
    few integer := CASE WHEN current_setting('citus.shard_count', TRUE) IS NULL THEN 0 ELSE 8 END;
"""


@cache
def function_name() -> str:
    return f"write_rows_{hashlib.sha256(_function_body().encode()).hexdigest()[:12]}"


def create_write_function(name: str) -> migrations.RunPython:
    """Return the operation that creates the function, to be repeated with its new name whenever its text changes.

    With a name of before it creates nothing: only a later migration's function is still called.
    """

    def create(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql" and name == function_name():
            arguments = "".join(f", rows_{place} json" for place in range(len(written_shapes())))
            schema_editor.execute(
                f"CREATE OR REPLACE FUNCTION {name}(club uuid{arguments}) RETURNS boolean"
                f" LANGUAGE plpgsql AS $${_function_body()}$$",
                params=None,
            )

    def drop(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {name}", params=None)

    return migrations.RunPython(create, drop)


def _function_body() -> str:
    """Return the text of the function. It returns FALSE if the first row differs from its `was`: nothing is written.

    Each statement is planned once for each connection, when it is first needed.
    """
    written = ""
    for place, shape in enumerate(written_shapes().values()):
        rows = f"rows_{place}"
        # An error would abort a transaction around it and fill the server's log.
        refusal = f"RAISE EXCEPTION 'rows changed' USING ERRCODE = '{ROWS_CHANGED}'" if written else "RETURN FALSE"
        statements = _insert(shape, rows) if shape.kind is Insert else _update(shape, rows, refusal)
        lines = "".join(f"\n        {line}" for line in statements)
        written += f"\n    IF {rows} IS NOT NULL THEN{lines}\n    END IF;"
    return f"\nDECLARE\n{DECLARED}BEGIN{written}\n    RETURN TRUE;\nEND\n"


def _insert(shape: Shape, rows: str) -> Iterator[str]:
    """Yield the statements that insert rows. rows: their argument."""
    fields, club = written_fields(shape), club_field(shape.model)

    def values(row: str) -> str:
        return ", ".join("club" if field is club else f'{row}."{field.column}"' for field in fields)

    into = f'INSERT INTO "{shape.model._meta.db_table}" ({column_names(fields)})'
    found, grown = _rows_of_argument(shape, rows), on_conflict_clause(shape)
    yield f"IF json_array_length({rows}) > few THEN"
    yield f"    {into} SELECT {values('new')} FROM {found} AS new{grown};"
    yield "ELSE"
    yield f"    FOR new_row IN SELECT * FROM {found} LOOP"
    yield f"        {into} VALUES ({values('new_row')}){grown};"
    yield "    END LOOP;"
    yield "END IF;"


def _update(shape: Shape, rows: str, refusal: str) -> Iterator[str]:
    """Yield the statements that update rows. refusal: the statement for rows that differ or are missing."""
    table, keys = f'"{shape.model._meta.db_table}"', key_fields(shape.model)
    club = f'{table}."{club_field(shape.model).column}" = club'
    if shape.was:
        for name, of_argument in (("new_row", "new"), ("old_row", "was")):
            yield f"SELECT * INTO {name} FROM json_populate_record(NULL::{table}, {rows}->'{of_argument}');"
        changed = set_clause(shape, lambda field: f'new_row."{field.column}"')
        was = _equal_columns(table, "old_row", (field_of(shape.model, name) for name in shape.was))
        yield f"UPDATE {table} SET {changed} WHERE {club} AND {_equal_columns(table, 'new_row', keys)} AND {was};"
        count = "1"
    else:
        # With the LIMIT, PostgreSQL finds each row by its key; without it, it expects a hundred rows, and reads every
        # seat of a club that has a few thousand.
        count = f"json_array_length({rows})"
        changed = set_clause(shape, lambda field: f'new."{field.column}"')
        found = f"(SELECT * FROM {_rows_of_argument(shape, rows)} LIMIT {count}) AS new"
        yield f"UPDATE {table} SET {changed} FROM {found} WHERE {club} AND {_equal_columns(table, 'new', keys)};"
    yield "GET DIAGNOSTICS updated = ROW_COUNT;"
    yield f"IF updated <> {count} THEN {refusal}; END IF;"


def _rows_of_argument(shape: Shape, rows: str) -> str:
    # Each value is parsed by its column's type; one that does not fit is refused.
    return f'json_populate_recordset(NULL::"{shape.model._meta.db_table}", {rows})'


def _equal_columns(table: str, other: str, fields: Iterable[Column]) -> str:
    return " AND ".join(f'{table}."{field.column}" = {other}."{field.column}"' for field in fields)
