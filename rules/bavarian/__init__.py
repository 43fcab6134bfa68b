"""Bavarian Schafkopf, the whole of it. RULES.md part 6.

`ruleset` is the game, `contracts` its table of contracts, `house_rules` what a table may settle, `agreed_contracts`
the contracts that it then has; `tariff` says what a hand is worth, `carry_over` what it leaves for the next; `ramsch`,
`pot`, `bock` and `rounds` hold what not every table plays; `presets` what a table is offered.
"""

from rules.bavarian.presets import PRESETS
from rules.bavarian.ruleset import Bavarian

__all__ = ["PRESETS", "Bavarian"]
