"""The line below the steps of a hand: what its value is to the players."""

from __future__ import annotations

import pytest
from django.utils import translation

from rules import State
from rules.state import SpecialRound
from scorebook.web.evening.table.hand_sums import hand_sum
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, Json, agreed, scored

RUFER: Json = {"contract": "rufer", "declarer": ANNA, "partner": BEPPO}
SOLO: Json = {"contract": "solo", "declarer": ANNA}
LEVEL_TWO: Json = {"contract": "ramsch", "losers": [ANNA, BEPPO]}
LEVEL_THREE: Json = {"contract": "ramsch", "losers": [ANNA, BEPPO, CILLI]}
LEVEL_FOUR: Json = {"contract": "ramsch", "card_points": dict.fromkeys((ANNA, BEPPO, CILLI, DANI), 30)}
MINAS = State(round=SpecialRound(kind="minas", left=1, results={BEPPO: -150, CILLI: 150}))


@pytest.mark.parametrize(
    ("house_rules", "hand", "state", "worth", "value"),
    [
        ({}, {**RUFER, "won": True}, State(), "each loser pays", 10),
        ({}, {**SOLO, "won": True}, State(), "each loser pays", 50),
        ({}, {**SOLO, "won": False}, State(), "the loser pays each player", 50),
        ({"pot_sweetener": 5}, {**SOLO, "won": False}, State(pot=40), "the loser pays each player", 50),
        ({"pot_sweetener": 5}, {**RUFER, "won": True}, State(pot=40), "each loser pays", 10),
        ({"pot_sweetener": 5}, {**RUFER, "won": False}, State(pot=40), "each winner gets", 10),
        # Beppo pays 50 to each of the others, so Cilli and Dani lose nothing.
        ({}, {**SOLO, "won": True}, MINAS, "the hand is worth", 50),
        ({}, {"contract": "ramsch", "losers": [ANNA]}, State(), "the loser pays each player", 10),
        ({"ramsch_full_tie": "divide"}, LEVEL_TWO, State(), "each loser pays", 10),
        ({"ramsch_full_tie": "divide"}, LEVEL_THREE, State(), "each winner gets", 10),
        ({"ramsch_full_tie": "both_pay"}, LEVEL_TWO, State(), "each loser pays each winner", 10),
        ({"ramsch_full_tie": "both_pay"}, LEVEL_THREE, State(), "each loser pays", 10),
        ({"ramsch_full_tie": "divide"}, LEVEL_FOUR, State(), "the hand is worth", 10),
        (
            {"jungfrau_doubles": "own_share"},
            {"contract": "ramsch", "losers": [ANNA], "maidens": [DANI]},
            State(),
            "the hand is worth",
            10,
        ),
        ({"revoker_pays_alone": True}, {**RUFER, "revoked_by": ANNA}, State(), "the loser pays each player", 10),
        ({"revoker_pays_alone": True}, {**SOLO, "revoked_by": DANI}, State(), "the hand is worth", 50),
        ({"overclaim": "recoup_twice"}, {**SOLO, "won": True, "value": 120}, State(), "each loser pays", -20),
        ({"overclaim": "recoup_twice"}, {**SOLO, "won": True, "value": 100}, State(), "each loser pays", 0),
    ],
)
def test_the_value_is_what_the_players_really_get(
    house_rules: Json, hand: Json, state: State, worth: str, value: int
) -> None:
    score = scored(hand, agreed("bavarian", house_rules), state=state)
    with translation.override("en"):
        found = hand_sum(score, {player: player for player in score.points})
    assert (found.worth, found.value.replace("−", "-")) == (worth, str(value))
