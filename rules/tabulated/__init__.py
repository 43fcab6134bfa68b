"""The phone's table, part by part; `rules.lookup` puts it together and says what it looks like.

Nothing here knows a rule: every figure is an answer of `score`, and every refusal a refusal of `score`.
"""
