"""The contracts that a Bavarian table allows, in words."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from rules.cards import Rank, ranks
from rules.games.bavarian.house_rules import ToutRule
from rules.games.bavarian.ruleset import Bavarian
from rules.outcome import TURNED_ROUND
from scorebook.web.rule_book.how_to_play import shared
from scorebook.web.rule_book.how_to_play.section import Section, Sentence, say, section


def sections(ruleset: Bavarian, people: int) -> Iterator[Section]:
    played = frozenset(contract.id for contract in ruleset.contracts(people))
    yield section("contracts", _("Rufer, Wenz, Solo"), *_usual(played))
    sentences = (
        section("soloists", _("More soloist contracts"), *_soloists(played)),
        section("tout", _("Tout and Sie"), *_touts(ruleset, people, played)),
        section("no-trick", _("Without a trick: Bettel"), *_no_trick(ruleset, played)),
        section("hochzeit", _("Hochzeit"), *_hochzeit(ruleset, played)),
        section("muss", _("Muss"), *_muss(ruleset, played)),
        section("kreuzbock", _("Kreuzbock"), *_kreuzbock(played)),
    )
    yield from (one for one in sentences if one.sentences)


def _usual(played: frozenset[str]) -> Iterator[Sentence]:
    if "rufer" in played:
        yield say(
            _(
                "Rufer (Sauspiel, Rufspiel): the usual contract, four hands of five. The declarer plays with the "
                "holder of the called ace; Obers, Unters and hearts are trumps."
            ),
            "B13",
            "B2",
        )
    if "wenz" in played:
        yield say(
            _("Wenz: alone against all, only the Unters are trumps. The Obers stand below the kings."), "B11", "B2"
        )
    if "solo" in played:
        yield say(_("Solo: alone against all, with any suit as trumps below the Obers and Unters."), "B11", "B2")
    yield say(_("These alone are “pure” Schafkopf; the other contracts differ from place to place."), "B14", "B108")


def _soloists(played: frozenset[str]) -> Iterator[Sentence]:
    if "geier" in played:
        yield say(
            _("Geier: only the Obers are trumps, and the Unters stand below the kings. It ranks under a Wenz."),
            "B78",
            "X59",
        )
    if "suit_wenz" in played or "suit_geier" in played:
        yield say(
            _(
                "Suit Wenz, Suit Geier: a suit is trumps below the Unters or the Obers. In the auction the kind is "
                "enough, the suit is named afterwards."
            ),
            "B78",
        )
    if "koenig" in played or "eisenbahner" in played:
        yield say(_("König, Eisenbahner: only the kings, or only the tens, are trumps."), "B78")
    if "geier" in played:
        yield say(_("All these are paid like a Wenz or a Solo."), "B78", "B57")


def _touts(ruleset: Bavarian, people: int, played: frozenset[str]) -> Iterator[Sentence]:
    if "solo_tout" in played:
        yield say(
            _(
                "Tout (spoken: Du): a soloist contract announced with all %(tricks)s tricks. One trick of the others, "
                "even an empty one, and it is lost. It outbids every contract without Tout."
            )
            % {"tricks": ruleset.hand_size(people)},
            "B35",
        )
        yield say(_tout_pay(ruleset), "B36", "B37", "X37")
    if "sie" in played:
        yield say(
            _("Sie: all four Obers and all four Unters in one hand. It outbids everything, is laid down and has won."),
            "B38",
        )
        yield say(
            _(
                "It is worth %(factor)s times a Solo. About one hand in ten million is one: in many a pub the cards go "
                "into a frame with name and date."
            )
            % {"factor": ruleset.sie_factor},
            "B38",
            "X41",
        )
    elif ruleset.deck_cards != 32:
        yield say(
            _("Without sevens and eights there is no Sie: four Obers and the two highest Unters count as a Tout."),
            "B102",
        )


def _tout_pay(ruleset: Bavarian) -> str:
    if ruleset.tout_rule is ToutRule.POINTS_TABLE:
        return _("It is worth three Solos; card points, Schneider and Schwarz have no say.")
    if ruleset.tout_rule is ToutRule.WITH_SCHWARZ:
        return _("It doubles the value with Schneider and Schwarz.")
    return _("It doubles the value; card points, Schneider and Schwarz have no say.")


def _no_trick(ruleset: Bavarian, played: frozenset[str]) -> Iterator[Sentence]:
    if "bettel" in played:
        yield say(
            _(
                "Bettel: the soloist wins without any trick and loses with the first. Nothing is trumps, and each suit "
                "runs naturally: %(order)s."
            )
            % {"order": _natural_order(ruleset)},
            "B73",
            "B2",
        )
        yield say(
            _("It is paid at a rate of its own: %(points)s.") % {"points": ruleset.bettel_tariff}
            if ruleset.bettel_tariff
            else _("It is paid like a Solo."),
            "B73",
            "X49",
        )
    if "bettel_brett" in played:
        yield say(_("Bettel Brett: the soloist lays their cards open after the first trick, for twice as much."), "B74")
    if "ramsch_tout" in played:
        yield say(_("Ramsch Tout (Pfd, Mörtel): a Bettel with the trumps and the order of a Rufer."), "B75", "X50")


def _natural_order(ruleset: Bavarian) -> str:
    """Return the ranks with the ten below the Unter (B73)."""
    order: list[Rank] = [rank for rank in ranks(ruleset.pack_size) if rank is not Rank.TEN]
    order.insert(order.index(Rank.UNTER) + 1, Rank.TEN)
    return shared.letters(order, ruleset)


def _hochzeit(ruleset: Bavarian, played: frozenset[str]) -> Iterator[Sentence]:
    if "hochzeit" in played:
        yield say(
            _(
                "Whoever holds a single trump may lay it face down and offer a Hochzeit. The others are asked in turn; "
                "whoever takes it gives a card that is no trump for it and is the partner."
            ),
            "B76",
        )
    if "bauernhochzeit" in played:
        yield say(
            _(
                "In a Bauernhochzeit two cards change hands. If two players hold a single trump, the pair that spoke "
                "first plays."
            ),
            "B76",
        )
    if played & {"hochzeit", "bauernhochzeit"}:
        yield say(
            _(
                "It is worth %(factor)s times a Rufer. Some tables want the card face up, or allow it only when all "
                "passed."
            )
            % {"factor": ruleset.hochzeit_factor},
            "B77",
        )


def _muss(ruleset: Bavarian, played: frozenset[str]) -> Iterator[Sentence]:
    if "muss" not in played:
        return
    if ruleset.muss_with_opposite:
        yield say(_("When all passed, everybody plays with the player opposite: the pair that has to."), "B82", "X44")
    else:
        yield say(
            _("When all passed, the holder of one card, nearly always the Ober of acorns, has to play a Rufer."),
            "B82",
            "X65",
        )
        yield say(
            _(
                "Whoever holds a card of no suit that can be called may call one that they are void of; with all three "
                "aces a ten, and if need be a king."
            ),
            "B84",
        )
    limits = {"won": TURNED_ROUND.wins_from, "free": TURNED_ROUND.free_from, "high": TURNED_ROUND.schneider_from}
    yield say(
        _(
            "The limits are turned round: won with %(won)s, free of Schneider with %(free)s, won with Schneider from "
            "%(high)s. Nobody may double."
        )
        % limits,
        "B83",
        "B84",
    )


def _kreuzbock(played: frozenset[str]) -> Iterator[Sentence]:
    if "kreuzbock" in played:
        yield say(
            _(
                "Kreuzbock (Goaß): partners sit opposite, usually for a round; after a hand that all passed, a Solo in "
                "hearts or a lost Solo, as agreed."
            ),
            "B80",
        )
        yield say(
            _(
                "The pair that doubled last plays; if nobody did, the one that laid first; else the one that leads to "
                "the first trick."
            ),
            "B80",
            "X60",
        )
