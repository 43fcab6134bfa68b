"""What is to be written, and the pieces of a statement that follow from it on either engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from django.db.models import Field, Model

if TYPE_CHECKING:
    Column = Field[Any, Any]

# A row as its model has it, or its columns alone, by their names: a model's instance costs ten times as much, and most
# rows are sums.
Row = Model | dict[str, Any]


class Insert(NamedTuple):
    """New rows of one model. opens: rows that are there already grow by these fields instead.

    model: to be named where the rows are columns alone.
    """

    rows: Sequence[Row]
    opens: tuple[str, ...] = ()
    model: type[Model] | None = None


class Update(NamedTuple):
    """Rows that are there, by their key. sets: fields that get what the rows hold. adds: fields that grow by it.

    was: what fields of the one row hold until then. Where they hold something else nothing at all is written, and
         whoever writes such rows together names them in one order: so nobody waits for somebody who waits for them.
    """

    rows: Sequence[Row]
    sets: tuple[str, ...] = ()
    adds: tuple[str, ...] = ()
    model: type[Model] | None = None
    was: Mapping[str, object] | None = None


Change = Insert | Update


class RowMissing(AssertionError):
    """A row that was to be changed is not there: whoever writes has not looked, or looked without holding it."""


class RowChanged(Exception):
    """Somebody else has changed a row since it was read; nothing was written."""


class Shape(NamedTuple):
    """What a change's statement follows from, which is looked up by it: not how many rows there are."""

    kind: type[Change]
    model: type[Model]
    sets: tuple[str, ...]
    adds: tuple[str, ...]
    was: tuple[str, ...] = ()


def shape_of(change: Change) -> Shape:
    model = model_of(change)
    if isinstance(change, Insert):
        shape = Shape(Insert, model, (), change.opens)
    else:
        shape = Shape(Update, model, change.sets, change.adds, tuple(was_before(change)))
    if isinstance(first := change.rows[0], dict):  # the others were made alike
        _check_names(shape, tuple(first))
    return shape


@lru_cache
def _check_names(shape: Shape, names: tuple[str, ...]) -> None:
    """PostgreSQL reads nothing where JSON lacks a name, and passes over one that it does not know."""
    if wrong := set(names) ^ {field.attname for field in written_fields(shape)}:
        raise AssertionError(f"a row of {shape.model.__name__} lacks or knows better: {', '.join(sorted(wrong))}")


@lru_cache
def fields_of(model: type[Model]) -> tuple[Column, ...]:
    return tuple(model._meta.concrete_fields)


@lru_cache
def key_fields(model: type[Model]) -> tuple[Column, ...]:
    return tuple(model._meta.pk_fields)


@lru_cache
def row_values(shape: Shape) -> Callable[[Row], Sequence[Any]]:
    """What reads the written fields of a row: two at least, a key and something beside it.

    Not as attributes: a model looks for a foreign key's through Python, and a hand has a hundred of them.
    """
    values = itemgetter(*(field.attname for field in written_fields(shape)))
    return lambda row: values(row if isinstance(row, dict) else vars(row))


def was_before(change: Change) -> Mapping[str, object]:
    return (change.was if isinstance(change, Update) else None) or {}


def rows_not_there(updates: Sequence[Change]) -> Exception:
    tables = ", ".join(model_of(update).__name__ for update in updates)
    if any(was_before(update) for update in updates):
        return RowChanged(f"somebody else has changed rows of {tables}")
    return RowMissing(f"not all rows of {tables} are there")


def model_of(change: Change) -> type[Model]:
    model: type[Any] = change.model or type(change.rows[0])
    assert issubclass(model, Model), "columns alone need their model to be named"
    return model


def club_field(model: type[Model]) -> Column:
    return field_of(model, "club")


def field_of(model: type[Model], name: str) -> Column:
    found: Any = model._meta.get_field(name)
    return cast("Column", found)


@lru_cache
def written_fields(shape: Shape) -> tuple[Column, ...]:
    """Of new rows all columns; of rows that are there the key and then what changes."""
    if shape.kind is Insert:
        return fields_of(shape.model)
    changed = (field_of(shape.model, name) for name in (*shape.sets, *shape.adds))
    return (*key_fields(shape.model), *changed)


def column_names(fields: Sequence[Column]) -> str:
    return ", ".join(f'"{field.column}"' for field in fields)


def assignments(shape: Shape, value_of: Callable[[Column], str]) -> str:
    """value_of: what stands in the statement for the new value of a column."""
    table, found = shape.model._meta.db_table, []
    for name in (*shape.sets, *shape.adds):
        field = field_of(shape.model, name)
        grown = f'"{table}"."{field.column}" + ' if name in shape.adds else ""
        found.append(f'"{field.column}" = {grown}{value_of(field)}')
    return ", ".join(found)


def on_conflict(shape: Shape) -> str:
    if not shape.adds:
        return ""
    grown = assignments(shape, lambda field: f'excluded."{field.column}"')
    return f" ON CONFLICT ({column_names(key_fields(shape.model))}) DO UPDATE SET {grown}"
