"""The bidding of Sasku, where somebody has it checked: it changes no score. S12-S15, X21, X22."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from rules import RulesError
from rules.cards import FRENCH, Card, Rank, Suit, ranks
from rules.games.sasku import Sasku
from rules.games.sasku.auction import longest_trumps, trump_length, trump_order
from rules.games.sasku.hand import SaskuHand
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, EVI, agreed, problems, scored, seated

SASKU = agreed("sasku")
FOUR = seated(4)  # Dani deals, Anna speaks first
PACK = [Card(rank=rank, suit=suit) for suit in FRENCH for rank in ranks(36)]
PASS = None


def calls(*lengths: int | None, first: int = 0) -> list[dict[str, object]]:
    """The calls in turn, by players who have not passed yet."""
    spoken: list[dict[str, object]] = []
    turn, passed = first, set()
    for length in lengths:
        while FOUR.players[turn % 4] in passed:
            turn += 1
        player = FOUR.players[turn % 4]
        spoken.append({"player": player} if length is None else {"player": player, "length": length})
        if length is None:
            passed.add(player)
        turn += 1
    return spoken


def hand(declarer: str = BEPPO, trumps: str = "spades", /, **auction: object) -> dict[str, object]:
    return {"contract": "trumps", "declarer": declarer, "trump_suit": trumps, "won": True, "auction": auction}


WON_BY_BEPPO = calls(5, 6, PASS, PASS, PASS)


@pytest.mark.parametrize(
    "reported",
    [
        hand(bids=WON_BY_BEPPO),
        hand(bids=WON_BY_BEPPO, bidder=BEPPO, bid=6, suit="spades", length=6),
        hand(bids=calls(PASS, 5, 6, PASS, 7, PASS), suit="spades", length=9),
        hand(DANI, bids=calls(PASS, PASS, PASS, 5)),  # the fourth may still bid
        hand(bidder=BEPPO, bid=9, length=9),
        hand(DANI, "diamonds", bids=WON_BY_BEPPO, suit="spades", length=7, overridden_by=DANI),
        hand(DANI, "diamonds", bids=WON_BY_BEPPO, suit="spades"),  # partner and override are implied
        hand(ANNA, "diamonds", bids=calls(5, 6), outright=True, length=2),  # cut short, whatever the length
        hand(ANNA, "diamonds", bids=calls(PASS, PASS, PASS)),  # X22
        hand(ANNA, "diamonds", suit="diamonds", length=7, outright=True),
        {"contract": "passed", "team": ANNA, "won": True, "auction": {"bids": calls(PASS, PASS, PASS, PASS)}},
    ],
)
def test_an_auction_that_can_have_been(reported: dict[str, object]) -> None:
    quiet = {name: value for name, value in reported.items() if name != "auction"}
    assert scored(reported, SASKU, FOUR) == scored(quiet, SASKU, FOUR)


@pytest.mark.parametrize(
    ("reported", "field", "code"),
    [
        (hand(bids=calls(5, 4, PASS, PASS, PASS)), "auction.bids.1", "bid_out_of_range"),
        (hand(bids=calls(5, 10, PASS, PASS, PASS)), "auction.bids.1", "bid_out_of_range"),
        (hand(bidder=BEPPO, bid=4), "auction.bid", "bid_out_of_range"),
        (hand(bids=calls(6, 6, PASS, PASS, PASS)), "auction.bids.1", "bid_not_higher"),
        (hand(bids=calls(5, 6, PASS, PASS, PASS, 7)), "auction.bids.5", "bid_out_of_turn"),
        (hand(bids=calls(6, PASS, PASS, PASS, first=1)), "auction.bids.0", "bid_out_of_turn"),
        (hand(bids=[*calls(PASS, 6, PASS, PASS), {"player": ANNA, "length": 7}]), "auction.bids.4", "bid_after_pass"),
        (hand(bids=[{"player": EVI, "length": 7}]), "auction.bids.0.player", "player_unknown"),
        (hand(bids=[{"length": 7}]), "auction.bids.0.player", "player_unknown"),
        (hand(bids=["Anna"]), "auction.bids.0", "not_a_mapping"),
        (hand(bidder=EVI, bid=7), "auction.bidder", "player_unknown"),
        (hand(bids=WON_BY_BEPPO, bidder=ANNA), "auction.bidder", "bidder_was_outbid"),
        (hand(bids=WON_BY_BEPPO, bid=5), "auction.bid", "bidder_was_outbid"),
        (hand(bids=calls(PASS, 5)), "auction.bids", "auction_unfinished"),
        (hand(bids=calls(PASS, PASS, PASS, PASS)), "trump_suit", "all_passed_but_not_diamonds"),
        (hand(DANI, "diamonds", bids=calls(PASS, PASS, PASS, PASS)), "declarer", "passed_hand_has_maker"),  # S14
        (
            hand(ANNA, "diamonds", bids=calls(PASS, PASS, PASS, PASS), outright=True),
            "declarer",
            "passed_hand_has_maker",
        ),
        (hand(bids=WON_BY_BEPPO, suit="spades", length=5), "auction.length", "trumps_shorter_than_bid"),
        (hand(bid=7, bidder=BEPPO, length=6), "auction.length", "trumps_shorter_than_bid"),
        (hand(length=10), "auction.length", "trump_length_out_of_range"),
        (hand(outright=True), "trump_suit", "only_diamonds_override"),
        (hand(bids=WON_BY_BEPPO, overridden_by=CILLI), "trump_suit", "only_diamonds_override"),
        (hand(ANNA, bids=WON_BY_BEPPO), "declarer", "last_bidder_is_maker"),
        (hand(bids=WON_BY_BEPPO, suit="clubs"), "trump_suit", "trumps_not_announced"),
        (hand(BEPPO, "diamonds", bids=WON_BY_BEPPO, overridden_by=ANNA), "declarer", "overrider_is_maker"),
        (hand(ANNA, "diamonds", bids=WON_BY_BEPPO, overridden_by=EVI), "auction.overridden_by", "player_unknown"),
    ],
)
def test_an_auction_that_cannot_have_been(reported: dict[str, object], field: str, code: str) -> None:
    assert (field, code) in problems(reported, SASKU, FOUR)


@pytest.mark.parametrize(
    ("fields", "player"),
    [({"bids": WON_BY_BEPPO, "bid": 5}, BEPPO), ({"bids": WON_BY_BEPPO, "bidder": ANNA}, BEPPO)],
)
def test_the_refusal_names_the_last_bidder(fields: dict[str, object], player: str) -> None:
    with pytest.raises(RulesError) as refused:
        scored(hand(**fields), SASKU, FOUR)
    assert [dict(one.args) for one in refused.value.problems if one.code == "bidder_was_outbid"] == [{"player": player}]


def test_the_last_bidder_overrides_nobody() -> None:
    """S13, S15."""
    own = hand(BEPPO, "diamonds", bids=WON_BY_BEPPO, suit="spades", overridden_by=BEPPO)
    assert problems(own, SASKU, FOUR) == {("auction.overridden_by", "own_bid_overridden")}
    changed = hand(BEPPO, "diamonds", bids=WON_BY_BEPPO, suit="spades")
    assert problems(changed, SASKU, FOUR) == {("trump_suit", "trumps_not_announced")}
    again = hand(ANNA, "diamonds", bids=WON_BY_BEPPO, suit="diamonds", overridden_by=ANNA)
    assert problems(again, SASKU, FOUR) == {("auction.overridden_by", "diamonds_not_overridden")}


@pytest.mark.parametrize(
    ("auction", "found"),
    [
        ({"bids": WON_BY_BEPPO}, {("auction", "passed_hand_with_bid")}),
        ({"bidder": BEPPO, "bid": 5}, {("auction", "passed_hand_with_bid")}),
        ({"outright": True}, {("auction", "passed_hand_with_bid")}),
        ({"bids": calls(PASS, PASS, PASS)}, {("auction.bids", "auction_unfinished")}),
    ],
)
def test_nobody_bids_in_a_passed_hand(auction: dict[str, object], found: set[tuple[str, str]]) -> None:
    """S14."""
    passed = {"contract": "passed", "team": ANNA, "won": True, "auction": auction}
    assert problems(passed, SASKU, FOUR) == found


def test_half_the_pack_are_trumps_and_every_suit_has_its_pictures() -> None:
    """S2, S10."""
    for suit in FRENCH:
        assert len(set(trump_order(suit))) == 18 == trump_length(PACK, suit)
        assert set(trump_order(suit)) <= set(PACK)
        side = [card for card in PACK if card not in trump_order(suit)]
        assert len(side) == 18 and {card.suit for card in side} == set(FRENCH) - {suit}


def test_in_every_deal_somebody_may_bid() -> None:
    """The source says so; it follows from the twelve pictures: nobody can have four or fewer with all suits short.

    With p pictures and at most 4 - p cards in each suit a hand holds p + 4 * (4 - p) = 16 - 3p cards at most; nine
    cards leave two pictures at most, and four such players have eight of the twelve.
    """
    by_pictures = {}
    for pictures, *suits in product(range(10), *[range(10)] * 4):
        if pictures + sum(suits) == 9 and pictures + max(suits) < 5:
            by_pictures[pictures] = True
    assert 4 * max(by_pictures) < 12


def test_a_bid_needs_as_many_trumps_of_some_suit() -> None:
    kings = [Card(rank=Rank.KING, suit=suit) for suit in FRENCH]
    sixes = [Card(rank=Rank.SIX, suit=suit) for suit in FRENCH]
    assert longest_trumps([*kings, *sixes]) == 5
    assert longest_trumps([*kings[:2], *sixes]) == 3
    assert trump_length([*kings, *sixes, Card(rank=Rank.ACE, suit=Suit.HEARTS)], Suit.HEARTS) == 6
    for few in combinations(kings, 3):
        assert longest_trumps(few) == 3


@pytest.mark.parametrize(
    ("reported", "suit"), [(Suit.HEARTS, Suit.HEARTS), (Suit.CLUBS, Suit.CLUBS), (None, Suit.DIAMONDS)]
)
def test_trumps_are_of_the_suit_that_was_made(reported: Suit | None, suit: Suit) -> None:
    """S13; a passed hand is played in diamonds (S14)."""
    contract = SASKU.contract("trumps", 4)
    assert isinstance(SASKU, Sasku) and contract
    hand = SaskuHand(table=FOUR, contract=contract.id, trump_suit=reported)
    assert SASKU.trumps(contract, hand) == trump_order(suit)
