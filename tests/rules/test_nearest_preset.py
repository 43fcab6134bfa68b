"""From which preset a table's own ruleset comes, as far as anybody can tell by its house rules."""

import pytest

from rules import PRESETS, nearest_preset

EACH = [(game, name) for game, presets in PRESETS.items() for name in presets]


@pytest.mark.parametrize(("game", "name"), EACH)
def test_a_preset_is_nearest_to_itself(game: str, name: str) -> None:
    ruleset = PRESETS[game][name]
    nearest = PRESETS[game][nearest_preset(ruleset)]
    assert ruleset.unlike(nearest) == {}


def test_a_change_of_one_house_rule_is_all_that_differs() -> None:
    pub = PRESETS["bavarian"]["pub_10_20_50"]
    changed = pub.with_house_rules({"rufer_tariff": 25})
    assert nearest_preset(changed) == "pub_10_20_50"
    assert changed.unlike(pub) == {"rufer_tariff": 25}
