"""The presentation of Bavarian Schafkopf."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules import State
from scorebook.play.services import POINTS
from scorebook.web.games.presentation import (
    ANNA,
    BEPPO,
    CILLI,
    DONE,
    Example,
    Hand,
    Offer,
    Presentation,
    example_hand,
    example_top_trumps,
    offer_for_points,
    offer_in_words,
)  # fmt: skip

_OFFERS = (
    Offer(
        id="pub", preset="pub_10_20_50", unit="EUR", stake_minor=1, text=_("Rufer 20, Solo 50"), short="10/20/50",
        hint=_("Rufer 20 cents, Solo 50; 10 each for Schneider, Schwarz and Laufende (from three)."),
    ),
    Offer(
        id="school", preset="school_10_50", unit="EUR", stake_minor=1, text=_("Rufer 10, Solo 50"), short="10/50",
        hint=_("Rufer 10 cents, Solo 50; Schneider and Schwarz 10; Laufende do not count."), is_common=False,
    ),
    Offer(
        id="tariff_10_20", preset="tariff_10_20", unit="EUR", stake_minor=1, text=_(
        "Rufer 10, Solo 20"
), short="10/20",
        hint=_("Rufer 10 cents, Solo 20; Schneider and Schwarz 10; Laufende do not count."),
    ),
    Offer(
        id="tariff_5_20", preset="tariff_5_20", unit="EUR", stake_minor=1, text=_("Rufer 5, Solo 20"), short="5/20",
        hint=_("Rufer 5 cents, Solo 20; Schneider and Schwarz 5; Laufende do not count."),
    ),
    Offer(
        id="everything", preset="pub_everything", unit="EUR", stake_minor=1, text=_("With everything"), is_common=False,
        hint=_("10 / 20 / 50 with a pot, Bock (after a lost Solo, a Re or a Schwarz) and Ramsch at 20."),
    ),
    Offer(
        id="short", preset="short", unit="EUR", stake_minor=1, text=_("Short cards"), is_common=False,
        hint=_("24 cards, also for three: Rufer 20 cents, Solo 50, extras 10."),
    ),
    Offer(
        id="table", preset="points_table", unit="EUR", stake_minor=10, text=_("1 / 2 / 3 × 10 cents"), short="1/2/3",
        hint=_("Points table: Rufer 1/2/3, Solo 2/3/4, Tout 6, Sie 8; 10 cents a point."), is_common=False,
    ),
    Offer(
        id="tournament", preset="tournament", unit=POINTS, stake_minor=1, text=_("Tournament"), is_common=False,
        hint=_("Only the pure contracts, up to four Laufende, in points."),
    ),
    offer_for_points("points_table"),
    offer_in_words("points_table"),
)  # fmt: skip
_SOLO: Hand = {"contract": "solo", "declarer": ANNA, "trump_suit": "bells"}
_EXAMPLES = (
    example_hand("rufer", partner=CILLI, card_points=94, top_trumps=example_top_trumps(3), kontra=1),
    example_hand("rufer", partner=DONE, card_points=60),
    example_hand("rufer", declarer=BEPPO, partner=DONE, card_points=30, laid=1),
    example_hand("wenz", declarer=CILLI, card_points=71, top_trumps=example_top_trumps(2)),
    example_hand("solo", declarer=DONE, trump_suit="leaves", won=False, level="plain", kontra=2),
    example_hand(
        "solo", declarer=BEPPO, trump_suit="acorns", card_points=120, level="schwarz", top_trumps=example_top_trumps(4)
    ),
    example_hand("solo_tout", declarer=CILLI, trump_suit="hearts", won=True),
    example_hand("sie"),
    example_hand("hochzeit", partner=BEPPO, card_points=66),
    example_hand("bettel", declarer=BEPPO, won=True),
    example_hand("muss", partner=CILLI, card_points=60),
    Example(hand={"contract": "ramsch", "losers": [BEPPO], "maidens": [CILLI]}),
    Example(hand={"contract": "ramsch", "march_by": DONE}),
    Example(hand={"contract": "rufer", "declarer": ANNA, "partner": BEPPO, "card_points": 75}, state=State(bock=(1,))),
    Example(hand={"contract": "thrown_in"}),
    Example(hand={**_SOLO, "card_points": 70}, state=State(pot=40)),
    Example(hand={**_SOLO, "card_points": 50}, state=State(pot=40)),
)
PRESENTATION = Presentation(
    game="bavarian",
    short_name=pgettext_lazy("game", "Bavarian"),
    blurb=pgettext_lazy("game", "Rufer, Wenz, Solo · 3 to 7 people"),
    offers=_OFFERS,
    examples=_EXAMPLES,
    is_common=True,
    kontra="stoss",
    reasons=(
        "laid", "bock", "minas_paid", "minas_tied", "kontra_takes_over", "stoss_twice", "retour", "revoked",
        "criticised", "schwarz_not_claimed", "overclaimed", "recouped", "offender_pays",
    ),
)  # fmt: skip
