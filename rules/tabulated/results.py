"""Who won and how clearly, for everything a table may tell of card points, tricks, level and winner.

A row is text: the end where no card points are told, then each number of card points with the end from there up,
as in `a0.61a91e119.121.`; a full stop is refused. A result table has a row for each of 48 cells:
(tricks not told, none, some, all; level not told or told; winner not told or told).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from rules.cards import ALL_CARD_POINTS
from rules.declared import DeclarerGame
from rules.report import DeclaredHand, Surrender
from rules.schafskopf24 import QueensHand
from rules.score import Level
from rules.tabulated.probe import Pool, Probe, Told
from rules.tallied import TallyGame

RULESETS_AT_ONCE = 16
TRICKS = range(4)  # not told, none, some, all
LEVELS = (None, *Level)
WON = (None, True, False)
# Every fifth number and what lies at both ends; between two that differ the bound is searched.
SAMPLES = sorted({1, 2, 118, 119, *range(0, ALL_CARD_POINTS + 1, 5), ALL_CARD_POINTS + 1})


class Results:
    """The result tables of a ruleset, each once."""

    def __init__(self) -> None:
        self.rows = Pool()
        self.tables = Pool()
        self._known: dict[object, tuple[int, dict[str, Told]]] = {}

    def of(self, probe: Probe) -> tuple[dict[str, int], dict[str, Told]]:
        """The places of the result tables by what else was said, and for each end a hand that comes to it.

        "": as a rule; "kontra": the opponents' Kontra changes the limits; "accepted", "refused": after a surrender;
        "tied": the table says that both sides have 60.
        """
        places: dict[str, int] = {}
        hands: dict[str, Told] = {}
        for name, said in _said_before(probe).items():
            place, found = self._table(probe, said)
            if name != "kontra" or place != places[""]:
                places[name] = place
            hands = found | hands  # the first one stands: without Kontra, so that its value is not doubled
        return places, {end: told for end, told in sorted(hands.items()) if end != "."}

    def _table(self, probe: Probe, said: Told) -> tuple[int, dict[str, Told]]:
        key = _same_results(probe, said)
        if key not in self._known:
            hands: dict[str, Told] = {}
            rows = [row for tricks in TRICKS for row in _rows(probe, tricks, said, hands)]
            self._known[key] = (self.tables.place([self.rows.place(row) for row in rows]), hands)
        return self._known[key]


def _said_before(probe: Probe) -> dict[str, Told]:
    said: dict[str, Told] = {"": {}}
    if probe.contract.may_kontra:
        said["kontra"] = {"kontra": (None,)}
    if probe.contract.may_surrender:
        said |= {kind.value: {"surrender": kind} for kind in (Surrender.ACCEPTED, Surrender.REFUSED)}
    if hasattr(probe.base, "tied"):
        said["tied"] = {"tied": True}
    return said


def _same_results(probe: Probe, said: Told) -> object:
    """What has the same results is asked once; the walk over every hand would find it if it had not."""
    hand, contract, game = probe.base, probe.contract, probe.ruleset
    if isinstance(game, TallyGame) or not isinstance(game, DeclarerGame) or not isinstance(hand, DeclaredHand):
        return repr((contract.id, hand, said))
    limits = game.limits(replace(hand, **said), contract)
    return contract.aim, contract.has_levels, contract.sides, probe.tricks, limits, repr(said)


def _rows(probe: Probe, tricks: int, said: Told, hands: dict[str, Told]) -> Iterator[str]:
    """The rows of every level and winner that may be told, or not.

    What is told beside the card points refuses some of them and moves no bound: after the first row, where nothing is
    told, only what lies at its bounds is asked. That halves the questions; the walk over every hand proves it.
    """
    samples = SAMPLES
    for level in LEVELS:
        for won in WON:
            row = _row(probe, tricks, {**said, "level": level, "won": won}, hands, samples)
            yield row
            if samples is SAMPLES:
                samples = _around(row)


def _around(row: str) -> list[int]:
    bounds = [int(points) for points in re.findall(r"\d+", row)]
    near = {points + side for points in bounds for side in (-1, 0) if points + side >= 0}
    return sorted({0, 1, ALL_CARD_POINTS - 1, ALL_CARD_POINTS, ALL_CARD_POINTS + 1} | near)


def _row(probe: Probe, tricks: int, said: Told, hands: dict[str, Told], samples: Sequence[int]) -> str:
    bounds = trick_bounds(probe.ruleset, probe.people) if tricks else ()

    def end(points: int | None) -> str:
        told = {**said, "card_points": points, "tricks": _tricks(tricks, points, bounds)}
        found = probe.end(told)
        hands.setdefault(found, told)
        return found

    # With 24 cards it may depend on the very number of tricks (G4); then the phone leaves it to the server.
    untold = "." if tricks and isinstance(probe.base, QueensHand) else end(None)
    return untold + _ranges(end, samples)


def _tricks(tricks: int, points: int | None, bounds: tuple[tuple[int, int], ...]) -> int | None:
    """Of some tricks, the number in which so many card points lie most easily; where they fit none, one of those.

    With 24 cards the black queens narrow what the bounds allow (G5), so the first that fits is not enough.
    """
    if tricks != 2:
        return (None, 0, 0, len(bounds) - 1)[tricks]
    if points is None:
        return 1
    return max(range(1, len(bounds) - 1), key=lambda count: min(points - bounds[count][0], bounds[count][1] - points))


def _ranges(end: Callable[[int], str], samples: Sequence[int]) -> str:
    found = [(points, end(points)) for points in samples]
    starts = [found[0]]
    for (low, before), (high, after) in zip(found, found[1:], strict=False):
        if before != after:
            starts.append((_first(end, low, high, after), after))
    return "".join(f"{points}{letter}" for points, letter in starts)


def _first(end: Callable[[int], str], low: int, high: int, letter: str) -> int:
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if end(middle) == letter else (middle, high)
    return high


@lru_cache(maxsize=RULESETS_AT_ONCE)
def trick_bounds(ruleset: DeclarerGame, people: int) -> tuple[tuple[int, int], ...]:
    """The fewest and the most card points that can lie in each number of tricks.

    Of the first contract in which a side may have any number of tricks: in some it always has one (G5).
    """
    for contract in ruleset.contracts(people):
        found = _bounds(Probe(ruleset, contract, people)) if contract.has_levels else None
        if found:
            return found
    raise AssertionError(f"{ruleset.GAME} has no contract of card points and tricks")


def _bounds(probe: Probe) -> tuple[tuple[int, int], ...] | None:
    """None where some number of tricks cannot be. Who takes more tricks never has fewer points at least, or at most."""
    numbers = range(probe.tricks + 1)
    fewest = list(_climbing(probe, numbers, range(ALL_CARD_POINTS + 1)))
    most = list(_climbing(probe, reversed(numbers), range(ALL_CARD_POINTS, -1, -1)))
    return tuple(zip(fewest, reversed(most), strict=True)) if len(fewest) == len(most) == len(numbers) else None


def _climbing(probe: Probe, numbers: Iterable[int], points: range) -> Iterator[int]:
    """For each number of tricks the first possible card points, each time from where the one before stood."""
    for tricks in numbers:
        found = next((place for place, count in enumerate(points) if _is_possible(probe, tricks, count)), None)
        if found is None:
            return
        points = points[found:]
        yield points[0]


def _is_possible(probe: Probe, tricks: int, points: int) -> bool:
    return any(probe.score(card_points=points, tricks=tricks, level=level) for level in LEVELS)
