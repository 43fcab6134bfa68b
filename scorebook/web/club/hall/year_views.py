"""The page of the year's report."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorebook import access
from scorebook.clubs.groups import club_group
from scorebook.core.months import EARLIEST, LATEST
from scorebook.standings.records import club_records
from scorebook.standings.records.year_report import year_report
from scorebook.web.club.hall import scopes
from scorebook.web.club.hall import year as year_text
from scorebook.web.core import person_names
from scorebook.web.core.form_data import FormData


@never_cache
@require_safe
def year_page(request: HttpRequest, club_token: str, year: int) -> HttpResponse:
    club = access.club_of(club_token)
    if not EARLIEST.year <= year < LATEST.year:
        raise Http404
    group, today = club_group(club.pk), timezone.localdate()
    covers = scopes.parse_game_scope(FormData.of(request.GET).one("game"), club_records.games_played(group))
    report, is_running = year_report(group, year=year, today=today, game=covers.game), year == today.year
    persons, others = person_names.people_of_group(group), club_records.years_played(group)
    context = {
        "club": club,
        "covers": covers,
        "year": year,
        "is_running": is_running,
        "report": report,
        "people": persons,
        "parts": list(year_text.year_parts(report, persons, club, is_running=is_running)),
        "feats": list(year_text.year_feats(report, persons)),
        "lines": year_text.year_lines(report, persons),
        "units": year_text.year_units(report),
        "only_game": year_text.only_game_of_year(report),
        "years": [one for one in others if one != year],
        "printed_at": timezone.now(),
    }
    return render(request, "club/hall/year.html", context)
