"""The chapters on how each game is played, one module per game; every figure comes from the ruleset.

`section` defines the structure, `shared` the text common to several games, `table_words` the terms of the card table. A
game without a chapter gets the shared text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules import Ruleset
from scorebook.web.rule_book.how_to_play import (
    asserufen_guide,
    bavarian_guide,
    bierkopf_guide,
    palatinate_guide,
    sasku_guide,
    schafskopf24_guide,
    shared,
    table_words,
)
from scorebook.web.rule_book.how_to_play.section import Section, Term

# Each takes the ruleset of its own game, and the number of active players.
_CHAPTERS: Mapping[str, Callable[[Any, int], Iterator[Section]]] = {
    "palatinate": palatinate_guide.sections,
    "asserufen": asserufen_guide.sections,
    "bavarian": bavarian_guide.sections,
    "sasku": sasku_guide.sections,
    "schafskopf24": schafskopf24_guide.sections,
    "bierkopf": bierkopf_guide.sections,
}


def sections_of(ruleset: Ruleset, people: int) -> tuple[Section, ...]:
    return tuple(_CHAPTERS.get(ruleset.GAME, shared.sections)(ruleset, people))


def words_of(ruleset: Ruleset) -> tuple[Term, ...]:
    return tuple(table_words.words_of_game(ruleset.GAME))
