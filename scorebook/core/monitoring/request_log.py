"""Log lines of requests: one for each (SCOREBOOK_LOG_REQUESTS), without query, client and tokens, and of outages."""

from __future__ import annotations

import logging
import re
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.utils.log import log_response

from scorebook.core.database import outage
from scorebook.core.logs import HIDDEN, REQUEST_LOGGER, text_without_link_tokens
from scorebook.core.monitoring import metrics

# Names of route parameters that hold keys.
_IS_KEY = re.compile(r"token|signature")
# Other harmless segments of a path: a word of ours, a number, an id, or a file's name. A token has 22 characters, and
# a piece of one that looks like a word opens nothing.
_WORD = re.compile(r"[a-z0-9._-]{1,16}|service-worker\.js|manifest\.[a-z]+\.webmanifest")
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

log = logging.getLogger(REQUEST_LOGGER)


def log_answered_request(*, method: str | None, path: str, status: int, ms: int, size: int | None) -> None:
    """Log a line. size: bytes of the response's body; None if unknown."""
    facts = {"method": method or "", "path": path_without_tokens(path), "status": status, "ms": ms, "bytes": size}
    log.info("%(method)s %(path)s %(status)s %(ms)s ms %(bytes)s bytes", facts, extra={"facts": facts})


def log_outage(error: BaseException, response: HttpResponse, request: HttpRequest) -> None:
    """Count an outage, and log a line instead of a traceback, without the path, which may hold a link token."""
    fault = "is of another version" if outage.is_database_of_other_version(error) else "does not answer"
    log_response(f"The database {fault}: %s", outage.outage_reason(error), response=response, request=request)
    metrics.count_outage()


def path_without_tokens(path: str) -> str:
    """Return the path without the keys that its route names; segments that do not look like a word are hidden too."""
    if path.startswith(settings.STATIC_URL):
        return quote(text_without_link_tokens(path), safe="/<>")
    try:
        named = resolve(path).kwargs
    except (Resolver404, ValueError):
        named = {}
    keys = {str(value) for name, value in named.items() if _IS_KEY.search(name)}
    segments = [_redacted_path_segment(segment, keys) for segment in path.split("/")]
    return text_without_link_tokens("/".join(segments))


def _redacted_path_segment(segment: str, keys: set[str]) -> str:
    name, dot, ending = segment.partition(".")
    if segment in keys or name in keys:
        return f"{HIDDEN}{dot}{ending}" if name in keys else HIDDEN
    is_harmless = not segment or _WORD.fullmatch(segment) or _ID.fullmatch(segment)
    return segment if is_harmless else HIDDEN
