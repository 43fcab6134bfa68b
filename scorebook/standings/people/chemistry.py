"""The chemistry of two people: how much more often they win together than with others. Pure.

The expected share is the mean of how often each of them wins on one side with all others. It leaves out the hands of
the two together, so that a pair is not compared with itself. The interval is Wilson's, of 95 %, around the observed
share. It ignores the doubt of the expected share, which comes from many more hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

# With fewer hands the interval is wider than forty percentage points.
MIN_HANDS = 20
DEVIATIONS = 1.96  # to either side of the mean of a normal distribution, which covers 95 % of it


@dataclass(frozen=True, slots=True, kw_only=True)
class WinShare:
    """Hands won of hands played."""

    won: int = 0
    hands: int = 0

    @property
    def value(self) -> float:
        """Return the share from 0 to 1; 0 for no hands."""
        return self.won / self.hands if self.hands else 0.0

    def __add__(self, other: WinShare) -> WinShare:
        return WinShare(won=self.won + other.won, hands=self.hands + other.hands)

    def __sub__(self, other: WinShare) -> WinShare:
        return WinShare(won=self.won - other.won, hands=self.hands - other.hands)


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Chemistry:
    observed: WinShare  # of their hands together
    expected: float  # 0 to 1
    interval: Interval  # of observed minus expected, -1 to 1

    @property
    def difference(self) -> float:
        return self.observed.value - self.expected

    @property
    def is_sure(self) -> bool:
        """Return whether chance alone does not explain it: the interval lies on one side of 0."""
        return self.interval.low > 0 or self.interval.high < 0


def wilson_interval(share: WinShare) -> Interval:
    """Return the 95 % interval of the true share. share: of at least one hand."""
    squared = DEVIATIONS**2 / share.hands
    middle = share.value + squared / 2
    half = DEVIATIONS * sqrt((share.value * (1 - share.value) + squared / 4) / share.hands)
    low, high = (middle - half) / (1 + squared), (middle + half) / (1 + squared)
    # Exact bounds, so that rounding makes no difference between pairs who never win, or always do.
    return Interval(low=low if share.won else 0.0, high=high if share.won < share.hands else 1.0)


def pair_chemistry(*, pair: WinShare, one: WinShare, other: WinShare) -> Chemistry | None:
    """Return the chemistry, or None if they have too few hands together or with all others.

    pair: their hands together. one, other: the hands of each with everyone, including each other.
    """
    without = (one - pair, other - pair)
    if min(pair.hands, *(share.hands for share in without)) < MIN_HANDS:
        return None
    expected = sum(share.value for share in without) / len(without)
    around = wilson_interval(pair)
    return Chemistry(
        observed=pair, expected=expected, interval=Interval(low=around.low - expected, high=around.high - expected)
    )
