"""Palatinate Schafkopf on the pages."""

from __future__ import annotations

from django.utils.translation import pgettext_lazy

from scorebook.web.games.presentation import (
    BEPPO,
    CILLI,
    Presentation,
    example_hand,
    per_point,
    points_only,
    top_trump_run,
)

PRESENTATION = Presentation(
    game="palatinate",
    blurb=pgettext_lazy("game", "Simple game, Solo, Du · 3 or 4 people"),
    offers=(*(per_point("palatinate", cents) for cents in (10, 20, 50)), points_only("palatinate")),
    examples=(
        example_hand("simple", trump_suit="spades", card_points=68),
        example_hand("simple", trump_suit="hearts", card_points=94, top_trumps=top_trump_run(3)),
        example_hand("simple", declarer=BEPPO, trump_suit="clubs", card_points=60, kontra=1),
        example_hand(
            "simple", declarer=BEPPO, trump_suit="diamonds", surrender="accepted", top_trumps=top_trump_run(4)
        ),
        example_hand(
            "solo", declarer=CILLI, trump_suit="hearts", card_points=91, top_trumps=top_trump_run(4, "opponents")
        ),
        example_hand("solo_du", trump_suit="hearts", won=True, top_trumps=top_trump_run(6)),
    ),
    is_common=True,
    # Its sources pay top trumps one by one and call them so (P45).
    run_name=pgettext_lazy("top trumps", "Hoch"),
)
