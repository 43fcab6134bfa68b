"""Sasku, the Estonian partnership game. RULES.md part 4.

`ruleset` is the game: contracts, strokes, ties; `game_score` the games to 16, `house_rules` what a table may settle,
`auction` the bidding, `checks` what cannot be; `sheet` is what stands on paper, `presets` what a table is offered.
"""

from rules.sasku.auction import longest_trumps, trump_length, trump_order
from rules.sasku.hand import Auction, Bid, SaskuHand
from rules.sasku.house_rules import DiamondsRule, PaidFor
from rules.sasku.presets import PRESETS
from rules.sasku.ruleset import Sasku
from rules.sasku.sheet import Game, Sheet, Tally, finished_sasku_game, stroke_sheet, stroke_tally

__all__ = [
    "PRESETS",
    "Auction",
    "Bid",
    "DiamondsRule",
    "Game",
    "PaidFor",
    "Sasku",
    "SaskuHand",
    "Sheet",
    "Tally",
    "finished_sasku_game",
    "longest_trumps",
    "stroke_sheet",
    "stroke_tally",
    "trump_length",
    "trump_order",
]
