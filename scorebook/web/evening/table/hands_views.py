"""The older part of a long score sheet, for scribes and watchers."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorebook import access
from scorebook.clubs.groups import club_group
from scorebook.exchange.tables import evening_table_ids
from scorebook.play.models import Evening
from scorebook.play.queries import evening_sheets
from scorebook.web.core import person_names, table_files
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.table import sheet as sheets


@never_cache
@require_safe
def written_hands_page(request: HttpRequest, scribe_token: str) -> HttpResponse:
    evening = access.written_by(scribe_token)
    if table_files.wants_file(request):
        return table_files.evening_file(request, evening)
    table = reverse("web:table", args=[scribe_token])
    more = {
        "table_at": table,
        "hands_at": table,
        "may_write": True,
        "paper_at": reverse("web:paper", args=[scribe_token]),
        "tables": evening_table_ids(evening),
    }
    return render(request, "evening/table/hands.html", _hands_page_context(request, evening) | more)


@never_cache
@require_safe
def watched_hands_page(request: HttpRequest, watch_token: str) -> HttpResponse:
    evening = access.watched_by(watch_token)
    hides_money = access.hides_money(evening, club_group(evening.club_id))
    if table_files.wants_file(request):
        return table_files.evening_file(request, evening, hides_money=hides_money)
    more = {
        "table_at": reverse("web:watch", args=[watch_token]),
        "hands_at": "",
        "paper_at": reverse("web:watched_paper", args=[watch_token]),
        "tables": evening_table_ids(evening, hides_money=hides_money),
    }
    return render(request, "evening/table/hands.html", _hands_page_context(request, evening) | more)


def _hands_page_context(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    """Return the context. `before` in the address: only hands with a lower number."""
    shown = sheets.newest_hand_numbers(evening, before=FormData.of(request.GET).number("before"))
    if evening.hand_count and not shown:
        raise Http404
    page = sheets.sheet_page(evening_sheets.evening_sheet(evening, shown), person_names.people_of_club(evening.club))
    return {"evening": evening, "page": page}
