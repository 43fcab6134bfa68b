"""Sasku, the Estonian partnership game. RULES.md part 4.

`ruleset` is the game: strokes, ties, games to 16; `auction` the bidding; `sheet` what stands on paper.
"""

from rules.sasku.auction import longest_trumps, trump_length, trump_order
from rules.sasku.hand import Auction, Bid, SaskuHand
from rules.sasku.ruleset import PRESETS, DiamondsRule, PaidFor, Sasku
from rules.sasku.sheet import Game, Sheet, Tally, finished_game, sheet, tally

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
    "finished_game",
    "longest_trumps",
    "sheet",
    "tally",
    "trump_length",
    "trump_order",
]
