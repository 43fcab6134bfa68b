"""Amounts as people write them. Integer minor units in, text out; nothing is calculated."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.formats import get_format
from django.utils.translation import get_language, gettext

POINTS = "points"
MINUS, NO_BREAK = "\u2212", "\u00a0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Currency:
    symbol: str
    digits: int = 2


CURRENCIES = {"EUR": Currency(symbol="€"), "CHF": Currency(symbol="CHF")}


def amount_text(amount_minor: int, unit: str, *, signed: bool = False) -> str:
    """1,20 € in German, €1.20 in English; points as points. `signed` writes the plus of a gain."""
    if unit not in CURRENCIES:
        return counted_text(amount_minor, unit, signed=signed)
    currency = CURRENCIES[unit]
    figure = _figure(abs(amount_minor), currency.digits)
    sign = _sign(amount_minor, signed=signed)
    if get_language() == "en":
        gap = "" if len(currency.symbol) == 1 else NO_BREAK
        return f"{sign}{currency.symbol}{gap}{figure}"
    return f"{sign}{figure}{NO_BREAK}{currency.symbol}"


def counted_text(count: int, unit: str, *, signed: bool = False) -> str:
    name = gettext("pts") if unit == POINTS else unit
    return f"{points_text(count, signed=signed)}{NO_BREAK}{name}"


def points_text(points: int, *, signed: bool = True) -> str:
    return f"{_sign(points, signed=signed)}{_grouped(abs(points))}"


def _sign(number: int, *, signed: bool) -> str:
    if number < 0:
        return MINUS
    return "+" if signed and number > 0 else ""


def _figure(minor: int, digits: int) -> str:
    whole, part = divmod(minor, 10**digits)
    separator = get_format("DECIMAL_SEPARATOR")
    return f"{_grouped(whole)}{separator}{part:0{digits}}"


def _grouped(whole: int) -> str:
    return f"{whole:,}".replace(",", get_format("THOUSAND_SEPARATOR"))
