"""What an operation takes and what it answers, declared once: it reads, it answers, and the document is made of it.

A handler gets what was told and gives an `Answer`, or only its value where the status is 200.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import wraps
from typing import TYPE_CHECKING, Any

from django.http import HttpResponseBase
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response

from rules import Problem
from rules.problems import ProblemList
from scorebook.api.answers.objects import AnswerObject
from scorebook.api.told.objects import Told, ToldObject, also_said

if TYPE_CHECKING:
    from scorebook.api.endpoint import Endpoint

# What the services would say of what could be read, where the form of the rest is wrong already.
Also = Callable[[Any, Told], Sequence[Problem]]
Handler = Callable[..., object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    value: object = None
    status: int = 200
    is_little: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """name: the operationId. answers: status -> what is answered.

    little:  what is answered where the client prefers `return=minimal` (RFC 7240).
    clashes: what a 409 says beside its problems; None where nothing clashes.
    deprecated_since: the day from which it is said that another operation does better.
    """

    name: str
    body: type[ToldObject] | None = None
    query: type[ToldObject] | None = None
    answers: Mapping[int, type[AnswerObject]]
    clashes: type[AnswerObject] | None = None
    also: Also | None = None
    little: type[AnswerObject] | None = None
    deprecated_since: date | None = None

    @property
    def told(self) -> type[ToldObject] | None:
        return self.body or self.query

    def read(self, view: "Endpoint", request: Request, path: Mapping[str, Any]) -> tuple[Told, ...]:
        """Raises: Http404 before all else; then Refused, or what REST framework says of a body."""
        if self.told is None:
            return ()
        try:
            raw = request.data if self.body else request.query_params.dict()
            problems = ProblemList()
            told = self.told.reader().read(raw, "", problems)
        except APIException:
            view.look_up(**path)
            raise
        if problems:
            view.look_up(**path)
            also_said(problems, self.also(view, told) if self.also else ())
        return (told,)

    def response(self, given: object) -> HttpResponseBase:
        if isinstance(given, HttpResponseBase):
            return given
        answer = given if isinstance(given, Answer) else Answer(value=given)
        shape, headers = self.answers[answer.status], {**answer.headers, **self._deprecation()}
        if answer.is_little and self.little:
            shape, headers = self.little, headers | {"Preference-Applied": "return=minimal"}
        return Response(shape.shown(answer.value), status=answer.status, headers=headers)

    def _deprecation(self) -> Mapping[str, str]:
        """RFC 9745."""
        if self.deprecated_since is None:
            return {}
        return {"Deprecation": f"@{(self.deprecated_since - date(1970, 1, 1)).days * 86_400}"}


def operation(name: str, **declared: Any) -> Callable[[Handler], Handler]:
    """The rest as of `Operation`; `answer` where the only status is 200."""
    if "answer" in declared:
        declared["answers"] = {200: declared.pop("answer")}
    found = Operation(name=name, **declared)

    def declare(handle: Handler) -> Handler:
        @wraps(handle)
        def handled(view: "Endpoint", request: Request, **path: Any) -> HttpResponseBase:
            return found.response(handle(view, request, *found.read(view, request, path), **path))

        handled.operation = found  # type: ignore[attr-defined]
        return handled

    return declare
