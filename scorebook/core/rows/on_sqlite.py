"""Rows of several tables written by one row of a view, through its trigger."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any
from uuid import UUID

import orjson
from django.db import IntegrityError, connection

from scorebook.core.database.sqlite.views import VIEW
from scorebook.core.row_values import codec_of, unchanged_value
from scorebook.core.rows.row_changes import (
    Change,
    Insert,
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
    values_before,
    written_fields,
)
from scorebook.core.rows.sqlite_turns import WriteView, write_in_turn

# The trigger's error if rows changed or are missing.
ROWS_CHANGED = "rows changed"


def prepared_trigger_write(changes: Mapping[Shape, Change], club_id: UUID) -> Callable[[], None]:
    """Convert the values now, and return a function that writes them."""
    params: list[Any] = []
    for shape, change in changes.items():
        values, writers = row_values(shape), _store_conversions(shape)
        params.append(orjson.dumps([_values_as_stored(values(row), writers) for row in change.rows]).decode())
        if isinstance(change, Update):
            was = (codec_of(field_of(shape.model, name)).store(value) for name, value in values_before(change).items())
            params += [club_id.hex, *was, len(change.rows)]
    return partial(_write_by_trigger, tuple(changes), params)


def _write_by_trigger(shapes: tuple[Shape, ...], params: Sequence[Any]) -> None:
    # SQLite has no statement for several tables, and separate statements would let other threads run between them while
    # this one locks the file. So all rows are the columns of one row of a view, whose trigger writes them.
    view = _write_view(shapes)
    try:
        if connection.in_atomic_block:
            with connection.cursor() as cursor:
                view.define()
                cursor.execute(view.insert_sql(1), params)
        else:
            write_in_turn(view, params)
    except IntegrityError as error:
        if ROWS_CHANGED not in str(error):
            raise
        raise rows_missing_error(shapes) from error


def _values_as_stored(values: Sequence[Any], writers: Sequence[tuple[int, Callable[[Any], Any]]]) -> list[Any]:
    found = list(values)
    for place, write in writers:
        found[place] = write(found[place])
    return found


@lru_cache
def _write_view(shapes: tuple[Shape, ...]) -> WriteView:
    names = (f"NEW.p{number}" for number in itertools.count())
    body = "; ".join(statement for shape in shapes for statement in _trigger_statements(shape, names))
    count = int(next(names)[5:])
    columns, name = [f"p{number}" for number in range(count)], f"{VIEW}{hashlib.sha256(body.encode()).hexdigest()[:16]}"
    definition = (
        f"CREATE TEMP VIEW {name} ({', '.join(columns)}) AS SELECT {', '.join('NULL' for _ in columns)}",
        f"CREATE TEMP TRIGGER {name}_written INSTEAD OF INSERT ON {name} BEGIN {body}; END",
    )
    return WriteView(name, definition, count)


def _trigger_statements(shape: Shape, names: Iterator[str]) -> Iterator[str]:
    """Yield a change's statements of the trigger. names: of the view's parameter columns, in order."""
    table, fields, alias = shape.model._meta.db_table, written_fields(shape), next(names)
    new = [f"json_extract(new.value, '$[{place}]')" for place, _ in enumerate(fields)]
    if shape.kind is Insert:
        yield (
            f'INSERT INTO "{table}" ({column_names(fields)}) SELECT {", ".join(new)} FROM json_each({alias}) AS new'
            f" WHERE TRUE{on_conflict_clause(shape)}"
        )
        return
    values = dict(zip(fields, new, strict=True))
    found = [(field, values[field]) for field in key_fields(shape.model)]
    for field in (club_field(shape.model), *(field_of(shape.model, name) for name in shape.was)):
        found.append((field, next(names)))
    where = " AND ".join(f'"{table}"."{field.column}" = {value}' for field, value in found)
    yield f'UPDATE "{table}" SET {set_clause(shape, values.__getitem__)} FROM json_each({alias}) AS new WHERE {where}'
    yield f"SELECT RAISE(ABORT, '{ROWS_CHANGED}') WHERE changes() <> {next(names)}"


@lru_cache
def _store_conversions(shape: Shape) -> tuple[tuple[int, Callable[[Any], Any]], ...]:
    """Return the index of each written field that SQLite stores in another form, and its conversion."""
    found = ((place, codec_of(field).store) for place, field in enumerate(written_fields(shape)))
    return tuple((place, store) for place, store in found if store is not unchanged_value)
