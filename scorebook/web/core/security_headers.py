"""Headers that are the same in every answer: what a page may load, from where, and that no search engine lists it."""

from __future__ import annotations

from collections.abc import Callable

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse

# Django's own pages of what broke bring their style along.
PAGES_OF_DEBUG = (404, 500)
ROBOTS, NO_INDEX = "X-Robots-Tag", "noindex"


class SecurityHeaders:
    """In place of django-csp's middleware, which builds the policy twice for each answer: a tenth of a quick one.

    A link is a key, and a table, a picture or a calendar has no place for a `<meta>`: the header says it for all.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._policy = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not (settings.DEBUG and response.status_code in PAGES_OF_DEBUG):
            response.headers.setdefault(HEADER, self._policy)
        response.headers.setdefault(ROBOTS, NO_INDEX)
        return response
