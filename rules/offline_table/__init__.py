"""The offline table: a ruleset compiled into JSON, so that a phone can score a hand without the rules.

`table` documents its format and builds it. Everything in it comes from the ruleset: its house rules, its limits and its
own steps to a price. A game adds what is its own by overriding `offline_settings`, `offline_line`, `carry_over`,
`sample_hands`, `limit_fields` and `card_point_bounds`.
"""

from rules.offline_table.table import VERSION, lookup, lookup_text

__all__ = ["VERSION", "lookup", "lookup_text"]
