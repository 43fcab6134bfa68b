"""Tags of the rules book: chapters on how a game is played, names of contracts, sources of rules."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rules.wording import words
from scorebook.texts import language
from scorebook.texts.contract_texts import contract_row_name
from scorebook.web.rule_book.bidding_page import contract_text
from scorebook.web.rule_book.citations import cite_rule

register = template.Library()
register.filter("rule_source", cite_rule)
register.filter("contract_row_name", contract_row_name)
register.filter("contract_text", contract_text)


@register.filter
def contract_names(ids: Iterable[str]) -> str:
    return ", ".join(words.contract_name(id, language.current_language()) for id in ids)


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
