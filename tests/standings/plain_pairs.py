"""What two people had in common, counted hand by hand, and the verdict on it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import sqrt

from tests.standings.plain_recount import Person, PlainClub, PlainEvening, PlainHand

Pair = tuple[Person, Person]
InCommon = Mapping[Pair, Counter[str]]
# So many standard deviations on either side of the middle hold 95 %.
DEVIATIONS = 1.96
# So many hands together, and as many of each with all others, are enough to say something; so many make rivals.
ENOUGH, ENOUGH_FOR_RIVALS = 20, 30


def of_pair(hand: PlainHand, one: Person, other: Person) -> Counter[str]:
    """What the hand adds to two who held cards, as the one sees it."""
    points, others, has_won = hand.points[one], hand.points[other], hand.has_won(one)
    if (one in hand.side) == (other in hand.side):
        return Counter({"together": 1, "together_won": has_won, "together_points": points, "partner_points": others})
    return Counter({"against": 1, "against_won": has_won, "against_points": points, "other_points": others})


def in_common(club: PlainClub, evenings: Iterable[PlainEvening]) -> InCommon:
    """Each two in both orders, as the first of them sees it; only hands with two sides."""
    found: dict[Pair, Counter[str]] = defaultdict(Counter)
    for hand in (hand for evening in evenings for hand in evening.hands if hand.won is not None):
        for players in combinations(hand.cards, 2):
            for one, other in (players, players[::-1]):
                found[club.person(one), club.person(other)].update(of_pair(hand, one, other))
    return found


def hands_of_all(common: InCommon) -> Mapping[Person, tuple[int, int]]:
    """Those that each won on one side with somebody, and all such; with two others on the side it is one with each."""
    people = {one for one, _other in common if _sum(common, one, "together")}
    return {one: (_sum(common, one, "together_won"), _sum(common, one, "together")) for one in people}


def _sum(common: InCommon, person: Person, name: str, *, without: Person | None = None) -> int:
    return sum(counted[name] for (one, other), counted in common.items() if one == person and other != without)


@dataclass(frozen=True, kw_only=True)
class PlainChemistry:
    """low, high: the ends of the interval around what was observed, less what was expected."""

    won: int
    hands: int
    expected: float
    low: float
    high: float

    @property
    def is_sure(self) -> bool:
        """More than by what is rounded away."""
        return self.low > 1e-9 or self.high < -1e-9


def chemistry(common: InCommon, *, least: int) -> Mapping[Pair, PlainChemistry]:
    """Of whom there are enough hands together, and of each of them with all others."""
    found = {}
    for (one, other), counted in common.items():
        won, hands = counted["together_won"], counted["together"]
        with_others = [(one, other), (other, one)]
        of = [_sum(common, person, "together", without=mate) for person, mate in with_others]
        parts = [_sum(common, person, "together_won", without=mate) for person, mate in with_others]
        if min(hands, *of) >= least:
            expected = float(sum(Fraction(part, whole) for part, whole in zip(parts, of, strict=True)) / 2)
            low, high = (end - expected for end in ends(won, hands))
            found[one, other] = PlainChemistry(won=won, hands=hands, expected=expected, low=low, high=high)
    return found


def ends(won: int, hands: int) -> tuple[float, float]:
    """The shares from which the observed one is just so many of their standard deviations away.

    (won / hands - share)² = DEVIATIONS² · share · (1 - share) / hands, and its two roots.
    """
    squared, linear, alone = hands + DEVIATIONS**2, 2 * won + DEVIATIONS**2, won**2 / hands
    root = sqrt(max(linear**2 - 4 * squared * alone, 0))
    return (linear - root) / (2 * squared), (linear + root) / (2 * squared)


def rivals(own: Mapping[Person, Counter[str]], *, least: int) -> Mapping[str, tuple[Person, ...]]:
    """own: everybody else -> as a person sees it. All who are level, where somebody else is not."""
    mates = {other: one for other, one in own.items() if one["together"] >= least}
    foes = {other: one for other, one in own.items() if one["against"] >= least}
    with_them = _from_best_to_worst(mates, lambda one: Fraction(one["together_won"], one["together"]))
    against_them = _from_best_to_worst(foes, lambda one: Fraction(one["against_won"], one["against"]))
    by_points = _from_best_to_worst(foes, lambda one: Fraction(one["against_points"], one["against"]))
    nemeses = [other for other in by_points[-1] if foes[other]["against_points"] < 0] if by_points[1:] else []
    return {
        "best_partners": tuple(with_them[0]) if with_them[1:] else (),
        "worst_partners": tuple(with_them[-1]) if with_them[1:] else (),
        "best_opponents": tuple(sorted(set(against_them[0]) - set(nemeses))) if against_them[1:] else (),
        "worst_opponents": tuple(against_them[-1]) if against_them[1:] else (),
        "nemeses": tuple(nemeses),
    }


def _from_best_to_worst(
    found: Mapping[Person, Counter[str]], worth: Callable[[Counter[str]], Fraction]
) -> list[list[Person]]:
    """Those who are level together."""
    values = sorted({worth(one) for one in found.values()}, reverse=True)
    return [sorted(other for other, one in found.items() if worth(one) == value) for value in values]
