"""A period, parted into whole months and days: whole months are read as months, the rest evening by evening."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.standings.period import Period, Span


@pytest.mark.parametrize(
    ("first_on", "last_on", "months", "days"),
    [
        (None, None, ("1900-01-01", "9000-01-01"), []),
        ("2026-01-01", "2026-12-31", ("2026-01-01", "2027-01-01"), []),
        (
            "2026-01-15",
            "2026-04-10",
            ("2026-02-01", "2026-04-01"),
            [("2026-01-15", "2026-02-01"), ("2026-04-01", "2026-04-11")],
        ),
        ("2026-01-31", "2026-02-01", None, [("2026-01-31", "2026-02-02")]),
        ("2026-02-01", "2026-02-27", None, [("2026-02-01", "2026-02-28")]),
        ("2026-02-01", "2026-02-28", ("2026-02-01", "2026-03-01"), []),
        ("2026-12-02", "2026-12-31", None, [("2026-12-02", "2027-01-01")]),
        (None, "2026-02-03", ("1900-01-01", "2026-02-01"), [("2026-02-01", "2026-02-04")]),
        ("2026-02-03", None, ("2026-03-01", "9000-01-01"), [("2026-02-03", "2026-03-01")]),
        ("2026-02-03", "2026-02-02", None, []),
        ("0001-01-01", "1800-01-01", None, []),
        ("0001-01-01", "9999-12-31", ("1900-01-01", "9000-01-01"), []),
    ],
)
def test_whole_months_and_what_is_left(
    first_on: str | None, last_on: str | None, months: tuple[str, str] | None, days: list[tuple[str, str]]
) -> None:
    found = Period.of(*(date.fromisoformat(day) if day else None for day in (first_on, last_on)))

    def told(span: Span) -> tuple[str, str]:
        return span.first.isoformat(), span.end.isoformat()

    assert (found.months and told(found.months), [told(span) for span in found.days]) == (months, days)


@given(st.dates(date(2025, 1, 1), date(2026, 12, 31)), st.dates(date(2025, 1, 1), date(2026, 12, 31)))
def test_every_day_of_a_period_is_in_one_part_of_it(first_on: date, last_on: date) -> None:
    period = Period.of(first_on, last_on)
    spans = [*period.days, *([period.months] if period.months else [])]
    day = date(2024, 12, 1)
    while day < date(2027, 2, 1):
        assert sum(span.first <= day < span.end for span in spans) == (first_on <= day <= last_on)
        day += timedelta(days=1)
