"""Text common to several games: the cards, the order of the bids, the limits, the stake."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from rules import Contract, Ruleset
from rules.cards import ALL_CARD_POINTS, CARD_POINTS, Rank, Suit, ranks
from rules.games.declarer_game import DeclarerGame
from rules.outcome import Limits
from rules.wording import words
from scorebook.texts import language
from scorebook.web.games import game_presentation
from scorebook.web.rule_book.deck import card_letter
from scorebook.web.rule_book.how_to_play.section import Section, Sentence, say, section


def sections(ruleset: Ruleset, people: int) -> Iterator[Section]:
    """Yield the sections of a game without a chapter."""
    if isinstance(ruleset, DeclarerGame):
        yield section("cards", _("The cards"), *cards(ruleset, ruleset.pack_size, "G1"))


def cards(ruleset: Ruleset, pack_size: int, rule: str, *, permanent_trumps: tuple[Rank, ...] = ()) -> list[Sentence]:
    """Describe the pack, card points, and the order of a plain suit below the permanent trumps."""
    in_suit = ranks(pack_size)
    counting = ", ".join(
        f"{card_letter(rank, ruleset.PACK)}\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{CARD_POINTS[rank]}"
        for rank in in_suit
        if rank in CARD_POINTS
    )
    blanks = letters((rank for rank in in_suit if rank not in CARD_POINTS), ruleset)
    plain = letters((rank for rank in in_suit if rank not in permanent_trumps), ruleset)
    pack = {"count": pack_size, "ranks": letters(in_suit, ruleset), "suits": suit_names(ruleset.PACK)}
    sentences = [
        say(_("The pack has %(count)s cards: %(ranks)s in each of the suits %(suits)s.") % pack, rule),
        say(_("What a card counts in a trick, in card points: %(counting)s.") % {"counting": counting}, "G1"),
    ]
    if blanks:
        sentences.append(say(_("These count nothing: %(blanks)s.") % {"blanks": blanks}, "G1"))
    totals = {"suit": sum(CARD_POINTS.values()), "all": ALL_CARD_POINTS}
    sentences.append(say(_("That makes %(suit)s in each suit and %(all)s in the pack.") % totals, "G1"))
    if permanent_trumps:
        above = {"trumps": ", ".join(card_letter(rank, ruleset.PACK) for rank in permanent_trumps), "plain": plain}
        sentences.append(
            say(
                _("%(trumps)s are always trumps and belong to no other suit. Below them a suit runs %(plain)s.")
                % above,
                rule,
            )
        )
    return sentences


def letters(some: Iterable[Rank], ruleset: Ruleset) -> str:
    """Join the corners of cards with no-break spaces."""
    return "\N{NO-BREAK SPACE}".join(card_letter(rank, ruleset.PACK) for rank in some)


def suit_names(suits: Iterable[Suit]) -> str:
    return ", ".join(words.suit_name(suit, language.current_language()) for suit in suits)


def contract_name(id: str) -> str:
    return words.contract_name(id, language.current_language())


def bids_upwards(contracts: Iterable[Contract]) -> str:
    """List the contracts from the lowest bid up; hearts are listed extra if they outbid the other suits."""
    found: list[str] = []
    for contract in sorted(contracts, key=lambda one: one.rank):
        name = contract_name(contract.id)
        hearts = {"contract": name, "suit": suit_names([Suit.HEARTS])}
        found += [name, _("%(contract)s in %(suit)s") % hearts] if contract.hearts_outbid else [name]
    return ", ".join(found)


def follow_suit(*rules: str) -> Sentence:
    return say(
        _(
            "Everybody follows the suit that was led; all trumps are one suit. Whoever has none of it plays any card: "
            "nobody has to trump or to beat."
        ),
        *rules,
    )


def tricks(*rules: str) -> Sentence:
    return say(
        _(
            "The highest trump takes the trick; without a trump the highest card of the suit that was led does. "
            "Whoever takes a trick leads to the next."
        ),
        *rules,
    )


def lead(*rules: str) -> Sentence:
    return say(
        _("Play goes clockwise. Forehand, the player to the dealer's left, leads any card to the first trick."), *rules
    )


def won_from(limits: Limits, *rules: str) -> Sentence:
    figures = {"won": limits.wins_from, "others": ALL_CARD_POINTS + 1 - limits.wins_from}
    return say(
        _(
            "After the last trick both sides count their card points. The declaring side wins with %(won)s, the others "
            "with %(others)s: a tie is lost."
        )
        % figures,
        *rules,
    )


def schneider(limits: Limits, *rules: str) -> Sentence:
    figures = {"own": limits.free_from, "others": ALL_CARD_POINTS + 1 - limits.schneider_from}
    if figures["own"] == figures["others"]:
        return say(
            _("A side that loses with too few card points is Schneider; %(own)s are enough to be free of it.")
            % figures,
            *rules,
        )
    return say(
        _(
            "A side that loses with too few card points is Schneider: the declaring side is free of it from %(own)s, "
            "the others from %(others)s."
        )
        % figures,
        *rules,
    )


def usual_stakes(ruleset: Ruleset, *rules: str) -> Sentence:
    """Return a sentence on the stakes that the start page offers."""
    cents = [str(offer.stake_minor) for offer in game_presentation(ruleset).offers if offer.unit == "EUR"]
    return say(
        _("What a point costs the table agrees before the first hand: usual are %(cents)s cents.")
        % {"cents": ", ".join(dict.fromkeys(cents))},
        *rules,
    )
