"""Bavarian Schafkopf. RULES.md part 6.

`ruleset` is the game, `contracts` its table of contracts, `house_rules` the options of a table, `agreed_contracts` the
contracts that follow from them; `tariff` prices a hand, `carry_over` computes the state for the next one; `ramsch`,
`pot`, `bock` and `rounds` are optional parts of the game; `presets` are the named rulesets.
"""

from rules.games.bavarian.presets import PRESETS
from rules.games.bavarian.ruleset import Bavarian

__all__ = ["PRESETS", "Bavarian"]
