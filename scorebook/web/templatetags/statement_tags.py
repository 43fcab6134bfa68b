"""Filters and tags for statements and the tab."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorebook.play.queries.open_balances import OpenBalance
from scorebook.web.core.money import amount_text, amount_without_unit, unit_text
from scorebook.web.evening.settlement.statement_page import receipt_text

register = template.Library()
register.filter("bare_balance", amount_without_unit)
register.filter("unit_name", unit_text)
register.filter("receipt_hash", receipt_text)


@register.filter
def absolute_amount(amount_minor: int, unit: str) -> str:
    """Write an amount without its sign, which the sentence expresses."""
    return amount_text(abs(amount_minor), unit)


@register.inclusion_tag("evening/settlement/open_balance.html")
def open_balance(balance: OpenBalance) -> dict[str, Any]:
    """Show what a person is owed or owes: the net, then its parts."""
    all_parts = (
        (pgettext("column", "evenings"), balance.evenings_minor),
        (pgettext("column", "tab"), balance.tab_minor),
        (_("linked club"), balance.linked_minor),
    )
    parts = [part for part in all_parts if part[1]]
    return {"balance": balance, "parts": parts, "is_mixed": len(parts) > 1}


@register.inclusion_tag("evening/settlement/open_balances.html")
def open_balances(balances: Sequence[OpenBalance]) -> dict[str, Any]:
    return {"balances": balances}
