"""The response of a preview: every player's gain with the calculation in words, or the problems of the hand."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import JsonResponse

import rules
from rules.wording import words
from scorebook.texts import language
from scorebook.web.core.money import points_text
from scorebook.web.core.person_names import People, names_of


def preview_problems_json(problems: Sequence[rules.Problem], persons: People) -> JsonResponse:
    names = names_of(persons)
    return JsonResponse({
        "problems": [
            {"code": one.code, "field": one.field, "text": words.problem_text(one, language.current_language(), names)}
            for one in problems
        ]
    })  # fmt: skip


def preview_score_json(score: rules.Score, persons: People, **more: str) -> JsonResponse:
    names = names_of(persons)
    return JsonResponse({
        "points": [
            {"id": player, "name": persons[player].name, "points": _preview_gain_text(player, score)}
            for player in score.points
        ],
        "sum": words.sum_text(score, language.current_language(), names),
        "won": score.declarer_won,
        "level": score.level,
        "problems": [],
        **more,
    })  # fmt: skip


def _preview_gain_text(player: rules.Player, score: rules.Score) -> str:
    """Return a player's figure on the sheet; a tally is followed by the points paid, in brackets."""
    points = points_text(score.points[player])
    if not score.tally:
        return points
    tally = points_text(score.tally[player], signed=False)
    return f"{tally} ({points})" if score.points[player] else tally
