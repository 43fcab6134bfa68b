"""Rows of several tables at once, read and written by the models' own fields, on either engine.

What is written at once is one statement on PostgreSQL, prepared once by each connection, and one for each table on
SQLite. Every statement names the club, and every club's table has a field `club`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import BooleanField, CharField, Field, IntegerField, Model, TextField, UUIDField

if TYPE_CHECKING:
    Column = Field[Any, Any]


# A row as its model has it, or its columns alone: a model's instance costs ten times as much, and most rows are sums.
Row = Model | SimpleNamespace


@dataclass(frozen=True, slots=True, kw_only=True)
class Insert:
    """New rows of one model. opens: rows that are there already grow by these fields instead.

    model: to be named where the rows are columns alone.
    """

    rows: Sequence[Row]
    opens: tuple[str, ...] = ()
    model: type[Model] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """Rows that are there, by their key. sets: fields that get what the rows hold. adds: fields that grow by it."""

    rows: Sequence[Row]
    sets: tuple[str, ...] = ()
    adds: tuple[str, ...] = ()
    model: type[Model] | None = None


Change = Insert | Update


class RowMissing(AssertionError):
    """A row that was to be changed is not there: whoever writes has not looked, or looked without holding it."""


def write_rows(changes: Sequence[Change], *, club_id: UUID) -> None:
    """Make all changes, each of a table of its own, all rows of this club.

    Raises: RowMissing; django.db.IntegrityError where a row breaks a constraint of its table.
    """
    wanted = [change for change in changes if change.rows]
    if not wanted:
        return
    written = _write_at_once if connection.vendor == "postgresql" else _write_table_by_table
    counts = written(wanted, club_id)
    for change, count in zip(wanted, counts, strict=True):
        if count != len(change.rows):
            raise RowMissing(f"{count} of {len(change.rows)} rows of {_model(change).__name__} were written")


def columns_sql(model: type[Model], alias: str, *, prefix: str = "", named: str = "") -> str:
    """The columns that `instance` reads, of a table that the statement calls so.

    prefix: before the names of the columns there. named: gives each a name of its own, which begins so.
    """
    columns = [field.column for field in _fields(model)]
    return ", ".join(
        f'"{alias}"."{prefix}{column}"' + (f' AS "{named}{column}"' if named else "") for column in columns
    )


def column_count(model: type[Model]) -> int:
    return len(_fields(model))


def instance(model: type[Model], values: Sequence[Any]) -> Any:
    """The model's own object of the values that stood in `columns_sql`."""
    read = [_read(value, column) for value, column in zip(values, _read_columns(model, connection.vendor), strict=True)]
    return model.from_db(connection.alias, [field.attname for field in _fields(model)], read)


def execute_prepared(sql: str, params: Sequence[Any]) -> CursorWrapper:
    """A cursor that has executed a statement; PostgreSQL parses and plans it once for each connection."""
    wrapper: Any = connection
    cursor: CursorWrapper = wrapper.prepared_cursor() if connection.vendor == "postgresql" else wrapper.cursor()
    cursor.execute(sql, params)
    return cursor


# -- PostgreSQL ---------------------------------------------------------------------------------------------------


def _write_at_once(changes: Sequence[Change], club_id: UUID) -> Sequence[int]:
    """Each table's rows go as one JSON text: the statement stays the same however many there are."""
    shapes = tuple(_shape(change) for change in changes)
    params: list[object] = []
    for shape, change in zip(shapes, changes, strict=True):
        params.append(_rows_json(_written_fields(shape), change.rows))
        if shape.kind is Update:
            params.append(club_id)
    with execute_prepared(_statement_of_all(shapes), params) as cursor:
        counts: Sequence[int] = cursor.fetchone()
    return counts


@dataclass(frozen=True, slots=True)
class _Shape:
    """What a change's statement follows from: not how many rows it has."""

    kind: type[Change]
    model: type[Model]
    sets: tuple[str, ...]
    adds: tuple[str, ...]


def _shape(change: Change) -> _Shape:
    model = _model(change)
    if isinstance(change, Insert):
        return _Shape(Insert, model, (), change.opens)
    return _Shape(Update, model, change.sets, change.adds)


@lru_cache
def _statement_of_all(shapes: tuple[_Shape, ...]) -> str:
    parts = ", ".join(f"w{number} AS ({_json_statement(shape)} RETURNING 1)" for number, shape in enumerate(shapes))
    counts = ", ".join(f"(SELECT count(*) FROM w{number})" for number in range(len(shapes)))
    return f"WITH {parts} SELECT {counts}"


def _json_statement(shape: _Shape) -> str:
    names, table = _names(_written_fields(shape)), shape.model._meta.db_table
    # Each value is read as its column reads it: what does not fit is refused.
    new = f'json_populate_recordset(NULL::"{table}", %s)'
    if shape.kind is Insert:
        return f'INSERT INTO "{table}" ({names}) SELECT {names} FROM {new}{_on_conflict(shape)}'
    key = " AND ".join(f'"{table}"."{field.column}" = new."{field.column}"' for field in _key(shape.model))
    return (
        f'UPDATE "{table}" SET {_assignments(shape, "new")} FROM {new} AS new'
        f' WHERE "{table}"."{_club(shape.model).column}" = %s AND {key}'
    )


