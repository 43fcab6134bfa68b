"""Amounts as people write and type them: integer minor units to text and back, without arithmetic."""

from __future__ import annotations

import re

from django.utils.formats import get_format
from django.utils.translation import get_language, gettext

from scorebook.core.currencies import currency_of, digits_of
from scorebook.play.services import POINTS

MINUS, NO_BREAK = "\u2212", "\u00a0"


def amount_text(amount_minor: int, unit: str, *, signed: bool = False) -> str:
    """Write 1,20 € in German, €1.20 in English; points as points. `signed` adds the plus of a gain."""
    currency = currency_of(unit)
    if currency is None:
        return counted_text(amount_minor, unit, signed=signed)
    figure = _amount_figure(abs(amount_minor), currency.digits)
    sign = _amount_sign(amount_minor, signed=signed)
    if get_language() == "en":
        gap = "" if len(currency.symbol) == 1 else NO_BREAK
        return f"{sign}{currency.symbol}{gap}{figure}"
    return f"{sign}{figure}{NO_BREAK}{currency.symbol}"


def counted_text(count: int, unit: str, *, signed: bool = False) -> str:
    name = gettext("pts") if unit == POINTS else counted_unit(count, unit)
    return f"{points_text(count, signed=signed)}{NO_BREAK}{name}"


def counted_unit(count: int, unit: str) -> str:
    """Return the word for a count: of "litre/litres" the first for 1, else the second."""
    one, _slash, many = unit.partition("/")
    return one if abs(count) == 1 else many or one


def amount_without_unit(amount_minor: int, unit: str) -> str:
    """Write a gain or loss for a column of one unit: +1,20."""
    return f"{_amount_sign(amount_minor, signed=True)}{_amount_figure(abs(amount_minor), digits_of(unit))}"


def unit_text(unit: str) -> str:
    """Return the heading of a unit: €, USD, litres, points."""
    if unit == POINTS:
        return gettext("Points")
    currency = currency_of(unit)
    return currency.symbol if currency else counted_unit(0, unit)


def points_text(points: int, *, signed: bool = True) -> str:
    return f"{_amount_sign(points, signed=signed)}{_grouped_thousands(abs(points))}"


def hundredths_text(hundredths: int, *, signed: bool = True) -> str:
    """Write hundredths with two decimals: +1,25."""
    return f"{_amount_sign(hundredths, signed=signed)}{_amount_figure(abs(hundredths), 2)}"


def _amount_sign(number: int, *, signed: bool) -> str:
    if number < 0:
        return MINUS
    return "+" if signed and number > 0 else ""


def _amount_figure(minor: int, digits: int) -> str:
    whole, part = divmod(minor, 10**digits)
    behind = f"{get_format('DECIMAL_SEPARATOR')}{part:0{digits}}" if digits else ""
    return f"{_grouped_thousands(whole)}{behind}"


def _grouped_thousands(whole: int) -> str:
    return f"{whole:,}".replace(",", get_format("THOUSAND_SEPARATOR"))


def amount_typed(text: str, unit: str) -> int | None:
    """Parse an amount to minor units: "1,20", "1.20", "1.000,50", "3 €", "3,-"; None if it is none.

    Comma and dot both separate the cents, in any language. Before three digits the language's thousands separator
    groups them, and the other one is refused rather than guessed at, unless the unit has three digits.
    """
    currency, bare = currency_of(unit), "".join(text.split())
    digits, names = (currency.digits, [currency.symbol, unit]) if currency else (0, unit.split("/"))
    for name in sorted(names, key=len, reverse=True):
        word = "".join(name.split())
        bare = bare.removesuffix(word).removeprefix(word)
    # The grouped reading comes first: with three digits both are possible.
    whole = rf"[1-9][0-9]{{0,2}}(?:{re.escape(get_format('THOUSAND_SEPARATOR'))}[0-9]{{3}}){{1,2}}|[0-9]{{1,9}}"
    found = re.fullmatch(rf"(?P<whole>{whole})(?:[.,](?:(?P<part>[0-9]{{0,{digits}}})|[-–]))?", bare)
    if found is None:
        return None
    return int(re.sub("[^0-9]", "", found["whole"]) + (found["part"] or "").ljust(digits, "0"))


def amount_field(amount_minor: int, unit: str) -> str:
    """Write an amount for an input: without unit and thousands separators."""
    digits = digits_of(unit)
    whole, part = divmod(amount_minor, 10**digits)
    return f"{whole}{get_format('DECIMAL_SEPARATOR')}{part:0{digits}}" if digits else str(whole)
