"""A hand with its reasons, as on the sheet of its evening."""

from __future__ import annotations

from dataclasses import dataclass

from rules import Report, Score
from rules.wording import words
from scorebook.texts import language
from scorebook.web.core.person_names import People, names_of
from scorebook.web.evening.table.sheet import SumStep, sheet_remarks, sheet_sum_steps, sheet_worth_text


@dataclass(frozen=True, slots=True, kw_only=True)
class HandReasons:
    """The sentence of a hand and all that `evening/table/reasons.html` shows."""

    text: str
    remarks: tuple[str, ...]
    steps: tuple[SumStep, ...]
    worth: str
    value: int


def hand_reasons(report: Report, score: Score, people: People) -> HandReasons:
    names = names_of(people)
    text = words.hand_text(report, score, language.current_language(), names)
    return HandReasons(
        text=text,
        remarks=tuple(remark for remark in sheet_remarks(score, names) if remark != text),
        steps=sheet_sum_steps(score, names),
        worth=sheet_worth_text(score),
        value=score.value,
    )
