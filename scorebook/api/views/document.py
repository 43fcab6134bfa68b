"""The endpoint of the document of the API, written by `python -m scripts.openapi`."""

from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import condition, require_safe

from scorebook.core.fingerprint import content_fingerprint

DOCUMENT = Path(__file__).parents[1] / "openapi.json"


@cache
def _document_and_etag() -> tuple[bytes, str]:
    content = DOCUMENT.read_bytes()
    return content, f'"{content_fingerprint(content)}"'


@require_safe
@condition(etag_func=lambda _request: _document_and_etag()[1])
def api_document(request: HttpRequest) -> HttpResponse:
    return HttpResponse(_document_and_etag()[0], content_type="application/json", headers={"Cache-Control": "no-cache"})
