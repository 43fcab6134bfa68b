"""The presentation of Palatinate Schafkopf."""

from __future__ import annotations

from django.utils.translation import pgettext_lazy

from scorebook.web.games.presentation import (
    BEPPO,
    CILLI,
    Presentation,
    example_hand,
    example_top_trumps,
    offer_for_points,
    offer_in_words,
    offer_per_point,
)

PRESENTATION = Presentation(
    game="palatinate",
    short_name=pgettext_lazy("game", "Palatinate"),
    blurb=pgettext_lazy("game", "Simple game, Solo, Du · 3 or 4 people"),
    offers=(
        *(offer_per_point("palatinate", cents) for cents in (10, 20, 50)),
        offer_for_points("palatinate"),
        offer_in_words("palatinate"),
    ),
    examples=(
        example_hand("simple", trump_suit="spades", card_points=68),
        example_hand("simple", trump_suit="hearts", card_points=94, top_trumps=example_top_trumps(3)),
        example_hand("simple", declarer=BEPPO, trump_suit="clubs", card_points=60, kontra=1),
        example_hand(
            "simple", declarer=BEPPO, trump_suit="diamonds", surrender="accepted", top_trumps=example_top_trumps(4)
        ),
        example_hand(
            "solo", declarer=CILLI, trump_suit="hearts", card_points=91, top_trumps=example_top_trumps(4, "opponents")
        ),
        example_hand("solo_du", trump_suit="hearts", won=True, top_trumps=example_top_trumps(6)),
    ),
    is_common=True,
    # The sources pay top trumps one by one and use this word (P45).
    run_name=pgettext_lazy("top trumps", "Hoch"),
)
