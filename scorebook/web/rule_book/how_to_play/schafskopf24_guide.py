"""The chapter on Schafskopf with 24 cards, in which the black queens play together."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from rules.cards import ALL_CARD_POINTS
from rules.games.schafskopf24 import (
    LIMITS,
    PERMANENT_TRUMPS,
    FirstFehlstich,
    Money,
    Schafskopf24,
    SchwarzMeans,
    SilentQueens,
)
from scorebook.web.rule_book.how_to_play import shared
from scorebook.web.rule_book.how_to_play.section import Section, say, section


def sections(ruleset: Schafskopf24, people: int) -> Iterator[Section]:
    yield section(
        "cards",
        _("The cards"),
        *shared.cards(ruleset, ruleset.pack_size, "K1", permanent_trumps=PERMANENT_TRUMPS),
        say(
            _(
                "Diamonds are always trumps too: half of the pack. Every trump is above every other card, and no other "
                "suit is above another."
            ),
            "K2",
        ),
    )
    yield section(
        "deal",
        _("The deal"),
        say(
            _("Four players get %(cards)s cards each. The deal passes to the left.")
            % {"cards": ruleset.hand_size(people)},
            "K1",
            "G3",
        ),
    )
    yield _partners()
    yield _both_queens(ruleset)
    yield section(
        "course",
        _("The play"),
        shared.lead("G2"),
        shared.follow_suit("G2"),
        shared.tricks("G2"),
        say(
            _(
                "Whoever has a black queen leads her or a lower trump, to show it; whoever has none leads a card that "
                "is no trump. To find the partner early is half the game."
            ),
            "K10",
        ),
        say(
            _(
                "Whoever pretends to be a partner may steal a trick, but the points go to those who held the queens. "
                "So they soon play them."
            ),
            "K11",
        ),
    )
    yield _end(ruleset)
    yield _points(ruleset)


def _partners() -> Section:
    return section(
        "partners",
        _("Who plays together"),
        say(
            _(
                "The holders of the black queens, of clubs and of spades, are the primary team, the others the "
                "secondary."
            ),
            "K10",
        ),
        say(_("Teams hold for one hand; everybody keeps points of their own."), "K28"),
        say(
            _(
                "Whoever has a black queen and no other trump lays her face down. The holder of the other one takes "
                "her and gives a card that is no trump for her, which later goes into a trick of the partner's. The "
                "two play together."
            ),
            "K17",
        ),
        say(
            _("“Ich spiele ein Solo”, said before the first trick: one is the primary team, against the three others."),
            "K14",
        ),
    )


def _both_queens(ruleset: Schafskopf24) -> Section:
    own_trick = {
        FirstFehlstich.ALONE: _("If they take it themselves, they play alone."),
        FirstFehlstich.NEXT_TRICK: _("If they take it themselves, the next such trick decides."),
    }
    silent = {
        SilentQueens.ALONE: _("Whoever says nothing plays alone, and it is not doubled."),
        SilentQueens.AS_SOLO: _("Whoever says nothing plays alone, doubled like a Solo."),
        SilentQueens.MUST_ANNOUNCE: _("Whoever holds both has to say so."),
    }
    return section(
        "both-queens",
        _("Both queens in one hand"),
        say(
            _(
                "Whoever holds both and wants no Solo says “Erster Fehlstich geht mit”: who takes the first trick led "
                "with a card that is no trump is the partner, trumped or not."
            ),
            "K16",
        ),
        say(own_trick[ruleset.first_fehlstich], "X32"),
        say(silent[ruleset.silent_queens], "X31"),
    )


def _end(ruleset: Schafskopf24) -> Section:
    figures = {
        "own": LIMITS.schneider_from,
        "others": ALL_CARD_POINTS + 1 - LIMITS.free_from,
    }
    return section(
        "end",
        _("How a hand ends"),
        shared.won_from(LIMITS, "K20", "K21"),
        say(
            _("The primary team wins with Schneider from %(own)s card points, the secondary from %(others)s.")
            % figures,
            "K22",
            "K23",
        ),
        say(
            _("Schwarz means all tricks.")
            if ruleset.schwarz_means is SchwarzMeans.ALL_TRICKS
            else _("Schwarz means all %(points)s card points.") % {"points": ALL_CARD_POINTS},
            "K26",
            "X29",
        ),
    )


def _points(ruleset: Schafskopf24) -> Section:
    paid = {
        Money.NONE: _("Nobody pays."),
        Money.LOSERS_PAY: _("Each loser of a hand pays the winners' points."),
        Money.DIFFERENCES: _("In the end every two settle the difference of their points."),
    }
    return section(
        "points",
        _("Points"),
        say(
            _("Each winner writes down one point, two with Schneider, three with Schwarz; the losers get nothing."),
            "K24",
            "K26",
            "X30",
        ),
        say(_("A declared Solo counts double, also for the three who beat it."), "K25"),
        say(_("The table agrees beforehand when to stop; who then has most points has won."), "K27"),
        say(_("In the old days that was at nine or twelve points, chalked up as lines."), "B109"),
        say(paid[ruleset.money], "X33"),
    )
