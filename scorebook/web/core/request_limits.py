"""Requests that no view reads: text that is not UTF-8, an address with NUL, a body that the server refused."""

from __future__ import annotations

import re
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import parse_header_parameters

from scorebook.server import request_bodies

NUL = "\x00"
BYTES = "application/octet-stream"
CHARSET = re.compile(r";\s*charset\s*=[^;]*", re.IGNORECASE)
UTF_8 = ("utf-8", "utf8", "us-ascii")


class WithoutNul(MiddlewareMixin):
    """Middleware that answers 404 to a NUL in an address: none of ours has one, and PostgreSQL refuses it."""

    def process_view(self, request: HttpRequest, view: object, args: object, named: dict[str, Any]) -> None:
        if any(NUL in value for value in named.values() if isinstance(value, str)):
            raise Http404


class UnreadBodies(MiddlewareMixin):
    """Middleware with the page for a request whose body the server refused to read. The API has its own response."""

    def process_view(self, request: HttpRequest, *view: object) -> HttpResponse | None:
        status = request_bodies.refused_body_status(request)
        if status is None or (request.resolver_match and "api" in request.resolver_match.app_names):
            return None
        response = render(request, "core/unread_body.html", {"code": request_bodies.CODES[status]}, status=status)
        for name, value in request_bodies.refused_body_headers(status).items():
            response[name] = value
        return response


def block_other_charsets(*, environ: dict[str, Any], **others: object) -> None:
    """Mark a body as bytes, so that no form is parsed, if its character set is not UTF-8 or cannot be read.

    Django looks up a codec of that name while it builds the request, where no error can be caught: some codecs read no
    text, others yield lone surrogates, and any name makes it parse the query first, which may have too many fields.
    This runs on the signal before that and removes the name.
    """
    given = environ.get("CONTENT_TYPE", "")
    if "charset" not in given.lower():
        return
    try:
        is_readable = parse_header_parameters(given)[1].get("charset", UTF_8[0]).lower() in UTF_8
    except (ValueError, LookupError):
        is_readable = False
    bare = CHARSET.sub("", given)
    environ["CONTENT_TYPE"] = bare if is_readable and "charset" not in bare.lower() else BYTES
