"""The plan of the demo club's evenings: dates, people, contracts and lengths. No database."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from rules import PRESETS
from scorebook.operations.demo.demo_people import DemoPerson, draw_attendance, draw_percent, possible_attendants
from scorebook.play.services import Terms

BY, UNIT = "demo", "EUR"
MIN_HANDS, MAX_HANDS = 25, 60
HANDS_IN_A_ROW = 8  # written down together
BEGINS = time(19, 30)
DAYS_A_YEAR = 365
THURSDAY = 3
EVENINGS_OF_NEWCOMER = 8
LATE, EARLY = 25, 25  # percent of the evenings of five
A_CYCLE = 140  # evenings of three years, after which the memorable hands repeat

# Memorable hands: evening, hand -> kind.
MEMORABLE = {(22, 8): "solo_tout", (41, 11): "sie", (66, 17): "march", (95, 5): "wenz_tout", (113, 19): "sie"}

PUB = Terms(ruleset=PRESETS["bavarian"]["pub_10_20_50"], unit=UNIT, stake_minor=1)
PUB_WITH_POT = Terms(ruleset=PRESETS["bavarian"]["pub_everything"], unit=UNIT, stake_minor=1)
PALATINATE = Terms(ruleset=PRESETS["palatinate"]["palatinate"], unit=UNIT, stake_minor=10)
SASKU = Terms(ruleset=PRESETS["sasku"]["sasku"], unit=UNIT, stake_minor=50)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedEvening:
    number: int
    at: datetime
    terms: Terms
    people: Sequence[DemoPerson]
    kinds: Sequence[Sequence[str | None]]  # of each hand, None to draw it, in rows that are recorded together
    late: DemoPerson | None = None  # joins after the first row
    early: DemoPerson | None = None  # leaves before the last row


def planned_evenings(dice: random.Random, *, years: int, hands: int, until: datetime) -> Iterator[PlannedEvening]:
    """Yield the plan of each evening. until: time of the last one, in the time zone of the club."""
    lengths = list(_draw_evening_lengths(dice, hands))
    days = evening_times(len(lengths), years=years, until=until)
    for number, (at, length) in enumerate(zip(days, lengths, strict=True), start=1):
        yield _plan_evening(dice, number, at, length, is_of_newcomer=len(lengths) - number < EVENINGS_OF_NEWCOMER)


def evening_times(count: int, *, years: int, until: datetime) -> list[datetime]:
    """Return the times of weekly evenings outside the holidays, or evenly spread times if more are needed."""
    weeks = (until.date() - timedelta(days=ago) for ago in range(0, years * DAYS_A_YEAR, 7))
    days = [day for day in weeks if not _is_holiday(day)]
    if count <= len(days):
        evenly_spread = [days[place * len(days) // count] for place in range(count)]
        return [datetime.combine(day, until.timetz()) for day in reversed(evenly_spread)]
    between = timedelta(days=years * DAYS_A_YEAR) / count
    return [until - between * ago for ago in reversed(range(count))]


def last_thursday(before: datetime, zone: ZoneInfo) -> datetime:
    """Return the evening of the last Thursday at least two days ago."""
    day = before.astimezone(zone).date() - timedelta(days=2)
    day -= timedelta(days=(day.weekday() - THURSDAY) % 7)
    return datetime.combine(day, BEGINS, tzinfo=zone)


def _is_holiday(day: date) -> bool:
    """Return whether the day is from Christmas Eve to Epiphany, or in the first three weeks of August."""
    return (day.month, day.day) >= (12, 24) or (day.month, day.day) <= (1, 6) or (day.month == 8 and day.day <= 21)


def _draw_evening_lengths(dice: random.Random, hands: int) -> Iterator[int]:
    while hands > 0:
        length = min(dice.randint(MIN_HANDS, MAX_HANDS), hands)
        yield length
        hands -= length


def _plan_evening(
    dice: random.Random, number: int, at: datetime, length: int, *, is_of_newcomer: bool
) -> PlannedEvening:
    place = number % A_CYCLE
    terms = _terms_of_evening(place)
    seats = (4, 4) if terms.ruleset.MOST_PLAYERS == 4 else (4, 5)
    kinds = [MEMORABLE.get((place, no)) for no in range(1, length + 1)]
    rows = [kinds[first : first + HANDS_IN_A_ROW] for first in range(0, length, HANDS_IN_A_ROW)]
    people = draw_attendance(
        dice, possible_attendants(place, is_of_newcomer=is_of_newcomer), least=seats[0], most=seats[1]
    )
    come_and_go = len(people) == 5 and len(rows) > 1
    late = people[-1] if come_and_go and draw_percent(dice, LATE) else None
    early = people[0] if come_and_go and not late and draw_percent(dice, EARLY) else None
    return PlannedEvening(number=number, at=at, terms=terms, people=people, kinds=rows, late=late, early=early)


def _terms_of_evening(place: int) -> Terms:
    """Return the terms: mostly the pub's own game, sometimes with a pot and Bock, sometimes another game."""
    if place % 14 == 9:
        return PALATINATE
    if place % 28 == 20:
        return SASKU
    return PUB_WITH_POT if place % 10 == 4 else PUB
