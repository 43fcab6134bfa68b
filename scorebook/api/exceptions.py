"""Error responses in one shape: {"error": {"code", "field", "message", "problems": [...]}}.

The codes of the problems decide between 400, 404 and 409 (`statuses`). 429 exceeds a rate limit, 503 means that the
database is unavailable. Bugs remain a 500.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import DatabaseError
from django.http import Http404, HttpRequest
from rest_framework.exceptions import APIException, Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from rules import Problem, RulesError
from rules.wording import words
from scorebook import access
from scorebook.api.parsing import Refused
from scorebook.api.problem_texts import Names, api_problem_text
from scorebook.api.statuses import status_of_code, status_of_codes
from scorebook.clubs import services as clubs
from scorebook.clubs.models import Club
from scorebook.core import throttles
from scorebook.core.database import outage
from scorebook.core.monitoring import metrics
from scorebook.core.monitoring.request_log import log_outage
from scorebook.ledger import services as ledger
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.server import request_bodies
from scorebook.standings.seasons.season_errors import SeasonError, SeasonProblems

# Codes of Django REST framework that are less precise than ours.
_OWN_CODES = {"parse_error": "bad_json"}
# A service's argument -> the field of a request. The rules report `players` of a hand, which do not come here.
_FIELD_OF_ARGUMENT = {"key": "id", "keys": "id", "amounts": "amount_minor", "player": "person"}
_PEOPLE = ("names", "players")  # arguments that are `people`
_FIELD_OF_CODE = dict.fromkeys(
    ("bad_json", "body_too_large", "body_too_slow", "length_missing", "unsupported_media_type"), "body"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WordedProblem(Problem):
    """A problem that has its text already."""

    text: str


def api_error_response(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return the response to an exception; None leaves it to Django, as a bug of ours."""
    try:
        address = _moved_address(error, context["request"]._request)
    except DatabaseError as away:
        address, error = "", away
    if address:
        return Response(status=308, headers={"Location": address, "Cache-Control": "no-store"})
    if outage.is_outage(error):
        return _unavailable_response(error, context)
    opens_nothing = isinstance(error, Http404 | play.LinkGone)  # then nobody is named, and nothing more is looked up
    if opens_nothing:
        error = _counted_api_refusal(error, context["request"])
    found = _api_status_and_problems(error)
    if found is None:
        return None
    status, problems = found
    headers = request_bodies.refused_body_headers(status)
    if status == 405:
        headers["Allow"] = ", ".join(context["view"].allowed_methods)
    if isinstance(error, Throttled):
        headers["Retry-After"] = str(throttles.throttle_wait_s(error))
    names = words.NOBODY if opens_nothing else context["view"].names_in_problems()
    return refusal_response(problems, status=status, names=names, headers=headers)


def _moved_address(error: Exception, request: HttpRequest) -> str:
    """Return where the same request finds the club, if another site has it; else an empty text."""
    if isinstance(error, access.ClubMoved):
        return error.site + request.get_full_path()
    if isinstance(error, Http404 | play.LinkGone | Evening.DoesNotExist | Club.DoesNotExist):
        return access.moved_address(request)
    return ""


def _unavailable_response(error: Exception, context: Mapping[str, Any]) -> Response:
    """Return a 503, without the players' names: they are in the database that is unavailable."""
    again = {"Retry-After": str(outage.RETRY_AFTER_S)}
    response = refusal_response([Problem(code="unavailable", field="request")], status=503, headers=again)
    log_outage(error, response, context["request"])
    return response


def refusal_response(
    problems: Sequence[Problem],
    *,
    status: int | None = None,
    names: Names = words.NOBODY,
    headers: Mapping[str, str] | None = None,
    **more: object,
) -> Response:
    """Return an error response; `more` helps the client to go on, such as hands written meanwhile.

    status: None for that of the codes.
    """
    if status is None:
        status = status_of_codes(problem.code for problem in problems)
    if status < 500:
        metrics.count_refusal(metrics.Channel.API, problems[0].code)
    data = [
        {
            "code": problem.code,
            "field": problem.field,
            "message": problem.text if isinstance(problem, WordedProblem) else api_problem_text(problem, names),
            **{name: problem.args[name] for name in ("line", "column") if name in problem.args},
        }
        for problem in problems
    ]
    return Response({"error": {**data[0], "problems": data, **more}}, status=status, headers=headers)


def api_problems_of(error: Exception) -> tuple[Problem, ...]:
    """Return the problems of an error of the services; none for any other error."""
    if isinstance(error, Refused | RulesError | SeasonProblems):
        return error.problems
    if isinstance(error, play.EveningProblems):
        return tuple(replace(one, field=api_field(one.field)) for one in error.problems)
    if isinstance(error, clubs.ClubError):
        return tuple(Problem(code=one.code, field=api_field(one.field)) for one in error.problems)
    if isinstance(error, play.PlayError | ledger.LedgerError | clubs.NameKeyConflict | SeasonError):
        return (Problem(code=error.code, field=api_field(error.field)),)
    return ()


def _counted_api_refusal(error: Exception, request: Request) -> Exception:
    """Count a wrong link; return Throttled in place of the error when the client's budget is spent."""
    try:
        throttles.spend_budget(throttles.WrongLink, request)
    except Throttled as spent:
        return spent
    return error


def _api_status_and_problems(error: Exception) -> tuple[int, Sequence[Problem]] | None:
    """Return the status and at least one problem; None for a bug of ours."""
    if isinstance(error, play.LaterHandImpossible):
        # The problems of the later hand are details: it is stored, and the request itself is valid.
        return status_of_code(error.code), _later_hand_api_problems(error)
    if problems := api_problems_of(error):
        return status_of_codes(problem.code for problem in problems), problems
    # A backup without the evening may be restored after its link was looked up.
    if isinstance(error, Http404 | Evening.DoesNotExist | Club.DoesNotExist):
        return 404, [Problem(code="not_found", field="path")]
    if isinstance(error, Throttled):
        return 429, [Problem(code="throttled", field="request", args={"minutes": throttles.throttle_wait_min(error)})]
    if isinstance(error, APIException):
        code = str(error.get_codes())
        code = _OWN_CODES.get(code, code)
        return error.status_code, [Problem(code=code, field=_FIELD_OF_CODE.get(code, "request"))]
    return None


def api_field(argument: str) -> str:
    """Translate a service's argument into the client's field; all keys derive from its one id."""
    name, *place = argument.split(".")
    return ".".join(["people", *place]) if name in _PEOPLE else _FIELD_OF_ARGUMENT.get(name, argument)


def _later_hand_api_problems(error: play.LaterHandImpossible) -> Sequence[Problem]:
    return [
        Problem(code=error.code, field=error.field, args={"no": error.no}),
        *(Problem(code=one.code, field=f"hands.{error.no}.{one.field}", args=one.args) for one in error.problems),
    ]
