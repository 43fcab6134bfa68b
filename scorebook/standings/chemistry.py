"""Whether two people win more often together than they do with everybody else. Pure.

What is expected of two is the mean of how often each of them wins on one side with all others: with the two of them
left out, so that a pair is not compared with itself. The interval is Wilson's, of 95 %, around what was observed; what
is expected comes from the many more hands with all others, and its own doubt is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

# With fewer the interval is wider than forty points, and says nothing.
LEAST_HANDS = 20
DEVIATIONS = 1.96  # on either side of the middle of a normal distribution lie 95 % of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """So many of so many hands won."""

    won: int = 0
    hands: int = 0

    @property
    def value(self) -> float:
        """0 to 1; 0 of no hands."""
        return self.won / self.hands if self.hands else 0.0

    def __add__(self, other: Share) -> Share:
        return Share(won=self.won + other.won, hands=self.hands + other.hands)

    def __sub__(self, other: Share) -> Share:
        return Share(won=self.won - other.won, hands=self.hands - other.hands)


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Chemistry:
    """observed: together. expected: 0 to 1. difference, interval: of observed minus expected, -1 to 1."""

    observed: Share
    expected: float
    interval: Interval

    @property
    def difference(self) -> float:
        return self.observed.value - self.expected

    @property
    def is_sure(self) -> bool:
        """Not to be explained by chance alone: all of the interval lies on one side of nothing."""
        return self.interval.low > 0 or self.interval.high < 0


def wilson(share: Share) -> Interval:
    """Where the true share lies, with 95 % of certainty. share: of at least one hand."""
    squared = DEVIATIONS**2 / share.hands
    middle = share.value + squared / 2
    half = DEVIATIONS * sqrt((share.value * (1 - share.value) + squared / 4) / share.hands)
    low, high = (middle - half) / (1 + squared), (middle + half) / (1 + squared)
    # Exactly, so that what is rounded away makes no difference between two who never win, or always do.
    return Interval(low=low if share.won else 0.0, high=high if share.won < share.hands else 1.0)


def chemistry(*, pair: Share, one: Share, other: Share) -> Chemistry | None:
    """pair: their hands together. one, other: those of each of them with everybody, with each other too.

    None with too few hands together, or of one of them with all others.
    """
    without = (one - pair, other - pair)
    if min(pair.hands, *(share.hands for share in without)) < LEAST_HANDS:
        return None
    expected = sum(share.value for share in without) / len(without)
    around = wilson(pair)
    return Chemistry(
        observed=pair, expected=expected, interval=Interval(low=around.low - expected, high=around.high - expected)
    )
