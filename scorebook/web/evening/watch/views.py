"""The watch page, which only reads."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_GET, require_safe

from scorebook import access
from scorebook.clubs.roles import Role
from scorebook.play.models import Evening
from scorebook.server import streams
from scorebook.server.streams import STREAMS
from scorebook.web.evening.sheet_versions import SHOWN, linked_version_or_404
from scorebook.web.evening.table import links
from scorebook.web.evening.watch import cached_sheets


@require_safe
@access.opens_watched_evening
def watch_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    sheet = cached_sheets.cached_sheet(linked_version_or_404("w", evening.link), get_language() or "")
    facts = {"evening": evening, "sheet": sheet, "has_changes": request.META.get(STREAMS)}
    response = render(request, "evening/watch/watch.html", facts)
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
@access.opened_in_view(Role.WATCH)
def watched_sheet(request: HttpRequest, token: str) -> HttpResponse:
    """Return only the sheet, for the page that polls; see sheet_versions.UnchangedSheets."""
    sheet = cached_sheets.cached_sheet(
        request.META.get(SHOWN) or linked_version_or_404("w", token), get_language() or ""
    )
    response = cached_sheets.sheet_response(sheet, request)
    patch_cache_control(response, private=True, no_cache=True)
    return get_conditional_response(request, etag=sheet.etag, response=response) or response


@require_GET
@access.opened_in_view(Role.WATCH)
def watched_changes(request: HttpRequest, token: str) -> HttpResponse:
    """Return the first event of a stream; the server continues it (scorebook.server.streams)."""
    return streams.stream_response(request, linked_version_or_404("w", token).version)


@require_safe
@access.opens_watched_evening
def watch_qr_code_file(request: HttpRequest, evening: Evening) -> HttpResponse:
    code = links.watch_link_qr_code(request, evening)
    response = HttpResponse(code, content_type="image/svg+xml")
    patch_cache_control(response, private=True, max_age=3600)
    return response
