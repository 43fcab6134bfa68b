"""The presets of a Bavarian table: the tariffs of the documents and the usual collections of house rules."""

from __future__ import annotations

from rules.games.bavarian.contracts import SHORT_LIST, TOURNAMENT_LIST
from rules.games.bavarian.house_rules import ToutRule
from rules.games.bavarian.ruleset import Bavarian

PRESETS = {
    "pub_10_20_50": Bavarian(rufer_tariff=20, solo_tariff=50, count_matadors=True, matador_maximum=14),
    "school_10_50": Bavarian(),  # B50
    "tariff_10_20": Bavarian(solo_tariff=20),
    "tariff_5_20": Bavarian(unit=5, rufer_tariff=5, solo_tariff=20),
    "points_table": Bavarian(unit=1, rufer_tariff=1, solo_tariff=2, tout_rule=ToutRule.POINTS_TABLE),  # B56
    "tournament": Bavarian(
        unit=1,
        rufer_tariff=1,
        solo_tariff=2,
        allowed=TOURNAMENT_LIST,
        count_matadors=True,
        laying=False,
        bock=False,
        rounds=(),
    ),  # B108
    "short": Bavarian(
        deck_cards=24,
        rufer_tariff=20,
        solo_tariff=50,
        allowed=SHORT_LIST,
        count_matadors=True,
        matador_maximum=12,
    ),  # B101
    "pub_everything": Bavarian(
        rufer_tariff=20,
        solo_tariff=50,
        count_matadors=True,
        matador_maximum=14,
        pot_sweetener=10,
        bock_after=("lost_solo", "re", "schwarz"),
        ramsch_tariff=20,
    ),
}
