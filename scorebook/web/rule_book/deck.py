"""A pack of cards as people see it: the letters on the corners, the suits, what a card is called."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import pgettext

from rules import words
from rules.cards import FRENCH, Card, Rank, Suit
from scorebook import language


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """A card as it is drawn. suit: empty for a card of whatever suit is trumps. name: for who cannot see it."""

    letter: str
    suit: str
    name: str


def card_letter(rank: Rank, pack: tuple[Suit, ...]) -> str:
    """What stands on the corner: Ober and Unter in the German pack, Queen and Jack in the French one."""
    if rank in _FIGURES:
        return _FIGURES[rank]
    is_french = pack == FRENCH
    return {
        Rank.ACE: lambda: pgettext("corner of a card", "A"),
        Rank.KING: lambda: pgettext("corner of a card", "K"),
        Rank.OBER: lambda: pgettext("corner of a card", "Q") if is_french else pgettext("corner of a card", "O"),
        Rank.UNTER: lambda: pgettext("corner of a card", "J") if is_french else pgettext("corner of a card", "U"),
    }[rank]()


_FIGURES = {Rank.TEN: "10", Rank.NINE: "9", Rank.EIGHT: "8", Rank.SEVEN: "7", Rank.SIX: "6"}


def card_face(card: Card, pack: tuple[Suit, ...]) -> Face:
    corner = card_letter(card.rank, pack)
    return Face(
        letter=corner, suit=card.suit.value, name=f"{words.suit_name(card.suit, language.current_language())} {corner}"
    )
