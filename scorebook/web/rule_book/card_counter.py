"""Counting of cards tapped on a picture of the pack: card points, and the run of top trumps."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules import Contract
from rules.cards import Card, Run, Suit, count_points, ranks, run_of_top_trumps
from rules.games.declarer_game import DeclarerGame
from scorebook.web.core.form_data import FormData
from scorebook.web.games import game_presentation
from scorebook.web.rule_book import deck, sample_hands
from scorebook.web.rule_book.deck import Face

FIELD = "cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardChip:
    value: str
    face: Face
    is_checked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCount:
    cards: int
    points: int  # of the cards as a pile of tricks
    run: Run | None  # of the cards as the declaring side's hand; None if runs do not count
    points_text: str
    run_text: str
    bid_text: str


def pack_chips(ruleset: DeclarerGame, typed: FormData) -> list[CardChip]:
    """Return the cards of the pack, by rank, then by suit."""
    tapped = tapped_cards(ruleset, typed)
    cards = (Card(rank=rank, suit=suit) for rank in ranks(ruleset.pack_size) for suit in ruleset.PACK)
    return [
        CardChip(value=card_value(card), face=deck.card_face(card, ruleset.PACK), is_checked=card in tapped)
        for card in cards
    ]


def card_value(card: Card) -> str:
    return f"{card.rank}-{card.suit}"


def tapped_cards(ruleset: DeclarerGame, typed: FormData) -> frozenset[Card]:
    """Return the tapped cards; cards outside the pack are ignored."""
    known = {card_value(Card(rank=rank, suit=suit)): Card(rank=rank, suit=suit)
             for rank in ranks(ruleset.pack_size) for suit in ruleset.PACK}  # fmt: skip
    return frozenset(known[value] for value in typed.all(FIELD) if value in known)


def count_cards(ruleset: DeclarerGame, typed: FormData, people: int) -> CardCount:
    tapped = tapped_cards(ruleset, typed)
    contract = ruleset.contract(typed.one("contract"), people)
    run = _counted_run(ruleset, contract, typed.one("trump_suit"), tapped) if contract and tapped else None
    points = count_points(tapped)
    return CardCount(
        cards=len(tapped),
        points=points,
        run=run,
        points_text=_counted_points_text(len(tapped), points),
        run_text=_counted_run_text(ruleset, run) if run else "",
        bid_text=game_presentation(ruleset).bid_text(tapped),
    )


def _counted_run(ruleset: DeclarerGame, contract: Contract, suit: str, tapped: Collection[Card]) -> Run | None:
    """Return the run where runs count: not in a Ramsch, which has trumps too, and not in Sasku."""
    if not contract.has_top_trumps:
        return None
    chosen = Suit(suit) if suit in contract.trump_suits else next(iter(contract.trump_suits), None)
    trumps = ruleset.trumps(contract, sample_hands.bare_sample_hand(contract, trump_suit=chosen))
    return run_of_top_trumps(held=tapped, trumps=trumps) if trumps else None


def _counted_points_text(cards: int, points: int) -> str:
    counted = ngettext("%(n)s card", "%(n)s cards", cards) % {"n": cards}
    return _("%(points)s card points in %(cards)s") % {"points": points, "cards": counted}


def _counted_run_text(ruleset: DeclarerGame, run: Run) -> str:
    text = _("%(run)s: with %(n)s") if run.held else _("%(run)s: without %(n)s")
    return text % {"run": game_presentation(ruleset).run_name, "n": run.count}


def form_with_card_count(typed: FormData, counted: CardCount) -> FormData:
    """Return the form with the count in its field, if the request asks for it."""
    if typed.one("take") == "points":
        return typed.with_fields(card_points=[str(counted.points)])
    if typed.one("take") == "top" and counted.run is not None:
        return typed.with_fields(top_trumps=[str(counted.run.count)])
    return typed


def card_count_json(counted: CardCount) -> dict[str, object]:
    return {
        "points": counted.points,
        "points_text": counted.points_text,
        "run": counted.run.count if counted.run else None,
        "run_text": counted.run_text,
        "bid_text": counted.bid_text,
    }
