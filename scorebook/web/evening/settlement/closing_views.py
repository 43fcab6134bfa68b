"""The close of an evening, with a preview of the payments."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorebook import access
from scorebook.clubs.groups import club_group
from scorebook.play import services as play
from scorebook.play.queries import evening_sheets, settlements
from scorebook.play.queries.open_balances import open_book
from scorebook.play.services import POINTS
from scorebook.standings.services import closing as standings
from scorebook.web.core import person_names, problem_texts
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.settlement import plan_overviews
from scorebook.web.evening.table import sheet


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def closing_page(request: HttpRequest, scribe_token: str) -> HttpResponse:
    evening = access.written_by(scribe_token)
    if request.method == "POST":
        typed = FormData.of(request.POST)
        try:
            standings.close_evening(evening=evening, key=typed.key(), at=timezone.now(), by=access.SCRIBE)
        except play.PlayError as error:
            messages.error(request, problem_texts.web_problem_text(error.code))
        return redirect("web:settle", scribe_token=evening.scribe_token)
    if evening.is_closed:
        return redirect("web:settle", scribe_token=evening.scribe_token)
    group = club_group(evening.club_id)
    persons = person_names.people_of_club(evening.club, group)
    found = evening_sheets.evening_sheet(evening, sheet.NO_HANDS)
    page = sheet.sheet_page(found, persons)
    # Closing pays the pot out first, so the payments are not known before.
    would = settlements.NOTHING if page.pot else settlements.evening_settlement(evening)
    plan, book = plan_overviews.plan_overview(would, persons), open_book(group, club=evening.club_id)
    context = {
        "evening": evening,
        "page": page,
        "pot_outlook": sheet.pot_outlook_text(found) if page.pot else "",
        **plan_overviews.plan_context(plan, persons, book, evening.unit),
        "other_entries": plan_overviews.other_entry_lines(settlements.entries_beside_plan(evening), persons),
        "is_for_points": evening.unit == POINTS,
    }
    return render(request, "evening/settlement/close.html", context)
