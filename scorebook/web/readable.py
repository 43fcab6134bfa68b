"""What a request may hold as text, whatever page it asks for: UTF-8 without a NUL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import parse_header_parameters

NUL = "\x00"
BYTES = "application/octet-stream"
UTF_8 = ("utf-8", "utf8", "us-ascii")


class WithoutNul:
    """No address of ours has a NUL, and PostgreSQL cannot even be asked for one. `Typed` takes it out of fields."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: object, named: dict[str, Any]) -> None:
        if any(NUL in value for value in named.values() if isinstance(value, str)):
            raise Http404


def take_for_utf_8(*, environ: dict[str, Any], **others: object) -> None:
    """What a client sends in another character set, or does not name rightly, is bytes and so no form of ours.

    Django looks for a codec of that name while it makes the request, before anybody could catch what goes wrong: some
    codecs read no text at all, others give lone surrogates. So this comes at the signal before it.
    """
    try:
        _, told = parse_header_parameters(environ.get("CONTENT_TYPE", ""))
        is_readable = told.get("charset", UTF_8[0]).lower() in UTF_8
    except (ValueError, LookupError):
        is_readable = False
    if not is_readable:
        environ["CONTENT_TYPE"] = BYTES
