"""What a request may hold as text, whatever page it asks for: UTF-8 without a NUL."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import parse_header_parameters

NUL = "\x00"
BYTES = "application/octet-stream"
CHARSET = re.compile(r";\s*charset\s*=[^;]*", re.IGNORECASE)
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
    codecs read no text at all, others give lone surrogates, and for any name it reads the query first, which may have
    too many fields. So this comes at the signal before it, and leaves no name.
    """
    told = environ.get("CONTENT_TYPE", "")
    if "charset" not in told.lower():
        return
    try:
        is_readable = parse_header_parameters(told)[1].get("charset", UTF_8[0]).lower() in UTF_8
    except (ValueError, LookupError):
        is_readable = False
    bare = CHARSET.sub("", told)
    environ["CONTENT_TYPE"] = bare if is_readable and "charset" not in bare.lower() else BYTES
