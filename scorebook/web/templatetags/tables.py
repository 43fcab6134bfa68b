"""Links to a page's tables as files for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django import template

from scorebook.exchange.tables import table_name

register = template.Library()


@register.inclusion_tag("core/table_links.html")
def table_links(ids: Iterable[str] = (), query: str = "") -> Mapping[str, object]:
    """Show the links. ids: of the tables, if there are several. query: of the page itself."""
    tables = [(id, table_name(id)) for id in ids] or [("", "")]
    return {"tables": tables, "query": f"{query}&" if query else ""}
