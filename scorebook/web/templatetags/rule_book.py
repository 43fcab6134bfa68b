"""Tags of the rules book: chapters on how a game is played, names of contracts, sources of rules."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rules.wording import words
from scorebook.texts import language
from scorebook.texts.contract_texts import contract_row_name
from scorebook.web.rule_book.bidding_page import contract_text
from scorebook.web.rule_book.citations import cite_rule
from scorebook.web.rule_book.specification import RULE_ID, entries

register = template.Library()
register.filter("rule_source", cite_rule)
register.filter("contract_row_name", contract_row_name)
register.filter("contract_text", contract_text)


@register.filter
def contract_names(ids: Iterable[str]) -> str:
    return ", ".join(words.contract_name(id, language.current_language()) for id in ids)


@register.filter
def rule_address(id: str, chapter: str = "") -> str:
    """Return the address of a rule's entry in the specification; only its anchor on the page of that chapter."""
    name = entries()[id].chapter
    return f"#{id}" if name == chapter else f"{reverse('web:specification', args=[name])}#{id}"


@register.filter
def link_rules(text: str, chapter: str) -> SafeString:
    """Return a text of the specification with a link at each id."""
    parts = re.split(f"({RULE_ID.pattern})", text)
    return format_html_join(
        "", "{}", ((_rule_link(part, chapter) if place % 2 else part,) for place, part in enumerate(parts))
    )


def _rule_link(id: str, chapter: str) -> SafeString:
    return format_html('<a href="{}">{}</a>', rule_address(id, chapter), id)


@register.simple_block_tag
def section(content: SafeString, id: str, title: str) -> str:
    """Return a folded section; nothing if it has no sentence for this table. id: the anchor in every language."""
    if not content.strip():
        return ""
    return format_html(
        '<details class="fold"><summary><h3>{}</h3></summary><ul class="rule-list" id="{}">{}</ul></details>',
        title, id, content,
    )  # fmt: skip


@register.simple_block_tag(takes_context=True)
def sentence(context: Context, content: SafeString, rules: str) -> SafeString:
    """Return one or more sentences on one matter. rules: ids in docs/rules, separated by spaces."""
    ids = rules.split()
    context["cited"].update(ids)
    marks = format_html_join(" ", '<a class="cited" href="#{}">{}</a>', ((id, id) for id in ids))
    return format_html("<li>{} {}</li>", content, marks)
