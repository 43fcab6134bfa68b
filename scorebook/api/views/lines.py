"""The endpoints of hands typed as lines, and of an evening as text; see docs/notation.md."""

from dataclasses import replace

from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from rules import Problem
from rules.notation import LineProblem, write_evening
from scorebook import access
from scorebook.api.endpoint import names_for_api_problems
from scorebook.api.operation import OperationResult, operation
from scorebook.api.parsing import Refused
from scorebook.api.permissions import ScribeKey, WatchKey
from scorebook.api.serializers.common import ValidatedData
from scorebook.api.serializers.evenings import EveningTextResponse
from scorebook.api.serializers.hands import RecordedHandsResponse, TypedHandsRequest
from scorebook.api.views.hands import RecordingEndpoint, count_recorded_hands, recorded_response
from scorebook.play import services as play
from scorebook.play.notation import MAX_LINES, new_hands_of_lines, read_evening_lines, written_evening
from scorebook.play.queries import evening_sheets
from scorebook.texts import language


class HandLinesViewSet(RecordingEndpoint):
    @action(detail=True, methods=["post"], url_path="hands/lines")
    @operation(
        "type_hands", permission=ScribeKey, body=TypedHandsRequest, response=RecordedHandsResponse, statuses=(201, 200)
    )
    def type_hands(self, request: Request, data: ValidatedData) -> object:
        """Record hands typed as lines, one line per hand: all of them or none.

        Problems are reported with their line and column.
        """
        at, known_hands = timezone.now(), data["known_hands"]
        evening = self.evening
        if data["lines"].count("\n") >= MAX_LINES:
            raise Refused([Problem(code="list_too_long", field="lines", args={"most": MAX_LINES})])
        found = read_evening_lines(evening, data["lines"], names_for_api_problems(evening), known_hands=known_hands)
        if found.problems or not found.hands:
            raise Refused(
                [_problem_at_line(one) for one in found.problems] or [Problem(code="field_missing", field="lines")]
            )
        hands = new_hands_of_lines(found, data["id"])
        try:
            recorded = self.record(known_hands=known_hands, hands=hands, at=at)
        except play.HandRefused as refused:
            line = found.hands[refused.place].line
            wrong = [LineProblem(line=line, column=1, problem=problem) for problem in refused.problems]
            raise Refused([_problem_at_line(one) for one in wrong]) from refused
        except play.StaleHand as stale:
            return self.stale_response(stale, known_hands)
        new = count_recorded_hands(recorded.events, at=at)
        return OperationResult(
            value=recorded_response(recorded.evening, hands=recorded.events), status=201 if new else 200
        )

    @action(detail=True, methods=["get"], url_path="text")
    @operation("written_evening", permission=WatchKey, response=EveningTextResponse)
    def text(self, request: Request) -> object:
        """Return the evening as text, which reads back as the same evening."""
        evening = written_evening(evening_sheets.evening_sheet(self.evening))
        if access.hides_money(self.evening):
            evening = replace(evening, stake=None)
        names = names_for_api_problems(self.evening)
        return {"text": write_evening(evening, names=names, language=language.current_language())}


def _problem_at_line(wrong: LineProblem) -> Problem:
    at = {"line": wrong.line, "column": wrong.column}
    return Problem(code=wrong.problem.code, field="lines", args={**wrong.problem.args, **at})
