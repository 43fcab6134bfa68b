"""The strength of a person and its doubt: Bradley-Terry over the places of whole evenings. Pure.

A single hand proves next to nothing, and teams of one and three distort it; so whole evenings are rated, by places.
Points are those of Elo: of two well-known people 400 apart, the better one ends ahead ten times in eleven. A tie counts
half. The margin of points between two places is ignored.

The parameters were chosen on simulated evenings of 4 to 6 people and 40 to 60 hands, in clubs whose people's sides win
a hand more or less often by 3 to 6 percentage points (one standard deviation). An evening is mostly luck: a person who
wins a hand 10 points less often than the others still ends ahead of each of them in 27 evenings of 100, which is 170
points.

- `BradleyTerryFull` and not `PlackettLuce`: among equals, the latter puts those who play a solo every third time 20
  points below those who hardly do (+- 3; here 2 +- 3), because a last place costs it more than a first one brings, and
  solos bring both. `ThurstoneMostellerFull` is as fair and as good (0.6477 nats a pair, 0.6478 here, 0.6489 with
  Plackett-Luce), but has a margin of draws to guess.
- Places alone: the library's margin of points gains 0.0001 nats at its best, and 0.006 are lost where it is too small.
- `chance_ahead` and not `predict_win`, which is another curve than the one that `rate` learns with: of two people 100
  points apart it gives 72 %, where 64 % is true.
- START.sigma is how much the people of a club differ. With 110, predictions come true within 4 points in all tenths,
  within 2 from 20 to 80 %; with 50, chances above 60 % are 5 to 11 points too careful. In a club of near equals
  (2 points) the few chances above 70 % are up to 15 too bold, in a very unequal one (8) all are up to 5 too careful.
- DRIFT keeps ratings moving: doubt never falls below about 30. From 2 to 4 nothing else changes.
- More people at a table have fewer hands each, and more luck. The model ignores that, so that one chance holds for two
  people at any table: where some evenings have four and some six, the chances of four are up to 4 points too careful,
  those of six up to 3 too bold.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull

PROVISIONAL_EVENINGS = 10  # doubt is then about 73; at the start it is 110
LUCK = 400 / math.log(10)  # points of difference that give odds of e to 1 to end an evening ahead
DRIFT = 3.0  # doubt that an evening adds before it is rated: people learn, and have worse years
SEASON_DOUBT = 40.0  # doubt that a new season adds: after 40 evenings it rises from 45 to 60, as after 19
BINS = 10
MIN_PREDICTIONS = 100  # of a meaningful bin: a share of 100 is uncertain by 5 points

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillEstimate:
    """The rating of a person after the evenings so far."""

    mu: float  # the middle of what is likely, in points; a newcomer has 1500
    sigma: float  # doubt: the true strength lies within mu +- sigma in at least two cases of three
    evenings: int

    @property
    def is_provisional(self) -> bool:
        return self.evenings < PROVISIONAL_EVENINGS

    @property
    def shown(self) -> int:
        # Not a lower bound, which would rise with attendance alone; a season has rules for that.
        return round(self.mu)

    @property
    def doubt(self) -> int:
        """Return the number after the +- next to `shown`."""
        return round(self.sigma)


START = SkillEstimate(mu=1500.0, sigma=110.0, evenings=0)


class Verdict(StrEnum):
    ABOVE = "above"
    AS_EXPECTED = "as_expected"
    BELOW = "below"


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """A person's place in an evening, next to the expected one."""

    expected: float
    place: float  # ties share the middle of their places (two winners 1.5), so places add up as expected ones do
    people: int

    @property
    def better_by(self) -> float:
        """Return the places gained; below 0 if the evening went worse than expected."""
        return self.expected - self.place

    @property
    def verdict(self) -> Verdict:
        # More than a quarter of the people is worth mentioning: a whole place of four, in half of all evenings.
        if abs(self.better_by) * 4 <= self.people:
            return Verdict.AS_EXPECTED
        return Verdict.ABOVE if self.better_by > 0 else Verdict.BELOW


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """The chances from `lower` to a tenth above it, with what happened."""

    lower: float
    predicted: float | None  # mean of the bin, 0 to 1; None where it is empty
    observed: float | None  # as `predicted`
    count: int

    @property
    def says_something(self) -> bool:
        return self.count >= MIN_PREDICTIONS


