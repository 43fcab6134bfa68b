"""Time spans: the one definition of the days that a figure covers.

Every board, page, endpoint and table takes its span from here. A span is whole days in the installation's own time
zone; an evening belongs to the day on which it began.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from scorebook.core.months import EARLIEST, LATEST, midnight, next_month

_YEAR = re.compile("[0-9]{4}")


class SpanName(StrEnum):
    """The spans with a name; a year is named by its number."""

    ALL = "all"
    YEAR = "year"
    TWELVE = "twelve"
    MONTH = "month"


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The days from the first to the end, which is excluded; all days by default."""

    first: date = EARLIEST
    end: date = LATEST

    @classmethod
    def of_days(cls, first_on: date | None, last_on: date | None) -> Span:
        """Return the span of two included days; None leaves that side open. Reversed days give an empty span."""
        first = min(max(first_on or EARLIEST, EARLIEST), LATEST)
        end = LATEST if last_on is None or last_on >= LATEST else last_on + timedelta(days=1)
        return cls(first=first, end=max(first, end))

    @classmethod
    def of_year(cls, year: int) -> Span:
        """Return the span of a year from 1900 to 8999."""
        return cls(first=date(year, 1, 1), end=date(year + 1, 1, 1))

    @classmethod
    def of_month(cls, day: date) -> Span:
        first = day.replace(day=1)
        return cls(first=first, end=next_month(first))

    @classmethod
    def of_twelve_months(cls, today: date) -> Span:
        """Return the current month and the eleven before it, all whole, so that stored sums of months are exact."""
        # Not from the same day a year ago: pages of pairs would read up to a month of hands.
        end = next_month(today.replace(day=1))
        return cls(first=end.replace(year=end.year - 1), end=end)

    @classmethod
    def named(cls, name: SpanName, today: date) -> Span:
        match name:
            case SpanName.YEAR:
                return cls.of_year(today.year)
            case SpanName.TWELVE:
                return cls.of_twelve_months(today)
            case SpanName.MONTH:
                return cls.of_month(today)
        return ALL

    @property
    def first_on(self) -> date | None:
        return self.first if self.first > EARLIEST else None

    @property
    def last_on(self) -> date | None:
        """Return the last day that is included."""
        return self.end - timedelta(days=1) if self.end < LATEST else None

    @property
    def first_at(self) -> datetime | None:
        return midnight(self.first) if self.first > EARLIEST else None

    @property
    def end_at(self) -> datetime | None:
        """Return the moment at which the last day ends."""
        return midnight(self.end) if self.end < LATEST else None

    def begun(self, column: str = "started_at") -> dict[str, datetime]:
        """Return the filter for rows whose evening began in the span.

        An open side is left out, because SQLite would choose an index by it.
        """
        found = {f"{column}__gte": self.first_at, f"{column}__lt": self.end_at}
        return {name: moment for name, moment in found.items() if moment is not None}

    def of_months(self, column: str = "month") -> dict[str, date]:
        """Return the filter for sums of months. Raises: AssertionError if the span is not made of whole months."""
        if not self.is_whole_months:
            raise AssertionError(f"sums of months are not those of {self.first} to {self.end}")
        found = {f"{column}__gte": self.first_on, f"{column}__lt": self.end if self.end < LATEST else None}
        return {name: day for name, day in found.items() if day is not None}

    def has_month(self, month: date) -> bool:
        """Return whether a month, given by its first day, lies in the span. Raises as `of_months`."""
        self.of_months()
        return self.first <= month < self.end

    @property
    def is_whole_months(self) -> bool:
        return self.first.day == self.end.day == 1

    @property
    def parts(self) -> SpanParts:
        """Return the whole months of the span, and the days left at either end."""
        if self.first >= self.end:
            return SpanParts(months=None, days=())
        whole_from = self.first if self.first.day == 1 else next_month(self.first.replace(day=1))
        whole_to = self.end.replace(day=1)
        if whole_from >= whole_to:
            return SpanParts(months=None, days=(self,))
        edges = (Span(first=self.first, end=whole_from), Span(first=whole_to, end=self.end))
        return SpanParts(
            months=Span(first=whole_from, end=whole_to), days=tuple(edge for edge in edges if edge.first < edge.end)
        )


ALL = Span()


@dataclass(frozen=True, slots=True, kw_only=True)
class SpanParts:
    months: Span | None  # whole months
    days: tuple[Span, ...]  # the days in months that are not whole


def parse_span(text: str, today: date) -> Span | None:
    """Return the span of a text in an address, a SpanName or the number of a year, or None."""
    if text in set(SpanName):
        return Span.named(SpanName(text), today)
    if _YEAR.fullmatch(text) and EARLIEST.year <= int(text) < LATEST.year:
        return Span.of_year(int(text))
    return None
