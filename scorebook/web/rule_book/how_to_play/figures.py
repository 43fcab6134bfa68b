"""The figures and names that the chapters cannot read from the ruleset itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from rules import Aim, Contract, Ruleset, Sides, State
from rules.base_ruleset import house_rules_without_effect
from rules.cards import ALL_CARD_POINTS, CARD_POINTS, OBER_UNTER, Rank, Suit, ranks
from rules.games import asserufen, palatinate, schafskopf24
from rules.games.bavarian.contracts import CONTRACTS
from rules.games.bavarian.rounds import ANNOUNCED_ROUNDS, RoundKind, hands_of_round, playable_in_round
from rules.games.bavarian.ruleset import CALLABLE_SUITS, Bavarian
from rules.games.bierkopf import Bierkopf, Variant
from rules.games.declarer_game import DeclarerGame
from rules.games.sasku import auction
from rules.games.sasku.ruleset import Sasku
from rules.outcome import PALATINATE, TURNED_ROUND, Limits
from rules.wording import words
from scorebook.texts import language
from scorebook.web.games import game_presentation
from scorebook.web.rule_book.bidding_page import limits_of_other_side, rule_book_thresholds
from scorebook.web.rule_book.deck import card_face, card_letter
from scorebook.web.rule_book.how_to_play.contracts import contract_sections, has_paragraph, paragraphs_of_contracts
from scorebook.web.rule_book.sample_hands import bare_sample_hand, is_ramsch_contract

BIERKOPF_PACK_SIZE = 32  # that of Bavarian Schafkopf (B107)
ROUND_RULES: Mapping[str, str] = {RoundKind.KREUZBOCK: "B80", RoundKind.RAMSCH: "B64"}
HOCH_EXAMPLE = 5  # the run of the documents (P26)
FACTORS_LISTED = 4  # of doublings that multiply: 2, 4, 8, 16 (B90)
STROKES_IN_A_SHAPE = 4  # two upright, two across: a hash (S35)

Figures = dict[str, Any]


def how_to_play_figures(ruleset: Ruleset, people: int) -> Figures:
    """Return the context of the chapter: the house rules by name, and what follows from them.

    people: the active players.
    """
    stakes = [str(offer.stake_minor) for offer in game_presentation(ruleset).offers if offer.unit == "EUR"]
    settled = {name: getattr(ruleset, name) for name, _default, _metadata in ruleset.house_rules()}
    found: Figures = {
        **settled,
        "ruleset": ruleset,
        "people": people,
        "described": {},
        "silent": house_rules_without_effect(type(ruleset), settled),
        "sources": {name: metadata["source"] for name, _default, metadata in ruleset.house_rules()},
        "run_name": game_presentation(ruleset).run_name,
        "stakes": ", ".join(dict.fromkeys(stakes)),
        "card_points": ALL_CARD_POINTS,
    }
    if isinstance(ruleset, DeclarerGame):
        hand = ruleset.hand_size(people)
        found |= {"hand": hand, "first_packet": hand // 2, "second_packet": hand - hand // 2}
        found |= {"pack": _pack_figures(ruleset, ruleset.pack_size)}
    of_game = _FIGURES_OF_GAMES.get(ruleset.GAME)
    return found | (of_game(ruleset, people) if of_game else {})


def _pack_figures(ruleset: Ruleset, pack_size: int, permanent_trumps: tuple[Rank, ...] = ()) -> Mapping[str, object]:
    """Return the cards, their points, and the order of a plain suit below the permanent trumps."""
    in_suit = ranks(pack_size)
    counting = (
        f"{card_letter(rank, ruleset.PACK)}\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{CARD_POINTS[rank]}"
        for rank in in_suit
        if rank in CARD_POINTS
    )
    return {
        "count": pack_size,
        "ranks": _card_letters(in_suit, ruleset),
        "suits": _suit_names(ruleset.PACK),
        "counting": ", ".join(counting),
        "blanks": _card_letters((rank for rank in in_suit if rank not in CARD_POINTS), ruleset),
        "suit_points": sum(CARD_POINTS.values()),
        "points": ALL_CARD_POINTS,
        "trumps": ", ".join(card_letter(rank, ruleset.PACK) for rank in permanent_trumps),
        "plain": _card_letters((rank for rank in in_suit if rank not in permanent_trumps), ruleset),
    }


def _card_letters(some: Iterable[Rank], ruleset: Ruleset) -> str:
    return "\N{NO-BREAK SPACE}".join(card_letter(rank, ruleset.PACK) for rank in some)


def _suit_names(suits: Iterable[Suit]) -> str:
    return ", ".join(words.suit_name(suit, language.current_language()) for suit in suits)


def _names(ids: Iterable[str]) -> str:
    return ", ".join(words.contract_name(id, language.current_language()) for id in ids)


def _bids_upwards(contracts: Iterable[Contract]) -> str:
    """List the contracts from the lowest bid up; hearts are listed extra if they outbid the other suits."""
    found: list[str] = []
    for contract in sorted(contracts, key=lambda one: one.rank):
        name = words.contract_name(contract.id, language.current_language())
        hearts = {"contract": name, "suit": _suit_names([Suit.HEARTS])}
        found += [name, _("%(contract)s in %(suit)s") % hearts] if contract.hearts_outbid else [name]
    return ", ".join(found)


def _limits_figures(limits: Limits) -> Figures:
    return {"limits": limits, "others": limits_of_other_side(limits), "wins_from": limits.wins_from}


def _callable_figures(suits: tuple[Suit, ...]) -> Figures:
    return {"callable_suits": _suit_names(suits), "callable_count": len(suits)}


def _trump_names(ruleset: DeclarerGame, contract: Contract) -> list[str]:
    return [card_face(card, ruleset.PACK).name for card in ruleset.trumps(contract, bare_sample_hand(contract))]


def _shared_palatinate_figures(ruleset: palatinate.PalatinateGame) -> Figures:
    trumps = _trump_names(ruleset, ruleset.solos(may_surrender=False)[0])
    hoch = {
        "least": palatinate.HOCH_FROM,
        "top": ", ".join(trumps[: palatinate.HOCH_FROM]),
        "other": trumps[HOCH_EXAMPLE],
        "count": HOCH_EXAMPLE,
        "all": len(OBER_UNTER) * len(ruleset.PACK),
    }
    pack = _pack_figures(ruleset, ruleset.pack_size, OBER_UNTER)
    return {"pack": pack, "hoch": hoch, **_limits_figures(PALATINATE)}


def _palatinate_figures(ruleset: palatinate.Palatinate, people: int) -> Figures:
    solos = (contract for contract in ruleset.contracts(people) if contract.rank > 1)
    return _shared_palatinate_figures(ruleset) | {"bids": _bids_upwards(solos)}


def _asserufen_figures(ruleset: asserufen.Asserufen, people: int) -> Figures:
    bids = _bids_upwards(contract for contract in ruleset.contracts(people) if contract.rank)
    return _shared_palatinate_figures(ruleset) | {"bids": bids, **_callable_figures(asserufen.CALLABLE_SUITS)}


def _bavarian_figures(ruleset: Bavarian, people: int) -> Figures:
    contracts = ruleset.contracts(people)
    rufer = CONTRACTS["rufer"]
    sections = contract_sections(ruleset, people)
    bids = [one for one in contracts if one.rank and one.common and one.sides is not Sides.NONE]
    order: list[Rank] = [rank for rank in ranks(ruleset.pack_size) if rank is not Rank.TEN]
    order.insert(order.index(Rank.UNTER) + 1, Rank.TEN)
    doublings = max((ruleset.most_kontra(one) for one in contracts), default=0)
    return {
        "pack": _pack_figures(ruleset, ruleset.pack_size, rufer.permanent_trumps),
        "hand_of_three": ruleset.hand_size(3),
        "bids": _bids_upwards(bids),
        "calls": any(one.is_rufer for one in contracts),
        "doublings": doublings,
        "factors": ", ".join(str(2**count) for count in range(1, min(doublings, FACTORS_LISTED) + 1)),
        "pair_declares": any(one.declared_by_pair for one in contracts),
        "never_taken_over": _names(one.id for one in contracts if one.decided_by_doubling or not one.has_declarer),
        "without_declarer": _names(one.id for one in contracts if is_ramsch_contract(one) or not one.has_declarer),
        "has_ramsch": any(is_ramsch_contract(one) for one in contracts),
        "top_trumps": ", ".join(_trump_names(ruleset, rufer)[:3]),
        "other_limits": _contracts_with_other_limits(ruleset, people),
        "matadors_from": _matadors_from(ruleset, contracts),
        "half_unit": words.number_text(Fraction(ruleset.unit, 2)),
        "natural_order": _card_letters(order, ruleset),  # the ten below the Unter (B73)
        "turned_wins": TURNED_ROUND.wins_from,
        "turned_free": TURNED_ROUND.free_from,
        "turned_schneider": TURNED_ROUND.schneider_from,
        "above_touts": _contracts_above_touts(contracts),
        "tied": ALL_CARD_POINTS // 2,
        "kreuzspiel_free": PALATINATE.free_from,
        "ramsch_value": ruleset.ramsch_tariff or ruleset.rufer_tariff,
        "solo_schwarz": ruleset.solo_tariff + 2 * ruleset.unit,
        "schieber_contracts": _names(one.id for one in _contracts_of_schieber(ruleset, contracts)),
        "allgaeu_times": hands_of_round(RoundKind.ALLGAEU),
        "announced_rounds": ", ".join(map(_round_name, ruleset.announced_rounds(people))),
        "described_rounds": _rounds_of_table(ruleset, people),
        "contract_sections": sections,
        "described": paragraphs_of_contracts(sections),
        **_callable_figures(CALLABLE_SUITS),
        **_limits_figures(ruleset.limits(bare_sample_hand(rufer), rufer, State())),
    }


def _contracts_with_other_limits(ruleset: Bavarian, people: int) -> str:
    """Name the contracts that are not won and lost with the card points of a Rufer (B83, X69)."""
    usual = ruleset.limits(bare_sample_hand(CONTRACTS["rufer"]), CONTRACTS["rufer"], State())
    lines = rule_book_thresholds(ruleset, people)
    return _names(id for line in lines if line.limits != usual or line.tied is not None for id in line.contracts)


def _matadors_from(ruleset: Bavarian, contracts: Iterable[Contract]) -> str:
    """List from which number on a run counts, each with its contracts; a Tout counts as its contract does."""
    least: dict[int, list[str]] = {}
    for contract in contracts:
        if contract.has_top_trumps and not contract.variant_of:
            name = words.contract_name(contract.id, language.current_language())
            least.setdefault(ruleset.least_matadors(contract), []).append(name)
    return "; ".join(
        _("from %(least)s in %(contracts)s") % {"least": number, "contracts": ", ".join(names)}
        for number, names in sorted(least.items(), reverse=True)
    )


def _contracts_above_touts(contracts: Sequence[Contract]) -> str:
    """Return the end of a sentence that names what outbids every Tout: the Sie (B12)."""
    touts = [one.rank for one in contracts if one.aim is Aim.ALL_TRICKS and not one.is_own]
    above = (one.id for one in contracts if touts and one.rank > max(touts))
    names = _names(above)
    return _("; only %(contracts)s ranks higher") % {"contracts": names} if names else ""


def _contracts_of_schieber(ruleset: Bavarian, contracts: Sequence[Contract]) -> Iterable[Contract]:
    """Return what a Schieber lets be played: Solos in every form and the Sie (B81)."""
    playable = playable_in_round(contracts, RoundKind.SCHIEBER, ruleset.last_round)
    return (one for one in playable if has_paragraph(one))


def _round_name(kind: str) -> str:
    return words.rules_text(f"round.{kind}", language.current_language())


def _rounds_of_table(ruleset: Bavarian, people: int) -> list[tuple[str, str, str]]:
    """Return kind, name and rule of each special round that is announced or begins by itself, if it can be played."""
    by_itself = {
        RoundKind.HADSCHADER: ruleset.hadschader_after_lost_solo,
        RoundKind.MINAS: ruleset.minas_after_won_solo,
        RoundKind.KREUZBOCK: bool(ruleset.kreuzbock_after),
    }
    return [
        (kind, _round_name(kind), ROUND_RULES.get(kind, "B81"))
        for kind in ANNOUNCED_ROUNDS
        if kind is not RoundKind.LAST
        and (kind in ruleset.rounds or by_itself.get(kind))
        and ruleset.plays_round(kind, people)
    ]


def _sasku_figures(ruleset: Sasku, people: int) -> Figures:
    trumps = auction.trump_order(Suit.HEARTS)
    plain = (rank for rank in ranks(auction.PACK_SIZE) if rank not in auction.PICTURES)
    return {
        "pack": _pack_figures(ruleset, auction.PACK_SIZE),
        "pictures": _card_letters(auction.PICTURES, ruleset),
        "trump_count": len(trumps),
        "highest_trump": _card_letters([trumps[0].rank], ruleset),
        "plain": _card_letters(plain, ruleset),
        "hand": auction.CARDS_IN_HAND,
        "lowest_bid": auction.LOWEST_BID,
        "highest_bid": auction.HIGHEST_BID,
        "half": ALL_CARD_POINTS // 2,
        "shapes": "#" * (ruleset.strokes_to_win // STROKES_IN_A_SHAPE),
    }


def _schafskopf24_figures(ruleset: schafskopf24.Schafskopf24, people: int) -> Figures:
    pack = _pack_figures(ruleset, ruleset.pack_size, OBER_UNTER)
    return {"pack": pack, **_limits_figures(schafskopf24.Schafskopf24.LIMITS)}


def _bierkopf_figures(ruleset: Bierkopf, people: int) -> Figures:
    # Only Bierkopf has the trumps of a Rufer; Mucken has contracts, and two may play by other rules (B107).
    trumps = CONTRACTS["rufer"].permanent_trumps if ruleset.variant is Variant.BIERKOPF else ()
    return {
        "pack": _pack_figures(ruleset, BIERKOPF_PACK_SIZE, trumps),
        "contracts": ", ".join(f"{own.name} ({own.price})" for own in ruleset.own_contracts),
    }


# Each takes the ruleset of its own game.
_FIGURES_OF_GAMES: Mapping[str, Callable[[Any, int], Figures]] = {
    "palatinate": _palatinate_figures,
    "asserufen": _asserufen_figures,
    "bavarian": _bavarian_figures,
    "sasku": _sasku_figures,
    "schafskopf24": _schafskopf24_figures,
    "bierkopf": _bierkopf_figures,
}
