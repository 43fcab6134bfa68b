"""A period of days, parted into whole months and what is left of a month at either end. Pure."""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from scorebook.core.months import EARLIEST, LATEST, next_month


class Shortcut(StrEnum):
    """Up to today and beyond: a club may have written down an evening of tomorrow."""

    ALWAYS = "all"
    YEAR = "year"
    TWELVE = "twelve"
    MONTH = "month"

    def first_on(self, today: date) -> date | None:
        match self:
            case Shortcut.YEAR:
                return today.replace(month=1, day=1)
            case Shortcut.TWELVE:
                return _year_before(today) + timedelta(days=1)
            case Shortcut.MONTH:
                return today.replace(day=1)
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """From the first day up to, and without, the end."""

    first: date
    end: date

    @classmethod
    def of_year(cls, year: int) -> "Span":
        """year: up to 8999."""
        return cls(first=date(year, 1, 1), end=date(year + 1, 1, 1))

    @classmethod
    def of_twelve_months(cls, today: date) -> "Span":
        """Whole months, this one the last."""
        end = next_month(today.replace(day=1))
        return cls(first=end.replace(year=end.year - 1), end=end)


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """months: from the first day of one month to that of another. days: what lies in months that are not whole."""

    months: Span | None
    days: tuple[Span, ...]

    @classmethod
    def of(cls, first_on: date | None, last_on: date | None) -> "Period":
        """first_on, last_on: both included; None leaves that side open."""
        first = max(first_on or EARLIEST, EARLIEST)
        end = min(last_on, LATEST - timedelta(days=1)) + timedelta(days=1) if last_on else LATEST
        if first >= end:
            return cls(months=None, days=())
        whole_from, whole_to = _month_from(first), end.replace(day=1)
        if whole_from >= whole_to:
            return cls(months=None, days=(Span(first=first, end=end),))
        edges = (Span(first=first, end=whole_from), Span(first=whole_to, end=end))
        return cls(
            months=Span(first=whole_from, end=whole_to), days=tuple(edge for edge in edges if edge.first < edge.end)
        )


def _month_from(day: date) -> date:
    """The first day of a month, this one or the next after it."""
    return day if day.day == 1 else next_month(day.replace(day=1))


def _year_before(day: date) -> date:
    """Of 29 February 1 March."""
    return day.replace(year=day.year - 1, day=min(day.day, 28)) + timedelta(days=max(day.day - 28, 0))
