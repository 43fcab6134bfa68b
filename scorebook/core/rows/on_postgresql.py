"""Rows of several tables written by one call of the database's function (`write_function`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from uuid import UUID

import orjson
from django.db import DatabaseError

from scorebook.core.rows.row_changes import (
    Change,
    Shape,
    row_values,
    rows_missing_error,
    values_before,
    written_fields,
    written_shapes,
)
from scorebook.core.rows.selecting import execute_prepared
from scorebook.core.rows.write_function import ROWS_CHANGED, function_name


def write_at_once(changes: Mapping[Shape, Change], club_id: UUID) -> None:
    """Write the changes. Each shape's rows are one JSON parameter, so their number does not change the statement."""
    params: list[str | None] = [None] * len(written_shapes())
    for shape, change in changes.items():
        params[shape.place] = orjson.dumps(_json_of_change(shape, change)).decode()
    try:
        with execute_prepared(_function_call(), [club_id, *params]) as cursor:
            [is_written] = cursor.fetchone()
    except DatabaseError as error:
        if getattr(error.__cause__, "sqlstate", "") != ROWS_CHANGED:
            raise
        is_written = False
    if not is_written:
        raise rows_missing_error(changes)


@lru_cache
def _function_call() -> str:
    return f"SELECT {function_name()}(%s{', %s' * len(written_shapes())})"


def _json_of_change(shape: Shape, change: Change) -> object:
    columns, values = [field.attname for field in written_fields(shape)], row_values(shape)
    rows = [row if isinstance(row, dict) else dict(zip(columns, values(row), strict=True)) for row in change.rows]
    return {"new": rows[0], "was": values_before(change)} if shape.was else rows
