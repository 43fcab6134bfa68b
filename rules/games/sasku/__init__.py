"""Sasku, the Estonian partnership game. RULES.md part 4.

`ruleset` is the game: contracts, strokes, ties; `game_score` the games to 16, `house_rules` the options of a table,
`auction` the bidding, `checks` the validation; `sheet` is the score sheet on paper, `presets` the named rulesets.
"""

from rules.games.sasku.auction import longest_trumps, trump_length, trump_order
from rules.games.sasku.hand import Auction, AuctionCall, SaskuHand
from rules.games.sasku.house_rules import DiamondsRule, PaidFor
from rules.games.sasku.presets import PRESETS
from rules.games.sasku.ruleset import Sasku
from rules.games.sasku.sheet import FinishedGame, StrokeSheet, Tally, finished_sasku_game, stroke_sheet, stroke_tally

__all__ = [
    "PRESETS",
    "Auction",
    "AuctionCall",
    "DiamondsRule",
    "FinishedGame",
    "PaidFor",
    "Sasku",
    "SaskuHand",
    "StrokeSheet",
    "Tally",
    "finished_sasku_game",
    "longest_trumps",
    "stroke_sheet",
    "stroke_tally",
    "trump_length",
    "trump_order",
]
