"""Filters and tags for the pages of an evening."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import dateformat
from django.utils.formats import date_format, get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import get_language

from scorebook.ledger.accounts import TILL
from scorebook.ledger.settlement import SettlementMethod
from scorebook.play.models import Evening
from scorebook.play.queries.settlements import SettlementOption
from scorebook.play.queries.statements import Line
from scorebook.texts.statement_texts import statement_line_reason, statement_line_tag, statement_line_text
from scorebook.web.evening.settlement.plan_overviews import balances_by_amount
from scorebook.web.evening.settlement.statement_page import statement_time
from scorebook.web.evening.table.sheet import HandRow, SheetPage

register = template.Library()


@register.simple_tag
def club_address(evening: Evening, page: str) -> SafeString:
    """Return the attributes of a link to a page of the evening's club.

    A scribe's page has no link of the club: club_links.js shows this one where the phone has it. `-` is its place.
    """
    if evening.club_link:
        return format_html('href="{}"', reverse(page, args=[evening.club_link]))
    return format_html('data-club="{}" data-path="{}" hidden', evening.club_id, reverse(page, args=["-"]))


@register.filter
def club_and_day(evening: Evening) -> str:
    """Return the club's name and the day, unless the name has the day, as a default name does in either language."""
    name, at = evening.club.name, localtime(evening.started_at)
    days = (dateformat.format(at, get_format("SHORT_DATE_FORMAT", code)) for code, _name in settings.LANGUAGES)
    return name if any(day in name for day in days) else f"{name} · {date_format(at)}"


register.filter("by_amount", balances_by_amount)
register.filter("line_text", statement_line_text)
register.filter("line_reason", statement_line_reason)
register.filter("line_tag", statement_line_tag)
register.filter("time_within", statement_time)
ROWS_KEPT = 4096  # two kilobytes each: the rows of a hundred evenings
K = TypeVar("K")
V = TypeVar("V")


@register.filter
def item_by_key(items: Mapping[K, V], key: K) -> V:
    """Return an item of a mapping by a key that another variable holds."""
    return items[key]


@register.filter
def way_value(option: SettlementOption) -> str:
    """Return the value of a settlement option in the form, "fewest" or "one_for_all:<id>"."""
    if option.method is SettlementMethod.ONE_FOR_ALL:
        return f"{option.method}:{option.treasurer or TILL}"
    return str(option.method)


@register.filter
def is_taking_back(line: Line) -> bool:
    return line.code == "hand_taken_back" or line.code.endswith("_undone")


@register.simple_tag
def cached_row(row: HandRow, page: SheetPage, hands_at: str) -> SafeString:
    """Return a row, rendered once: most stay the same. hands_at: where hands are corrected; empty for watchers."""
    return _render_sheet_row(row, page.columns, page.has_tally, hands_at, get_language())


@lru_cache(maxsize=ROWS_KEPT)
def _render_sheet_row(row: HandRow, columns: int, has_tally: bool, hands_at: str, language: str | None) -> SafeString:
    """Render a row; the arguments are all that its look depends on."""
    facts = {"row": row, "columns": columns, "has_tally": has_tally, "hands_at": hands_at}
    return render_to_string("evening/table/row.html", facts)
