"""The auction of Sasku: trump order, the length that a bid needs, and bids that cannot have been made."""

from collections.abc import Collection
from functools import cache

from rules import cards
from rules.cards import FRENCH, Card, Rank, Suit
from rules.games.sasku.hand import Auction, AuctionCall, SaskuHand
from rules.problems import ProblemList
from rules.table import Player

PICTURES = (Rank.KING, Rank.OBER, Rank.UNTER)  # permanent trumps, below the six of the trump suit (S10)
PACK_SIZE = 36  # nine cards each (S2)
LOWEST_BID, HIGHEST_BID = 5, 9  # S12
CARDS_IN_HAND = 9


@cache
def trump_order(trump_suit: Suit) -> tuple[Card, ...]:
    """Return the 18 trumps from the top: the six, Kings, Queens, Jacks, then ace, ten, 9, 8, 7. Source: S10."""
    *others, six = cards.trump_order(permanent_trumps=PICTURES, trump_suit=trump_suit, pack=FRENCH, pack_size=PACK_SIZE)
    return (six, *others)


def trump_length(hand: Collection[Card], trump_suit: Suit) -> int:
    """Return how many cards of a hand would be trumps, pictures included; the bid may be as high. Source: S12."""
    trumps = trump_order(trump_suit)
    return sum(card in trumps for card in hand)


def longest_trumps(hand: Collection[Card]) -> int:
    """Return the highest bid that a hand allows in any suit; below 5 it allows none."""
    return max(trump_length(hand, suit) for suit in FRENCH)


def check_auction(hand: SaskuHand, speakers: tuple[Player, ...], problems: ProblemList) -> None:
    """Check the reported bidding of `speakers`, in order from the dealer's left, and the trump maker (S12-S14)."""
    auction = hand.auction
    if auction is None or problems.has("auction"):
        return
    for name, player in (("bidder", auction.bidder), ("overridden_by", auction.overridden_by)):
        if player is not None and player not in speakers:
            problems.add("player_unknown", f"auction.{name}", player=player)
    _check_bids(auction.bids, speakers, problems)
    made = [bid for bid in auction.bids if bid.length is not None]
    if not hand.has_maker:
        if made or auction != Auction(bids=auction.bids):
            problems.add("passed_hand_with_bid", "auction")
        elif auction.bids and len(auction.bids) < 4:
            problems.add("auction_unfinished", "auction.bids")
        return
    # The last bid is the highest, by the list of calls or as reported.
    last = made[-1] if made else AuctionCall(player=auction.bidder, length=auction.bid)
    _check_reported_bid(auction, last, problems)
    _check_bids_after_end(hand, auction, problems)
    _check_bid_length(auction, last, problems)
    _check_bid_override(hand, auction, problems)
    _check_trump_maker(hand, auction, last, problems)


def _check_bids(bids: tuple[AuctionCall, ...], speakers: tuple[Player, ...], problems: ProblemList) -> None:
    passed: set[Player] = set()
    highest, turn = 0, 0
    for place, bid in enumerate(bids):
        name = f"auction.bids.{place}"
        if bid.player is None or bid.player not in speakers:
            problems.add("player_unknown", f"{name}.player", player=bid.player or "")
            continue
        if bid.player in passed:
            problems.add("bid_after_pass", name, player=bid.player)
            continue
        if bid.player != _next_speaker(speakers, turn, passed, highest):
            problems.add("bid_out_of_turn", name, player=bid.player)
        turn = speakers.index(bid.player) + 1
        if bid.length is None:
            passed.add(bid.player)
        elif not LOWEST_BID <= bid.length <= HIGHEST_BID:
            problems.add("bid_out_of_range", name, least=LOWEST_BID, most=HIGHEST_BID)
        elif bid.length <= highest:
            problems.add("bid_not_higher", name, least=highest + 1)
        else:
            highest = bid.length


