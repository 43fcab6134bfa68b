"""The called card: who may call what. It decides who is partner, never what the hand is worth (A26)."""

from __future__ import annotations

from rules.cards import Rank, Suit
from rules.problems import Complaints
from rules.report import DeclaredHand
from rules.ruleset import Contract, Sides


def check_call(
    hand: DeclaredHand,
    contract: Contract,
    *,
    ranks: tuple[Rank, ...],
    suits: tuple[Suit, ...],
    must_be_noted: bool,
    complaints: Complaints,
) -> None:
    """Check what was told of the call. Source: A10-A12, B13, B84."""
    if contract.sides is not Sides.PARTNERS or not contract.calls_a_card:
        if hand.call is not None:
            complaints.add("nothing_is_called", "call")
        return
    call = hand.call
    if call is None or call.card is None:
        if must_be_noted and not complaints.about("call"):
            complaints.add("called_card_missing", "call.card")
        if call is None:
            return
    if call.card is not None:
        if call.card.suit is Suit.HEARTS:
            complaints.add("called_card_is_trump", "call.card.suit")
        elif call.card.suit not in suits:
            complaints.add("card_not_in_pack", "call.card.suit", choices=", ".join(suits))
        if call.card.rank not in ranks:
            complaints.add("called_card_rank", "call.card.rank", choices=", ".join(ranks))
    if call.holds_it:
        complaints.add("secret_solo", "call.holds_it")
    if call.suit_cards == 0 and (call.took_over or not contract.may_call_void):
        complaints.add("called_suit_void", "call.suit_cards")
