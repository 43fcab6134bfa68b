"""Base classes of all endpoints. An operation takes validated data, makes one domain call and returns its response."""

import hashlib
from contextlib import suppress
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.cache import get_conditional_response
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from rules import Player
from rules.wording import words
from scorebook import access
from scorebook.api import problem_texts
from scorebook.api.operation import Operation
from scorebook.api.parsing import check_texts
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


class Endpoint(APIView):
    # No OPTIONS: its response would reveal to outsiders which links exist.
    http_method_names = ["get", "head", "post", "put"]

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        if status := request_bodies.refused_body_status(request._request):
            raise BodyNotTaken(status)
        check_texts(request.query_params.dict())

    @property
    def role(self) -> Role:
        """Return what the link must allow for this request."""
        operation: Operation = getattr(self, (self.request.method or "get").lower()).operation
        return operation.opens

    @property
    def request_with_cookies(self) -> HttpRequest | None:
        """Return the request for access by a device. None if another site may have sent it with our cookies."""
        request: HttpRequest = self.request._request
        is_ours = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
        return request if is_ours or request.method in ("GET", "HEAD") else None

    def names_in_problems(self) -> problem_texts.Names:
        """Return the names of the players in a problem."""
        return words.NOBODY

    def check_path(self, **path: Any) -> None:
        """Raise Http404 if the link in the path does not fit this endpoint."""

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


class NotFoundView(Endpoint):
    """The endpoint of all other addresses of the API."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        raise Http404


class EveningEndpoint(Endpoint):
    """Base class of the endpoints of one evening."""

    evening: Evening | None = None

    def check_path(self, **path: Any) -> None:
        self.evening_of(path["token"])

    def evening_of(self, token: str) -> Evening:
        self.evening = access.evening_of(token, self.role, request=self.request_with_cookies)
        return self.evening

    def names_in_problems(self) -> problem_texts.Names:
        """Load the evening only for an error response: no write has read it before."""
        with suppress(Http404):
            return names_for_api_problems(self.evening or self._evening_for_names())
        return words.NOBODY

    def _evening_for_names(self) -> Evening:
        return access.evening_of(self.kwargs["token"], Role.WATCH, request=self.request_with_cookies)


class ClubEndpoint(Endpoint):
    """Base class of the endpoints of one club."""

    def check_path(self, **path: Any) -> None:
        self.club_of(path["token"])

    def club_of(self, token: str) -> Club:
        return access.club_of(token, self.role, request=self.request_with_cookies)

    def group_of(self, token: str) -> ClubGroup:
        return club_group(self.club_of(token).pk)


def names_for_api_problems(evening: Evening) -> problem_texts.Names:
    """Return id -> name of everybody in the evening's club."""
    return {Player(str(id)): name for id, name in evening.club.players.values_list("id", "name")}
