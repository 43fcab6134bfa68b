"""A scored hand with every step to its value, each with its rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules import Player
from rules.wording import words
from scorebook.texts import language
from scorebook.web.core.person_names import Person
from scorebook.web.evening.table.hand_sums import HandSum, hand_sum
from scorebook.web.rule_book.sample_hands import ScoredSample


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerShare:
    person: Person
    points: int
    strokes: int | None  # written down for them, if that differs from what they are paid


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    text: str
    shares: tuple[PlayerShare, ...]
    sum: HandSum
    has_tally: bool


def explain_score(answer: ScoredSample, people: Mapping[Player, Person]) -> Explained:
    score = answer.score
    names = {player: person.name for player, person in people.items()}
    return Explained(
        text=words.hand_text(answer.report, score, language.current_language(), names),
        shares=tuple(
            PlayerShare(person=people[player], points=points, strokes=score.tally.get(player))
            for player, points in score.points.items()
        ),
        sum=hand_sum(score, names),
        has_tally=bool(score.tally),
    )
