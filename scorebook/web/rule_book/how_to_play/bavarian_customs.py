"""The customs of a Bavarian table: doubling, laying, Ramsch, pot, Bock, special rounds, the last round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from django.utils.translation import gettext as _

from rules.games.bavarian.house_rules import (
    BockLength,
    BockMeeting,
    JungfrauDoubles,
    MarchFrom,
    RamschSettlement,
    RamschTie,
)
from rules.games.bavarian.rounds import LastRound, RoundKind
from rules.games.bavarian.ruleset import Bavarian
from rules.wording import words
from scorebook.texts import language
from scorebook.texts.house_rule_texts import house_rule_choice_text
from scorebook.web.rule_book.how_to_play.section import Section, Sentence, say, section


def sections(ruleset: Bavarian, people: int) -> Iterator[Section]:
    yield section("doubling", _("Stoss"), *_stoss(ruleset))
    if ruleset.laying:
        yield section("laying", _("Laying and knocking"), *_laying(ruleset, people))
    if "ramsch" in ruleset.allowed and people > 3:
        yield section("ramsch", _("Ramsch"), *_ramsch(ruleset))
    if ruleset.has_pot:
        yield section("pot", _("The pot"), *_pot(ruleset))
    if ruleset.bock:
        yield section("bock", _("Bock"), *_bock(ruleset))
    if ruleset.rounds:
        yield section("rounds", _("Special rounds"), *_rounds(ruleset))
    yield section("last-round", _("The last round"), *_last_round(ruleset))


def _stoss(ruleset: Bavarian) -> Iterator[Sentence]:
    yield say(
        _(
            "An opponent who thinks they are stronger doubles with Stoss (Kontra, Spritze), before or with forehand's "
            "first card."
        ),
        "B90",
        "B92",
    )
    yield say(
        _("The declaring side answers with Retour (Re), the others with Sub, and so on. Each call doubles again."),
        "B90",
    )
    yield say(
        _("If several double, the factors multiply: 2, 4, 8, 16.")
        if ruleset.several_may_double
        else _("The sides double in turn; only one player of each side does."),
        "B90",
    )
    if ruleset.most_doublings is not None:
        yield say(_("At most %(count)s doublings are allowed.") % {"count": ruleset.most_doublings}, "B92")
    yield say(
        _(
            "Some knock on the table or lay down a token for it. Others may double with their own first card and again "
            "with the second."
        ),
        "B92",
    )
    yield say(_("Doublings come last: first all is added up, then it is multiplied."), "B91", "X42")
    if ruleset.kontra_takes_over:
        yield say(
            _("Whoever doubles takes the game over: their side plays now and has to reach the limit."), "B95", "X43"
        )


def _laying(ruleset: Bavarian, people: int) -> Iterator[Sentence]:
    yield say(
        _(
            "After the first %(cards)s cards everybody may lay a coin or knock, clockwise, and so double the hand "
            "before they see the rest. Each one who lays doubles."
        )
        % {"cards": ruleset.hand_size(people) // 2},
        "B93",
    )
    yield say(
        _("Here they lay one after the other: only when the player before has laid.")
        if ruleset.laying_in_order
        else _("Everybody may lay, whoever laid before; stricter tables want one after the other, or only the leader."),
        "B94",
    )


def _ramsch(ruleset: Bavarian) -> Iterator[Sentence]:
    yield say(
        _(
            "Nobody declares, everybody plays alone with the trumps of a Rufer, and the most card points lose. Often "
            "it is played when all passed; the last to speak may be asked."
        ),
        "B64",
    )
    settled = {
        RamschSettlement.LOSER_PAYS_ALL: _("The loser pays everybody"),
        RamschSettlement.TWO_WORST_PAY_TWO_BEST: _("The two with the most card points pay the other two"),
        RamschSettlement.MOST_PAYS_FEWEST: _("The most card points pay the fewest"),
    }
    yield say(
        _("%(who)s: %(points)s each.")
        % {
            "who": settled[ruleset.ramsch_settlement],
            "points": ruleset.ramsch_tariff or ruleset.rufer_tariff,
        },
        "B66",
        "B67",
        "X45",
    )
    if ruleset.ramsch_tie is RamschTie.TRICKS:
        yield say(
            _("If two are level, more tricks lose; then more trumps in them, then the highest trump."), "B65", "X48"
        )
    elif ruleset.ramsch_tie is RamschTie.HIGHEST_TRUMP:
        yield say(_("If two are level, who has the highest trump in their tricks loses."), "B65", "X48")
    if ruleset.jungfrau:
        yield say(
            _("Jungfrau, a maiden: who takes no trick makes it dearer, twice with one, four times with two.")
            if ruleset.jungfrau_doubles is JungfrauDoubles.EACH
            else _("Jungfrau, a maiden: who takes no trick makes it dearer (%(how)s).")
            % {"how": house_rule_choice_text(ruleset.GAME, "jungfrau_doubles", ruleset.jungfrau_doubles)},
            "B69",
            "X46",
        )
    if ruleset.durchmarsch:
        needed = {
            MarchFrom.ALL_TRICKS: _("all tricks"),
            MarchFrom.NINETY: _("90 card points"),
            MarchFrom.ALL_POINTS: _("all 120 card points"),
        }
        yield say(
            _("Durchmarsch (Mord): who takes %(needed)s wins the hand and is paid by everybody.")
            % {"needed": needed[ruleset.march_from]},
            "B68",
            "X47",
        )
    yield say(
        _("Schieberamsch: at the end the tricks move on clockwise, and who then has the fewest card points wins too."),
        "B70",
    )


def _pot(ruleset: Bavarian) -> Iterator[Sentence]:
    if ruleset.pot_sweetener:
        yield say(
            _("For every hand that is thrown in everybody pays %(points)s into the pot (Stock, Henn, Topf).")
            % {"points": ruleset.pot_sweetener},
            "B85",
            "X51",
        )
    if ruleset.pot_reuegeld:
        yield _reuegeld(ruleset)
    if ruleset.pot_kept:
        yield say(_("Nobody wins it in a hand, and nobody doubles it: it is kept until the evening ends."), "X64")
    else:
        yield from _pot_won(ruleset)
    if not ruleset.pot_reuegeld:
        yield say(
            _(
                "Tournaments know the Reuegeld: who declares and loses pays into a pot besides, or everybody does for "
                "a hand that is thrown in, and the pot is paid out at the end."
            ),
            "X64",
        )
    yield say(_("All this is beside the value of the hand."), "B88")
    at_end = house_rule_choice_text(ruleset.GAME, "pot_at_end", ruleset.pot_at_end)
    yield say(_("What is in it when the evening ends goes to: %(whom)s.") % {"whom": at_end}, "X64")


def _reuegeld(ruleset: Bavarian) -> Sentence:
    said = (
        _("Who declares and loses pays %(points)s of Reuegeld into the pot besides.")
        if ruleset.pot_reuegeld_with_partner
        else _("Who declares alone and loses pays %(points)s of Reuegeld into the pot besides.")
    )
    return say(said % {"points": ruleset.pot_reuegeld}, "X64")


def _pot_won(ruleset: Bavarian) -> Iterator[Sentence]:
    yield say(
        _("The next declarer may win it: with a won hand declarer and partner share it, half each.")
        if ruleset.pot_shared
        else _("The next declarer may win it: with a won hand it is theirs alone."),
        "B86",
    )
    yield say(_("With a lost one they double what is in it, and the next declarer has the chance."), "B87")
    if ruleset.pot_cap is not None:
        yield say(_("It is not doubled beyond %(points)s.") % {"points": ruleset.pot_cap}, "X51")


def _bock(ruleset: Bavarian) -> Iterator[Sentence]:
    yield say(_("A Bock hand counts double from the outset."), "B89")
    if ruleset.bock_after:
        after = ", ".join(house_rule_choice_text(ruleset.GAME, "bock_after", event) for event in ruleset.bock_after)
        yield say(_("Here it comes after: %(events)s.") % {"events": after}, "B89")
        yield say(
            _("It lasts one hand.")
            if ruleset.bock_length is BockLength.HAND
            else _("It lasts until everybody has dealt once."),
            "B89",
        )
        yield say(
            _("Bock rounds that meet follow one another.")
            if ruleset.bock_meeting is BockMeeting.QUEUE
            else _("Bock rounds that meet are stacked: the value is doubled once for each."),
            "X52",
        )
    else:
        yield say(
            _("Where it is played, it comes after a hand thrown in, a lost Solo, a doubled hand, a Schwarz or a Re."),
            "B89",
        )


_ROUNDS: Mapping[str, Callable[[], str]] = {
    RoundKind.SCHIEBER: lambda: _(
        "the highest Obers are left out of the deal and go to forehand in place of two cards that the dealer lacks; "
        "each passes two cards on to the next, and only a Solo is played. Also with three or four cards"
    ),
    RoundKind.TEUFELSRUNDE: lambda: _(
        "forehand gets the three highest Obers and the highest Unter and names a Solo before the deal"
    ),
    RoundKind.HADSCHADER: lambda: _("after a lost Solo; forehand must play, and every hand is stossed by itself"),
    RoundKind.ALLGAEU: lambda: _("three rounds, in which everybody plays a Rufer, a Wenz and a Solo once"),
    RoundKind.STRIXNER: lambda: _(
        "no auction, everybody plays alone; who takes the third trick announces a Solo there and then"
    ),
    RoundKind.ZUPF_SOLO: lambda: _("the soloist draws a card from somebody's hand and gives one of their own for it"),
    RoundKind.MINAS: lambda: _(
        "after a won Solo; forehand must play a Solo in turn, and the poorest of them pays the others an agreed sum"
    ),
    RoundKind.KREUZBOCK: lambda: _("everybody plays with the player opposite"),
    RoundKind.RAMSCH: lambda: _("nothing but Ramsch"),
}


def _rounds(ruleset: Bavarian) -> Iterator[Sentence]:
    yield say(_("A special round lasts until everybody has dealt once; the table announces it."), "B81")
    for kind in ruleset.rounds:
        if kind in _ROUNDS:
            name = words.rules_text(f"round.{kind}", language.current_language())
            yield say(
                _("%(round)s: %(how)s.") % {"round": name, "how": _ROUNDS[kind]()},
                "B80" if kind == RoundKind.KREUZBOCK else "B64" if kind == RoundKind.RAMSCH else "B81",
            )


def _last_round(ruleset: Bavarian) -> Iterator[Sentence]:
    yield say(
        _("“Der Alte gibt die letzte Runde”: who last held the Ober of acorns in a Rufer deals its first hand."),
        "B99",
        "X65",
    )
    held = {
        LastRound.PLAIN: _("It counts as usual; some tables double it or play only Solos."),
        LastRound.DOUBLE: _("It counts double."),
        LastRound.SOLOS_ONLY: _("Only soloist contracts are played in it."),
    }
    yield say(held[ruleset.last_round], "B99")
