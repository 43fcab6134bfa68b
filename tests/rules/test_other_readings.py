"""The worked evenings once more, under the other reading of an ambiguity: the finals that the cases give for it."""

from __future__ import annotations

import json

import pytest

import rules
from rules import Player, State, Table
from tests.rules.rows import CASES
from tests.rules.table import agreed


@pytest.mark.parametrize(
    ("evening", "house_rules", "final"),
    [
        # X6: an accepted surrender without its top trumps
        ("palatinate_three", {"surrender_pays_hoch": False}, {"Kurt": -82, "Erika": 2, "Horst": 80}),
        # X1: the Solo's own point in Asserufen
        ("asserufen", {"asserufen_solo_point": True}, {"Bernd": -44, "Doris": -72, "Egon": 40, "Helga": 76}),
        # X40: only the declaring side's matadors count
        ("bavarian_tournament", {"matadors_of": "declarers"}, {"Xaver": 30, "Resi": 4, "Alois": 8, "Vroni": -42}),
    ],
)
def test_evening_under_the_other_reading(evening: str, house_rules: dict[str, object], final: dict[str, int]) -> None:
    case = json.loads((CASES / "evenings" / f"{evening}.json").read_text(encoding="utf-8"))
    ruleset = agreed(case["game"], case["preset"], **house_rules)
    players = tuple(map(Player, case["players"]))
    points, state = dict.fromkeys(players, 0), State()
    for line in case["hands"]:
        table = Table(players=players, dealer=Player(line["dealer"]))
        report = rules.read_report(line["hand"], ruleset=ruleset, table=table, state=state)
        score = rules.score(report, ruleset, state)
        points = {player: points[player] + score.points[player] for player in players}
        state = score.state
    assert points == final
