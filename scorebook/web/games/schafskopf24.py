"""The presentation of 24-card Schafskopf."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorebook.play.services import POINTS
from scorebook.web.games.presentation import (
    ANNA,
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
        id="points", preset="schafskopf24", unit=POINTS, stake_minor=1,
        text=_("Points only"), short=_("Points"), hint=_("Everyone scores for themselves; nobody pays."),
    ),
    Offer(
        id="losers_10", preset="schafskopf24_losers_pay", unit="EUR", stake_minor=10, text=_("Losers pay, 10 cents"),
        hint=_("Each loser pays each winner 10 cents a point."),
    ),
    Offer(
        id="differences_10", preset="schafskopf24_differences", unit="EUR", stake_minor=10,
        text=_("Differences, 10 cents"), hint=_(
        "At the end every two players settle their difference, 10 cents a point."
),
    ),
    offer_in_words("schafskopf24_losers_pay", is_common=True),
)  # fmt: skip
_EXAMPLES = (
    example_hand("queens", partner=CILLI, card_points=72),
    example_hand("queens", declarer=BEPPO, partner=DONE, card_points=30),
    Example(hand={"contract": "fehlstich", "declarer": ANNA, "fehlstich_winners": [DONE], "card_points": 93}),
    example_hand("silent_queens", declarer=BEPPO, card_points=61),
    example_hand("solo", declarer=CILLI, card_points=120),
)
PRESENTATION = Presentation(
    game="schafskopf24",
    short_name=pgettext_lazy("game", "24 cards"),
    blurb=pgettext_lazy("game", "The black queens play together · 4 people"),
    offers=_OFFERS,
    examples=_EXAMPLES,
    roles=(pgettext_lazy("24 cards", "primary"), pgettext_lazy("24 cards", "primary")),
)
