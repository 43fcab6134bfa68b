"""The name of the request that is being answered: in its log lines, in its answer, and on the page of an error."""

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
    """NONE outside of a request."""
    return _current.get()


def begin_request(request: HttpRequest) -> str:
    """The proxy's name for it, which its own log has too; without a proxy nobody's word is taken."""
    told = request.headers.get(HEADER, "") if settings.HTTPS else ""
    found = told if WELL_FORMED.fullmatch(told) else secrets.token_hex(BYTES)
    _current.set(found)
    return found


def end_request() -> None:
    _current.set(NONE)
