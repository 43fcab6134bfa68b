"""A table: its columns and its cells, independent of the file format."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction

from django.utils.translation import gettext_lazy as _

from scorebook.core.currencies import digits_of
from scorebook.exchange.headings import HEADINGS
from scorebook.play.services import POINTS

Cell = str | int | Fraction | date | datetime | None
# Columns for programs.
CODES = ("kind", "more", "evening_terms")
# Decimals of shares and averages, which are exact before.
QUOTIENT_DIGITS = 4
_NAMES = {
    "hands": _("Hands"),
    "results": _("Results"),
    "payments": _("Payments"),
    "season": _("Season"),
    "evenings": _("Evenings"),
    "statement": _("Statement"),
    "tab": _("Tab"),
    "board": _("Leaderboard"),
}


class ColumnKind(StrEnum):
    """The content of a column. All kinds but texts, days and moments are numbers that can be added up."""

    TEXT = "text"
    DAY = "day"
    MOMENT = "moment"  # a time with its zone, written as local time
    COUNT = "count"  # a quantity, or an ordinal number
    POINTS = "points"  # gains and losses
    AMOUNT = "amount"  # minor units of a unit
    AVERAGE = "average"  # an exact quotient
    SHARE = "share"  # an exact quotient, of 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    id: str  # the same in every language
    heading: str
    kind: ColumnKind = ColumnKind.TEXT
    unit: str = ""  # of an AMOUNT
    is_code: bool = False  # for programs, not for people who print a sheet

    @property
    def title(self) -> str:
        """Return the heading with its unit: Amount (EUR)."""
        return f"{self.heading} ({self.unit.rpartition('/')[2]})" if self.unit else self.heading


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportTable:
    id: str  # as in docs/tables.md
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]  # a cell for each column; None is an empty one

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise AssertionError(f"a row of {self.id} has other cells than its columns")


# The tables of a page by id, built only on request.
Tables = Mapping[str, Callable[[], ExportTable]]


def table_name(id: str) -> str:
    return str(_NAMES[id])


def table_columns(table: str, **kinds: ColumnKind) -> dict[str, Column]:
    """Return the columns by id, in their order. kinds: by id, of those that are no texts."""
    return {
        id: Column(id=id, heading=str(heading), kind=kinds.get(id, ColumnKind.TEXT), is_code=id in CODES)
        for id, heading in HEADINGS[table].items()
    }


def money_column(id: str, heading: str, unit: str) -> Column:
    """Return a column of amounts in any unit; for points, of points."""
    if unit == POINTS:
        return Column(id=id, heading=heading, kind=ColumnKind.POINTS)
    return Column(id=id, heading=heading, kind=ColumnKind.AMOUNT, unit=unit)


def export_number(column: Column, cell: int | Fraction) -> tuple[int, int]:
    """Return a whole number and how many of its digits are decimals; half is rounded away from 0."""
    if column.kind is ColumnKind.AMOUNT:
        return int(cell), digits_of(column.unit)
    if column.kind in (ColumnKind.AVERAGE, ColumnKind.SHARE):
        exact = abs(Fraction(cell)) * 10**QUOTIENT_DIGITS
        whole = (2 * exact.numerator + exact.denominator) // (2 * exact.denominator)
        return whole if cell >= 0 else -whole, QUOTIENT_DIGITS
    return int(cell), 0
