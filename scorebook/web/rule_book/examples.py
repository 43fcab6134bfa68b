"""Worked examples: typical hands of a game, scored by `rules.score`."""

from __future__ import annotations

from collections.abc import Iterator

from rules import Ruleset
from scorebook.web.games import game_presentation
from scorebook.web.rule_book import sample_hands
from scorebook.web.rule_book.sample_hands import ScoredSample


def worked_examples(ruleset: Ruleset, people: int) -> tuple[ScoredSample, ...]:
    """Return the example hands that this table could play, scored."""
    return tuple(_example_answers(ruleset, people))


def _example_answers(ruleset: Ruleset, people: int) -> Iterator[ScoredSample]:
    for example in game_presentation(ruleset).examples:
        if (example.state.pot or example.hand["contract"] == "thrown_in") and not getattr(ruleset, "pot_sweetener", 0):
            continue
        if answer := sample_hands.scored_sample(ruleset, example.hand, people=people, state=example.state):
            yield answer
