"""Asserufen on the pages."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorebook.web.games.presentation import (
    BEPPO,
    CILLI,
    DONE,
    Hand,
    Offer,
    Presentation,
    example_hand,
    per_point,
    points_only,
    top_trump_run,
)  # fmt: skip

_NOTED = Offer(
    id="noted", preset="asserufen", unit="EUR", stake_minor=10, text=_("Called card noted"), is_common=False,
    hint=_("10 cents for each point of a hand; the called card stands on the sheet."),
)  # fmt: skip


def _called(suit: str) -> Hand:
    return {"card": {"rank": "ace", "suit": suit}}


PRESENTATION = Presentation(
    game="asserufen",
    blurb=pgettext_lazy("game", "Called ace, Solo, Du · 4 to 7 people"),
    offers=(
        *(per_point("asserufen_quick", cents) for cents in (10, 20, 50)),
        points_only("asserufen_quick"),
        _NOTED,
    ),
    examples=(
        example_hand("assrufen", partner=CILLI, call=_called("spades"), card_points=71),
        example_hand(
            "assrufen", partner=CILLI, call=_called("clubs"), card_points=95, top_trumps=top_trump_run(4), kontra=1
        ),
        example_hand("assrufen", declarer=BEPPO, partner=DONE, call=_called("diamonds"), card_points=29),
        example_hand("solo", declarer=CILLI, trump_suit="hearts", card_points=62),
        example_hand("solo", declarer=DONE, trump_suit="clubs", won=False, level="schwarz"),
        example_hand("solo_du", trump_suit="spades", won=False, top_trumps=top_trump_run(3)),
    ),
    is_common=True,
    # Its sources pay top trumps one by one and call them so (A20).
    run_name=pgettext_lazy("top trumps", "Hoch"),
)
