"""Spans: their days, and their parts. Whole months are read as months, the other days evening by evening."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.core.time_spans import Span, SpanName, SpanParts, parse_span


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
    found = parts_of(*(date.fromisoformat(day) if day else None for day in (first_on, last_on)))

    def iso_bounds(span: Span) -> tuple[str, str]:
        return span.first.isoformat(), span.end.isoformat()

    assert (found.months and iso_bounds(found.months), [iso_bounds(span) for span in found.days]) == (months, days)


def parts_of(first_on: date | None, last_on: date | None) -> SpanParts:
    return Span.of_days(first_on, last_on).parts


@given(st.dates(date(2025, 1, 1), date(2026, 12, 31)), st.dates(date(2025, 1, 1), date(2026, 12, 31)))
def test_every_day_of_a_period_is_in_one_part_of_it(first_on: date, last_on: date) -> None:
    period = parts_of(first_on, last_on)
    spans = [*period.days, *([period.months] if period.months else [])]
    day = date(2024, 12, 1)
    while day < date(2027, 2, 1):
        assert sum(span.first <= day < span.end for span in spans) == (first_on <= day <= last_on)
        day += timedelta(days=1)


@pytest.mark.parametrize(
    ("name", "today", "first_on", "last_on"),
    [
        ("all", "2026-11-25", None, None),
        ("year", "2026-01-01", "2026-01-01", "2026-12-31"),
        ("year", "2026-12-31", "2026-01-01", "2026-12-31"),
        ("month", "2024-02-29", "2024-02-01", "2024-02-29"),
        ("month", "2026-12-31", "2026-12-01", "2026-12-31"),
        ("twelve", "2026-11-01", "2025-12-01", "2026-11-30"),
        ("twelve", "2026-11-30", "2025-12-01", "2026-11-30"),
        ("twelve", "2026-12-31", "2026-01-01", "2026-12-31"),
        ("twelve", "2024-02-29", "2023-03-01", "2024-02-29"),
        ("twelve", "2025-01-01", "2024-02-01", "2025-01-31"),
        ("2024", "2026-11-25", "2024-01-01", "2024-12-31"),
    ],
)
def test_a_named_span_is_whole_months(name: str, today: str, first_on: str | None, last_on: str | None) -> None:
    found = parse_span(name, date.fromisoformat(today))
    assert found is not None and found.is_whole_months
    assert [day and day.isoformat() for day in (found.first_on, found.last_on)] == [first_on, last_on]


@pytest.mark.parametrize("name", ["", "ever", "1899", "9000", "26", "20260", "-026"])
def test_other_words_name_no_span(name: str) -> None:
    assert parse_span(name, date(2026, 11, 25)) is None


@pytest.mark.parametrize("name", SpanName)
def test_a_name_and_its_days_are_one_span(name: SpanName) -> None:
    span = Span.named(name, date(2026, 11, 25))
    assert Span.of_days(span.first_on, span.last_on) == span


def test_sums_of_months_are_not_read_for_other_days() -> None:
    with pytest.raises(AssertionError):
        Span.of_days(date(2026, 11, 2), None).of_months()
    with pytest.raises(AssertionError):
        Span.of_days(None, date(2026, 11, 29)).of_months()
