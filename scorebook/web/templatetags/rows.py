"""Cached rows of a sheet: with a new hand, most rows are unchanged."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from scorebook.web.evening.table.sheet import HandRow, SheetPage

register = template.Library()
ROWS_KEPT = 4096  # two kilobytes each: the rows of a hundred evenings


@register.simple_tag
def cached_row(row: HandRow, page: SheetPage, hands_at: str) -> SafeString:
    """Return a row, rendered once. hands_at: base address of the links to correct a hand; empty for watchers."""
    return _render_sheet_row(row, page.columns, page.has_tally, hands_at, get_language())


@lru_cache(maxsize=ROWS_KEPT)
def _render_sheet_row(row: HandRow, columns: int, has_tally: bool, hands_at: str, language: str | None) -> SafeString:
    """Render a row; the arguments are all that its look depends on."""
    facts = {"row": row, "columns": columns, "has_tally": has_tally, "hands_at": hands_at}
    return render_to_string("evening/table/row.html", facts)
