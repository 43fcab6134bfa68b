"""Amounts as people type them."""

import pytest
from django.utils import translation

from scorebook.web.core.money import amount_field, amount_typed

pytestmark = pytest.mark.once


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    ("text", "unit", "minor"),
    [
        ("1,20", "EUR", 120),
        ("1.20", "EUR", 120),
        (" 3 ", "EUR", 300),
        ("0,5", "EUR", 50),
        ("3 €", "EUR", 300),
        ("€1.20", "EUR", 120),
        ("12 CHF", "CHF", 1200),
        ("0", "EUR", 0),
        ("999999999,99", "EUR", 99_999_999_999),
        ("2", "beer", 2),
        ("2 Maß Bier", "Maß Bier", 2),
        ("2,5", "beer", None),
        ("", "EUR", None),
        ("-1", "EUR", None),
        ("1,2,3", "EUR", None),
        ("0,001", "EUR", None),
        ("1,-", "EUR", 100),
        ("zwei", "EUR", None),
        ("١", "EUR", None),
        ("1e3", "EUR", None),
        ("1234567890", "EUR", None),
    ],
)
def test_what_is_typed(language: str, text: str, unit: str, minor: int | None) -> None:
    with translation.override(language):
        assert amount_typed(text, unit) == minor


@pytest.mark.parametrize(
    ("text", "german", "english"),
    [
        ("1.000", 100_000, None),
        ("1,000", None, 100_000),
        ("1.234,50", 123_450, None),
        ("1,234.50", None, 123_450),
        ("12.34,5", None, None),
    ],
)
def test_a_sign_between_thousands_is_read_in_its_language(text: str, german: int | None, english: int | None) -> None:
    with translation.override("de"):
        assert amount_typed(text, "EUR") == german
    with translation.override("en"):
        assert amount_typed(text, "EUR") == english


@pytest.mark.parametrize("minor", [0, 5, 120, 123_456])
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("unit", ["EUR", "beer"])
def test_what_stands_in_a_field_is_read_back(language: str, minor: int, unit: str) -> None:
    with translation.override(language):
        assert amount_typed(amount_field(minor, unit), unit) == minor
