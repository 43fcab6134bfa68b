"""Bavarian Schafkopf. docs/rules/bavarian.md.

`ruleset` is the game with its presets, `contracts` its table of contracts, `house_rules` the options of a table;
`tariff` prices a hand, `carry_over` computes the state for the next one; `ramsch`, `pot` and `rounds` are optional
parts of the game.
"""

from rules.games.bavarian.ruleset import PRESETS, Bavarian

__all__ = ["PRESETS", "Bavarian"]
