"""The reasons why what was sent was not recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus

from django.utils.translation import gettext as _

import rules
from rules.wording import words
from scorebook.core.monitoring import metrics
from scorebook.core.monitoring.metrics import Channel
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.texts import language
from scorebook.web.core import person_names, problem_texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    problems: Sequence[rules.Problem] = ()  # of the hand itself
    lines: Sequence[str] = ()  # problems of typed lines, as sentences
    is_stale: bool = False  # another hand was written meanwhile
    text: str = ""  # any other reason, as a sentence
    keeps_key: bool = True  # False: the next attempt needs another key

    @property
    def status(self) -> int:
        return HTTPStatus.UNPROCESSABLE_ENTITY if self.problems or self.lines else HTTPStatus.CONFLICT


def hand_form_refusal(error: rules.ReportError | play.PlayError, evening: Evening) -> Refusal:
    match error:
        case rules.ReportError():
            return Refusal(problems=error.problems)
        case play.StaleHand():
            metrics.count_conflict(Channel.PAGE)
            return Refusal(is_stale=True)
        case play.LaterHandImpossible():
            return Refusal(text=_later_hand_text(error, evening))
    return Refusal(text=problem_texts.web_problem_text(error.code), keeps_key=False)


def _later_hand_text(error: play.LaterHandImpossible, evening: Evening) -> str:
    names = person_names.names_of(person_names.people_of_club(evening.club))
    why = " ".join(words.problem_text(problem, language.current_language(), names) for problem in error.problems)
    return _("This change would make hand %(no)s impossible: %(why)s") % {"no": error.no, "why": why}
