"""The codec of a row's values: from the value of a model field to JSON and back, and to a column of SQLite.

Backups, club files and rows written at once share it. The JSON is the same from either engine, and only values that
both can store are read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any
from uuid import UUID

import orjson
from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import Field

from scorebook.core.canonical_hash import moment_text

if TYPE_CHECKING:
    Column = Field[Any, Any]

# An escaped NUL in JSON, behind any number of escaped backslashes.
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
_NUL_OR_SURROGATE = re.compile("[\0\ud800-\udfff]")


class UnfitValue(Exception):
    """A value that does not fit its field."""


def unchanged_value(value: Any) -> Any:
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueCodec:
    """The conversions of a field's values."""

    read: Callable[[Any], Any]  # from JSON; raises UnfitValue for all that `write` does not write, such as None
    write: Callable[[Any], Any] = unchanged_value  # to JSON; not called with None
    store: Callable[[Any], Any] = unchanged_value  # to SQLite's column


@lru_cache
def codec_of(field: Column) -> ValueCodec:
    kind = getattr(field, "target_field", field)
    match kind:
        case models.UUIDField():
            return ValueCodec(read=read_id, write=str, store=_convert_unless_null(attrgetter("hex")))
        case models.DateTimeField():
            what = "time as it is written here: 2026-11-20T21:00:00.000000+00:00"
            read = partial(_read_as_written, parse=datetime.fromisoformat, write=moment_text, what=what)
            return ValueCodec(read=read, write=moment_text, store=_stored_moment)
        case models.DateField():
            what = "day as it is written here: 2026-11-20"
            read = partial(_read_as_written, parse=date.fromisoformat, write=date.isoformat, what=what)
            return ValueCodec(read=read, write=date.isoformat, store=_convert_unless_null(date.isoformat))
        case models.JSONField():
            return ValueCodec(read=read_json, store=_convert_unless_null(json.dumps))
        case models.BooleanField():
            return ValueCodec(read=_read_boolean_column)
        case models.IntegerField():
            # The ranges of PostgreSQL's columns; SQLite would take more.
            least, most = BaseDatabaseOperations.integer_field_ranges[kind.get_internal_type()]
            return ValueCodec(read=partial(_read_number, least=least, most=most))
        case models.CharField() | models.TextField():
            choices = [value for value, _ in kind.flatchoices or ()]
            return ValueCodec(read=partial(_read_text, longest=kind.max_length, choices=choices))
    raise AssertionError(f"{field} is of a kind that no row had before; give it a codec here")


def read_id(value: Any) -> UUID:
    """Raises: UnfitValue."""
    try:
        found = UUID(value)
    except (ValueError, TypeError, AttributeError):
        raise UnfitValue("is no id") from None
    if str(found) != value:
        raise UnfitValue("is no id as it is written here: small letters, with hyphens")
    return found


def read_json(value: Any) -> Any:
    """Raises: UnfitValue."""
    try:
        is_storable = value is not None and _NUL.search(orjson.dumps(value)) is None
    except (TypeError, RecursionError):
        is_storable = False
    if not is_storable:
        raise UnfitValue("holds what no database keeps: a zero byte, half a letter or too large a number")
    return value


def _read_as_written(value: Any, *, parse: Callable[[str], Any], write: Callable[[Any], str], what: str) -> Any:
    """Parse a text that `write` would write in the same way."""
    try:
        found = parse(value)
        if write(found) == value:
            return found
    except (ValueError, TypeError, OverflowError, OSError):  # OSError: a time before 1970 without offset, on Windows
        pass
    raise UnfitValue(f"is no {what}")


def _read_boolean_column(value: Any) -> bool:
    if not isinstance(value, bool):
        raise UnfitValue("is neither true nor false")
    return value


def _read_number(value: Any, *, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise UnfitValue(f"is no whole number from {least} to {most}")
    return value


def _read_text(value: Any, *, longest: int | None, choices: Collection[str]) -> str:
    if not isinstance(value, str):
        raise UnfitValue("is no text")
    if choices and value not in choices:
        raise UnfitValue(f"is none of {', '.join(choices)}")
    if longest is not None and len(value) > longest:
        raise UnfitValue(f"has more than {longest} letters")
    if _NUL_OR_SURROGATE.search(value):
        raise UnfitValue("holds what no database keeps: a zero byte or half a letter")
    return value


# To call the fields for SQLite's form of their values, 300 for a hand, takes longer than to write the rows.


def _stored_moment(value: datetime | None) -> str | None:
    return connections[DEFAULT_DB_ALIAS].ops.adapt_datetimefield_value(value)


def _convert_unless_null(convert: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else convert(value)
