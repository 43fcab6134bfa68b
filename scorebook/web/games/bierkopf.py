"""The presentation of Bierkopf, Mucken and two-handed Schafkopf."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorebook.web.games.presentation import ANNA, Example, Offer, Presentation, offer_for_points, offer_in_words

_OFFERS = (
    Offer(
        id="bierkopf", preset="bierkopf", unit="EUR", stake_minor=50, text=_("Bierkopf, 50 cents"),
        hint=_("Two against two: 50 cents a win, double with Schneider, triple with Schwarz."),
    ),
    Offer(
        id="mucken", preset="mucken", unit="EUR", stake_minor=50, text=_("Mucken, 50 cents"),
        hint=_("Two against two: 50 cents a win, double with Schneider, triple with Schwarz."),
    ),
    Offer(
        id="two_handed", preset="two_handed", unit="EUR", stake_minor=50, text=_("Two-handed, 50 cents"),
        hint=_("Two people: 50 cents a win, double with Schneider, triple with Schwarz."),
    ),
    offer_in_words("bierkopf", is_common=True),
    offer_for_points("bierkopf"),
)  # fmt: skip
PRESENTATION = Presentation(
    game="bierkopf",
    short_name="Bierkopf",
    blurb=pgettext_lazy("game", "Fixed sides, agreed price · 2 or 4 people"),
    offers=_OFFERS,
    examples=tuple(
        Example(hand={"contract": contract, "winner": ANNA, "level": level})
        for contract in ("bierkopf", "mucken", "two_handed")
        for level in ("plain", "schneider", "schwarz")
    ),
)
