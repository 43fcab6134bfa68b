"""Every field of every table has one codec, which backups, club files and rows written at once share."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.db import connection, models

from scorebook.core.row_values import UnfitValue, codec_of

FIELDS = [
    field
    for model in apps.get_models()
    if model.__module__.startswith("scorebook.")
    for field in model._meta.concrete_fields
]
ID, MOMENT = "0e9a1b5c-3b1f-4d0e-9a57-2f6c1d1c9b00", "2026-11-20T21:00:00.123456+00:00"
# Kind -> values as they are written, and values that are refused.
EXAMPLES: dict[type[Any], tuple[list[Any], list[Any]]] = {
    models.UUIDField: ([ID], [ID.upper(), ID.replace("-", ""), 7, None]),
    models.DateTimeField: ([MOMENT], [MOMENT.replace("+00:00", ""), "2026-11-20T21:00:00+00:00", "x", 7, None]),
    models.DateField: (["2026-11-20"], ["20261120", "2026-13-01", 7, None]),
    models.JSONField: ([{}, [{"a": [1, None, "ä\\u0000"]}]], [{"a": "\0"}, ["\ud800"], 2**70, None]),
    models.BooleanField: ([True, False], [1, "true", None]),
    models.PositiveSmallIntegerField: ([0, 2**15 - 1], [-1, 2**15, True, 1.0, "1", None]),
    models.PositiveIntegerField: ([0, 2**31 - 1], [-1, 2**31]),
    models.IntegerField: ([-(2**31), 2**31 - 1], [-(2**31) - 1, 2**31]),
    models.BigIntegerField: ([-(2**63), 2**63 - 1], [-(2**63) - 1, 2**63]),
    models.TextField: (["", "Ä 🂡"], ["\0", "\ud800", 7, None]),
}


def test_every_field_has_a_codec() -> None:
    assert len(FIELDS) > 200
    for field in FIELDS:
        codec_of(field)


@pytest.mark.parametrize("kind", EXAMPLES, ids=lambda kind: kind.__name__)
def test_what_is_read_is_written_the_same(kind: type[models.Field[Any, Any]]) -> None:
    codec, (written, refused) = codec_of(kind()), EXAMPLES[kind]
    for value in written:
        assert json.loads(json.dumps(codec.write(codec.read(value)))) == value
    for value in refused:
        with pytest.raises(UnfitValue):
            codec.read(value)


def test_a_text_is_as_long_as_its_column_and_one_of_its_choices() -> None:
    assert codec_of(models.CharField(max_length=3)).read("abc") == "abc"
    with pytest.raises(UnfitValue, match="more than 3 letters"):
        codec_of(models.CharField(max_length=3)).read("abcd")
    with pytest.raises(UnfitValue, match="none of a, b"):
        codec_of(models.CharField(max_length=3, choices=[("a", "A"), ("b", "B")])).read("c")


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (models.UUIDField, UUID(ID)),
        (models.DateTimeField, datetime(2026, 11, 20, 21, 0, 0, 123456, tzinfo=UTC)),
        (models.DateField, date(2026, 11, 20)),
        (models.JSONField, {"b": ["ä"], "a": None}),
        (models.BooleanField, True),
        (models.BigIntegerField, -7),
        (models.TextField, "Ä"),
    ],
)
def test_sqlite_stores_what_the_field_itself_would_store(kind: type[models.Field[Any, Any]], value: Any) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("of SQLite's columns")
    assert codec_of(kind()).store(value) == kind().get_db_prep_save(value, connection)
    assert codec_of(kind()).store(None) is None


def test_a_kind_of_field_without_a_codec_is_named() -> None:
    with pytest.raises(AssertionError, match="give it a codec"):
        codec_of(models.DurationField())
