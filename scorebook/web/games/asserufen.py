"""The presentation of Asserufen."""

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
    example_top_trumps,
    offer_for_points,
    offer_in_words,
    offer_per_point,
)  # fmt: skip

_NOTED = Offer(
    id="noted", preset="asserufen", unit="EUR", stake_minor=10, text=_("With called card"), is_common=False,
    hint=_("10 cents a point; the sheet also shows the called card."),
)  # fmt: skip


def _called_ace_text(suit: str) -> Hand:
    return {"card": {"rank": "ace", "suit": suit}}


PRESENTATION = Presentation(
    game="asserufen",
    blurb=pgettext_lazy("game", "Called ace, Solo, Du · 4 to 7 people"),
    offers=(
        *(offer_per_point("asserufen_quick", cents) for cents in (10, 20, 50)),
        offer_for_points("asserufen_quick"),
        offer_in_words("asserufen_quick"),
        _NOTED,
    ),
    examples=(
        example_hand("assrufen", partner=CILLI, call=_called_ace_text("spades"), card_points=71, kontra=1),
        # The examples of the documents (A25): four hoch and five.
        *(
            example_hand(
                "assrufen",
                partner=CILLI,
                call=_called_ace_text("clubs"),
                card_points=94,
                top_trumps=example_top_trumps(count),
            )
            for count in (4, 5)
        ),
        example_hand("assrufen", declarer=BEPPO, partner=DONE, call=_called_ace_text("diamonds"), card_points=29),
        example_hand("solo", declarer=CILLI, trump_suit="hearts", card_points=62),
        example_hand("solo", declarer=DONE, trump_suit="clubs", won=False, level="schwarz"),
        example_hand("solo_du", trump_suit="spades", won=False, top_trumps=example_top_trumps(3)),
    ),
    is_common=True,
    # The sources pay top trumps one by one and use this word (A20).
    run_name=pgettext_lazy("top trumps", "Hoch"),
)
