"""Bavarian Schafkopf, the whole of it. RULES.md part 6.

`ruleset` is the game; `contracts` its table of contracts; `value` adds up and multiplies; `ramsch`, `pot`, `bock` and
`rounds` hold what not every table plays; `presets` what a table is offered.
"""

from rules.bavarian.ruleset import PRESETS, Bavarian

__all__ = ["PRESETS", "Bavarian"]
