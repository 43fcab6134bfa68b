"""Hands computed from the printed figures of the rules book, without `score`, are worth what `score` says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, floor

import pytest

import rules
from rules import Contract, Level, Ruleset, State
from rules.cards import Suit
from rules.report import DeclaredHand, FixedSidesHand
from rules.wording import words
from scorebook.web.rule_book import sample_hands
from tests.rules.table import agreed
from tests.web.book_prices import BookPrices, book_prices
from tests.web.book_sentences import book_sentences
from tests.web.house_rule_values import RICHEST

LEAST, MOST = 20, 400  # hands of each table
CARD_POINTS = (0, 29, 30, 31, 59, 60, 61, 89, 90, 91, 118)
TABLES: dict[str, Ruleset] = {
    **{f"{game}/{preset}": ruleset for game, presets in rules.PRESETS.items() for preset, ruleset in presets.items()},
    **{f"{game}, richest": ruleset for game, ruleset in RICHEST.items()},
    "hearts and Geier apart": agreed(
        "bavarian", "pub_10_20_50", heart_solo_tariff=60, geier_tariff=40, wenz_tariff=45, bettel_tariff=30
    ),
    "half units": agreed("bavarian", "pub_10_20_50", unit=5, matador_value="half_unit"),
    "half units, down": agreed("bavarian", "pub_10_20_50", unit=5, matador_value="half_unit", round_to="down"),
    "Tout with Schwarz": agreed("bavarian", "pub_10_20_50", tout_rule="with_schwarz"),
    "Tout in points": agreed("bavarian", "pub_10_20_50", tout_rule="points_table", heart_solo_tariff=60),
    "own contracts": agreed("bavarian", "pub_10_20_50", own_contracts=[{"name": "Blauer Wenz", "price": 25}]),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedHand:
    """A hand as the rules read it, and what the page needs to know of it."""

    hand: dict[str, object]
    state: State
    name: str
    won: bool
    level: Level
    suit: str
    run: int
    factors: tuple[str, ...]


def _printed_hands(ruleset: Ruleset, printed: BookPrices) -> Iterator[PrintedHand]:
    for contract in ruleset.contracts(sample_hands.usual_sample_people(ruleset)):
        known = sample_hands.typical_sample_hand(contract, ruleset=ruleset)
        if known is None or not issubclass(contract.report, DeclaredHand | FixedSidesHand):
            continue
        name = words.contract_name(contract.id, "en")
        suits = contract.trump_suits if contract.needs_trump else (None,)
        runs = (0, *sorted(printed.added.get(name, {})))
        for (facts, won, level), suit, run, (more, factors) in product(
            _results(contract, name, printed), suits, runs, _multiplied(contract, printed)
        ):
            hand = {field: value for field, value in known.items() if field not in ("won", "level")}
            hand |= facts | more | ({"trump_suit": suit.value} if suit else {})
            hand |= {"top_trumps": {"count": run, "side": "declarer_side"}} if run else {}
            bock = State(bock=(1,)) if "Bock" in factors else State()
            yield PrintedHand(
                hand=hand, state=bock, name=name, won=won, level=level, suit=_letter(suit), run=run, factors=factors
            )


def _letter(suit: Suit | None) -> str:
    return suit.value if suit else ""


def _results(contract: Contract, name: str, printed: BookPrices) -> Iterator[tuple[dict[str, object], bool, Level]]:
    if issubclass(contract.report, FixedSidesHand):
        for level in Level:
            yield {"level": level.value}, True, level
    elif not contract.has_levels:
        yield {"won": True}, True, Level.PLAIN
    else:
        for points in CARD_POINTS:
            if result := printed.result(name, points):
                # With 0 card points the report says whether the side took a trick.
                said: dict[str, object] = {"level": Level.SCHNEIDER.value} if points == 0 else {}
                yield {"card_points": points, **said}, *result


def _multiplied(contract: Contract, printed: BookPrices) -> Iterator[tuple[dict[str, object], tuple[str, ...]]]:
    yield {}, ()
    for number, name in enumerate(("Stoss", "Stoss, Retour", "Kontra", "Kontra, Re")):
        if name in printed.factors and contract.may_kontra:
            yield {"kontra": number % 2 + 1}, (name,)
    if "laid" in printed.factors and contract.may_lay:
        yield {"laid": 1}, ("laid",)
        yield {"laid": 2}, ("laid", "laid")
    if "Bock" in printed.factors and contract.is_doubled:
        yield {}, ("Bock",)


@pytest.mark.parametrize("name", TABLES)
def test_the_printed_figures_give_the_score(name: str) -> None:
    ruleset = TABLES[name]
    people = sample_hands.usual_sample_people(ruleset)
    printed = book_prices(ruleset)
    hands = list(_printed_hands(ruleset, printed))
    compared = 0
    for one in hands[:: max(1, len(hands) // MOST)]:
        answer = sample_hands.scored_sample(ruleset, one.hand, people=people, state=one.state)
        if answer is None:
            continue  # such a hand cannot be
        expected = printed.value(
            one.name, won=one.won, level=one.level, suit=one.suit, run=one.run, factors=one.factors
        )
        assert expected is not None and _rounded(expected, ruleset) == answer.score.value, one
        compared += 1
    assert compared >= min(LEAST, len(hands))


def _rounded(value: Fraction, ruleset: Ruleset) -> int:
    is_down = any("rounded down" in one.text for one in book_sentences(ruleset))
    return floor(value) if is_down else ceil(value)
