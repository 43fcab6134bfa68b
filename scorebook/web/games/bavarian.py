"""Bavarian Schafkopf on the pages."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules import State
from scorebook.web.core.money import POINTS
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
        id="pub", preset="pub_10_20_50", unit="EUR", stake_minor=1, text=_("Rufer 20, solo 50"),
        hint=_("Rufer 20 cents, solo 50; Schneider, Schwarz and each of three or more top trumps 10."),
    ),
    Offer(
        id="school", preset="school_10_50", unit="EUR", stake_minor=1, text=_("Rufer 10, solo 50"),
        hint=_("Rufer 10 cents, solo 50; Schneider and Schwarz 10; top trumps are not paid."),
    ),
    Offer(
        id="tariff_10_20", preset="tariff_10_20", unit="EUR", stake_minor=1, text=_("Rufer 10, solo 20"),
        hint=_("Rufer 10 cents, solo 20; Schneider and Schwarz 10; top trumps are not paid."),
    ),
    Offer(
        id="tariff_5_20", preset="tariff_5_20", unit="EUR", stake_minor=1, text=_("Rufer 5, solo 20"),
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
_EVENTS = {
    "thrown_in": _("a hand thrown in"),
    "lost_solo": _("a lost solo"),
    "won_solo": _("a won solo"),
    "heart_solo": _("a solo in hearts"),
    "doubled": _("a Stoss"),
    "re": _("a Re"),
    "schwarz": _("a Schwarz"),
}
_CHOICES = {
    "after_thrown_in": {
        "nothing": _("played as usual"),
        "muss": _("a Muss"),
        "ramsch": _("a Ramsch"),
        "kreuzspiel": _("a Kreuz-Spiel"),
    },
    "tout_rule": {
        "double": _("doubles the solo"),
        "points_table": _("counts three solos"),
        "with_schwarz": _("doubles the solo with Schneider and Schwarz"),
    },
    "matador_value": {"unit": _("a whole unit"), "half_unit": _("half a unit")},
    "matadors_of": {
        "both": _("both sides'"),
        "declarers": _("the declaring side's"),
        "winners": _("the winners'"),
        "losers": _("the losers'"),
    },
    "round_to": {"up": pgettext_lazy("rounding", "up"), "down": pgettext_lazy("rounding", "down")},
    "overclaim": {
        "refuse": _("is put right"),
        "recoup_twice": _("costs twice the difference"),
    },
    "pot_at_end": {
        "paid_back": _("whoever paid it in"),
        "shared": _("all who are there, equal shares"),
        "best": _("who has won the most"),
        "kitty": _("the common till"),
    },
    "bock_length": {"hand": _("one hand"), "round": _("a round")},
    "bock_meeting": {"queue": _("one after the other"), "stack": _("stacked")},
    "ramsch_settlement": {
        "loser_pays_all": _("the loser pays everybody"),
        "two_worst_pay_two_best": _("the two worst pay the two best"),
        "most_pays_fewest": _("the most card points pay the fewest"),
    },
    "ramsch_tie": {
        "tricks": _("more tricks"),
        "highest_trump": _("the highest trump"),
        "shared": _("nothing, they share"),
    },
    "ramsch_full_tie": {
        "ask": _("the table says who"),
        "both_pay": _("all of them pay in full"),
        "divide": _("they divide the loss"),
    },
    "march_from": {
        "all_tricks": _("all tricks"),
        "ninety": _("90 card points"),
        "all_points": _("all 120 card points"),
    },
    "march_pays": {
        "ramsch": _("like the Ramsch"),
        "solo": _("like a solo"),
        "solo_schwarz": _("like a solo with Schwarz"),
    },
    "jungfrau_doubles": {
        "each": _("each one doubles"),
        "once": _("doubled once"),
        "own_share": _("only her own share"),
    },
    "last_round": {
        "plain": _("as usual"),
        "double": pgettext_lazy("last round", "doubled"),
        "solos_only": _("only solos"),
    },
    "bock_after": _EVENTS,
    "kreuzbock_after": _EVENTS,
}
PRESENTATION = Presentation(
    game="bavarian",
    blurb=pgettext_lazy("game", "Rufer, Wenz, Solo · 3 to 7 people"),
    offers=_OFFERS,
    examples=_EXAMPLES,
    is_common=True,
    kontra="stoss",
    choices=_CHOICES,
    reasons=(
        "laid", "bock", "minas_paid", "minas_tied", "kontra_takes_over", "stoss_twice", "revoked", "criticised",
        "schwarz_not_claimed", "overclaimed",
    ),
)  # fmt: skip
