"""The money that has a sign and parts of its own; whatever else a table plays for is counted in whole ones."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Currency:
    symbol: str
    digits: int = 2


CURRENCIES = {"EUR": Currency(symbol="€"), "CHF": Currency(symbol="CHF")}


def digits_of(unit: str) -> int:
    """How many of the digits of an amount in minor units stand behind the point."""
    return CURRENCIES[unit].digits if unit in CURRENCIES else 0
