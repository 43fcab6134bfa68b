"""Headers of every response: content security policy, noindex for search engines with robots.txt, and languages."""

from __future__ import annotations

from collections.abc import Callable

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

# Django's debug pages have inline styles.
PAGES_OF_DEBUG = (404, 500)
ROBOTS, NO_INDEX = "X-Robots-Tag", "noindex"
# The page stores a chosen language in a cookie; Django's middleware does not add it to Vary.
LANGUAGE_HEADERS = ("Accept-Language", "Cookie")
ROBOTS_FILE = """\
# Every answer says "noindex", and a crawler has to read an answer to see that. An address that it must not read
# it could list all the same, and here the address is the key.
User-agent: *
Disallow:
"""


class SecurityHeaders:
    """Middleware for the headers, in place of django-csp's, which builds the policy twice per response.

    Noindex is a header because a table, a picture or a calendar has no place for a `<meta>`, and a link is a key.
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


class Languages(LocaleMiddleware):
    """LocaleMiddleware, with all headers that decide the language in Vary."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        answer: HttpResponseBase = super().process_response(request, response)
        patch_vary_headers(answer, LANGUAGE_HEADERS)
        return answer


@require_safe
@cache_control(public=True, max_age=86_400)
def robots_file(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS_FILE, content_type="text/plain; charset=utf-8")
