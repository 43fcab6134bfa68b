"""The agreement on a season: the evenings that count and what they are compared by. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from typing import Any, cast
from uuid import UUID

from rules import GAMES
from rules.problems import ProblemList
from scorebook.core.months import EARLIEST, LATEST

# A year and a month. A season is read evening by evening, and a league of twenty evenings a week has 1,000 a year.
MAX_DAYS = 400
MAX_EVENINGS, MAX_PLACE_POINTS, MAX_PEOPLE, MAX_LEFT_OUT = 999, 999, 20, 200

Scheme = Mapping[int, tuple[int, ...]]


class SeasonMeasure(StrEnum):
    POINTS = "points"
    MONEY = "money"
    PER_HAND = "per_hand"  # points by hands in which they held cards
    PER_EVENING = "per_evening"
    PLACE_POINTS = "place_points"  # points that a scheme gives for a place


# Measures that can compare evenings of different games, whose points are not comparable.
# As on boards. Points with a warning were rejected: readers forget the warning and keep the table.
OF_ALL_GAMES = (SeasonMeasure.MONEY, SeasonMeasure.PLACE_POINTS)


def usual_place_points(people: int) -> tuple[int, ...]:
    """Return the usual place points: 1 for the last, one more for each place above it, the winner one on top."""
    return (people + 1, *range(people - 1, 0, -1))


USUAL_SCHEME: Scheme = {people: usual_place_points(people) for people in range(4, 8)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    first_on: date  # included
    last_on: date | None = None  # included; without it the season lasts MAX_DAYS days at most
    game: str | None = None  # None is all, for measures that can be compared across games
    # The house rules of the evenings: the beginning of their digest (`EveningResult.ruleset`), and the evening that
    # they were taken from. Empty and None for any house rules.
    ruleset: str = ""
    rules_of: UUID | None = None
    left_out: tuple[UUID, ...] = ()  # evenings that do not count
    # A person is ranked if they attend this number or this part of the evenings.
    least_evenings: int = 0
    least_percent: int = 0
    measure: SeasonMeasure = SeasonMeasure.POINTS
    unit: str | None = None  # of the money compared, only its evenings count; None for other measures
    best: int | None = None  # number of a person's best evenings that count; None is all
    # of place points: people -> points for the first place, the second ...
    scheme: Scheme = field(default_factory=dict)

    @property
    def ends_on(self) -> date:
        """Return the last day that can count."""
        return self.last_on or min(self.first_on + timedelta(days=MAX_DAYS - 1), LATEST - timedelta(days=1))

    def is_enough(self, attended: int, *, of: int) -> bool:
        """Return whether a person who attended that many of the season's evenings is ranked."""
        return attended >= self.least_evenings and attended * 100 >= self.least_percent * of

    def place_points(self, place: int, *, people: int) -> int:
        """Return the points of a place by the row of the nearest number of people; 0 for places beyond the row."""
        row = self.scheme.get(people) or self.scheme[min(self.scheme, key=lambda known: (abs(known - people), -known))]
        return row[place - 1] if place <= len(row) else 0

    def check(self, problems: ProblemList) -> None:
        self._check_period(problems)
        self._check_measure(problems)
        self._check_attendance(problems)
        for people, row in self.scheme.items():
            is_falling = all(high >= low for high, low in zip(row, row[1:], strict=False))
            in_range = 2 <= people <= MAX_PEOPLE and all(0 <= points <= MAX_PLACE_POINTS for points in row)
            if len(row) != people or not is_falling or not in_range:
                problems.add("place_points_row", f"scheme.{people}", people=people, most=MAX_PLACE_POINTS)

    def _check_period(self, problems: ProblemList) -> None:
        if not EARLIEST <= self.first_on < LATEST:
            problems.add("season_out_of_range", "first_on")
        elif self.last_on and self.last_on < self.first_on:
            problems.add("season_reversed", "last_on")
        elif self.last_on and not self.last_on - self.first_on < timedelta(days=MAX_DAYS):
            problems.add("season_too_long", "last_on", most=MAX_DAYS)
        if (self.rules_of is None) is not (self.ruleset == ""):
            problems.add("evening_unknown", "rules_of")
        if len(self.left_out) > MAX_LEFT_OUT:
            problems.add("left_out_too_many", "left_out", most=MAX_LEFT_OUT)

    def _check_measure(self, problems: ProblemList) -> None:
        if self.game is not None and self.game not in GAMES:
            problems.add("game_unknown", "game")
        if self.game is None and self.measure not in OF_ALL_GAMES:
            problems.add("points_of_all_games", "measure")
        if (self.measure is SeasonMeasure.MONEY) is not bool(self.unit):
            problems.add("unit_of_money", "unit")
        if (self.measure is SeasonMeasure.PLACE_POINTS) is not bool(self.scheme):
            problems.add("scheme_of_places", "scheme")

    def _check_attendance(self, problems: ProblemList) -> None:
        if self.best is not None and not 1 <= self.best <= MAX_EVENINGS:
            problems.add("season_figure_out_of_range", "best", least=1, most=MAX_EVENINGS)
        if not 0 <= self.least_evenings <= MAX_EVENINGS:
            problems.add("season_figure_out_of_range", "least_evenings", least=0, most=MAX_EVENINGS)
        if not 0 <= self.least_percent <= 100:
            problems.add("season_figure_out_of_range", "least_percent", least=0, most=100)
        if self.least_evenings and self.least_percent:
            problems.add("attendance_not_one", "least_percent")

    def to_json(self) -> dict[str, object]:
        return {
            "first_on": self.first_on.isoformat(),
            "last_on": self.last_on and self.last_on.isoformat(),
            "game": self.game,
            "ruleset": self.ruleset,
            "rules_of": self.rules_of and str(self.rules_of),
            "left_out": [str(evening) for evening in self.left_out],
            "least_evenings": self.least_evenings,
            "least_percent": self.least_percent,
            "measure": str(self.measure),
            "unit": self.unit,
            "best": self.best,
            "scheme": {str(people): list(row) for people, row in sorted(self.scheme.items())},
        }

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> Agreement:
        """Read what `to_json` wrote, and nothing else. Raises: ValueError."""
        try:
            found = cls(
                first_on=date.fromisoformat(raw["first_on"]),
                last_on=date.fromisoformat(raw["last_on"]) if raw["last_on"] else None,
                game=raw["game"],
                ruleset=raw["ruleset"],
                rules_of=UUID(raw["rules_of"]) if raw["rules_of"] else None,
                left_out=tuple(UUID(evening) for evening in raw["left_out"]),
                least_evenings=raw["least_evenings"],
                least_percent=raw["least_percent"],
                measure=SeasonMeasure(raw["measure"]),
                unit=raw["unit"],
                best=raw["best"],
                scheme={int(people): tuple(row) for people, row in raw["scheme"].items()},
            )
            problems = ProblemList()
            found.check(problems)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"no agreement on a season: {error!r}") from error
        if problems or found.to_json() != cast(object, raw):
            raise ValueError(f"no agreement on a season: {dict(raw)}")
        return found
