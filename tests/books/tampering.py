"""Every change that one statement can make to a stored row, worked out from the models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.db import connection, models
from django.db.models import Model, QuerySet
from django.utils import timezone

from scorebook.clubs.models import Club
from tests.books.unproved import ROW_ADDED, ROW_REMOVED

# Columns that number the rows of a list. Without its last row a list has no gap.
NUMBERS = ("seq", "number", "position", "no")
TIMES = ("started_at", "recorded_at", "shelved_at", "made_at", "admitted_at")
# Unique in their club.
KEYS_IN_CLUB = ("key_hash", "scribe_token", "watch_token")

Value = Any
Column = Any  # a Field, which is generic for the type checker only
Row = Model


def own_models() -> list[type[Model]]:
    """Every model of the product, in the order of its table's name."""
    found = (model for model in apps.get_models() if model.__module__.startswith("scorebook."))
    return sorted(found, key=lambda model: model._meta.db_table)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One statement. what: a column, ROW_ADDED or ROW_REMOVED. case: which of several changes of that kind.

    row: the one that is changed, removed or added.
    """

    model: type[Model]
    what: str
    case: str
    row: Row
    value: Value = None

    @property
    def place(self) -> tuple[str, str]:
        return self.model._meta.db_table, self.what

    def __str__(self) -> str:
        return f"{self.model._meta.db_table} {self.what} ({self.case})"

    def make(self) -> None:
        """Raises: IntegrityError where a constraint of the database refuses it."""
        rows: QuerySet[Any] = QuerySet(self.model)
        if self.what == ROW_ADDED:
            rows.bulk_create([self.row])
        elif self.what == ROW_REMOVED:
            rows.filter(pk=self.row.pk)._raw_delete(connection.alias)
        else:
            rows.filter(pk=self.row.pk).update(**{self.what: self.value})


def changes(club: Club) -> Iterator[Change]:
    """Every column of every table, and a row more and less of each, in this club's rows."""
    for model in own_models():
        rows = _rows_of(model, club)
        assert rows, f"no row of {model._meta.db_table} to change"
        for column in model._meta.concrete_fields:
            yield from _column_changes(model, column, rows)
        yield from _row_removals(model, rows)
        yield from _row_additions(model, rows)


def _rows_of(model: type[Model], club: Club) -> list[Row]:
    names = {column.name for column in model._meta.concrete_fields}
    own = {"pk": club.pk} if model is Club else {"club": club} if "club" in names else {}
    order = [name for name in (*NUMBERS, *TIMES) if name in names]
    return list(model._base_manager.filter(**own).order_by(*order, "pk"))


def _column_changes(model: type[Model], column: Column, rows: list[Row]) -> Iterator[Change]:
    """A value into another, in the first row and in the last of a list; a value into nothing; nothing into a value."""
    filled = [row for row in rows if getattr(row, column.attname) is not None]
    empty = [row for row in rows if getattr(row, column.attname) is None]
    some = next((getattr(row, column.attname) for row in filled), None)
    cases = {"first row": filled[:1], "last row": filled[1:][-1:] if _is_list(model) else []}
    for case, chosen in cases.items():
        for row in chosen:
            value = _other_value(column, getattr(row, column.attname), row)
            yield Change(model=model, what=column.attname, case=case, row=row, value=value)
    if column.null and filled:
        yield Change(model=model, what=column.attname, case="emptied", row=filled[-1], value=None)
    if column.null and empty:
        value = _other_value(column, some, empty[-1])
        yield Change(model=model, what=column.attname, case="filled", row=empty[-1], value=value)


def _row_removals(model: type[Model], rows: list[Row]) -> Iterator[Change]:
    yield Change(model=model, what=ROW_REMOVED, case="first row", row=rows[0])
    if len(rows) > 1:
        yield Change(model=model, what=ROW_REMOVED, case="last row", row=rows[-1])


def _row_additions(model: type[Model], rows: list[Row]) -> Iterator[Change]:
    """A copy of the last row under a key of its own, at the next place of its list."""
    copy = model(**{column.attname: getattr(rows[-1], column.attname) for column in model._meta.concrete_fields})
    for column in model._meta.concrete_fields:
        if _is_key(model, column):
            setattr(copy, column.attname, _free_value(column, rows))
    yield Change(model=model, what=ROW_ADDED, case="copy of the last row", row=copy)


def _is_list(model: type[Model]) -> bool:
    """Whether rows are appended to it; results are not, though they have the number of their hand."""
    return any(column.name in (*NUMBERS[:3], *TIMES[1:]) for column in model._meta.concrete_fields)


def _is_key(model: type[Model], column: Column) -> bool:
    return bool(column.primary_key or column.unique or column.name in (*NUMBERS, *KEYS_IN_CLUB, "month"))


def _free_value(column: Column, rows: list[Row]) -> Value:
    values = [getattr(row, column.attname) for row in rows]
    if isinstance(column, models.OneToOneField):
        taken = {*values}
        others = column.related_model._base_manager.exclude(pk__in=taken).values_list("pk", flat=True)
        return others.first()
    if isinstance(column, models.AutoField | models.BigAutoField):
        return None
    if isinstance(column, models.UUIDField):
        return uuid4()
    if isinstance(column, models.DateField):
        return _next_month(max(values))
    if isinstance(column, models.IntegerField):
        return max(values) + 1
    return _other_text(column, str(values[-1]))


def _other_value(column: Column, value: Value, row: Row) -> Value:
    """Another one that the column can hold."""
    if column.choices:
        return next(choice for choice, _ in column.choices if choice != value)
    if isinstance(column, models.ForeignKey):
        return _other_key(column, value, row)
    match column:
        case models.BooleanField():
            return not value
        case models.UUIDField():
            return uuid4()
        case models.DateTimeField():
            return (value or timezone.now()) + timedelta(hours=1)
        case models.DateField():
            return _next_month(value)
        case models.IntegerField() | models.AutoField():
            return (value or 0) + 1
        case models.JSONField():
            return _other_json(value)
        case _:
            return _other_text(column, value or "")


def _other_key(column: Column, value: Value, row: Row) -> Value:
    """The key of another row of the same club; where there is none, of no row. Not one that a unique column has."""
    rows = column.related_model._base_manager.exclude(pk=value)
    if column.unique:
        rows = rows.exclude(pk__in=type(row)._base_manager.values(column.attname))
    if column.related_model is type(row):
        rows = rows.exclude(pk=row.pk)
    names = {field.name for field in column.related_model._meta.concrete_fields}
    own = rows.filter(club=getattr(row, "club_id", None)) if "club" in names else rows
    return own.order_by("pk").values_list("pk", flat=True).first() or uuid4()


def _next_month(value: date | None) -> date:
    return ((value or date(2026, 1, 1)) + timedelta(days=31)).replace(day=1)


def _other_text(column: Column, value: str) -> str:
    longest = column.max_length or len(value) + 1
    if len(value) < longest:
        return value + "x"
    return ("y" if value[0] == "x" else "x") + value[1:]


def _other_json(value: Value) -> Value:
    """Its last value changed; an empty one gets something."""
    if isinstance(value, Mapping):
        if not value:
            return {"x": 1}
        name = sorted(value)[-1]
        return {**value, name: _other_json(value[name])}
    if isinstance(value, list):
        return [*value[:-1], _other_json(value[-1])] if value else ["x"]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return f"{value or ''}x"
