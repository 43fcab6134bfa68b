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
from rules.wording import words
from scorebook.texts import language
from scorebook.web.games import game_presentation
from scorebook.web.games.presentation import SIDES_TEXTS
from scorebook.web.rule_book import deck, sample_hands, tariff
from scorebook.web.rule_book.deck import Face

_AIMS: Mapping[Aim, str | Promise] = {
    Aim.ALL_TRICKS: gettext_lazy("needs every trick"),
    Aim.NO_TRICK: gettext_lazy("must take no trick"),
    Aim.SHOWN: gettext_lazy("laid on the table and won"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    contracts: tuple[str, ...]
    limits: Limits
    after_kontra: Limits | None  # limits once the opponents have doubled, if different
    tied: int | None  # card points with which nobody has won

    @property
    def of_others(self) -> Limits:
        return limits_of_other_side(self.limits, tied=self.tied)


def auction_steps(ruleset: Ruleset, people: int) -> list[list[Contract]]:
    """Return the contracts from the lowest bid to the highest, those of the same rank together."""
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
    return found


def contract_facts(contract: Contract, ruleset: Ruleset) -> str:
    """Describe a contract: who plays it with what trumps, when it is won, what it pays, what does not count in it."""
    people = sample_hands.usual_sample_people(ruleset)
    return ", ".join(_contract_facts(contract, ruleset, people))


def _contract_facts(contract: Contract, ruleset: Ruleset, people: int) -> Iterator[str]:
    if contract.sides is Sides.NONE and contract.aim is Aim.SHOWN:  # reported, not played
        return
    yield str(SIDES_TEXTS[contract.sides])
    if contract.calls_a_card:
        yield _("found by a called card")
    # A variant has the trumps of its contract; a Sie is not played, and those of an own contract are unknown.
    has_trumps = not contract.variant_of and not contract.is_own and contract.aim is not Aim.SHOWN
    if isinstance(ruleset, DeclarerGame) and has_trumps:
        yield from _trumps_text(contract, ruleset)
    if contract.aim in _AIMS:
        yield str(_AIMS[contract.aim])
    elif isinstance(ruleset, DeclarerGame) and issubclass(contract.report, DeclaredHand):
        won = ruleset.limits(sample_hands.bare_sample_hand(contract), contract, State()).wins_from
        yield _("won from %(n)s card points") % {"n": won}
    if not ruleset.HAS_TALLY:
        yield from _prices_text(contract, ruleset, people)
    if contract.is_own:
        yield from _not_counted_sentences(contract, ruleset)
    elif not contract.may_kontra and any(one.may_kontra for one in ruleset.contracts(people)):
        yield _("nobody doubles after the deal")


def _trumps_text(contract: Contract, ruleset: DeclarerGame) -> Iterator[str]:
    """Yield the ranks that are trumps in every suit and the suit below them; nothing for a hand that repeats one."""
    order = _trump_order(contract, ruleset)
    if not order:
        yield _("no trumps")
        return
    ranks = dict.fromkeys(card.rank for card in order if _is_rank_trump_in_all_suits(card, order))
    names = [deck.card_letter(rank, ruleset.PACK) for rank in ranks]
    if contract.names_trump:
        names.append(_("a suit of choice"))
    else:
        names += [words.suit_name(suit, language.current_language()) for suit in contract.trump_suits]
    if names and (contract.trump_suits or len(ranks) * len(ruleset.PACK) == len(order)):
        yield _("trumps: %(trumps)s") % {"trumps": "\N{NO-BREAK SPACE}+ ".join(names)}


def _prices_text(contract: Contract, ruleset: Ruleset, people: int) -> Iterator[str]:
    """Yield what a simple win costs each loser, and what it costs in the suits with another price."""
    lines = [line for line in tariff.tariff_of(ruleset, people).lines if contract.id in line.contracts]
    for place, line in enumerate(lines):
        suits = ", ".join(words.suit_name(suit, language.current_language()) for suit in line.suits)
        text = _("in %(suits)s %(price)s") if place else _("each loser pays %(price)s")
        yield text % {"suits": suits, "price": line.values[0]}


def _not_counted_sentences(contract: Contract, ruleset: Ruleset) -> Iterator[str]:
    """Yield what does not count in this own contract, unlike in the game's other contracts."""
    if contract.aim is Aim.CARD_POINTS and not contract.has_levels:
        yield _("without Schneider and Schwarz")
    if not isinstance(ruleset, DeclarerGame):
        return
    if contract.aim is not Aim.NO_TRICK and not contract.has_top_trumps:
        yield _("without %(run)s") % {"run": game_presentation(ruleset).run_name}
    if not contract.is_doubled:
        yield _("never doubled")


def trump_orders_of_game(ruleset: Ruleset, people: int) -> list[tuple[tuple[Face, ...], list[str]]]:
    """Return each trump order, highest first, with its contracts; a card without suit is of the chosen trump suit."""
    if not isinstance(ruleset, DeclarerGame):
        return []
    found: dict[tuple[Face, ...], list[str]] = {}
    for contract in ruleset.contracts(people):
        if issubclass(contract.report, DeclaredHand) or sample_hands.is_ramsch_contract(contract):
            faces = tuple(_trump_order_faces(contract, ruleset))
            if faces and not sample_hands.repeats_another(contract, ruleset):
                found.setdefault(faces, []).append(contract.id)
    return list(found.items())


def _trump_order(contract: Contract, ruleset: DeclarerGame) -> Sequence[Card]:
    """Return the trumps with the first suit allowed."""
    suit = next(iter(contract.trump_suits), None)
    return ruleset.trumps(contract, sample_hands.bare_sample_hand(contract, trump_suit=suit))


def _trump_order_faces(contract: Contract, ruleset: DeclarerGame) -> Iterator[Face]:
    """Yield the trump order of the first suit allowed; cards of a chosen suit have no suit symbol."""
    order = _trump_order(contract, ruleset)
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
    found: dict[tuple[Limits, Limits | None, int | None], list[str]] = {}
    for contract in ruleset.contracts(people):
        is_counted = contract.has_levels and issubclass(contract.report, DeclaredHand)
        if is_counted and not sample_hands.repeats_another(contract, ruleset):
            limits = ruleset.limits(sample_hands.bare_sample_hand(contract), contract, State())
            doubled = (
                ruleset.limits(sample_hands.bare_sample_hand(contract, kontra=(None,)), contract, State())
                if ruleset.most_kontra(contract)
                else limits
            )
            half = ALL_CARD_POINTS // 2
            tied = half if sample_hands.is_tie_with(half, contract, ruleset) else None
            found.setdefault((limits, doubled if doubled != limits else None, tied), []).append(contract.id)
    return tuple(
        Thresholds(contracts=tuple(sharing), limits=limits, after_kontra=doubled, tied=tied)
        for (limits, doubled, tied), sharing in found.items()
    )


def limits_of_other_side(limits: Limits, *, tied: int | None = None) -> Limits:
    """Return the limits of the declaring side in card points of the other side, who must pass a tie too."""
    beyond = ALL_CARD_POINTS + 1
    return Limits(
        wins_from=max(beyond - limits.wins_from, (tied or 0) + 1),
        schneider_from=beyond - limits.free_from,
        free_from=beyond - limits.schneider_from,
    )
