"""Checks of the called card. It decides who is partner, never what the hand is worth (A26)."""

from __future__ import annotations

from rules.base_ruleset import Contract, Sides
from rules.cards import Card, Suit
from rules.problems import ProblemList
from rules.report import DeclaredHand


def check_call(
    hand: DeclaredHand,
    contract: Contract,
    *,
    cards: tuple[Card, ...],
    must_be_noted: bool,
    problems: ProblemList,
) -> None:
    """Check the reported call; `cards` are all that may be called. Source: A10-A12, B13, B84."""
    if contract.sides is not Sides.PARTNERS or not contract.calls_a_card:
        if hand.call is not None:
            problems.add("nothing_is_called", "call")
        return
    call = hand.call
    if call is None or call.card is None:
        if must_be_noted and not problems.has("call"):
            problems.add("called_card_missing", "call.card")
        if call is None:
            return
    if call.card is not None:
        _check_called_card(call.card, cards, problems)
    if call.holds_it:
        problems.add("secret_solo", "call.holds_it")
    if call.hung_on_by is not None and call.hung_on_by not in hand.table.players:
        problems.add("player_unknown", "call.hung_on_by", player=call.hung_on_by)
    if call.took_over and call.hung_on_by is not None and call.hung_on_by == hand.declarer:
        problems.add("taken_over_from_oneself", "call.hung_on_by", player=call.hung_on_by)
    if call.suit_cards == 0 and (call.is_taken_over(hand.declarer) or not contract.may_call_void):
        problems.add("called_suit_void", "call.suit_cards")


def _check_called_card(card: Card, cards: tuple[Card, ...], problems: ProblemList) -> None:
    suits, ranks = dict.fromkeys(one.suit for one in cards), dict.fromkeys(one.rank for one in cards)
    if card.suit is Suit.HEARTS:
        problems.add("called_card_is_trump", "call.card.suit")
    elif card.suit not in suits:
        problems.add("card_not_in_pack", "call.card.suit", choices=", ".join(suits))
    if card.rank not in ranks:
        problems.add("called_card_rank", "call.card.rank", choices=", ".join(ranks))
