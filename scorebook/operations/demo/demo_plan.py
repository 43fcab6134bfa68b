"""The plan of the demo club's evenings: dates, people, contracts and lengths. No database.

The people have their attendance, and how well they play with and against each other.
"""

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from rules import PRESETS, Player
from scorebook.play.services import Terms

EVENLY_BOLD = 10
MIN_WIN, MAX_WIN = 5, 95  # percent: no hand is decided before it is played
SURELY, OFTEN, NOW_AND_THEN = 100, 70, 14


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPerson:
    name: str
    strength: int = 0  # percentage points by which they win more hands than the others
    boldness: int = EVENLY_BOLD  # how often they play alone, of 10; bolder players win fewer of these
    attends: int = OFTEN  # percent of the evenings


REGULARS = (
    DemoPerson(name="Resi", strength=8, boldness=9, attends=80),
    DemoPerson(name="Sepp", strength=2, boldness=18, attends=75),
    DemoPerson(name="Vroni", strength=3, boldness=8, attends=65),
    DemoPerson(name="Xaver", strength=-6, boldness=13, attends=70),
    DemoPerson(name="Anna", strength=5, boldness=6, attends=55),
    DemoPerson(name="Beppo", strength=-3, boldness=10, attends=60),
    DemoPerson(name="Kathi", boldness=11, attends=50),
)
GUESTS = (
    DemoPerson(name="Ferdl", strength=-5, boldness=15, attends=NOW_AND_THEN),
    DemoPerson(name="Gitti", strength=4, boldness=7, attends=NOW_AND_THEN),
    DemoPerson(name="Done", strength=-8, boldness=5, attends=NOW_AND_THEN),
)
NEWCOMER = DemoPerson(name="Lisl", strength=1, boldness=8, attends=90)
# On three evenings Sepp was entered under another name by mistake.
TWICE = DemoPerson(name="Sepp H.", strength=2, boldness=18, attends=SURELY)
OF_TWICE = (52, 53, 55)

# Percentage points by which two people on one side win more.
TOGETHER = {frozenset({"Vroni", "Xaver"}): 16}
# Percentage points by which the side of the second wins more against the first.
NEMESIS = {("Sepp", "Anna"): 20, (TWICE.name, "Anna"): 20}


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPeople:
    """The people of an evening by the ids that hands name."""

    people: Mapping[Player, DemoPerson]

    def win_percent(self, base: int, side: Sequence[Player], others: Sequence[Player]) -> int:
        """Return the percentage of such hands that the side wins. base: that of equal players."""
        ours, theirs = self._side_names(side), self._side_names(others)
        edge = self._mean_strength(side) - self._mean_strength(others)
        edge += (
            _partner_bonus(ours)
            - _partner_bonus(theirs)
            + _nemesis_penalty(theirs, ours)
            - _nemesis_penalty(ours, theirs)
        )
        return min(max(base + edge, MIN_WIN), MAX_WIN)

    def solo_weights(self, players: Sequence[Player]) -> list[int]:
        return [self.people[player].boldness for player in players]

    def ramsch_loser_weights(self, players: Sequence[Player]) -> list[int]:
        """Return weights of the loser where everyone plays alone."""
        return [20 - self.people[player].strength for player in players]

    def _side_names(self, side: Sequence[Player]) -> set[str]:
        return {self.people[player].name for player in side}

    def _mean_strength(self, side: Sequence[Player]) -> int:
        return sum(self.people[player].strength for player in side) // len(side)


def _partner_bonus(names: Collection[str]) -> int:
    return sum(points for pair, points in TOGETHER.items() if pair <= set(names))


def _nemesis_penalty(names: Collection[str], others: Collection[str]) -> int:
    return sum(points for (one, other), points in NEMESIS.items() if one in names and other in others)


def possible_attendants(place: int, *, is_of_newcomer: bool) -> list[DemoPerson]:
    """Return the people who may come to this evening."""
    people = [*REGULARS, *GUESTS, *([NEWCOMER] if is_of_newcomer else [])]
    return [TWICE if one.name == "Sepp" and place in OF_TWICE else one for one in people]


def draw_attendance(dice: random.Random, people: Sequence[DemoPerson], *, least: int, most: int) -> list[DemoPerson]:
    """Return the people of an evening, in seating order."""
    coming = [one for one in people if draw_percent(dice, one.attends)]
    at_home = [one for one in people if one not in coming]
    coming += dice.sample(at_home, max(least - len(coming), 0))
    not_sure = [one for one in coming if one.attends < SURELY]
    stay_away = dice.sample(not_sure, max(len(coming) - most, 0))
    return dice.sample([one for one in coming if one not in stay_away], min(len(coming), most))


def draw_percent(dice: random.Random, share: int) -> bool:
    return dice.randrange(100) < share


# -- evenings --------------------------------------------------------------------------------------------------------

BY, UNIT = "demo", "EUR"
MIN_HANDS, MAX_HANDS = 25, 60
HANDS_IN_A_ROW = 8  # written down together
BEGINS = time(19, 30)
DAYS_A_YEAR = 365
THURSDAY = 3
EVENINGS_OF_NEWCOMER = 8
LATE, EARLY = 25, 25  # percent of the evenings of five
# What the people of this Bavarian club have typed, so in their language on every page.
CARD_MONEY_NOTE, NEW_CARDS_NOTE = "Kartengeld", "Neue Karten"
SIE_NOTE = "Hängt gerahmt über unserem Tisch."
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


def plan_demo_evenings(dice: random.Random, *, years: int, hands: int, until: datetime) -> Iterator[PlannedEvening]:
    """Yield the plan of each evening. until: time of the last one, in the time zone of the club."""
    lengths = list(_draw_evening_lengths(dice, hands))
    days = demo_evening_times(len(lengths), years=years, until=until)
    for number, (at, length) in enumerate(zip(days, lengths, strict=True), start=1):
        yield _plan_demo_evening(dice, number, at, length, is_of_newcomer=len(lengths) - number < EVENINGS_OF_NEWCOMER)


def demo_evening_times(count: int, *, years: int, until: datetime) -> list[datetime]:
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


def _plan_demo_evening(
    dice: random.Random, number: int, at: datetime, length: int, *, is_of_newcomer: bool
) -> PlannedEvening:
    place = number % A_CYCLE
    terms = _terms_of_demo_evening(place)
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


def _terms_of_demo_evening(place: int) -> Terms:
    """Return the terms: mostly the pub's own game, sometimes with a pot and Bock, sometimes another game."""
    if place % 14 == 9:
        return PALATINATE
    if place % 28 == 20:
        return SASKU
    return PUB_WITH_POT if place % 10 == 4 else PUB
