"""Tags of the rules book: chapters on how a game is played, names of contracts, sources of rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from rules import Aim, Contract
from rules.vocabulary import other_names
from rules.wording import words
from scorebook.texts import language
from scorebook.texts.contract_texts import contract_row_name
from scorebook.texts.house_rule_texts import house_rule_value_text
from scorebook.web.core.money import points_text
from scorebook.web.rule_book.bidding_page import contract_facts
from scorebook.web.rule_book.citations import cite_rule
from scorebook.web.rule_book.how_to_play.contracts import rules_of_contract
from scorebook.web.rule_book.specification import RULE_ID, entries

register = template.Library()
register.filter("rule_source", cite_rule)
register.filter("contract_row_name", contract_row_name)
register.filter("contract_facts", contract_facts)


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


@register.filter
def added(points: Fraction) -> str:
    """Return points that are added before anything is rounded: +7½."""
    return points_text(int(points)) if points.denominator == 1 else f"+{words.number_text(points)}"


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
    return book_sentence(context, content, rules)


@register.simple_tag(takes_context=True)
def agreed(context: Context, name: str, rules: str = "") -> SafeString:
    """Return what this table settled for a house rule; nothing if that says nothing or has no effect here.

    rules: ids that the sentence states beside the source of the house rule.
    """
    ruleset = context["ruleset"]
    if name in context["silent"]:
        return SafeString()
    figures = {**_figures(context), "value": house_rule_value_text(ruleset, name)}
    text = words.house_rule_sentence(name, getattr(ruleset, name), language.current_language(), figures)
    return book_sentence(context, text, f"{context['sources'][name]} {rules}") if text else SafeString()


@register.simple_tag(takes_context=True)
def contract_paragraph(context: Context, contracts: Sequence[Contract]) -> SafeString:
    """Return what the rules say of a contract and its facts; several that need every trick share the facts."""
    code = "" if contracts[0].aim is Aim.ALL_TRICKS else f"contract.{contracts[0].id}"
    facts = contract_facts(contracts[0], context["ruleset"])
    more = f"{facts[:1].upper()}{facts[1:]}."
    names = contract_names(one.id for one in contracts)
    if len(contracts) == 1 and (others := other_names("contract", contracts[0].id, language.current_language())):
        names = _("%(name)s, also called %(others)s") % {"name": names, "others": ", ".join(others)}
    return book_text(context, code, rules_of_contract(contracts[0]), names, more, f"play-{contracts[0].id}")


@register.simple_tag(takes_context=True)
def book_text(context: Context, code: str, rules: str, title: str = "", more: str = "", anchor: str = "") -> SafeString:
    """Return the text of the rules on something, between its title and what else is known of it."""
    text = words.rules_text(f"book.{code}", language.current_language(), **_figures(context)) if code else ""
    named = format_html("<b>{}:</b> {}", title, " ".join(filter(None, (text, more)))) if title else text
    return book_sentence(context, named, rules, anchor)


def _figures(context: Context) -> dict[str, object]:
    return {str(name): value for name, value in context.flatten().items()}


def book_sentence(context: Context, text: str, rules: str, anchor: str = "") -> SafeString:
    ids = dict.fromkeys(rules.split())
    context["cited"].update(ids)
    marks = format_html_join(" ", '<a class="cited" href="#{}">{}</a>', ((id, id) for id in ids))
    id = format_html(' id="{}"', anchor) if anchor else ""
    return format_html("<li{}>{} {}</li>", id, text, marks)