def mean_miss(bins: Iterable[Bin]) -> int | None:
    """Return how far results are from predictions on average, in percentage points; None without meaningful bins."""
    misses = [(one.count, abs((one.observed or 0) - (one.predicted or 0))) for one in bins if one.says_something]
    count = sum(own for own, _miss in misses)
    return round(100 * sum(own * miss for own, miss in misses) / count) if count else None


@cache
def _openskill_model() -> BradleyTerryFull:
    from openskill.models import BradleyTerryFull  # imported when the first evening is closed: a megabyte and 3 ms

    # gamma 1: doubt shrinks by all that an evening shows; the library's default is more cautious.
    return BradleyTerryFull(
        mu=START.mu, sigma=START.sigma, beta=LUCK / math.sqrt(2), tau=0.0, gamma=lambda *_evening: 1.0
    )


def rate_evening(before: Mapping[K, SkillEstimate], points: Mapping[K, int]) -> dict[K, SkillEstimate]:
    """Return the ratings after one evening of the people who played in it, the same in any order of people.

    The last bits differ from machine to machine; rows hold thousandths, so that a replay agrees with them.
    before: people who are not in it are newcomers. points: of the evening, two people or more.
    """
    old = {person: before.get(person, START) for person in points}
    people = sorted(points, key=lambda person: (-points[person], old[person].mu, old[person].sigma))
    # Each is compared with all others, but has one evening's luck in all of these comparisons: k - 1 of them are worth
    # 2 (k - 1) / k that know nothing of each other. With doubt made smaller by the root of 2 / k on the way in, and
    # larger on the way out, the model learns that much and no more.
    share = math.sqrt(2 / len(people))
    teams = [[_openskill_model().rating(old[one].mu, math.hypot(old[one].sigma, DRIFT) * share)] for one in people]
    found = _openskill_model().rate(teams, ranks=[float(-points[one]) for one in people])
    new = {one: team[0] for one, team in zip(people, found, strict=True)}
    return {
        # An evening never raises the doubt of a person.
        one: SkillEstimate(
            mu=new[one].mu, sigma=min(new[one].sigma / share, rating.sigma), evenings=rating.evenings + 1
        )
        for one, rating in old.items()
    }


def chance_ahead(one: SkillEstimate, other: SkillEstimate) -> float:
    """Return the chance that one ends an evening with more points than the other; a tie counts half."""
    return 1 / (1 + math.exp((other.mu - one.mu) / math.hypot(LUCK, one.sigma, other.sigma)))


def expected_places(before: Mapping[K, SkillEstimate]) -> dict[K, float]:
    """Return the expected place of each person, from 1 to the number of people."""
    return {
        person: 1 + math.fsum(chance_ahead(other, own) for rival, other in before.items() if rival != person)
        for person, own in before.items()
    }


def widen_doubt(rating: SkillEstimate) -> SkillEstimate:
    """Return the rating at the start of a season: less certain, but no less than that of a newcomer."""
    # Rounded, since the last bits of an exponential function differ from machine to machine.
    return replace(rating, sigma=round(min(START.sigma, math.hypot(rating.sigma, SEASON_DOUBT)), 3))


def bin_predictions(predicted: Iterable[tuple[float, float]]) -> tuple[Bin, ...]:
    """Return ten bins of a tenth each. predicted: pairs of the chance and what happened."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for chance, observed in predicted:
        bins[min(int(chance * BINS), BINS - 1)].append((chance, observed))
    return tuple(_summarize_bin(no / BINS, found) for no, found in enumerate(bins))


def _summarize_bin(lower: float, found: list[tuple[float, float]]) -> Bin:
    if not found:
        return Bin(lower=lower, predicted=None, observed=None, count=0)
    predicted, observed = (math.fsum(values) / len(found) for values in zip(*found, strict=True))
    return Bin(lower=lower, predicted=predicted, observed=observed, count=len(found))
