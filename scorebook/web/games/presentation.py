"""The presentation of a game on the pages: offers, wording, and example hands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import rules
from rules import Level, Player, Sides, State
from rules.cards import Card
from scorebook.play.services import POINTS

IN_WORDS = ""
# Defined at import, translated in each request.
Words = str | Promise
Hand = Mapping[str, object]

PEOPLE = tuple(Player(name) for name in ("Anna", "Beppo", "Cilli", "Done", "Emil", "Fanny", "Gustl"))
ANNA, BEPPO, CILLI, DONE, *_MORE = PEOPLE


SIDES_TEXTS: Mapping[Sides, Words] = {
    Sides.ALONE: _("alone"),
    Sides.PARTNERS: _("with a partner"),
    Sides.OPPOSITE: _("with the player opposite"),
    Sides.NONE: _("everyone alone"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A preset of the rules with the stake of one point."""

    id: str
    preset: str
    unit: str  # IN_WORDS if the table types it
    stake_minor: int
    text: Words
    hint: Words
    short: Words = ""  # on the chip of the start form, whose hint explains it; the text unless given
    is_common: bool = True

    def ruleset(self, game: str) -> rules.Ruleset:
        return rules.PRESETS[game][self.preset]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A hand with the state that the hands before it left."""

    hand: Hand
    state: State = field(default_factory=State)


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    game: str
    blurb: Words  # a few words about it, separated by " · "
    short_name: Words = ""  # on the chip of the start form; the game's name unless given
    offers: tuple[Offer, ...]  # offered before the first hand, the usual one first
    examples: tuple[Example, ...]  # typical hands for the rules page, which omits those that a preset does not play
    is_common: bool = False  # offered at once; the others are under "more games"
    kontra: str = "kontra"  # `reason.<kontra>` is the game's word for a doubling
    run_name: Words = _("Laufende")  # the game's word for the run of top trumps
    # Labels of the buttons for declarer and partner.
    roles: tuple[Words, Words] = (pgettext_lazy("declarer", "plays"), pgettext_lazy("partner", "with"))
    ties: Mapping[str, Words] = field(default_factory=dict)  # results other than won and lost: form value -> text
    level_names: Mapping[Level, Words] = field(default_factory=dict)  # if the game has its own words for them
    reasons: tuple[str, ...] = ()  # codes of reasons that the phone needs beside those of its sums
    # The bid that these cards allow; empty if the game has none.
    bid_text: Callable[[Collection[Card]], str] = lambda cards: ""

    def offer(self, id: str) -> Offer | None:
        return next((one for one in self.offers if one.id == id), None)


def offer_for_points(preset: str) -> Offer:
    return Offer(
        id="points", preset=preset, unit=POINTS, stake_minor=1,
        text=_("Points only"), short=_("Points"), hint=_("Nobody pays; the sheet counts points."),
    )  # fmt: skip


_CENTS = {10: _("10 cents"), 20: _("20 cents"), 50: _("50 cents")}


def offer_in_words(preset: str, *, is_common: bool = False) -> Offer:
    return Offer(
        id="in_words", preset=preset, unit=IN_WORDS, stake_minor=1, is_common=is_common,
        text=_("For beer and such"), hint=_("Type below what a point is worth: 1 beer, 2 beers."),
    )  # fmt: skip


def offer_per_point(preset: str, cents: int) -> Offer:
    return Offer(
        id=f"cents_{cents}", preset=preset, unit="EUR", stake_minor=cents,
        text=_CENTS[cents], hint=_("per point"),
    )  # fmt: skip


def example_hand(contract: str, declarer: Player = ANNA, **facts: object) -> Example:
    return Example(hand={"contract": contract, "declarer": declarer, **facts})


def example_top_trumps(count: int, side: str = "declarer_side") -> Hand:
    return {"count": count, "side": side}
