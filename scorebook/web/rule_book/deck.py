"""A pack of cards as drawn: corner letters, suits, names."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import pgettext

from rules.cards import FRENCH, Card, Rank, Suit
from rules.wording import words
from scorebook.texts import language


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    letter: str
    suit: str  # empty for the suit that is trumps
    name: str  # for screen readers


def card_letter(rank: Rank, pack: tuple[Suit, ...]) -> str:
    """Return the corner of a card: Ober and Unter in the German pack, Queen and Jack in the French one."""
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
