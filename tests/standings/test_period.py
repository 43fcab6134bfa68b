"""A period of a leaderboard: whole months are read as months, the rest evening by evening."""

from datetime import UTC, date, datetime, timedelta
from itertools import combinations_with_replacement
from uuid import uuid4

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from rules import PRESETS
from scorebook.clubs.models import Club
from scorebook.clubs.services import create_club
from scorebook.play.models import Seat
from scorebook.standings.period import Period, Span
from scorebook.standings.queries import leaderboard
from tests.support.played_evening import THROWN_IN, new_evening, rufer, solo

PALATINATE = PRESETS["palatinate"]["palatinate"]


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


@pytest.fixture
def autumn(db: None) -> Club:
    """Evenings at the very ends of months where the club is: two begin in October there and in September in UTC."""
    club = create_club(key=uuid4(), name="Linde", at=datetime(2026, 8, 1, tzinfo=UTC), by="club link")
    begun = ["2026-09-30T21:59", "2026-09-30T22:01", "2026-10-01T20:00", "2026-10-15T20:00", "2026-10-31T22:59"]
    for place, at in enumerate([*begun, "2026-10-31T23:00", "2026-11-20T20:00"]):
        evening = new_evening(
            "Anna", "Beppo", "Cilli", "Done", club=club, at=datetime.fromisoformat(f"{at}+00:00"), stake_minor=1 + place
        )
        evening.record(solo("Anna") if place % 2 else rufer("Beppo", "Cilli"))
        evening.record(THROWN_IN)
        evening.correct(1, solo("Done", won=False))
        evening.record(rufer("Cilli", "Anna"))
        evening.void(3)
    struck_out = new_evening("Anna", "Beppo", "Cilli", "Done", club=club, at=datetime(2026, 10, 20, 20, 0, tzinfo=UTC))
    struck_out.record(solo("Anna"))
    struck_out.void(1)
    new_evening("Anna", "Beppo", "Cilli", club=club, ruleset=PALATINATE, at=datetime(2026, 10, 2, 20, 0, tzinfo=UTC))
    return club


def test_any_period_comes_to_what_its_evenings_come_to(autumn: Club) -> None:
    days = [date(2026, 9, 30), date(2026, 10, 1), date(2026, 10, 2), date(2026, 10, 31), date(2026, 11, 1), None]
    for first_on, last_on in [(None, None), *combinations_with_replacement(days, 2)]:
        assert _leaderboard(autumn, first_on, last_on) == _recounted(autumn, first_on, last_on)


Sums = dict[str, tuple[dict[str, int], int, int, int, int, int]]


def _leaderboard(club: Club, first_on: date | None, last_on: date | None) -> Sums:
    return {
        one.player.name: (dict(one.amounts), one.points, one.evenings, one.hands, one.declared, one.declared_won)
        for one in leaderboard(club=club, first_on=first_on, last_on=last_on)
    }


def _recounted(club: Club, first_on: date | None, last_on: date | None) -> Sums:
    found: Sums = {}
    for seat in Seat.objects.filter(club=club).select_related("evening", "player"):
        day = timezone.localdate(seat.evening.started_at)
        if (seat.hands or seat.points) and (first_on or day) <= day <= (last_on or day):
            amounts, points, evenings, hands, declared, won = found.get(seat.player.name, ({}, 0, 0, 0, 0, 0))
            amounts[seat.evening.unit] = amounts.get(seat.evening.unit, 0) + seat.amount_minor
            sums = (points + seat.points, evenings + 1, hands + seat.hands)
            found[seat.player.name] = (amounts, *sums, declared + seat.declared, won + seat.declared_won)
    return found
