"""The contracts of a ruleset in the order of the auction, with trumps and thresholds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import Aim, Contract, Ruleset, Sides, State
from rules.cards import ALL_CARD_POINTS, Card
from rules.games.auction import Bid, outranks
from rules.games.declarer_game import DeclarerGame
from rules.outcome import Limits
from rules.report import DeclaredHand
from scorebook.web.games import game_presentation
from scorebook.web.games.presentation import SIDES_TEXTS
from scorebook.web.rule_book import deck, sample_hands
from scorebook.web.rule_book.deck import Face

_AIMS: Mapping[Aim, str | Promise] = {
    Aim.ALL_TRICKS: gettext_lazy("needs every trick"),
    Aim.NO_TRICK: gettext_lazy("must take no trick"),
    Aim.SHOWN: gettext_lazy("laid on the table and won"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionStep:
    contracts: tuple[Contract, ...]
    hearts_outbid: bool  # hearts outbid the other suits here


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    contracts: tuple[str, ...]
    limits: Limits
    after_kontra: Limits | None  # limits once the opponents have doubled, if different

    @property
    def of_others(self) -> Limits:
        return limits_of_other_side(self.limits)


def auction_steps(ruleset: Ruleset, people: int) -> tuple[AuctionStep, ...]:
    """Return the steps from the lowest bid to the highest."""
    bids = [contract for contract in ruleset.contracts(people) if contract.rank]

    def compare_bids(one: Contract, other: Contract) -> int:
        first, second = Bid(contract=one.id), Bid(contract=other.id)
        above = outranks(first, second, ruleset=ruleset, players=people)
        return 1 if above else -int(outranks(second, first, ruleset=ruleset, players=people))

    found: list[list[Contract]] = []
    for contract in sorted(bids, key=cmp_to_key(compare_bids)):
        if found and compare_bids(found[-1][0], contract) == 0:
            found[-1].append(contract)
        else:
            found.append([contract])
    return tuple(
        AuctionStep(contracts=tuple(same), hearts_outbid=any(contract.hearts_outbid for contract in same))
        for same in found
    )


def contract_text(contract: Contract, ruleset: Ruleset) -> str:
    """Describe a contract: who plays it, what it needs, and what does not count in it."""
    return ", ".join(_contract_sentences(contract, ruleset))


def _contract_sentences(contract: Contract, ruleset: Ruleset) -> Iterator[str]:
    is_reported_only = contract.sides is Sides.NONE and contract.aim is Aim.SHOWN
    if not is_reported_only:
        yield str(SIDES_TEXTS[contract.sides])
    if contract.calls_a_card:
        yield _("found by a called card")
    if contract.aim in _AIMS and not is_reported_only:
        yield str(_AIMS[contract.aim])
    if contract.names_trump:
        yield _("chooses trumps")
    if contract.is_own:
        yield from _not_counted_sentences(contract, ruleset)


def _not_counted_sentences(contract: Contract, ruleset: Ruleset) -> Iterator[str]:
    """Yield what does not count in this own contract, unlike in the game's other contracts."""
    if contract.aim is Aim.CARD_POINTS and not contract.has_levels:
        yield _("without Schneider and Schwarz")
    if not isinstance(ruleset, DeclarerGame):
        return
    if contract.aim is not Aim.NO_TRICK and not contract.has_top_trumps:
        yield _("without %(run)s") % {"run": game_presentation(ruleset).run_name}
    if not contract.is_doubled:
        yield _("nothing doubles it")


def trump_orders_of_game(ruleset: Ruleset, people: int) -> list[tuple[tuple[Face, ...], list[str]]]:
    """Return each trump order, highest first, with its contracts; a card without suit is of the chosen trump suit."""
    if not isinstance(ruleset, DeclarerGame):
        return []
    found: dict[tuple[Face, ...], list[str]] = {}
    for contract in ruleset.contracts(people):
        if issubclass(contract.report, DeclaredHand) or sample_hands.is_ramsch_contract(contract):
            faces = tuple(_trump_order_faces(contract, ruleset))
            if faces:
                found.setdefault(faces, []).append(contract.id)
    return list(found.items())


def _trump_order_faces(contract: Contract, ruleset: DeclarerGame) -> Iterator[Face]:
    """Yield the trump order of the first suit allowed; cards of a chosen suit have no suit symbol."""
    order = ruleset.trumps(
        contract, sample_hands.bare_sample_hand(contract, trump_suit=next(iter(contract.trump_suits), None))
    )
    for card in order:
        face = deck.card_face(card, ruleset.PACK)
        if contract.names_trump and not _is_rank_trump_in_all_suits(card, order):
            face = Face(letter=face.letter, suit="", name=_("%(card)s of trumps") % {"card": face.letter})
        yield face


def _is_rank_trump_in_all_suits(card: Card, order: Sequence[Card]) -> bool:
    return sum(one.rank == card.rank for one in order) > 1


def rule_book_thresholds(ruleset: Ruleset, people: int) -> tuple[Thresholds, ...]:
    if not isinstance(ruleset, DeclarerGame):
        return ()
    found: dict[tuple[Limits, Limits | None], list[str]] = {}
    for contract in ruleset.contracts(people):
        if contract.has_levels and issubclass(contract.report, DeclaredHand):
            limits = ruleset.limits(sample_hands.bare_sample_hand(contract), contract, State())
            doubled = (
                ruleset.limits(sample_hands.bare_sample_hand(contract, kontra=(None,)), contract, State())
                if contract.may_kontra
                else limits
            )
            found.setdefault((limits, doubled if doubled != limits else None), []).append(contract.id)
    return tuple(
        Thresholds(contracts=tuple(sharing), limits=limits, after_kontra=doubled)
        for (limits, doubled), sharing in found.items()
    )


def limits_of_other_side(limits: Limits) -> Limits:
    """Return the limits of the declaring side in card points of the other side."""
    beyond = ALL_CARD_POINTS + 1
    return Limits(
        wins_from=beyond - limits.wins_from,
        schneider_from=beyond - limits.free_from,
        free_from=beyond - limits.schneider_from,
    )
