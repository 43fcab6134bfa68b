"""Auctions settled by looking: the orders of bids of P5, P9, A2, A4, B11 and B12."""

from __future__ import annotations

from itertools import combinations

import pytest

from rules import ReportError
from rules.cards import Suit
from rules.games.auction import Bid, outranks
from tests.rules.table import agreed

# From the lowest to the highest.
PALATINATE = [
    Bid(contract="simple"),
    Bid(contract="solo", trump_suit=Suit.CLUBS),
    Bid(contract="solo", trump_suit=Suit.HEARTS),
    Bid(contract="solo_du", trump_suit=Suit.SPADES),
    Bid(contract="solo_du", trump_suit=Suit.HEARTS),  # X13
]
ASSERUFEN = [Bid(contract="assrufen"), *PALATINATE[1:]]
BAVARIAN = [
    Bid(contract=contract)
    for contract in (
        *("ramsch", "muss", "rufer", "hochzeit", "bettel", "suit_geier", "suit_wenz", "geier", "wenz", "solo"),
        *("bettel_brett", "suit_geier_tout", "suit_wenz_tout", "geier_tout", "wenz_tout", "solo_tout", "sie"),
    )
]


@pytest.mark.parametrize(
    ("game", "bids"), [("palatinate", PALATINATE), ("asserufen", ASSERUFEN), ("bavarian", BAVARIAN)]
)
def test_each_bid_outranks_those_below_it(game: str, bids: list[Bid]) -> None:
    ruleset = agreed(game)
    for lower, higher in combinations(bids, 2):
        assert outranks(higher, lower, ruleset=ruleset, players=4)
        assert not outranks(lower, higher, ruleset=ruleset, players=4)


def test_of_equal_bids_the_earlier_stays() -> None:
    """X14."""
    hearts, leaves = Bid(contract="solo", trump_suit=Suit.HEARTS), Bid(contract="solo", trump_suit=Suit.LEAVES)
    assert not outranks(hearts, leaves, ruleset=agreed("bavarian"), players=4)  # B11: hearts no longer outbid
    simple = Bid(contract="simple", trump_suit=Suit.HEARTS)
    assert not outranks(simple, Bid(contract="simple"), ruleset=agreed("palatinate"), players=3)  # P10
    assert not outranks(Bid(contract="wenz"), Bid(contract="wenz"), ruleset=agreed("bavarian"), players=4)


def test_what_is_not_bid_for_is_refused() -> None:
    with pytest.raises(ReportError, match="contract_unknown"):
        outranks(Bid(contract="thrown_in"), Bid(contract="rufer"), ruleset=agreed("bavarian"), players=4)
