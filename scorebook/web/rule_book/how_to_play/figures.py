"""The figures and names that the chapters cannot read from the ruleset itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from rules import Contract, Ruleset, Sides, State
from rules.cards import ALL_CARD_POINTS, CARD_POINTS, OBER_UNTER, Rank, Suit, ranks
from rules.games import asserufen, palatinate, schafskopf24
from rules.games.bavarian.contracts import CONTRACTS
from rules.games.bavarian.rounds import RoundKind
from rules.games.bavarian.ruleset import CALLABLE_SUITS, Bavarian
from rules.games.bierkopf import Bierkopf
from rules.games.declarer_game import DeclarerGame
from rules.games.sasku import auction
from rules.games.sasku.ruleset import Sasku
from rules.outcome import PALATINATE, TURNED_ROUND, Limits
from rules.wording import words
from scorebook.texts import language
from scorebook.texts.house_rule_texts import house_rule_choice_text
from scorebook.web.games import game_presentation
from scorebook.web.rule_book.bidding_page import limits_of_other_side
from scorebook.web.rule_book.deck import card_face, card_letter
from scorebook.web.rule_book.sample_hands import bare_sample_hand

BIERKOPF_PACK_SIZE = 32  # that of Bavarian Schafkopf (B107)
ROUNDS_DESCRIBED_ELSEWHERE = (RoundKind.SCHIEBER_3, RoundKind.SCHIEBER_4, RoundKind.LAST)
ROUND_RULES: Mapping[str, str] = {RoundKind.KREUZBOCK: "B80", RoundKind.RAMSCH: "B64"}
HOCH_EXAMPLE = 5  # the run of the documents (P26)
STROKES_IN_A_SHAPE = 4  # two upright, two across: a hash (S35)

Figures = dict[str, object]


def how_to_play_figures(ruleset: Ruleset, people: int) -> Figures:
    """Return the context of the chapter. people: the active players."""
    stakes = [str(offer.stake_minor) for offer in game_presentation(ruleset).offers if offer.unit == "EUR"]
    found: Figures = {
        "ruleset": ruleset,
        "people": people,
        "played": frozenset(contract.id for contract in ruleset.contracts(people)),
        "run_name": game_presentation(ruleset).run_name,
        "stakes": ", ".join(dict.fromkeys(stakes)),
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


def _bids_upwards(contracts: Iterable[Contract]) -> str:
    """List the contracts from the lowest bid up; hearts are listed extra if they outbid the other suits."""
    found: list[str] = []
    for contract in sorted(contracts, key=lambda one: one.rank):
        name = words.contract_name(contract.id, language.current_language())
        hearts = {"contract": name, "suit": _suit_names([Suit.HEARTS])}
        found += [name, _("%(contract)s in %(suit)s") % hearts] if contract.hearts_outbid else [name]
    return ", ".join(found)


def _limits_figures(limits: Limits) -> Figures:
    return {"limits": limits, "others": limits_of_other_side(limits)}


def _callable_figures(suits: tuple[Suit, ...]) -> Figures:
    return {"callable": {"suits": _suit_names(suits), "count": len(suits)}}


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
    rufer = CONTRACTS["rufer"]
    bids = [
        contract
        for contract in ruleset.contracts(people)
        if contract.rank and contract.common and contract.sides is not Sides.NONE
    ]
    order: list[Rank] = [rank for rank in ranks(ruleset.pack_size) if rank is not Rank.TEN]
    order.insert(order.index(Rank.UNTER) + 1, Rank.TEN)

    def choice_text(rule: str, value: str) -> str:
        return house_rule_choice_text(ruleset.GAME, rule, value)

    return {
        "pack": _pack_figures(ruleset, ruleset.pack_size, CONTRACTS["rufer"].permanent_trumps),
        "hand_of_three": ruleset.hand_size(3),
        "bids": _bids_upwards(bids),
        "hearts_outbid": any(contract.hearts_outbid for contract in bids),
        "customs": ", ".join(_customs_when_all_pass(ruleset)),
        "top_trumps": ", ".join(_trump_names(ruleset, rufer)[:3]),
        "natural_order": _card_letters(order, ruleset),  # the ten below the Unter (B73)
        "turned_round": TURNED_ROUND,
        "jungfrau_doubles": choice_text("jungfrau_doubles", ruleset.jungfrau_doubles),
        "pot_at_end": choice_text("pot_at_end", ruleset.pot_at_end),
        "bock_after": ", ".join(choice_text("bock_after", event) for event in ruleset.bock_after),
        "rounds": [
            (str(kind), words.rules_text(f"round.{kind}", language.current_language()), ROUND_RULES.get(kind, "B81"))
            for kind in ruleset.rounds
            if kind not in ROUNDS_DESCRIBED_ELSEWHERE
        ],
        **_callable_figures(CALLABLE_SUITS),
        **_limits_figures(ruleset.limits(bare_sample_hand(rufer), rufer, State())),
    }


def _customs_when_all_pass(ruleset: Bavarian) -> list[str]:
    """Return this table's customs for a hand that all pass."""
    customs = [
        (bool(ruleset.pot_sweetener), _("everybody pays into the pot")),
        ("thrown_in" in ruleset.bock_after, _("Bock hands follow")),
        ("muss" in ruleset.allowed, _("a Muss is played")),
        ("ramsch" in ruleset.allowed, _("a Ramsch is played")),
        ("kreuzbock" in ruleset.allowed, _("a Kreuzbock round is played")),
    ]
    return [text for is_known, text in customs if is_known]


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
    return {
        "pack": _pack_figures(ruleset, BIERKOPF_PACK_SIZE, CONTRACTS["rufer"].permanent_trumps),
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
