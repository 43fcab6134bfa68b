"""Filters and tags for the pages of an evening."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from django import template

from rules import Player
from scorebook.ledger.accounts import TILL
from scorebook.ledger.settlement import SettlementMethod
from scorebook.play.models import Evening
from scorebook.play.queries.settlements import SettlementOption
from scorebook.play.queries.statements import Line
from scorebook.texts import statement_texts
from scorebook.web.evening.settlement.plan_overviews import balances_by_amount
from scorebook.web.evening.settlement.statement_page import statement_time

register = template.Library()
K = TypeVar("K")
V = TypeVar("V")


@register.filter
def item_by_key(items: Mapping[K, V], key: K) -> V:
    """Return an item of a mapping by a key that another variable holds."""
    return items[key]


@register.filter
def equals_value(value: object, other: object) -> bool:
    """Return whether two values are equal, as an argument of a tag."""
    return value == other


@register.filter
def by_amount(balances: Mapping[UUID, int]) -> list[tuple[UUID, int]]:
    """Return the balances, highest first."""
    return balances_by_amount(balances)


@register.filter
def way_value(option: SettlementOption) -> str:
    """Return the value of a settlement option in the form, "fewest" or "one_for_all:<id>"."""
    if option.method is SettlementMethod.ONE_FOR_ALL:
        return f"{option.method}:{option.treasurer or TILL}"
    return str(option.method)


@register.filter
def line_text(line: Line, names: Mapping[Player, str]) -> str:
    return statement_texts.statement_line_text(line, names)


@register.filter
def line_reason(line: Line, names: Mapping[Player, str]) -> str:
    """Return the explanation of the value, or the note."""
    return statement_texts.statement_line_reason(line, names)


@register.filter
def line_tag(line: Line) -> str:
    """Return the mark of a corrected hand."""
    return statement_texts.statement_line_tag(line)


@register.filter
def is_taking_back(line: Line) -> bool:
    return line.code == "hand_taken_back" or line.code.endswith("_undone")


@register.filter
def time_within(at: datetime, evening: Evening | None) -> str:
    """Write the time, with the date unless it is the evening's."""
    return statement_time(at, evening)
