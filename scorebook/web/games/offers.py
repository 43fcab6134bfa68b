"""What a table is offered before the first hand: per game a few tariffs, the usual one first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import rules
from scorebook.web.core.money import POINTS

# Chosen when the module is read, worded in the language of each request.
Words = str | Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A preset of the rules with what one point of it costs."""

    id: str
    preset: str
    unit: str
    stake_minor: int
    text: Words
    hint: Words
    is_common: bool = True

    def ruleset(self, game: str) -> rules.Ruleset:
        return rules.PRESETS[game][self.preset]


_CENTS = {10: _("10 cents"), 20: _("20 cents"), 50: _("50 cents")}


def _points_only(preset: str) -> Offer:
    return Offer(
        id="points", preset=preset, unit=POINTS, stake_minor=1,
        text=_("Points only"), hint=_("Nobody pays; the sheet counts points."),
    )  # fmt: skip


def _per_point(preset: str, cents: int) -> Offer:
    return Offer(
        id=f"cents_{cents}", preset=preset, unit="EUR", stake_minor=cents,
        text=_CENTS[cents], hint=_("for each point of a hand"),
    )  # fmt: skip


_BAVARIAN = (
    Offer(
        id="pub", preset="pub_10_20_50", unit="EUR", stake_minor=1, text="10 / 20 / 50",
        hint=_("Rufer 20 cents, solo 50; Schneider, Schwarz and each of three or more top trumps 10."),
    ),
    Offer(
        id="school", preset="school_10_50", unit="EUR", stake_minor=1, text="10 / 50",
        hint=_("Rufer 10 cents, solo 50; Schneider and Schwarz 10; top trumps are not paid."),
    ),
    Offer(
        id="tariff_10_20", preset="tariff_10_20", unit="EUR", stake_minor=1, text="10 / 20",
        hint=_("Rufer 10 cents, solo 20; Schneider and Schwarz 10; top trumps are not paid."),
    ),
    Offer(
        id="tariff_5_20", preset="tariff_5_20", unit="EUR", stake_minor=1, text="5 / 20",
        hint=_("Rufer 5 cents, solo 20; Schneider and Schwarz 5; top trumps are not paid."),
    ),
    Offer(
        id="everything", preset="pub_everything", unit="EUR", stake_minor=1, text=_("With everything"), is_common=False,
        hint=_("10 / 20 / 50 with a pot, Bock after a lost solo, a Re or a Schwarz, and a Ramsch at 20."),
    ),
    Offer(
        id="short", preset="short", unit="EUR", stake_minor=1, text=_("Short cards"), is_common=False,
        hint=_("24 cards, also for three: Rufer 20 cents, solo 50, extras 10."),
    ),
    Offer(
        id="table", preset="points_table", unit="EUR", stake_minor=10, text=_("1 / 2 / 3 × 10 cents"),
        hint=_("The points table: Rufer 1, 2, 3, solo 2, 3, 4, Tout 6, Sie 8; 10 cents a point."),
    ),
    Offer(
        id="tournament", preset="tournament", unit=POINTS, stake_minor=1, text=_("Tournament"), is_common=False,
        hint=_("Only the pure contracts, up to four top trumps, in points."),
    ),
    _points_only("points_table"),
)  # fmt: skip

_ASSERUFEN_NOTED = Offer(
    id="noted", preset="asserufen", unit="EUR", stake_minor=10, text=_("Called card noted"), is_common=False,
    hint=_("10 cents for each point of a hand; the called card stands on the sheet."),
)  # fmt: skip
_SASKU = (
    Offer(
        id="games_50", preset="sasku", unit="EUR", stake_minor=50, text=_("50 cents a game"),
        hint=_("Each loser of a game to 16 strokes pays this to a winner."),
    ),
    Offer(
        id="games_100", preset="sasku", unit="EUR", stake_minor=100, text=_("1 euro a game"),
        hint=_("Each loser of a game to 16 strokes pays this to a winner."),
    ),
    Offer(
        id="strokes_10", preset="sasku_per_stroke", unit="EUR", stake_minor=10, text=_("10 cents a stroke"),
        hint=_("Each loser of a hand pays this for every stroke."),
    ),
    Offer(
        id="points", preset="sasku", unit=POINTS, stake_minor=1,
        text=_("Points only"), hint=_("Nobody pays; the sheet counts strokes and games."),
    ),
    Offer(
        id="diamonds_50", preset="sasku_diamonds_double", unit="EUR", stake_minor=50, text=_("Diamonds double"),
        hint=_("50 cents a game; with diamonds as trumps twice the strokes."), is_common=False,
    ),
)  # fmt: skip
_SCHAFSKOPF24 = (
    Offer(
        id="points", preset="schafskopf24", unit=POINTS, stake_minor=1,
        text=_("Points only"), hint=_("Everybody counts points of his own; nobody pays."),
    ),
    Offer(
        id="losers_10", preset="schafskopf24_losers_pay", unit="EUR", stake_minor=10, text=_("Losers pay, 10 cents"),
        hint=_("Each loser of a hand pays 10 cents for every point of a winner."),
    ),
    Offer(
        id="differences_10", preset="schafskopf24_differences", unit="EUR", stake_minor=10,
        text=_("Differences, 10 cents"), hint=_("Every pair settles the difference of its points, 10 cents each."),
    ),
)  # fmt: skip
_BIERKOPF = (
    Offer(
        id="bierkopf", preset="bierkopf", unit="EUR", stake_minor=50, text=_("Bierkopf, 50 cents"),
        hint=_("Four in two pairs: a win 50 cents, Schneider twice, Schwarz three times."),
    ),
    Offer(
        id="mucken", preset="mucken", unit="EUR", stake_minor=50, text=_("Mucken, 50 cents"),
        hint=_("Four in two pairs: a win 50 cents, Schneider twice, Schwarz three times."),
    ),
    Offer(
        id="two_handed", preset="two_handed", unit="EUR", stake_minor=50, text=_("Two-handed, 50 cents"),
        hint=_("Two people: a win 50 cents, Schneider twice, Schwarz three times."),
    ),
    _points_only("bierkopf"),
)  # fmt: skip

OFFERS: Mapping[str, tuple[Offer, ...]] = {
    "bavarian": _BAVARIAN,
    "palatinate": (*(_per_point("palatinate", cents) for cents in (10, 20, 50)), _points_only("palatinate")),
    "asserufen": (
        *(_per_point("asserufen_quick", cents) for cents in (10, 20, 50)),
        _points_only("asserufen_quick"),
        _ASSERUFEN_NOTED,
    ),
    "sasku": _SASKU,
    "schafskopf24": _SCHAFSKOPF24,
    "bierkopf": _BIERKOPF,
}
BLURBS = {
    "bavarian": pgettext_lazy("game", "Rufer, Wenz, Solo · 3 to 7 people"),
    "palatinate": pgettext_lazy("game", "Simple game, Solo, Du · 3 or 4 people"),
    "asserufen": pgettext_lazy("game", "Called ace, Solo, Du · 4 to 7 people"),
    "sasku": pgettext_lazy("game", "Two pairs, games to 16 strokes · 4 people"),
    "schafskopf24": pgettext_lazy("game", "The black queens play together · 4 people"),
    "bierkopf": pgettext_lazy("game", "Fixed sides, a value agreed · 2 or 4 people"),
}
COMMON_GAMES = ("bavarian", "palatinate", "asserufen")  # the others stand behind "more games"


def offer(game: str, id: str) -> Offer | None:
    return next((one for one in OFFERS.get(game, ()) if one.id == id), None)
