"""The tariff of a ruleset, computed with `rules.score`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import prod

from django.utils.translation import gettext as _

from rules import Contract, Level, Ruleset, State
from rules.base_ruleset import RULESETS_KEPT
from rules.cards import Run
from rules.score import Reason
from scorebook.web.games.presentation import PEOPLE
from scorebook.web.rule_book import sample_hands

# Tricks and card points of four players, each line worth more; from the second on, one, two, three have no trick.
RAMSCH = (
    ((3, 2, 2, 1), (50, 35, 25, 10)),
    ((4, 2, 2, 0), (60, 35, 25, 0)),
    ((5, 3, 0, 0), (75, 45, 0, 0)),
    ((8, 0, 0, 0), (120, 0, 0, 0)),
)
SHORT_RAMSCH = (
    ((2, 2, 1, 1), (50, 35, 25, 10)),
    ((3, 2, 1, 0), (60, 35, 25, 0)),
    ((4, 2, 0, 0), (75, 45, 0, 0)),
    ((6, 0, 0, 0), (120, 0, 0, 0)),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TariffLine:
    contracts: tuple[str, ...]
    suits: tuple[str, ...]  # trump suits with this price; empty if the suit makes no difference
    values: tuple[int | None, ...]  # plain, Schneider, Schwarz; one value if there are no levels
    won: bool | None  # None if it is worth the same lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Additions:
    contracts: tuple[str, ...]
    by_count: tuple[tuple[int, Fraction], ...]  # length -> points, with halves where nothing is rounded yet
    # The longest run that the declaring side can hold, and its points; None if not paid.
    most_with: tuple[int, Fraction] | None
    most_without: tuple[int, Fraction] | None  # the longest run that the declaring side can lack

    @property
    def each_more(self) -> Fraction | None:
        """Return the points of each further top trump; None if they do not grow evenly."""
        points = [more for _count, more in self.by_count]
        gaps = {after - before for before, after in pairwise(points)}
        return gaps.pop() if len(gaps) == 1 else None

    @property
    def longest_runs(self) -> Iterator[tuple[str, Fraction]]:
        """Yield name and points of the longest run held, and of the longest lacked; one if they add the same."""
        if self.most_with == self.most_without and self.most_with is not None:
            yield str(self.most_with[0]), self.most_with[1]
            return
        if self.most_with is not None:
            yield _("with %(count)s") % {"count": self.most_with[0]}, self.most_with[1]
        if self.most_without is not None:
            yield _("without %(count)s") % {"count": self.most_without[0]}, self.most_without[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class RamschLine:
    maidens: int
    is_march: bool
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tariff:
    lines: tuple[TariffLine, ...]
    additions: tuple[Additions, ...]
    ramsch: tuple[RamschLine, ...]
    included: tuple[Reason, ...]  # factors of contracts, which the lines and additions contain already
    doublings: tuple[Reason, ...]


@lru_cache(maxsize=RULESETS_KEPT)
def tariff_of(ruleset: Ruleset, people: int) -> Tariff:
    contracts = ruleset.contracts(people)
    return Tariff(
        lines=tuple(
            _merged_tariff_lines(line for contract in contracts for line in _tariff_lines(contract, ruleset, people))
        ),
        additions=tuple(_tariff_additions(contracts, ruleset, people)),
        ramsch=tuple(_ramsch_tariff_lines(ruleset, people)),
        included=tuple(_factors(contracts, ruleset, people, included=True)),
        doublings=tuple(_factors(contracts, ruleset, people, included=False)),
    )


def _tariff_lines(contract: Contract, ruleset: Ruleset, people: int) -> Iterator[TariffLine]:
    """Yield a line per price: one or more suits each, won and lost apart if they differ."""
    suits: tuple[str | None, ...] = tuple(contract.trump_suits) if contract.needs_trump else (None,)
    prices: dict[tuple[tuple[int | None, ...], tuple[int | None, ...]], list[str | None]] = {}
    levels = Level if contract.has_levels else (Level.PLAIN,)
    for suit in suits:
        price = (
            tuple(_tariff_value(contract, ruleset, people, won=True, level=level, suit=suit) for level in levels),
            tuple(_tariff_value(contract, ruleset, people, won=False, level=level, suit=suit) for level in levels),
        )
        prices.setdefault(price, []).append(suit)
    for (won, lost), sharing in prices.items():
        named = tuple(suit for suit in sharing if suit) if len(prices) > 1 else ()
        line = TariffLine(contracts=(contract.id,), suits=named, values=won, won=None)
        if not any(won):
            continue
        if won == lost or not any(lost):
            yield line
        else:
            yield replace(line, won=True)
            yield replace(line, values=lost, won=False)


def _tariff_value(
    contract: Contract,
    ruleset: Ruleset,
    people: int,
    *,
    won: bool,
    level: Level,
    suit: str | None = None,
) -> int | None:
    hand = sample_hands.typical_sample_hand(contract, ruleset=ruleset, won=won, level=level, trump_suit=suit)
    answer = sample_hands.scored_sample(ruleset, hand, people=people) if hand else None
    return answer.score.value if answer else None


def _merged_tariff_lines(lines: Iterator[TariffLine]) -> Iterator[TariffLine]:
    """Merge contracts with the same values into the line of the first."""
    found: dict[object, TariffLine] = {}
    for line in lines:
        key = (line.suits, line.values, line.won)
        known = found.get(key)
        found[key] = replace(known, contracts=(*known.contracts, *line.contracts)) if known else line
    return iter(found.values())


def _tariff_additions(contracts: Sequence[Contract], ruleset: Ruleset, people: int) -> Iterator[Additions]:
    found: dict[tuple[tuple[tuple[int, Fraction], ...], ...], list[str]] = {}
    for contract in contracts:
        held, lacked = (tuple(_added_for_top_trumps(contract, ruleset, people, held=side)) for side in (True, False))
        if held or lacked:
            found.setdefault((held, lacked), []).append(contract.id)
    for (held, lacked), sharing in found.items():
        yield Additions(
            contracts=tuple(sharing),
            by_count=max(held, lacked, key=len),
            most_with=held[-1] if held else None,
            most_without=lacked[-1] if lacked else None,
        )


def _added_for_top_trumps(
    contract: Contract, ruleset: Ruleset, people: int, *, held: bool
) -> Iterator[tuple[int, Fraction]]:
    """Yield length and points of each paid run. Both results are scored, as the winner may decide whose run is paid.

    held: by the declaring side.
    """
    lengths = ruleset.top_trump_chips(contract, people) if contract.has_top_trumps else ()
    plain = {won: _exact_value(contract, ruleset, people, won=won, run=None) for won in (True, False) if lengths}
    for count in lengths:
        run = Run(count=count, held=held)
        longer = {won: _exact_value(contract, ruleset, people, won=won, run=run) for won in plain}
        most = max((longer[won] or Fraction(0)) - (plain[won] or Fraction(0)) for won in plain)
        if most > 0:
            yield count, most


def _exact_value(contract: Contract, ruleset: Ruleset, people: int, *, won: bool, run: Run | None) -> Fraction | None:
    """Return the value before anything is rounded; None for a hand that is impossible."""
    hand = sample_hands.typical_sample_hand(contract, ruleset=ruleset, won=won, run=run)
    answer = sample_hands.scored_sample(ruleset, hand, people=people) if hand else None
    if answer is None:
        return None
    reasons = [one for one in answer.score.reasons if one.rule != "X56"]
    return sum((Fraction(one.amount or 0) for one in reasons), Fraction(0)) * prod(one.factor or 1 for one in reasons)


def _ramsch_tariff_lines(ruleset: Ruleset, people: int) -> Iterator[RamschLine]:
    if not any(sample_hands.is_ramsch_contract(contract) for contract in ruleset.contracts(people)):
        return
    for tricks, points in RAMSCH if getattr(ruleset, "pack_size", 32) == 32 else SHORT_RAMSCH:
        answer = sample_hands.scored_sample(
            ruleset, sample_hands.ramsch_sample_hand(ruleset, tricks, points), people=people
        )
        if answer is not None and any(answer.score.points.values()):
            yield RamschLine(
                maidens=tricks.count(0),
                is_march=max(tricks) == sum(tricks),
                points=tuple(answer.score.points[player] for player in PEOPLE[:people]),
            )


def _factors(contracts: Sequence[Contract], ruleset: Ruleset, people: int, *, included: bool) -> Iterator[Reason]:
    """Yield every factor once. included: those of a contract itself; else those of calls, of laying, of Bock."""
    seen: set[tuple[str, int]] = set()
    for contract in contracts:
        hand = sample_hands.typical_sample_hand(contract, ruleset=ruleset)
        own: set[str] = set()
        for more, state in _hands_with_multipliers(contract, ruleset) if hand else ():
            answer = sample_hands.scored_sample(ruleset, {**(hand or {}), **more}, people=people, state=state)
            factors = [one for one in answer.score.reasons if one.factor is not None] if answer else []
            own |= {one.code for one in factors if not more and state is None}
            for reason in factors:
                key = (reason.code, reason.factor or 1)
                if key not in seen and (reason.code in own) is included:
                    seen.add(key)
                    yield reason


def _hands_with_multipliers(contract: Contract, ruleset: Ruleset) -> Iterator[tuple[dict[str, object], State | None]]:
    yield {}, None
    if contract.may_kontra:
        yield {"kontra": 1}, None
        yield {"kontra": 2}, None
    if contract.may_lay:
        yield {"laid": 1}, None
    if getattr(ruleset, "bock", False):
        yield {}, State(bock=(1,))
