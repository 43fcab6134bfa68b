"""The people of the demo club, their attendance, and how well they play with and against each other. No database."""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rules import Player

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
