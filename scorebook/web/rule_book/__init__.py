"""The rules book: pages made by asking the rules, so that they say what is scored and nothing else.

`asking` makes hands and asks `rules.score`; `tariff`, `auction`, `examples` and `citations` hold a part of the page
each, and `page` puts them together. No rule is known here.
"""