def _rows_json(fields: Sequence[Column], rows: Sequence[Row]) -> str:
    columns = [(field.column, field.attname) for field in fields]
    return json.dumps([{column: getattr(row, name) for column, name in columns} for row in rows], default=_json_text)


def _json_text(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


# -- SQLite -------------------------------------------------------------------------------------------------------


def _write_table_by_table(changes: Sequence[Change], club_id: UUID) -> Sequence[int]:
    counts = []
    with connection.cursor() as cursor:
        for change in changes:
            shape = _shape(change)
            columns = [(field.attname, _writer(field)) for field in _written_fields(shape)]
            rows = [[write(getattr(row, name)) for name, write in columns] for row in change.rows]
            if isinstance(change, Update):
                club = _club(shape.model).get_db_prep_save(club_id, connection)
                rows = [[*row[len(_key(shape.model)) :], club, *row[: len(_key(shape.model))]] for row in rows]
            cursor.executemany(_row_statement(shape), rows)
            counts.append(cursor.rowcount)
    return counts


@lru_cache
def _row_statement(shape: _Shape) -> str:
    table = shape.model._meta.db_table
    if shape.kind is Insert:
        fields = _written_fields(shape)
        values = ", ".join("%s" for _ in fields)
        return f'INSERT INTO "{table}" ({_names(fields)}) VALUES ({values}){_on_conflict(shape)}'
    key = " AND ".join(f'"{field.column}" = %s' for field in _key(shape.model))
    return f'UPDATE "{table}" SET {_assignments(shape)} WHERE "{_club(shape.model).column}" = %s AND {key}'


# -- both ---------------------------------------------------------------------------------------------------------


@lru_cache
def _fields(model: type[Model]) -> tuple[Column, ...]:
    return tuple(model._meta.concrete_fields)


@lru_cache
def _key(model: type[Model]) -> tuple[Column, ...]:
    return tuple(model._meta.pk_fields)


def _model(change: Change) -> type[Model]:
    model = change.model or type(change.rows[0])
    assert issubclass(model, Model), "columns alone need their model to be named"
    return model


def _club(model: type[Model]) -> Column:
    return _field(model, "club")


def _field(model: type[Model], name: str) -> Column:
    found: Any = model._meta.get_field(name)
    return cast("Column", found)


@lru_cache
def _written_fields(shape: _Shape) -> tuple[Column, ...]:
    """Of new rows all columns; of rows that are there the key and then what changes."""
    if shape.kind is Insert:
        return _fields(shape.model)
    changed = (_field(shape.model, name) for name in (*shape.sets, *shape.adds))
    return (*_key(shape.model), *changed)


def _names(fields: Sequence[Column]) -> str:
    return ", ".join(f'"{field.column}"' for field in fields)


def _assignments(shape: _Shape, source: str = "") -> str:
    """source: the table of new values; without one they are parameters in this order."""
    table = shape.model._meta.db_table
    columns = [(_field(shape.model, name).column, name in shape.adds) for name in (*shape.sets, *shape.adds)]
    new = {column: f'{source}."{column}"' if source else "%s" for column, _ in columns}
    return ", ".join(
        f'"{column}" = "{table}"."{column}" + {new[column]}' if grows else f'"{column}" = {new[column]}'
        for column, grows in columns
    )


def _on_conflict(shape: _Shape) -> str:
    if not shape.adds:
        return ""
    return f" ON CONFLICT ({_names(_key(shape.model))}) DO UPDATE SET {_assignments(shape, 'excluded')}"


@lru_cache
def _writer(field: Column) -> Callable[[Any], Any]:
    """What makes a value one that SQLite keeps.

    Most are kept as they are, and to ask their fields, 300 for a hand, took a third of its time.
    """
    kind = getattr(field, "target_field", field)
    if isinstance(kind, UUIDField):
        return _hex
    if isinstance(kind, IntegerField | CharField | TextField | BooleanField):
        return _as_it_is
    return lambda value: field.get_db_prep_save(value, connection)


def _hex(value: UUID | None) -> str | None:
    return None if value is None else value.hex


def _as_it_is(value: Any) -> Any:
    return value


_Converter = Callable[[Any, Any, Any], Any]


@lru_cache
def _read_columns(model: type[Model], vendor: str) -> tuple[tuple[Any, tuple[_Converter, ...]], ...]:
    """Of each column the expression and what makes a value of the driver one of Python, as a queryset has them."""
    found = []
    for field in _fields(model):
        column = field.get_col(model._meta.db_table)
        converters = (*connection.ops.get_db_converters(column), *column.get_db_converters(connection))
        found.append((column, converters))
    return tuple(found)


def _read(value: Any, column: tuple[Any, tuple[_Converter, ...]]) -> Any:
    expression, converters = column
    for converter in converters:
        value = converter(value, expression, connection)
    return value
