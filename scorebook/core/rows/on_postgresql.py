"""Rows of several tables written by one statement, which each connection prepares once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING
from uuid import UUID

import orjson
from django.db import DataError
from django.db.models import JSONField

from scorebook.core.rows.row_changes import (
    Change,
    Insert,
    Row,
    Shape,
    Update,
    club_field,
    column_names,
    field_of,
    key_fields,
    on_conflict_clause,
    row_values,
    rows_missing_error,
    set_clause,
    shape_of,
    values_before,
    written_fields,
)
from scorebook.core.rows.selecting import execute_prepared

if TYPE_CHECKING:
    from scorebook.core.rows.row_changes import Column

DIVISION_BY_ZERO = "22012"


def write_at_once(changes: Sequence[Change], club_id: UUID) -> None:
    """Write the changes. Each table's rows are one JSON parameter, so their number does not change the statement."""
    shapes = tuple(shape_of(change) for change in changes)
    payload = [_parameters_of_change(shape, change, club_id) for shape, change in zip(shapes, changes, strict=True)]
    guards = [(shape, change) for shape, change in zip(shapes, changes, strict=True) if shape.was]
    payload[0] += [param for guard in guards[1:] for param in _parameters_of_guard(*guard, club_id)]
    params = [param for params in payload for param in params]
    counts = [len(change.rows) for change in changes if isinstance(change, Update)]
    try:
        with execute_prepared(_write_statement(shapes), [*params, *counts]) as cursor:
            [is_written] = cursor.fetchone()
    except DataError as error:
        if getattr(error.__cause__, "sqlstate", "") != DIVISION_BY_ZERO:
            raise
        is_written = False
    if not is_written:
        raise rows_missing_error([change for change in changes if isinstance(change, Update)])


def _parameters_of_change(shape: Shape, change: Change, club_id: UUID) -> list[object]:
    if shape.was:
        [row] = change.rows
        values = zip(written_fields(shape), row_values(shape)(row), strict=True)
        new = [_parameter_as_text(field, value) for field, value in values if field not in key_fields(shape.model)]
        return [*new, *_parameters_of_guard(shape, change, club_id)]
    rows = _rows_json(shape, change.rows)
    return [rows] if shape.kind is Insert else [rows, len(change.rows), club_id]


def _parameters_of_guard(shape: Shape, change: Change, club_id: UUID) -> list[object]:
    """Return the parameters that find the one row of a change with `was`."""
    [row] = change.rows
    key = row_values(shape)(row)[: len(key_fields(shape.model))]
    return [club_id, *key, *values_before(change).values()]


def _parameter_as_text(field: Column, value: object) -> str | None:
    """Return a text that the server parses by its column's type; a number would have another type with each size."""
    if value is None:
        return None
    return orjson.dumps(value).decode() if isinstance(field, JSONField) else str(value)


@lru_cache
def _write_statement(shapes: tuple[Shape, ...]) -> str:
    """Return the statement. Its result is 0 if a row differs from its `was`; then nothing is written.

    If a row is missing, or changes while the statement waits for a lock, it divides by zero: only an error rolls back
    the rows already written.
    """
    guards = [number for number, shape in enumerate(shapes) if shape.was]
    parts, condition = [], "TRUE"
    for number, shape in enumerate(shapes):
        if number in guards[:1]:  # all are compared before the first is changed
            condition = " AND ".join(("TRUE", *(_unchanged_row_exists_sql(shapes[other]) for other in guards[1:])))
        parts.append(f"w{number} AS ({_statement_of_shape(shape, condition)} RETURNING 1)")
        if number in guards:  # each waits for the one before, so concurrent writers meet at the first
            condition = f"EXISTS (SELECT FROM w{number})"
    counted = (f"(SELECT count(*) FROM w{number}) = %s" for number, shape in enumerate(shapes) if shape.kind is Update)
    all_there = " AND ".join(counted) or "TRUE"
    begun = "EXISTS (SELECT FROM w0)" if guards else "TRUE"
    return f"WITH {', '.join(parts)} SELECT CASE WHEN {begun} THEN 1 / CAST({all_there} AS int) ELSE 0 END"


def _unchanged_row_exists_sql(shape: Shape) -> str:
    return f'EXISTS (SELECT FROM "{shape.model._meta.db_table}" WHERE {_unchanged_row_condition(shape)})'


def _new_rows_sql(shape: Shape) -> str:
    # Each value is parsed by its column's type; one that does not fit is refused.
    return f'json_populate_recordset(NULL::"{shape.model._meta.db_table}", %s) AS new'


def _limited_new_rows_sql(shape: Shape) -> str:
    # With the LIMIT, PostgreSQL finds each existing row by its key; without it, it expects a hundred rows, and reads
    # every seat of a club that has a few thousand.
    return f"(SELECT * FROM {_new_rows_sql(shape)} LIMIT %s) AS new"


def _unchanged_row_condition(shape: Shape) -> str:
    """Return the condition for the row of a change with `was`: its key and the values that it must still have."""
    wanted = (club_field(shape.model), *key_fields(shape.model), *(field_of(shape.model, name) for name in shape.was))
    return " AND ".join(f'"{field.column}" = %s' for field in wanted)


def _statement_of_shape(shape: Shape, condition: str) -> str:
    names, table = column_names(written_fields(shape)), shape.model._meta.db_table
    if shape.kind is Insert:
        new = f'INSERT INTO "{table}" ({names}) SELECT {names} FROM {_new_rows_sql(shape)}'
        return f"{new} WHERE {condition}{on_conflict_clause(shape)}"
    if shape.was:
        changed = set_clause(shape, lambda _: "%s")
        return f'UPDATE "{table}" SET {changed} WHERE {_unchanged_row_condition(shape)} AND {condition}'
    changed = set_clause(shape, lambda field: f'new."{field.column}"')
    key = " AND ".join(f'"{table}"."{field.column}" = new."{field.column}"' for field in key_fields(shape.model))
    found = f'"{table}"."{club_field(shape.model).column}" = %s AND {key}'
    return f'UPDATE "{table}" SET {changed} FROM {_limited_new_rows_sql(shape)} WHERE {found} AND {condition}'


def _rows_json(shape: Shape, rows: Sequence[Row]) -> str:
    columns, values = [field.column for field in written_fields(shape)], row_values(shape)
    payload = [row if isinstance(row, dict) else dict(zip(columns, values(row), strict=True)) for row in rows]
    return orjson.dumps(payload).decode()
