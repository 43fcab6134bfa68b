"""The chapter on Sasku: two teams, a bid for the length of trumps, strokes on a sheet."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from rules.cards import ALL_CARD_POINTS, Suit, ranks
from rules.games.sasku.auction import CARDS_IN_HAND, HIGHEST_BID, LOWEST_BID, PACK_SIZE, PICTURES, trump_order
from rules.games.sasku.house_rules import DiamondsRule, PaidFor
from rules.games.sasku.ruleset import Sasku
from scorebook.web.rule_book.how_to_play import shared
from scorebook.web.rule_book.how_to_play.section import Section, Sentence, say, section

STROKES_IN_A_SHAPE = 4  # two upright, two across: a hash (S20)


def sections(ruleset: Sasku, people: int) -> Iterator[Section]:
    yield section("cards", _("The cards"), *_cards(ruleset))
    yield _deal(ruleset)
    yield _bidding()
    yield _diamonds(ruleset)
    yield _course()
    yield _signals()
    yield _end(ruleset)
    yield _game(ruleset)


def _cards(ruleset: Sasku) -> Iterator[Sentence]:
    yield from shared.cards(ruleset, PACK_SIZE, "S10")
    figures = {
        "pictures": shared.letters(PICTURES, ruleset),
        "trumps": len(trump_order(Suit.HEARTS)),
        "six": shared.letters([trump_order(Suit.HEARTS)[0].rank], ruleset),
        "plain": shared.letters((rank for rank in ranks(PACK_SIZE) if rank not in PICTURES), ruleset),
    }
    yield say(
        _(
            "All pictures (%(pictures)s) are trumps; above them stands the %(six)s of the suit that was chosen, below "
            "them the rest of it: %(trumps)s trumps. A suit beside trumps runs %(plain)s."
        )
        % figures,
        "S10",
    )


def _deal(ruleset: Sasku) -> Section:
    return section(
        "deal",
        _("Teams and deal"),
        say(_("Partners sit opposite and stay together. Everything goes clockwise."), "S1", "G2"),
        say(
            _(
                "Who deals first is up to you. The dealer shuffles; the opponent to their right cuts and says how the "
                "%(cards)s cards for each are to be dealt. The deal passes to the left."
            )
            % {"cards": CARDS_IN_HAND},
            "S2",
            "G3",
        ),
        say(
            _(
                "Whoever holds a single picture may lay it open: the partner takes it and passes a card of their own "
                "face down."
            ),
            "S11",
        ),
        say(
            _(
                "Whoever holds no picture has a “roof”. Some let them show it to the partner with their fingertips, "
                "others fine it."
            ),
            "S11",
            "X25",
        ),
        say(_("Here it brings the other team %(strokes)s strokes.") % {"strokes": ruleset.roof_penalty}, "X25")
        if ruleset.roof_penalty
        else None,
    )


def _bidding() -> Section:
    figures = {"least": LOWEST_BID, "most": HIGHEST_BID}
    return section(
        "bidding",
        _("The bidding"),
        say(
            _(
                "From the dealer's left all bid numbers, never suits: as many trumps as they could have with the best "
                "suit, pictures included. The lowest bid is %(least)s, the highest %(most)s."
            )
            % figures,
            "S12",
        ),
        say(
            _(
                "A bid is higher than the one before. Nobody may bid more than their longest trumps, everybody may bid "
                "less. Whoever passed is out."
            ),
            "S12",
        ),
        say(_("When three have passed, the last bidder names a suit at least as long as their bid."), "S13"),
    )


def _diamonds(ruleset: Sasku) -> Section:
    return section(
        "diamonds",
        _("Diamonds"),
        say(
            _(
                "If the suit is another one, anybody may change it to diamonds, the partner too, also after a pass and "
                "with ever so few. Their team are then the makers."
            ),
            "S13",
            "S15",
            "X21",
        ),
        say(_("Whoever is sure of diamonds may announce them at any time; that ends the bidding."), "S13", "X22"),
        say(
            _("If all pass, diamonds are trumps without makers, and the hand counts %(strokes)s on the sheet.")
            % {"strokes": ruleset.passed_strokes},
            "S14",
            "S33",
        ),
        say(
            _("With diamonds a hand brings twice the strokes of another suit.")
            if ruleset.diamonds_rule is DiamondsRule.DOUBLE
            else _("With diamonds a hand brings two strokes more than with another suit."),
            "S25",
            "X18",
        ),
    )


def _course() -> Section:
    return section(
        "course",
        _("The play"),
        shared.lead("G2"),
        say(_("Follow suit; pictures are trumps. Whoever has none of the suit must trump, if they can."), "G2"),
        say(
            _(
                "Whatever is played must beat the best card of the trick so far, if it can: with the suit or with a "
                "trump, over the partner's card too. Only a player with neither suit nor trump is free."
            ),
            "G2",
        ),
        say(
            _("Where a trump lies on a suit that was led, no card of the suit can beat it: any of them will do."), "G2"
        ),
        shared.tricks("G2"),
        say(_("One player of each team keeps its tricks face down."), "S1"),
    )


def _signals() -> Section:
    return section(
        "signals",
        _("What partners may tell"),
        say(
            _(
                "Blinking: the second player of a trick may look at their partner, who plays last; a blink means that "
                "they expect to take it. The opponents may see it too."
            ),
            "S1",
        ),
        say(
            _(
                "Emergency (häda): whoever plays after the partner and has only the ace or the ten of trumps left may "
                "say so; the partner plays their highest trump to save it."
            ),
            "S1",
        ),
    )


def _end(ruleset: Sasku) -> Section:
    half = ALL_CARD_POINTS // 2
    return section(
        "end",
        _("How a hand ends"),
        say(
            _("More than %(half)s card points win the hand. The strokes for it stand in the tariff below.")
            % {"half": half},
            "S20",
            "S25",
        ),
        say(
            _("With %(half)s each nobody wins here: the next hand brings %(strokes)s more.")
            % {"half": half, "strokes": ruleset.tie_adds_strokes}
            if ruleset.tie_adds_strokes
            else _(
                "With %(half)s each the same dealer deals again: no bidding, the same trumps, the same makers, the "
                "same strokes."
            )
            % {"half": half},
            "S31",
            "S35",
        ),
        say(
            _("Lambapea, all %(tricks)s tricks, is a shame and brings %(strokes)s strokes.")
            % {"tricks": CARDS_IN_HAND, "strokes": ruleset.lambapea_strokes}
            if ruleset.lambapea_strokes
            else _("Lambapea, all %(tricks)s tricks, is a shame and wins the whole game, whoever made trumps.")
            % {"tricks": CARDS_IN_HAND},
            "S30",
            "S34",
            "X23",
            "X24",
        ),
    )


def _game(ruleset: Sasku) -> Section:
    shapes = "#" * (ruleset.strokes_to_win // STROKES_IN_A_SHAPE)
    paid = {
        PaidFor.GAMES: _("Each loser pays each winner for a game."),
        PaidFor.STROKES: _("Each loser pays each winner for every stroke of a hand."),
        PaidFor.NOTHING: _("Nobody pays."),
    }
    return section(
        "game",
        _("Strokes and games"),
        say(
            _(
                "Each team has a column. Two strokes stand upright, the next two lie across, so that four look like #; "
                "%(strokes)s win the game: %(shapes)s."
            )
            % {"strokes": ruleset.strokes_to_win, "shapes": shapes},
            "S20",
        ),
        say(
            _("Below a line the next game of the series begins. Strokes beyond the end go on to it.")
            if ruleset.carry_excess_strokes
            else _("Below a line the next game of the series begins. Strokes beyond the end are lost."),
            "S20",
            "X19",
        ),
        say(_("To lose without a stroke of one's own is a shame too."), "S32", "X20"),
        say(paid[ruleset.paid_for], "S36"),
        say(_("It is no game for a silent company: a little mockery between the teams belongs to it."), "S1"),
    )
