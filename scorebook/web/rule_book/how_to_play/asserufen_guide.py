"""The chapter on Asserufen: Palatinate Schafkopf for four, with a called ace."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from rules.games.asserufen import CALLABLE_SUITS, Asserufen
from scorebook.web.rule_book.how_to_play import palatinate_guide, shared
from scorebook.web.rule_book.how_to_play.section import Section, say, section

UNDERLEAD_FROM = 4  # cards of the called suit, the ace included (A13)


def sections(ruleset: Asserufen, people: int) -> Iterator[Section]:
    yield palatinate_guide.cards(ruleset)
    yield _deal(ruleset, people)
    yield _bidding(ruleset, people)
    yield _calling(ruleset)
    yield _course()
    yield palatinate_guide.end()
    yield palatinate_guide.hoch(ruleset, say(_("Declarer and partner hold their trumps together here."), "A21"))
    yield palatinate_guide.doubling()
    if ruleset.surrender:
        yield palatinate_guide.surrender(pays_hoch=ruleset.surrender_pays_hoch)
    yield _pay(ruleset)


def _deal(ruleset: Asserufen, people: int) -> Section:
    hand = ruleset.hand_size(people)
    return section(
        "deal",
        _("The deal"),
        say(_("The dealer shuffles, and the player to their left cuts."), "A1", "X15"),
        say(
            _("Everybody gets %(hand)s cards face down, in two packets of %(packet)s. There is no skat.")
            % {"hand": hand, "packet": hand // 2},
            "A1",
        ),
        palatinate_guide.deal_passes("P4"),
        say(_("With more than four at the table the dealer sits out and neither pays nor is paid."), "X57"),
    )


def _bidding(ruleset: Asserufen, people: int) -> Section:
    bids = [contract for contract in ruleset.contracts(people) if contract.rank]
    return section(
        "bidding",
        _("The bidding"),
        say(
            _("Forehand speaks first, then the others clockwise. Whoever says “weg” is out, but may still double."),
            "A3",
        ),
        say(_("“Ich hänge an”, I hang on, bids an Assrufen."), "A3"),
        say(
            _(
                "If somebody has hung on, a later player may offer to take the game over: “Darf man?”. The first one "
                "accepts, as a rule with aces in hand and the hope of being called, or refuses and calls."
            ),
            "A3",
        ),
        say(
            _(
                "Only a player who holds a suit beside trumps without its ace may offer that. So whoever took over "
                "always calls a suit in their hand."
            ),
            "A3",
        ),
        say(
            _("A Solo is named with its kind, without its suit, and outbids every Assrufen. From the lowest: %(bids)s.")
            % {"bids": shared.bids_upwards(bids)},
            "A2",
            "A4",
            "X14",
        ),
        palatinate_guide.thrown_in(),
    )


def _calling(ruleset: Asserufen) -> Section:
    suits = {"suits": shared.suit_names(CALLABLE_SUITS)}
    return section(
        "calling",
        _("Calling an ace"),
        say(
            _(
                "In an Assrufen hearts are trumps. The declarer calls an ace that they do not hold, of %(suits)s. "
                "Whoever has it is the partner."
            )
            % suits,
            "A10",
        ),
        say(
            _(
                "The called suit is one of which the declarer holds a card. Only a player who hung on and has the aces "
                "of all their suits may call one that they are void of."
            ),
            "A10",
            "A11",
        ),
        say(
            _("With all %(count)s aces in hand, and only then, a ten is called; with all tens too, a king.")
            % {"count": len(CALLABLE_SUITS)}
            if ruleset.king_may_be_called
            else _("With all %(count)s aces in hand, and only then, a ten is called.") % {"count": len(CALLABLE_SUITS)},
            "A11",
            "X11",
        ),
        say(_("Nobody calls a card of their own to play a secret Solo."), "A12"),
        say(
            _(
                "The partner does not give themselves away, except by playing the called card or by a Re. Until then "
                "everybody keeps their own tricks; afterwards the side counts together."
            ),
            "A13",
            "X10",
        ),
    )


def _course() -> Section:
    return section(
        "course",
        _("The play"),
        shared.lead("G2"),
        shared.follow_suit("P3"),
        shared.tricks("P3"),
        say(_("The called ace must be played when somebody else leads its suit for the first time."), "A13"),
        say(
            _(
                "A partner who leads the called suit leads the ace. With %(cards)s cards of the suit or more they may "
                "lead a lower one."
            )
            % {"cards": UNDERLEAD_FROM},
            "A13",
        ),
        say(
            _(
                "The ace may not be thrown on another suit, unless the partner has led a lower card of its suit "
                "before: then it is free."
            ),
            "A13",
        ),
    )


def _pay(ruleset: Asserufen) -> Section:
    return section(
        "pay",
        _("What is paid"),
        say(
            _("Each loser pays the full value, and each winner gets it; a soloist settles with all three others."),
            "A23",
            "A24",
        ),
        say(
            _("In an Assrufen hearts count nothing extra, as they are always trumps; in a Solo they do."), "A20", "A22"
        ),
        say(
            _("A Solo counts a point of its own.")
            if ruleset.asserufen_solo_point
            else _("A Solo counts no point of its own here."),
            "X1",
        ),
        say(_("A Du counts Schneider and Schwarz in any case and doubles the sum."), "P46", "P47"),
        shared.usual_stakes(ruleset, "P50"),
    )
