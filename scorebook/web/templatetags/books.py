"""Words and figures of statements and of the tab."""

from django import template

from scorebook.ledger.queries import Receipt
from scorebook.web.core.money import amount_text, amount_without_unit, unit_text
from scorebook.web.settlement.statements import receipt_text

register = template.Library()


@register.filter
def size(amount_minor: int, unit: str) -> str:
    """An amount whose direction the sentence says."""
    return amount_text(abs(amount_minor), unit)


@register.filter
def bare_balance(amount_minor: int, unit: str) -> str:
    """A gain or loss in a column whose unit stands elsewhere: +1,20."""
    return amount_without_unit(amount_minor, unit)


@register.filter
def open_amount(amount_minor: int, unit: str) -> str:
    """What is open, and a mark where nothing is."""
    return amount_text(amount_minor, unit, signed=True) if amount_minor else "·"


@register.filter
def unit_name(unit: str) -> str:
    return unit_text(unit)


@register.filter
def receipt_hash(receipt: Receipt) -> str:
    return receipt_text(receipt)
