"""Which cards may be called: what a ruleset names is what its check accepts."""

from __future__ import annotations

from itertools import product

import pytest

from rules import Ruleset, Sides
from rules.cards import Card, Rank, Suit
from tests.rules.table import agreed, least_table, problems

RULESETS = {
    "bavarian": agreed("bavarian"),
    "opposite the Muss": agreed("bavarian", muss_with_opposite=True),
    "asserufen": agreed("asserufen"),
    "king": agreed("asserufen", king_may_be_called=True),
    "palatinate": agreed("palatinate"),
}


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_a_card_is_accepted_if_it_is_one_of_those_that_may_be_called(ruleset: Ruleset) -> None:
    declarer, partner, *_ = least_table(ruleset).players
    for contract in ruleset.contracts(4):
        if contract.sides is not Sides.PARTNERS or contract.id.endswith("hochzeit"):
            assert not ruleset.callable_cards(contract)
            continue
        hand = {"contract": contract.id, "declarer": declarer, "partner": partner, "won": True}
        every = [Card(rank=rank, suit=suit) for rank, suit in product(Rank, Suit)]
        called = [{**hand, "call": {"card": {"rank": card.rank, "suit": card.suit}}} for card in every]
        accepted = {card for card, one in zip(every, called, strict=True) if not problems(one, ruleset)}
        assert accepted == set(ruleset.callable_cards(contract))


@pytest.mark.parametrize(("ruleset", "contract", "cards"), [
    ("bavarian", "rufer", 3), ("bavarian", "muss", 9), ("opposite the Muss", "muss", 0), ("bavarian", "solo", 0),
    ("asserufen", "assrufen", 6), ("king", "assrufen", 9),
])  # fmt: skip
def test_how_many_cards_may_be_called(ruleset: str, contract: str, cards: int) -> None:
    """B13, B84, A10, A11, X11: an ace of three suits, a ten and a king where they may be called too."""
    agreed_here = RULESETS[ruleset]
    played = agreed_here.contract(contract, 4)
    assert played and len(agreed_here.callable_cards(played)) == cards
