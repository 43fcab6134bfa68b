"""Access to the operator's pages, and their sessions.

All other pages work without session, cookie and user.
"""

from collections.abc import Awaitable

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from scorebook.core import network

ADMIN_PATH = "/admin"
# Headers of requests that a proxy forwarded. Some proxies set none, so the host is checked as well.
PROXY_HEADERS = ("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via")

Response = HttpResponseBase | Awaitable[HttpResponseBase]


class OperatorSessions(SessionMiddleware):
    """Sessions for HTTPS or this machine only: a password must not cross the pub's network in plain text."""

    def __call__(self, request: HttpRequest) -> Response:
        if not _is_admin_path(request):
            return self.get_response(request)
        if not (request.is_secure() or _is_from_this_machine(request)):
            raise Http404
        return super().__call__(request)


class OperatorUsers(AuthenticationMiddleware):
    def __call__(self, request: HttpRequest) -> Response:
        return super().__call__(request) if _is_admin_path(request) else self.get_response(request)


def _is_admin_path(request: HttpRequest) -> bool:
    path = request.path_info
    return path.startswith(ADMIN_PATH) and (path == ADMIN_PATH or path[len(ADMIN_PATH)] == "/")


def _is_from_this_machine(request: HttpRequest) -> bool:
    host = request.get_host()
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    is_passed_on = any(header in request.headers for header in PROXY_HEADERS)
    return name in network.LOOPBACK and not is_passed_on and _is_loopback_address(request.META.get("REMOTE_ADDR", ""))


def _is_loopback_address(text: str) -> bool:
    address = network.parsed_address(text)
    return address is not None and address.is_loopback
