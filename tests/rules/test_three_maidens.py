"""Every trick to one player, where a march was agreed and where it was not. B68, B69."""

from __future__ import annotations

import pytest

from tests.rules.table import ANNA, BEPPO, CILLI, DANI, Json, agreed, problems, scored
from tests.rules.test_refusals import RAMSCH, _four

THREE_MAIDENS = {**RAMSCH, "losers": [ANNA], "maidens": [BEPPO, CILLI, DANI]}


@pytest.mark.parametrize(
    ("hand", "house_rules", "refused"),
    [
        (THREE_MAIDENS, {}, True),
        ({**RAMSCH, "tricks": _four(8, 0, 0, 0), "losers": [ANNA]}, {}, True),
        ({**RAMSCH, "card_points": _four(120, 0, 0, 0), "tricks": _four(8, 0, 0, 0)}, {}, True),
        (THREE_MAIDENS, {"jungfrau_doubles": "once"}, False),
        (THREE_MAIDENS, {"jungfrau_doubles": "own_share"}, False),
        (THREE_MAIDENS, {"jungfrau": False}, False),
    ],
)
def test_three_maidens_without_a_march_are_left_to_the_table(
    hand: Json, house_rules: dict[str, object], refused: bool
) -> None:
    """B69 knows one and two; what three cost was never said, unless it does not depend on how many they are."""
    found = problems(hand, agreed("bavarian", {"durchmarsch": False, **house_rules}))
    assert found == ({("maidens", "maidens_not_settled")} if refused else set())


@pytest.mark.parametrize("march_from", ["all_tricks", "ninety", "all_points"])
def test_all_tricks_are_a_march_from_however_many_points_it_begins(march_from: str) -> None:
    """B68: who has every trick has all the points as well."""
    march = {**RAMSCH, "tricks": _four(8, 0, 0, 0)}
    ruleset = agreed("bavarian", march_from=march_from)
    assert tuple(scored(march, ruleset).points.values()) == (30, -10, -10, -10)
    assert problems({**march, "losers": [ANNA]}, ruleset) == {("losers", "claimed_result_contradicts_points")}
