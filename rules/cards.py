"""Suits, ranks, packs and trump orders; card points and the run of top trumps from cards."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import takewhile


class Suit(StrEnum):
    CLUBS = "clubs"
    SPADES = "spades"
    HEARTS = "hearts"  # the same word in both packs
    DIAMONDS = "diamonds"
    ACORNS = "acorns"
    LEAVES = "leaves"
    BELLS = "bells"


class Rank(StrEnum):
    """The ranks of both packs: Ober and Queen, Unter and Jack are one rank each: same place, same points (G1)."""

    ACE = "ace"
    TEN = "ten"
    KING = "king"
    OBER = "ober"
    UNTER = "unter"
    NINE = "nine"
    EIGHT = "eight"
    SEVEN = "seven"
    SIX = "six"


FRENCH = (Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS)
GERMAN = (Suit.ACORNS, Suit.LEAVES, Suit.HEARTS, Suit.BELLS)

CARD_POINTS = {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.OBER: 3, Rank.UNTER: 2}  # G1; all lower ranks 0
ALL_CARD_POINTS = 120
OBER_UNTER = (Rank.OBER, Rank.UNTER)  # permanent trumps of most games, Queens and Jacks in the French pack (P1, B2)

_DOWNWARDS = (Rank.ACE, Rank.TEN, Rank.KING, Rank.OBER, Rank.UNTER, Rank.NINE, Rank.EIGHT, Rank.SEVEN, Rank.SIX)
_RANKS_IN_PACK = {36: 9, 32: 8, 24: 6, 20: 5}


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Card:
    rank: Rank
    suit: Suit


def ranks(pack_size: int) -> tuple[Rank, ...]:
    """Return the ranks of a pack of 36, 32, 24 or 20 cards, highest first in a plain suit."""
    return _DOWNWARDS[: _RANKS_IN_PACK[pack_size]]


def count_points(cards: Collection[Card]) -> int:
    """Return the card points of a pile of tricks. Source: G1."""
    return sum(CARD_POINTS.get(card.rank, 0) for card in cards)


@cache
def trump_order(
    *, permanent_trumps: tuple[Rank, ...], trump_suit: Suit | None, pack: tuple[Suit, ...], pack_size: int
) -> tuple[Card, ...]:
    """Return all trumps from the top: the permanent ones in suit order, then the rest of the trump suit. P1, B2."""
    permanent = [Card(rank=rank, suit=suit) for rank in permanent_trumps for suit in pack]
    if trump_suit is None:
        return tuple(permanent)
    return (*permanent, *(Card(rank=one, suit=trump_suit) for one in ranks(pack_size) if one not in permanent_trumps))


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The unbroken run of top trumps that a side holds ("with") or lacks ("without"). P21."""

    count: int
    held: bool


def run_of_top_trumps(*, held: Collection[Card], trumps: Sequence[Card]) -> Run:
    """Return the run of the side that holds the cards `held`, by the trump order `trumps`."""
    has_top = trumps[0] in held
    return Run(count=len(list(takewhile(lambda card: (card in held) == has_top, trumps))), held=has_top)


@cache
def card_points_of_pack(pack_size: int) -> tuple[int, ...]:
    """Return the card points of every card of the pack, highest first."""
    return tuple(sorted((CARD_POINTS.get(rank, 0) for rank in ranks(pack_size) for _ in range(4)), reverse=True))


@cache
def most_card_points(*, cards: int, pack_size: int, without: tuple[Card, ...] = ()) -> int:
    """Return the most card points of so many cards of the pack; cards in `without` are known to lie in another pile."""
    richest = list(card_points_of_pack(pack_size))
    for card in without:
        richest.remove(count_points((card,)))
    return sum(richest[: max(cards, 0)])
