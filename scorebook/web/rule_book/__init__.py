"""The rules book: pages made by asking the rules, so that they say what is scored and nothing else.

`sample_hands` makes hands and asks `rules.score`; `tariff`, `bidding`, `examples` and `citations` hold a part of the
page each, `how_to_play` a chapter for each game, and `page` puts them together. No figure is written here.
"""
