"""The changes to write, and the parts of their statements that both engines share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from django.conf import settings
from django.db.models import Field, Model
from django.utils.module_loading import import_string

if TYPE_CHECKING:
    Column = Field[Any, Any]

# A model's instance, or a dict of columns by their names. An instance costs ten times as much, and most rows are sums.
Row = Model | dict[str, Any]


class Insert(NamedTuple):
    """New rows of one model."""

    rows: Sequence[Row]
    model: type[Model] | None = None  # required where the rows are dicts


class Update(NamedTuple):
    """Changes of existing rows of one model, found by their key."""

    rows: Sequence[Row]
    model: type[Model] | None = None
    # The values of the one row until then; if they differ, nothing at all is written.
    was: Mapping[str, object] | None = None


Change = Insert | Update


class RowMissing(AssertionError):
    """The row to update does not exist; the caller read it without a lock, or not at all."""


class RowChanged(Exception):
    """A concurrent change of a row since it was read; nothing was written."""


class Shape(NamedTuple):
    """The columns that a kind of change writes."""

    kind: type[Change]
    model: type[Model]
    sets: tuple[str, ...] = ()  # fields of existing rows that get the values of the rows
    adds: tuple[str, ...] = ()  # fields of existing rows that grow by the values of the rows
    was: tuple[str, ...] = ()  # fields whose values until then are compared
    place: int = 0  # among all shapes, in the order in which they are written


@cache
def written_shapes() -> Mapping[tuple[type[Change], type[Model], tuple[str, ...]], Shape]:
    """Return all shapes by kind, model and compared fields."""
    shapes = enumerate(import_string(settings.WRITTEN_ROWS))
    return {(shape.kind, shape.model, shape.was): shape._replace(place=place) for place, shape in shapes}


def changes_by_shape(changes: Sequence[Change]) -> Mapping[Shape, Change]:
    """Return the changes that have rows, one for each shape, in the order in which they are written."""
    found: dict[Shape, Change] = {}
    for change in changes:
        if change.rows:
            shape = _shape_of(change)
            found[shape] = change._replace(rows=[*found[shape].rows, *change.rows]) if shape in found else change
    return dict(sorted(found.items(), key=lambda item: item[0].place))


def _shape_of(change: Change) -> Shape:
    model: type[Any] = change.model or type(change.rows[0])
    try:
        shape = written_shapes()[type(change), model, tuple(values_before(change))]
    except KeyError:
        raise AssertionError(f"{settings.WRITTEN_ROWS} has no such change of {model.__name__}") from None
    if isinstance(first := change.rows[0], dict):  # all rows have the same keys
        _check_column_names(shape, tuple(first))
    return shape


@lru_cache
def _check_column_names(shape: Shape, names: tuple[str, ...]) -> None:
    # PostgreSQL reads NULL where JSON lacks a name, and ignores an unknown one.
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
    """Return a function that reads the written fields of a row: at least two, a key and another one."""
    # Not as attributes: a model resolves a foreign key's in Python, and a hand has a hundred of them.
    values = itemgetter(*(field.attname for field in written_fields(shape)))
    return lambda row: values(row if isinstance(row, dict) else vars(row))


def values_before(change: Change) -> Mapping[str, object]:
    return (change.was if isinstance(change, Update) else None) or {}


def rows_missing_error(shapes: Iterable[Shape]) -> Exception:
    updates = [shape for shape in shapes if shape.kind is Update]
    tables = ", ".join(shape.model.__name__ for shape in updates)
    if any(shape.was for shape in updates):
        return RowChanged(f"somebody else has changed rows of {tables}")
    return RowMissing(f"not all rows of {tables} are there")


def club_field(model: type[Model]) -> Column:
    return field_of(model, "club")


def field_of(model: type[Model], name: str) -> Column:
    found: Any = model._meta.get_field(name)
    return cast("Column", found)


@lru_cache
def written_fields(shape: Shape) -> tuple[Column, ...]:
    """Return all columns for new rows; for existing ones the key and then the changed fields."""
    if shape.kind is Insert:
        return fields_of(shape.model)
    changed = (field_of(shape.model, name) for name in (*shape.sets, *shape.adds))
    return (*key_fields(shape.model), *changed)


def column_names(fields: Sequence[Column]) -> str:
    return ", ".join(f'"{field.column}"' for field in fields)


def set_clause(shape: Shape, value_of: Callable[[Column], str]) -> str:
    """Return the assignments of a SET clause. value_of: returns the SQL for the new value of a column."""
    table, found = shape.model._meta.db_table, []
    for name in (*shape.sets, *shape.adds):
        field = field_of(shape.model, name)
        grown = f'"{table}"."{field.column}" + ' if name in shape.adds else ""
        found.append(f'"{field.column}" = {grown}{value_of(field)}')
    return ", ".join(found)


def on_conflict_clause(shape: Shape) -> str:
    if not shape.adds:
        return ""
    grown = set_clause(shape, lambda field: f'excluded."{field.column}"')
    return f" ON CONFLICT ({column_names(key_fields(shape.model))}) DO UPDATE SET {grown}"
