"""The chapters on how each game is played, one module per game; every figure comes from the ruleset.

`section` defines the structure, `shared` the text common to several games, `table_words` the terms of the card table. A
game without a chapter gets the shared text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.template.loader import get_template, select_template
from django.utils.safestring import SafeString, mark_safe

from rules import Ruleset
from scorebook.web.rule_book.how_to_play import (
    bavarian_guide,
    figures,
    table_words,
)
from scorebook.web.rule_book.how_to_play.section import Section, Term

# Each takes the ruleset of its own game, and the number of active players.
_CHAPTERS: Mapping[str, Callable[[Any, int], Iterator[Section]]] = {
    "bavarian": bavarian_guide.sections,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class HowToPlay:
    html: SafeString  # empty if there is nothing to say
    rules: frozenset[str]  # cited


def render_how_to_play(ruleset: Ruleset, people: int) -> HowToPlay:
    """Return the chapter of the ruleset's game for `people` active players, in the current language."""
    cited: set[str] = set()
    if ruleset.GAME in _CHAPTERS:
        template = get_template("rule_book/how_to_play/sections.html")
        html = template.render({"cited": cited, "sections": list(_CHAPTERS[ruleset.GAME](ruleset, people))})
        return HowToPlay(html=html, rules=frozenset(cited))
    template = select_template([f"rule_book/how_to_play/{name}.html" for name in (ruleset.GAME, "other")])
    html = template.render({**figures.figures_of(ruleset, people), "cited": cited})
    return HowToPlay(html=mark_safe(html.strip()), rules=frozenset(cited))


def words_of(ruleset: Ruleset) -> tuple[Term, ...]:
    return tuple(table_words.words_of_game(ruleset.GAME))
