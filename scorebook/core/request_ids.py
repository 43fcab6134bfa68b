"""The id of the current request: in its log lines, in its response, and on the page of an error."""

import re
import secrets
from contextvars import ContextVar

from django.conf import settings
from django.http import HttpRequest

HEADER = "X-Request-ID"
NONE = "-"
WELL_FORMED = re.compile(r"[\w.-]{8,64}", re.ASCII)
BYTES = 8

_current: ContextVar[str] = ContextVar("request_id", default=NONE)


def current_request_id() -> str:
    """Return the id, or NONE outside of a request."""
    return _current.get()


def begin_request(request: HttpRequest) -> str:
    """Set and return the request's id: that of the proxy's log if a proxy is trusted, else a new one."""
    given = request.headers.get(HEADER, "") if settings.HTTPS else ""
    found = given if WELL_FORMED.fullmatch(given) else secrets.token_hex(BYTES)
    _current.set(found)
    return found


def end_request() -> None:
    _current.set(NONE)
