"""A scored hand with every step to its value, each with its rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules import Player, Reason
from rules.wording import words
from scorebook.texts import language
from scorebook.web.core.person_names import Person
from scorebook.web.evening.table import sheet
from scorebook.web.rule_book.sample_hands import ScoredSample


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    text: str
    figure: str  # a summand or factor; empty if the step only explains
    rule: str  # its id


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerShare:
    person: Person
    points: int
    strokes: int | None  # written down for them, if that differs from what they are paid


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    text: str
    value: int
    worth: str
    shares: tuple[PlayerShare, ...]
    reasons: tuple[Why, ...]
    has_tally: bool


def explain_score(answer: ScoredSample, people: Mapping[Player, Person]) -> Explained:
    score = answer.score
    names = {player: person.name for player, person in people.items()}
    return Explained(
        text=words.hand_text(answer.report, score, language.current_language(), names),
        value=score.value,
        worth=sheet.sheet_worth_text(score),
        shares=tuple(
            PlayerShare(person=people[player], points=points, strokes=score.tally.get(player))
            for player, points in score.points.items()
        ),
        reasons=tuple(
            Why(
                text=words.reason_text(reason, language.current_language(), names),
                figure=reason_figure(reason),
                rule=reason.rule,
            )
            for reason in score.reasons
        ),
        has_tally=bool(score.tally),
    )


def reason_figure(reason: Reason) -> str:
    if reason.factor is not None:
        return f"× {reason.factor}"
    return words.number_text(reason.amount) if reason.amount is not None else ""
