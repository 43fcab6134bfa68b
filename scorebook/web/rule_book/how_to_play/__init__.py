"""The chapter on how a game is played: `templates/rule_book/how_to_play/<game>.html`, with the figures of the ruleset.

A game without a template of its own gets `other.html`. `table_words` holds the terms of the card table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.template.loader import select_template
from django.utils.safestring import SafeString, mark_safe

from rules import Ruleset
from scorebook.web.rule_book.how_to_play.figures import how_to_play_figures


@dataclass(frozen=True, slots=True, kw_only=True)
class HowToPlay:
    html: SafeString  # empty if there is nothing to say
    rules: frozenset[str]  # cited
    contracts: Mapping[str, str]  # id -> the one that begins its paragraph


def render_how_to_play(ruleset: Ruleset, people: int) -> HowToPlay:
    """Return the chapter for `people` active players, in the current language."""
    template = select_template([f"rule_book/how_to_play/{name}.html" for name in (ruleset.GAME, "other")])
    cited: set[str] = set()
    figures = how_to_play_figures(ruleset, people)
    html = template.render({**figures, "cited": cited})
    return HowToPlay(html=mark_safe(html.strip()), rules=frozenset(cited), contracts=figures["described"])
