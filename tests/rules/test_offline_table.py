"""The results in the offline table against `score`: every number of card points, so that no bound is missed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

import rules
from rules import Contract, ReportError, Ruleset
from rules.games.declarer_game import DeclarerGame
from rules.report import DeclaredHand
from tests.rules.table import agreed, least_table

POINTS = (None, *range(122))
WON = (None, True, False)
RULESETS = {
    "bavarian": agreed("bavarian", allowed=["rufer", "wenz", "wenz_tout", "sie", "bettel", "muss"], free_from=30),
    "short": agreed("bavarian", "short", allowed=["rufer", "solo_tout"]),
    "palatinate": agreed("palatinate"),
    "sasku": agreed("sasku"),
    "schafskopf24": agreed("schafskopf24"),
    "all tricks are Schwarz": agreed("schafskopf24", schwarz_means="all_tricks"),
}


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_a_table_and_the_rules_agree_on_every_number_of_card_points(ruleset: Ruleset) -> None:
    """Also where the winner is reported beside the count, as in a Tout that was lost."""
    table, seated = rules.lookup(ruleset), least_table(ruleset)
    assert isinstance(ruleset, DeclarerGame)
    for contract in ruleset.contracts(len(seated.players)):
        hand, _ = ruleset.sample_hands(contract, seated).get("", (None, contract))
        if hand is None:
            continue
        for tricks, points, won in product(tricks_of(ruleset, contract), POINTS, WON):
            reported = replace(hand, card_points=points, tricks=tricks, won=won)
            assert looked_up(table, reported) == scored(reported, ruleset), reported


def tricks_of(ruleset: DeclarerGame, contract: Contract) -> Iterator[int | None]:
    """Not reported, none, all; of some tricks the rows hold only what some number of them can be."""
    yield None
    if not ruleset.TRICKS_NEED_POINTS:
        yield from (0, ruleset.hand_size(ruleset.seats(ruleset.MOST_PLAYERS)))


def looked_up(table: Mapping[str, Any], hand: DeclaredHand) -> list[bool | str | None] | None:
    line = table["lines"][table["contracts"][-1][hand.contract]]
    kind = 0 if hand.tricks is None else 1 if hand.tricks == 0 else 3
    row = table["rows"][table["results"][line["results"][""]][kind * 12 + WON.index(hand.won)]]
    found = [(int(start), end) for start, end in re.findall(r"(\d+)(\D)", row)]
    end = row[0] if hand.card_points is None else [end for start, end in found if start <= hand.card_points][-1]
    looked_up: list[bool | str | None] | None = table["ends"].get(end)
    return looked_up


def scored(hand: DeclaredHand, ruleset: Ruleset) -> list[bool | str | None] | None:
    try:
        answer = rules.score(hand, ruleset)
    except ReportError:
        return None
    if answer.level is None:
        return [None, None]
    won = answer.declarer_won
    return [answer.tally[hand.table.players[0]] > 0 if won is None else won, answer.level.value]


@pytest.mark.parametrize("contract", ["ramsch", "wenz_tout", "sie", "kreuzbock"])
def test_a_table_may_play_a_single_contract(contract: str) -> None:
    table = rules.lookup(agreed("bavarian", "pub_everything", allowed=[contract]))
    assert list(table["contracts"][0]) == [contract, "thrown_in", "round", "agreed"]
