"""The presentation of Sasku."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules import Level
from rules.cards import FRENCH, Card
from rules.games.sasku.auction import CARDS_IN_HAND, LOWEST_BID, longest_trumps, trump_length
from rules.wording import words
from scorebook.play.services import POINTS
from scorebook.texts import language
from scorebook.web.games.presentation import (
    BEPPO,
    CILLI,
    DONE,
    Example,
    Offer,
    Presentation,
    example_hand,
    offer_in_words,
)

_OFFERS = (
    Offer(
        id="games_50", preset="sasku", unit="EUR", stake_minor=50, text=_("50 cents a game"),
        hint=_("Each loser of a game (16 strokes) pays this to one winner."),
    ),
    Offer(
        id="games_100", preset="sasku", unit="EUR", stake_minor=100, text=_("1 euro a game"),
        hint=_("Each loser of a game (16 strokes) pays this to one winner."),
    ),
    Offer(
        id="strokes_10", preset="sasku_per_stroke", unit="EUR", stake_minor=10, text=_("10 cents a stroke"),
        hint=_("Each loser of a hand pays this for every stroke."),
    ),
    Offer(
        id="points", preset="sasku", unit=POINTS, stake_minor=1,
        text=_("Points only"), short=_("Points"), hint=_("Nobody pays; the sheet counts strokes and games."),
    ),
    Offer(
        id="diamonds_50", preset="sasku_diamonds_double", unit="EUR", stake_minor=50, text=_("Diamonds double"),
        hint=_("50 cents a game; twice the strokes when diamonds are trumps."), is_common=False,
    ),
    offer_in_words("sasku"),
)  # fmt: skip
_EXAMPLES = (
    example_hand("trumps", trump_suit="spades", card_points=75),
    example_hand("trumps", declarer=BEPPO, trump_suit="diamonds", card_points=95),
    example_hand("trumps", declarer=CILLI, trump_suit="clubs", card_points=45),
    example_hand("trumps", declarer=DONE, trump_suit="hearts", won=True, level="schwarz"),
    example_hand("trumps", trump_suit="hearts", card_points=60),
    Example(hand={"contract": "passed", "team": BEPPO, "won": True, "level": "plain"}),
)


def _bid_chip_text(tapped: Collection[Card]) -> str:
    """Describe the bid that a hand of Sasku allows: the length of its longest trumps, pictures included (S12)."""
    if not tapped or len(tapped) > CARDS_IN_HAND:
        return ""
    longest = longest_trumps(tapped)
    suits = [
        words.suit_name(suit, language.current_language()) for suit in FRENCH if trump_length(tapped, suit) == longest
    ]
    if longest < LOWEST_BID:
        return gettext("As a hand: too short to bid")
    return gettext("As a hand: you may bid up to %(n)s (%(suits)s)") % {"n": longest, "suits": ", ".join(suits)}


PRESENTATION = Presentation(
    game="sasku",
    blurb=pgettext_lazy("game", "Two pairs, games to 16 strokes · 4 people"),
    offers=_OFFERS,
    examples=_EXAMPLES,
    roles=(pgettext_lazy("sasku", "maker"), ""),
    # A tie counts as neither won nor lost (S31).
    ties={"tied": "60 : 60"},
    # Sasku has no Schneider; the levels are how high a hand was won.
    level_names={
        Level.PLAIN: pgettext_lazy("sasku", "narrow"),
        Level.SCHNEIDER: pgettext_lazy("sasku", "high"),
        Level.SCHWARZ: pgettext_lazy("sasku", "Lambapea"),
    },
    reasons=(
        "replay",
        "after_tie",
        "tie_forward",
        "roof_shown",
        "game_won",
        "to_nil",
        "games_counted",
        "strokes_carried",
    ),
    bid_text=_bid_chip_text,
)
