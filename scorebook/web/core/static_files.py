"""Static files, and responses as public as these, compressed once as far as possible."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from importlib.util import find_spec
from typing import TypeVar

import brotli
from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

AnyResponse = TypeVar("AnyResponse", HttpResponse, FileResponse)
FILES_KEPT = 512
MIN_BYTES = 100
SHORT_LINE = 240
REFUSED = re.compile(r";\s*q=0(\.0*)?\s*$")
TEXTS = ("text/", "application/javascript", "application/json", "image/svg+xml")
SCRIPTS_AND_STYLES = ("text/css", "text/javascript", "application/javascript")
HAS_MINIFIER = find_spec("minify") is not None  # see requirements.txt: not on every machine
# Useless for a file whose address changes with its content: it is not revalidated and opens no page.
NOT_FOR_FILES = ("ETag", "Last-Modified", "Referrer-Policy", "Cross-Origin-Opener-Policy")


class CompressedFiles:
    """Middleware for WhiteNoise's files, before SecurityMiddleware, because it removes that one's headers too.

    Django's GZipMiddleware compresses each response anew and pads it at random, to hide its length (BREACH). A file
    holds no secret: without padding, at the highest level and minified, the files of the table page are 13 kB smaller,
    and another 5 kB without NOT_FOR_FILES.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not request.path.startswith(settings.STATIC_URL) or not isinstance(response, FileResponse):
            return response
        if "immutable" in response.headers.get("Cache-Control", ""):
            for name in NOT_FOR_FILES:
                response.headers.pop(name, None)
        if response.status_code != 200 or request.method != "GET" or "Content-Encoding" in response.headers:
            return response
        if not response["Content-Type"].startswith(TEXTS) or int(response["Content-Length"]) < MIN_BYTES:
            return response
        return _compress_file_response(request, response)


def compressed_as_file(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view whose response is the same for every client, so its length reveals no secret."""

    @wraps(view)
    def compressed_view(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        return _compress_file_response(request, view(request, *args, **kwargs))

    return compressed_view


def _compress_file_response(request: HttpRequest, response: AnyResponse) -> AnyResponse | HttpResponse:
    patch_vary_headers(response, ("Accept-Encoding",))
    encoding = best_encoding(request)
    if not encoding:
        return response
    content = compressed_file_content(
        response.getvalue(), content_type=response["Content-Type"].partition(";")[0], encoding=encoding
    )
    response.close()
    headers = {name: text for name, text in response.items() if name != "Content-Length"}
    return HttpResponse(content, headers={**headers, "Content-Encoding": encoding, "Content-Length": str(len(content))})


def best_encoding(request: HttpRequest) -> str:
    """Return the best accepted encoding. Browsers accept Brotli over HTTPS and from localhost, gzip always."""
    accepted = request.headers.get("Accept-Encoding", "")
    names = {one.partition(";")[0].strip() for one in accepted.split(",") if not REFUSED.search(one)}
    return next((encoding for encoding in COMPRESSED if encoding in names), "")


# Best first.
COMPRESSED: Mapping[str, Callable[[bytes], bytes]] = {
    "br": lambda content: bytes(brotli.compress(content, quality=11)),
    "gzip": lambda content: gzip.compress(content, compresslevel=9, mtime=0),
}


@lru_cache(maxsize=FILES_KEPT)
def compressed_file_content(content: bytes, *, content_type: str, encoding: str = "gzip") -> bytes:
    """Compress a file, cached by content."""
    return COMPRESSED[encoding](minify_source(content, content_type=content_type))


def _is_minified_source(source: bytes) -> bool:
    """Detect minified source by its mean line length; minifying a package's 1 MB script again breaks it."""
    return len(source) > SHORT_LINE * (1 + source.count(b"\n"))


def minify_source(source: bytes, *, content_type: str) -> bytes:
    """Return a script or a stylesheet without comments and with short local names."""
    if content_type not in SCRIPTS_AND_STYLES or not HAS_MINIFIER or _is_minified_source(source):
        return source
    # Imported here: its threads would be lost in a process that forks after the import.
    import minify

    return str(minify.string(content_type, source.decode())).encode()
