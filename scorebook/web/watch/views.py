"""The sheet for everybody else at the table: it only reads."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_safe

from scorebook.play.models import Evening
from scorebook.play.queries import evenings, settlements
from scorebook.web.core import access, people, sheet_versions
from scorebook.web.settlement import presenters
from scorebook.web.table import links
from scorebook.web.table import sheet as sheets


def _watch_page_etag(request: HttpRequest, watch_token: str) -> str:
    version = sheet_versions.page_version(watch_token=watch_token)
    if version is None:
        raise Http404
    return sheet_versions.page_etag(version, get_language() or "")


@require_safe
def watch_page(request: HttpRequest, watch_token: str) -> HttpResponse:
    evening = access.watched_by(watch_token)
    response = render(request, "watch/watch.html", _watch_page_context(evening))
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
@condition(etag_func=_watch_page_etag)
def watched_sheet(request: HttpRequest, watch_token: str) -> HttpResponse:
    """Only the sheet, for the page that asks every few seconds; see live.UnchangedSheets."""
    evening = access.watched_by(watch_token)
    response = render(request, "watch/sheet.html", _watch_page_context(evening))
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
def watch_code(request: HttpRequest, watch_token: str) -> HttpResponse:
    code = links.watch_code(request, access.watched_by(watch_token))
    response = HttpResponse(code, content_type="image/svg+xml")
    patch_cache_control(response, private=True, max_age=3600)
    return response


def _watch_page_context(evening: Evening) -> dict[str, object]:
    persons = people.people_of_club(evening.club)
    sheet = evenings.evening_sheet(evening)
    return {
        "evening": evening,
        "page": sheets.sheet_page(sheet, persons),
        "dealer": persons[str(sheet.next_dealer.pk)],
        "leader": persons[str(sheet.leader.pk)],
        "sitting_out": [persons[str(player.pk)] for player in sheet.sitting_out],
        "hand_no": evening.hand_count + 1,
        "plan": presenters.shown_plan(settlements.evening_settlement(evening), persons) if evening.is_closed else None,
    }
