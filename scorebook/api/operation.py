"""The declaration of an operation's request and responses, which also yields the document of the API.

A handler takes validated data and returns an `OperationResult`, or only its value if the status is 200.
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
from scorebook.api.serializers.common import (
    ResponseSerializer,
    StrictSerializer,
    ValidatedData,
    refuse_with_extra_problems,
)
from scorebook.clubs.roles import Role

if TYPE_CHECKING:
    from scorebook.api.endpoint import Endpoint

# Extra checks on the valid fields when other fields failed validation.
ExtraChecks = Callable[[Any, ValidatedData], Sequence[Problem]]
Handler = Callable[..., object]


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationResult:
    value: object = None
    status: int = 200
    is_minimal: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    name: str  # operationId
    opens: Role  # the weakest link that opens it
    body: type[StrictSerializer] | None = None
    query: type[StrictSerializer] | None = None
    response: type[ResponseSerializer]
    statuses: tuple[int, ...] = (200,)  # of a response without error
    has_conflict: bool = False  # whether the response may be a 409 with a `ConflictResponse`
    extra_checks: ExtraChecks | None = None
    minimal_response: type[ResponseSerializer] | None = None  # to `Prefer: return=minimal` (RFC 7240)
    deprecated_since: date | None = None  # since then another operation replaces it

    @property
    def serializer(self) -> type[StrictSerializer] | None:
        return self.body or self.query

    def read_request(self, view: "Endpoint", request: Request, path: Mapping[str, Any]) -> tuple[ValidatedData, ...]:
        """Return the validated data. Raises: Http404 before all else; then Refused, or REST framework's error for a
        body.
        """
        if self.serializer is None:
            return ()
        try:
            raw = request.data if self.body else request.query_params.dict()
            problems = ProblemList()
            data = self.serializer.shared_instance().read(raw, "", problems)
        except APIException:
            view.check_path(**path)
            raise
        if problems:
            view.check_path(**path)
            refuse_with_extra_problems(problems, self.extra_checks(view, data) if self.extra_checks else ())
        return (data,)

    def make_response(self, given: object) -> HttpResponseBase:
        if isinstance(given, HttpResponseBase):
            return given
        result = given if isinstance(given, OperationResult) else OperationResult(value=given)
        if result.status not in self.statuses:
            raise AssertionError(f"{self.name} does not declare the status {result.status}")
        serializer, headers = self.response, {**result.headers, **self._deprecation_header()}
        if result.is_minimal and self.minimal_response:
            serializer, headers = self.minimal_response, headers | {"Preference-Applied": "return=minimal"}
        return Response(serializer.represent(result.value), status=result.status, headers=headers)

    def _deprecation_header(self) -> Mapping[str, str]:
        """Return the header of RFC 9745."""
        if self.deprecated_since is None:
            return {}
        return {"Deprecation": f"@{(self.deprecated_since - date(1970, 1, 1)).days * 86_400}"}


def operation(name: str, **declared: Any) -> Callable[[Handler], Handler]:
    """Declare an operation with the fields of `Operation`. Raises: TypeError without the link that opens it."""
    found = Operation(name=name, **declared)

    def declare(handle: Handler) -> Handler:
        @wraps(handle)
        def handled(view: "Endpoint", request: Request, **path: Any) -> HttpResponseBase:
            return found.make_response(handle(view, request, *found.read_request(view, request, path), **path))

        handled.operation = found  # type: ignore[attr-defined]
        return handled

    return declare
