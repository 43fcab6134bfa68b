"""The presets of a table of Sasku."""

from __future__ import annotations

from rules.games.sasku.house_rules import DiamondsRule, PaidFor
from rules.games.sasku.ruleset import Sasku

PRESETS = {
    "sasku": Sasku(),
    "sasku_per_stroke": Sasku(paid_for=PaidFor.STROKES),
    "sasku_diamonds_double": Sasku(diamonds_rule=DiamondsRule.DOUBLE),
}
