"""Hands computed from the printed figures of the rules book, without `score`, are worth what `score` says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import ceil, floor

import pytest

import rules
from rules import Contract, Level, Ruleset, State
from rules.cards import Suit
from rules.report import DeclaredHand, FixedSidesHand
from rules.wording import words
from scorebook.web.rule_book import sample_hands
from tests.rules.readings import OWN
from tests.rules.table import agreed
from tests.web.book_prices import BookPrices, book_prices
from tests.web.book_sentences import book_sentences
from tests.web.house_rule_values import RICHEST

LEAST = 20  # hands of each game
MOST = 400  # hands of each table
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
    "beer": agreed("bierkopf", win_value=2, schneider_value=3, schwarz_value=7),
    "Mucken, each at its price": agreed("bierkopf", "mucken", own_contracts=list(OWN[:3]), schwarz_value=4),
    "two, each at its price": agreed(
        "bierkopf", "two_handed", own_contracts=list(OWN[1:4]), win_value=5, schneider_value=5, schwarz_value=12
    ),
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    hand: PrintedHand
    printed: int | None
    scored: int


@lru_cache(maxsize=len(TABLES))
def _comparisons(ruleset: Ruleset) -> tuple[Comparison, ...]:
    """Return the hands of a table that can be, each with its value by the page and by the rules."""
    people = sample_hands.usual_sample_people(ruleset)
    printed = book_prices(ruleset)
    hands = list(_printed_hands(ruleset, printed))
    found = []
    for one in hands[:: max(1, len(hands) // MOST)]:
        answer = sample_hands.scored_sample(ruleset, one.hand, people=people, state=one.state)
        if answer is None:
            continue
        value = printed.value(
            one.name, won=one.won, level=one.level, suit=one.suit, run=one.run, factors=one.factors
        )  # fmt: skip
        by_page = None if value is None else _rounded(value, ruleset)
        found.append(Comparison(hand=one, printed=by_page, scored=answer.score.value))
    return tuple(found)


@pytest.mark.parametrize("name", TABLES)
def test_the_printed_figures_give_the_score(name: str) -> None:
    compared = _comparisons(TABLES[name])
    assert [one for one in compared if one.printed != one.scored] == []
    assert compared


@pytest.mark.parametrize("game", rules.GAMES)
def test_twenty_different_hands_of_each_game_are_computed(game: str) -> None:
    found = set[tuple[Ruleset, str, State]]()
    for ruleset in TABLES.values():
        if game == ruleset.GAME and len(found) < LEAST:
            found |= {(ruleset, str(one.hand.hand), one.hand.state) for one in _comparisons(ruleset)}
    assert len(found) >= LEAST


def test_the_lines_of_a_ramsch_follow_from_its_sentences() -> None:
    texts = [one.text for one in book_sentences(RICHEST["bavarian"]) if one.part in ("ramsch", "tariff")]
    each = next(int(found[1]) for text in texts if (found := re.search(r"The loser pays everyone: (\d+) each", text)))
    march = next(int(found[1]) for text in texts if (found := re.search(r"as much as for a Ramsch: (\d+)", text)))
    assert any("twice with one, four times with two" in text for text in texts)
    for line, loser, winner in (
        ("most card points", -3 * each, each), ("1 player without a trick", -6 * each, 2 * each),
        ("2 players without a trick", -12 * each, 4 * each), ("took every trick", 3 * march, -march),
    ):  # fmt: skip
        printed = " ".join(f"{points:+}".replace("-", "\N{MINUS SIGN}") for points in (loser, winner, winner, winner))
        assert f"{line} {printed}" in texts


def test_the_prices_of_mucken_in_a_sentence_are_those_of_its_table() -> None:
    ruleset = TABLES["Mucken, each at its price"]
    prices = book_prices(ruleset)
    (listed,) = (one.text for one in book_sentences(ruleset) if one.text.startswith("This table plays"))
    for name, price in re.findall(r"([^(]+) \((\d+)\)(?:, |\.)", listed.partition(": ")[2]):
        assert prices.value(name, won=True, level=Level.PLAIN) == int(price)
    assert listed.count("(") == len(OWN[:3])


def _rounded(value: Fraction, ruleset: Ruleset) -> int:
    is_down = any("rounded down" in one.text for one in book_sentences(ruleset))
    return floor(value) if is_down else ceil(value)
