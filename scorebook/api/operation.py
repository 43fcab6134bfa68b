"""The declaration of an operation's permission, request and responses, which also yields the document of the API.

A handler takes validated data and the parts of its path other than the token, and returns an `OperationResult`, or only
its value if the status is 200.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any

from django.http import HttpResponseBase
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from rules import Problem
from scorebook.api.permissions import Key
from scorebook.api.serializers.common import ResponseSerializer, StrictSerializer, ValidatedData

if TYPE_CHECKING:
    from scorebook.api.endpoint import Endpoint

# Extra checks on the valid fields when other fields failed validation.
ExtraChecks = Callable[[Any, ValidatedData], Sequence[Problem]]
Handler = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationResult:
    value: object = None
    status: int = 200
    is_minimal: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    name: str  # operationId
    permission: type[Key]
    throttle: type[BaseThrottle] | None = None  # of a request that costs as much if it is refused
    body: type[StrictSerializer] | None = None
    query: type[StrictSerializer] | None = None
    response: type[ResponseSerializer]
    statuses: tuple[int, ...] = (200,)  # of a response without error
    writes: bool = True  # with a body; then the response may be a 409 with a `ConflictResponse`
    extra_checks: ExtraChecks | None = None
    minimal_response: type[ResponseSerializer] | None = None  # to `Prefer: return=minimal` (RFC 7240)

    @property
    def has_conflict(self) -> bool:
        return self.writes and self.body is not None

    def read_request(self, view: "Endpoint", request: Request) -> tuple[ValidatedData, ...]:
        """Return the validated data. Raises: Refused with every problem, or REST framework's error for a body."""
        kind = self.body or self.query
        if kind is None:
            return ()
        try:
            serializer = kind(data=request.data if self.body else request.query_params.dict())
        except APIException:
            view.check_path()
            raise
        if not serializer.is_valid():
            view.check_path()
            serializer.refuse(self.extra_checks(view, serializer.valid_part) if self.extra_checks else ())
        if self.query:
            view.query_data = serializer.validated_data
        return (serializer.validated_data,)

    def make_response(self, given: object) -> HttpResponseBase:
        if isinstance(given, HttpResponseBase):
            return given
        result = given if isinstance(given, OperationResult) else OperationResult(value=given)
        if result.status not in self.statuses:
            raise AssertionError(f"{self.name} does not declare the status {result.status}")
        serializer, headers = self.response, {**result.headers}
        if result.is_minimal and self.minimal_response:
            serializer, headers = self.minimal_response, headers | {"Preference-Applied": "return=minimal"}
        return Response(serializer(result.value).data, status=result.status, headers=headers)


def operation(name: str, **declared: Any) -> Callable[[Callable[..., object]], Handler]:
    """Declare an operation with the fields of `Operation`. Raises: TypeError without a permission."""
    found = Operation(name=name, **declared)

    def declare(handle: Callable[..., object]) -> Handler:
        @wraps(handle)
        def handled(view: "Endpoint", request: Request, token: str = "", **path: Any) -> HttpResponseBase:
            return found.make_response(handle(view, request, *found.read_request(view, request), **path))

        handled.operation = found  # type: ignore[attr-defined]
        return handled

    return declare
