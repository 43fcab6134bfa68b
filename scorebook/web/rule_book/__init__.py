"""The rules book: pages derived from the rules, so that they describe exactly what is scored.

`sample_hands` makes hands and calls `rules.score`; `tariff`, `bidding_page` and `citations` hold a part of the page
each, `how_to_play` a chapter per game, and `page` assembles them. No figure is written here; the sentence on a house
rule is that of its value in `rules.wording.texts_book`. `specification` reads the files
of docs/rules.
"""
