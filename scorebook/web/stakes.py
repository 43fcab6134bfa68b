"""What a table is offered before the first hand: per game a few tariffs, the usual one first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import rules
from scorebook.web.money import POINTS

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
        id="short", preset="short", unit="EUR", stake_minor=1, text=_("Short cards"),
        hint=_("24 cards, also for three: Rufer 20 cents, solo 50, extras 10."),
    ),
    Offer(
        id="table", preset="points_table", unit="EUR", stake_minor=10, text=_("1 / 2 / 3 × 10 cents"),
        hint=_("The points table: Rufer 1, 2, 3, solo 2, 3, 4, Tout 6, Sie 8; 10 cents a point."),
    ),
    Offer(
        id="tournament", preset="tournament", unit=POINTS, stake_minor=1, text=_("Tournament"),
        hint=_("Only the pure contracts, up to four top trumps, in points."),
    ),
    _points_only("points_table"),
)  # fmt: skip

OFFERS: Mapping[str, tuple[Offer, ...]] = {
    "bavarian": _BAVARIAN,
    "palatinate": (*(_per_point("palatinate", cents) for cents in (10, 20, 50)), _points_only("palatinate")),
    "asserufen": (*(_per_point("asserufen_quick", cents) for cents in (10, 20, 50)), _points_only("asserufen_quick")),
}
BLURBS = {
    "bavarian": pgettext_lazy("game", "Rufer, Wenz, Solo · 3 to 7 people"),
    "palatinate": pgettext_lazy("game", "Simple game, Solo, Du · 3 or 4 people"),
    "asserufen": pgettext_lazy("game", "Called ace, Solo, Du · 4 to 7 people"),
}


def offer(game: str, id: str) -> Offer | None:
    return next((one for one in OFFERS.get(game, ()) if one.id == id), None)
