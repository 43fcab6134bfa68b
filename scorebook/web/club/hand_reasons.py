"""A hand with its reasons, as on the sheet of its evening."""

from __future__ import annotations

from dataclasses import dataclass

from rules import Report, Score
from rules.wording import words
from scorebook.texts import language
from scorebook.web.core.person_names import People, names_of
from scorebook.web.evening.table.hand_sums import HandSum, hand_sum


@dataclass(frozen=True, slots=True, kw_only=True)
class HandReasons:
    """The sentence of a hand and all that `evening/table/reasons.html` shows."""

    text: str
    sum: HandSum
    value: int


def hand_reasons(report: Report, score: Score, people: People) -> HandReasons:
    names = names_of(people)
    text = words.hand_text(report, score, language.current_language(), names)
    return HandReasons(text=text, sum=hand_sum(score, names, text=text), value=score.value)
