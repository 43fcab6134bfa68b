"""Base classes of all viewsets. An action takes validated data, makes one domain call and returns its response."""

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, cast

from django.core.exceptions import ImproperlyConfigured
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.cache import get_conditional_response
from rest_framework.exceptions import APIException
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter
from rest_framework.throttling import BaseThrottle
from rest_framework.viewsets import GenericViewSet

from rules import Player
from rules.wording import words
from scorebook import access
from scorebook.api import problem_texts
from scorebook.api.operation import Operation
from scorebook.api.pagination import CursorPages, ReadPage
from scorebook.api.parsing import check_texts
from scorebook.api.permissions import Public
from scorebook.api.serializers.common import ValidatedData
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.models import Club
from scorebook.clubs.roles import Role
from scorebook.play.models import Evening
from scorebook.server import request_bodies


class BodyNotTaken(APIException):
    """A body that the server refused before it was read."""

    def __init__(self, status: int) -> None:
        super().__init__(code=request_bodies.CODES[status])
        self.status_code = status


class Endpoint(GenericViewSet):  # type: ignore[type-arg] # its model is not used
    """Raises: ImproperlyConfigured at import for an action that declares no `operation`, and so no permission."""

    # No OPTIONS: its response would reveal to outsiders which links exist.
    http_method_names = ["get", "head", "post", "put"]
    pagination_class = CursorPages
    lookup_value_converter = "token"
    lookup_field = "token"
    query_data: ValidatedData  # of an operation with a query

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.query_data = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        usual = {name for route in SimpleRouter.routes for name in getattr(route, "mapping", {}).values()}
        further = {name for handler in cls.get_extra_actions() for name in getattr(handler, "mapping", {}).values()}
        for name in further.union(usual & set(dir(cls))):
            if not hasattr(getattr(cls, name), "operation"):
                raise ImproperlyConfigured(f"{cls.__name__}.{name} does not declare an operation and its permission")

    @property
    def operation(self) -> Operation | None:
        """Return the operation of this request; None for a method that the address does not have."""
        return getattr(getattr(self, self.action or "", None), "operation", None)

    def get_permissions(self) -> list[BasePermission]:
        return [self.operation.permission() if self.operation else Public()]

    def get_throttles(self) -> list[BaseThrottle]:
        return [self.operation.throttle()] if self.operation and self.operation.throttle else []

    def check_throttles(self, request: Request) -> None:
        # Before a throttle reads the body.
        if status := request_bodies.refused_body_status(request._request):
            raise BodyNotTaken(status)
        super().check_throttles(request)

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        check_texts(request.query_params.dict())

    def paginate_queryset(self, queryset: ReadPage) -> Sequence[Any]:  # type: ignore[override]
        """Return the rows of the page that the query asks for."""
        return self._pages.paginate_queryset(queryset, self.request, self)

    def get_paginated_response(self, data: Sequence[Any]) -> dict[str, object]:  # type: ignore[override]
        """Return these rows, and the cursor of the page after those read last."""
        return self._pages.get_paginated_response(data)

    @property
    def _pages(self) -> CursorPages:
        return cast(CursorPages, self.paginator)

    def check_path(self) -> None:
        """Raise Http404 if the path names nothing. Asked before the report of an invalid body or query."""

    @property
    def request_with_cookies(self) -> HttpRequest | None:
        """Return the request for access by a device. None if another site may have sent it with our cookies."""
        request: HttpRequest = self.request._request
        is_ours = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
        return request if is_ours or request.method in ("GET", "HEAD") else None

    def names_in_problems(self) -> problem_texts.Names:
        """Return the names of the people in a problem."""
        return words.NOBODY

    def finalize_response(self, request: Request, response: Response, *args: object, **kwargs: object) -> Response:
        if request.method in ("GET", "HEAD") and response.status_code == 200 and isinstance(response, Response):
            # The client may cache it, and has to revalidate it each time.
            response.headers.setdefault("Cache-Control", "private, no-cache")
            response.add_post_render_callback(lambda rendered: not_modified_after_rendering(request, rendered))
        # Amounts and links of people: no proxy may store them.
        response.headers.setdefault("Cache-Control", "no-store")
        return super().finalize_response(request, response, *args, **kwargs)


def not_modified_after_rendering(request: Request, response: Response) -> HttpResponseBase | None:
    """Return a 304 if the client has the content. This saves the network, and work only in views with an ETag of their
    own.
    """
    response.headers.setdefault("ETag", content_etag(response.content))
    return not_modified_response(request, response.headers["ETag"])


def content_etag(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def not_modified_response(request: Request, etag: str) -> HttpResponseBase | None:
    if "If-None-Match" not in request.headers:
        return None
    found = get_conditional_response(request._request, etag=etag)
    if found is not None:
        found["ETag"], found["Cache-Control"] = etag, "private, no-cache"
    return found


class UnknownAddress(Endpoint):
    """All other addresses of the API."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        raise Http404


class EveningEndpoint(Endpoint):
    """Base class of what belongs to one evening. evening: opened by the permission."""

    evening: Evening

    def check_path(self) -> None:
        if self.operation and "token" in self.kwargs and not hasattr(self, "evening"):
            self.open_evening(self.operation.permission.role)

    def open_evening(self, role: Role) -> None:
        self.evening = access.evening_of(self.kwargs["token"], role, request=self.request_with_cookies)

    def names_in_problems(self) -> problem_texts.Names:
        """Load the evening only for an error response, if the permission did not open it."""
        with suppress(Http404, KeyError):  # the key opens nothing, or the path has none
            if not hasattr(self, "evening"):
                self.open_evening(Role.WATCH)
            return names_for_api_problems(self.evening)
        return words.NOBODY


class ClubEndpoint(Endpoint):
    """Base class of what belongs to one club. club: opened by the permission."""

    club: Club

    def check_path(self) -> None:
        if self.operation and "token" in self.kwargs and not hasattr(self, "club"):
            self.open_club(self.operation.permission.role)

    def open_club(self, role: Role) -> None:
        self.club = access.club_of(self.kwargs["token"], role, request=self.request_with_cookies)

    @cached_property
    def group(self) -> ClubGroup:
        return club_group(self.club.pk)


def names_for_api_problems(evening: Evening) -> problem_texts.Names:
    """Return id -> name of everybody in the evening's club."""
    return {Player(str(id)): name for id, name in evening.club.players.values_list("id", "name")}
