"""The rows of a sheet as they were drawn: with a new hand, forty others are what they were."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from scorebook.web.table.sheet import HandRow, SheetPage

register = template.Library()
ROWS_KEPT = 4096  # of two kilobytes: the rows of a hundred evenings


@register.simple_tag
def kept_row(row: HandRow, page: SheetPage, hands_at: str) -> SafeString:
    """hands_at: the page that the rows' links to correct them lead to; empty for those who only read."""
    return _drawn_row(row, page.columns, page.has_tally, hands_at, get_language())


@lru_cache(maxsize=ROWS_KEPT)
def _drawn_row(row: HandRow, columns: int, has_tally: bool, hands_at: str, language: str | None) -> SafeString:
    """Nothing else decides how a row looks."""
    facts = {"row": row, "columns": columns, "has_tally": has_tally, "hands_at": hands_at}
    return render_to_string("table/row.html", facts)