def _next_speaker(speakers: tuple[Player, ...], turn: int, passed: Collection[Player], highest: int) -> Player | None:
    """Return whose turn it is: the next player who has not passed, until only the last bidder is left."""
    here = [player for player in (*speakers[turn % 4 :], *speakers[: turn % 4]) if player not in passed]
    return here[0] if len(here) > 1 or (here and not highest) else None


def _check_reported_bid(auction: Auction, last: AuctionCall, problems: ProblemList) -> None:
    """Check that bidder and bid are those of the last call; without calls, that the bid is in range."""
    if auction.bidder not in (None, last.player):
        problems.add("bidder_was_outbid", "auction.bidder", player=last.player or "")
    if auction.bid is None:
        return
    if not LOWEST_BID <= auction.bid <= HIGHEST_BID:
        problems.add("bid_out_of_range", "auction.bid", least=LOWEST_BID, most=HIGHEST_BID)
    elif auction.bid != last.length:
        problems.add("bidder_was_outbid", "auction.bid", player=last.player or "")


def _check_bids_after_end(hand: SaskuHand, auction: Auction, problems: ProblemList) -> None:
    """Check that bidding ended: three have passed, or diamonds were announced, even by the fourth (S13, X22).

    Once the fourth has passed too, diamonds are trumps and no player has made them (S14).
    """
    passes = sum(bid.length is None for bid in auction.bids)
    if hand.trump_suit is Suit.DIAMONDS:
        if passes == 4 == len(auction.bids):
            problems.add("passed_hand_has_maker", "declarer")
    elif passes == 4:
        problems.add("all_passed_but_not_diamonds", "trump_suit")
    elif auction.bids and passes < 3:
        problems.add("auction_unfinished", "auction.bids")


def _check_bid_length(auction: Auction, last: AuctionCall, problems: ProblemList) -> None:
    """Check that the announced suit is as long as the bid; diamonds announced outright need no length."""
    if auction.length is None:
        return
    if not 0 <= auction.length <= CARDS_IN_HAND:
        problems.add("trump_length_out_of_range", "auction.length", most=CARDS_IN_HAND)
    elif last.length is not None and auction.length < last.length and not auction.outright:
        problems.add("trumps_shorter_than_bid", "auction.length", bid=last.length)


def _check_bid_override(hand: SaskuHand, auction: Auction, problems: ProblemList) -> None:
    if auction.outright and hand.trump_suit is not Suit.DIAMONDS:
        problems.add("only_diamonds_override", "trump_suit")
    if auction.overridden_by is None:
        if auction.suit is not None and auction.suit is not hand.trump_suit and hand.trump_suit is not Suit.DIAMONDS:
            problems.add("trumps_not_announced", "trump_suit")
        return
    if hand.trump_suit is not None and hand.trump_suit is not Suit.DIAMONDS:
        problems.add("only_diamonds_override", "trump_suit")
    if auction.suit is Suit.DIAMONDS:
        problems.add("diamonds_not_overridden", "auction.overridden_by")
    if hand.declarer is not None and auction.overridden_by != hand.declarer:
        problems.add("overrider_is_maker", "declarer", player=auction.overridden_by)


def _check_trump_maker(hand: SaskuHand, auction: Auction, last: AuctionCall, problems: ProblemList) -> None:
    """Check that the last bidder makes trumps, unless another player makes diamonds trumps (S13, S15, X21)."""
    bidder = last.player
    if bidder is None or hand.declarer is None or problems.has("auction") or problems.has("declarer"):
        return
    if auction.overridden_by == bidder:
        problems.add("own_bid_overridden", "auction.overridden_by", player=bidder)
    elif hand.declarer != bidder and hand.trump_suit is not Suit.DIAMONDS:
        problems.add("last_bidder_is_maker", "declarer", player=bidder)
    elif hand.declarer == bidder and auction.suit not in (None, hand.trump_suit):
        problems.add("trumps_not_announced", "trump_suit")
