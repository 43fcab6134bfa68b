"""Sasku, the Estonian partnership game. docs/rules/sasku.md.

`ruleset` is the game with its presets: strokes, ties; `hand` its report and contracts, `game_score` the games to 16,
`house_rules` the options of a table, `auction` the bidding, `checks` the validation, `sheet` the score sheet on paper.
"""

from rules.games.sasku.ruleset import PRESETS, Sasku

__all__ = ["PRESETS", "Sasku"]
