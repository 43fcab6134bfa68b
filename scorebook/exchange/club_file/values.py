"""Values of model fields in the file: the same text from either engine, and only values that both can store."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import UUID

import orjson
from django.db import models
from django.db.models import Field

if TYPE_CHECKING:
    Column = Field[Any, Any]

# Largest whole numbers of PostgreSQL's columns; SQLite would take more.
MOST: dict[type[models.IntegerField[Any, Any]], int] = {
    models.PositiveSmallIntegerField: 2**15 - 1,
    models.PositiveIntegerField: 2**31 - 1,
    models.PositiveBigIntegerField: 2**63 - 1,
    models.BigIntegerField: 2**63 - 1,
}
# Members sorted by name: PostgreSQL keeps them in an order of its own.
encoded = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode
# An escaped NUL in JSON, behind any number of escaped backslashes.
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


class Unfit(Exception):
    """A value that does not fit its field."""


def nothing_of(field: Column) -> Any:
    """Return the empty value of the field."""
    if field.null:
        return None
    return {} if isinstance(field, models.JSONField) else ""


def writer_of(field: Column) -> Callable[[Any], str]:
    """Return the function that writes a value, other than null, as JSON."""
    kind = getattr(field, "target_field", field)
    if isinstance(kind, models.UUIDField):
        return lambda value: f'"{value}"'
    if isinstance(kind, models.DateTimeField):
        return lambda value: f'"{moment_text(value)}"'
    return encoded


def reader_of(field: Column) -> Callable[[Any], Any]:
    """Return the function that reads a value. It raises Unfit for a value that `writer_of` would not have written."""
    kind = getattr(field, "target_field", field)
    if isinstance(kind, models.UUIDField):
        return read_id
    if isinstance(kind, models.DateTimeField):
        return _read_moment
    if isinstance(kind, models.JSONField):
        return _read_object
    if isinstance(kind, models.BooleanField):
        return _read_yes_or_no
    if isinstance(kind, models.IntegerField):
        most = MOST[type(kind)]
        return partial(_read_number, least=-most - 1 if type(kind) is models.BigIntegerField else 0, most=most)
    choices = [value for value, _ in kind.flatchoices or ()]
    return partial(_read_text, longest=kind.max_length, choices=choices)


def moment_text(value: datetime) -> str:
    """Return the time as in the chains of hashes."""
    return value.astimezone(UTC).isoformat(timespec="microseconds")


def read_id(value: Any) -> UUID:
    """Raises: Unfit."""
    try:
        found = UUID(value)
    except (ValueError, TypeError, AttributeError):
        raise Unfit("is no id") from None
    if str(found) != value:
        raise Unfit("is no id as it is written here: small letters, with hyphens")
    return found


def _read_moment(value: Any) -> datetime:
    try:
        found = datetime.fromisoformat(value)
        is_written_so = found.utcoffset() is not None and moment_text(found) == value
    except (ValueError, TypeError, OverflowError):
        is_written_so = False
    if not is_written_so:
        raise Unfit("is no time as it is written here: 2026-11-20T21:00:00.000000+00:00")
    return found


def _read_object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unfit("is no object")
    try:
        is_storable = _NUL.search(orjson.dumps(value)) is None
    except (TypeError, RecursionError):
        is_storable = False
    if not is_storable:
        raise Unfit("holds what no database keeps: a zero byte, half a letter or too large a number")
    return value


def _read_yes_or_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Unfit("is neither true nor false")
    return value


def _read_number(value: Any, *, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise Unfit(f"is no whole number from {least} to {most}")
    return value


def _read_text(value: Any, *, longest: int | None, choices: Collection[str]) -> str:
    if not isinstance(value, str):
        raise Unfit("is no text")
    if choices and value not in choices:
        raise Unfit(f"is none of {', '.join(choices)}")
    if longest is not None and len(value) > longest:
        raise Unfit(f"has more than {longest} letters")
    if not value.isascii() and not _is_unicode(value) or "\0" in value:
        raise Unfit("holds what no database keeps: a zero byte or half a letter")
    return value


def _is_unicode(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
