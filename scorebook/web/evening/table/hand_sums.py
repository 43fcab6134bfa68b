"""The steps to the value of a hand, as the sheet, a club's pages, the rules book and the calculator list them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules import Player, Score
from rules.wording import words
from rules.wording.words import SumStep
from scorebook.texts import language


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSum:
    steps: tuple[SumStep, ...]
    worth: str  # what the value is, such as what each loser pays; empty if nothing was added up
    value: str


def hand_sum(score: Score, names: Mapping[Player, str], *, text: str = "") -> HandSum:
    """Return the steps without the one that repeats the text of the hand."""
    steps = words.sum_steps(score, language.current_language(), names)
    return HandSum(
        steps=tuple(step for step in steps if step.text != text),
        worth=_worth_text(score) if any(step.figure for step in steps) else "",
        value=words.number_text(score.value),
    )


def _worth_text(score: Score) -> str:
    """Return what the value is to the players, by the points that they really have; they may hold a pot or a fine."""
    if score.tally:
        return _("each winner scores")
    # After too much was asked for, the value may be below 0: then the winners of the hand lose points.
    value, moved = score.value, score.points.values()
    losers = [points for points in moved if points * value < 0]
    winners = [points for points in moved if points * value > 0]
    if all(points == -value for points in losers) and (losers or not value):
        return _("each loser pays")
    if winners and all(points == value for points in winners):
        return _("the loser pays each player") if len(losers) == 1 else _("each winner gets")
    if losers and {*losers, *winners} == {-value * len(winners), value * len(losers)}:
        return _("each loser pays each winner")
    return _("the hand is worth")
