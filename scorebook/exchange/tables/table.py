"""A table: what its columns are and what stands in them, before anybody writes it into a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction

from django.utils.translation import gettext_lazy as _

from scorebook.core.currencies import digits_of
from scorebook.core.months import day_of
from scorebook.play.models import Evening
from scorebook.play.services import POINTS

Cell = str | int | Fraction | date | datetime | None
# Of shares and averages, which are exact until then.
QUOTIENT_DIGITS = 4
_NAMES = {
    "hands": _("Hands"),
    "results": _("Results"),
    "payments": _("Payments"),
    "season": _("Season"),
    "evenings": _("Evenings"),
    "statement": _("Statement"),
    "tab": _("Tab"),
    "board": _("Board"),
}


class Kind(StrEnum):
    """What stands in a column. Everything but texts, days and moments is a number for whoever adds up.

    MOMENT:   a time with its zone; written as the clock on the wall showed it.
    POINTS:   gains and losses. COUNT: how many, or which number something has.
    AMOUNT:   minor units of a unit.
    AVERAGE, SHARE: exact quotients; a share is one of 1.
    """

    TEXT = "text"
    DAY = "day"
    MOMENT = "moment"
    COUNT = "count"
    POINTS = "points"
    AMOUNT = "amount"
    AVERAGE = "average"
    SHARE = "share"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """id: the same in every language. unit: of an AMOUNT."""

    id: str
    heading: str
    kind: Kind = Kind.TEXT
    unit: str = ""

    @property
    def title(self) -> str:
        """Amount (EUR)"""
        return f"{self.heading} ({self.unit.rpartition('/')[2]})" if self.unit else self.heading


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """id: as in docs/tables.md. Every row has a cell for each column; None is an empty one."""

    id: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise AssertionError(f"a row of {self.id} has other cells than its columns")

    @property
    def name(self) -> str:
        return table_name(self.id)


# What a page has to give, by id; made only when somebody asks for it.
Tables = Mapping[str, Callable[[], Table]]


def table_name(id: str) -> str:
    return str(_NAMES[id])


def amount_column(id: str, heading: str, unit: str) -> Column:
    """An amount in any unit. Whoever plays for points has points for it."""
    if unit == POINTS:
        return Column(id=id, heading=heading, kind=Kind.POINTS)
    return Column(id=id, heading=heading, kind=Kind.AMOUNT, unit=unit)


def scaled(column: Column, cell: int | Fraction) -> tuple[int, int]:
    """A number as a whole one and how many of its digits stand behind the point; half away from 0, as people round."""
    if column.kind is Kind.AMOUNT:
        return int(cell), digits_of(column.unit)
    if column.kind in (Kind.AVERAGE, Kind.SHARE):
        exact = abs(Fraction(cell)) * 10**QUOTIENT_DIGITS
        whole = (2 * exact.numerator + exact.denominator) // (2 * exact.denominator)
        return whole if cell >= 0 else -whole, QUOTIENT_DIGITS
    return int(cell), 0


def day_of_evening(evening: Evening | None) -> date | None:
    return day_of(evening.started_at) if evening else None
