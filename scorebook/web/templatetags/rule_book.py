"""Tags of the chapters on how a game is played: sections of sentences, each with the rules it cites."""

from __future__ import annotations

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_block_tag
def section(content: SafeString, id: str, title: str) -> str:
    """Return a folded section; nothing if it has no sentence for this table. id: the anchor in every language."""
    if not content.strip():
        return ""
    return format_html(
        '<details class="fold"><summary><h3>{}</h3></summary><ul class="told" id="{}">{}</ul></details>',
        title, id, content,
    )  # fmt: skip


@register.simple_block_tag(takes_context=True)
def sentence(context: Context, content: SafeString, rules: str) -> SafeString:
    """Return one or more sentences on one matter. rules: ids in `rules.sources`, separated by spaces."""
    ids = rules.split()
    context["cited"].update(ids)
    marks = format_html_join(" ", '<a class="cited" href="#{}">{}</a>', ((id, id) for id in ids))
    return format_html("<li>{} {}</li>", content, marks)
