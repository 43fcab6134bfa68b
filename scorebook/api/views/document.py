"""The endpoint of the document of the API, written by `python -m scripts.openapi`."""

from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import condition, require_safe

from scorebook.core.fingerprint import content_fingerprint

DOCUMENT = Path(__file__).parents[1] / "openapi.json"


@cache
def document() -> bytes:
    return DOCUMENT.read_bytes()


@cache
def document_etag() -> str:
    """Return an ETag that changes with every name and meaning of a field. It keeps no copy of the document."""
    return f'"{content_fingerprint(DOCUMENT.read_bytes())}"'


@require_safe
@condition(etag_func=lambda _request: document_etag())
def api_document(request: HttpRequest) -> HttpResponse:
    return HttpResponse(document(), content_type="application/json", headers={"Cache-Control": "no-cache"})
