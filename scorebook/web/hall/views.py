"""The hall of a club, and the page of one memorable hand."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorebook import access
from scorebook.clubs.circle import club_group
from scorebook.standings import records
from scorebook.standings.cup_holders import cup_now
from scorebook.standings.memorable import memorable_hand
from scorebook.standings.scope import FigureScope
from scorebook.web.core import people
from scorebook.web.core.form_data import FormData
from scorebook.web.hall import cup, hall, scopes
from scorebook.web.hall.hands import framed_hand


@never_cache
@require_safe
def hall_page(request: HttpRequest, club_token: str) -> HttpResponse:
    """Show the hall; `feat` in the address lists all hands of one feat, page by page."""
    club, typed = access.club_of(club_token), FormData.of(request.GET)
    feat = next((one for one in records.FEATS if one.value == typed.one("feat")), None)
    circle = club_group(club.pk)
    played = records.games_played(circle)
    covers = scopes.read_game(typed.one("game"), played)
    scope = FigureScope(circle=circle, game=covers.game)
    persons = people.people_of_circle(circle)
    if feat is not None:
        page = typed.number("page") or 1
        part = hall.feat_part(scope, persons, feat, page=page, size=hall.ON_A_PAGE)
        context: dict[str, object] = {"club": club, "covers": covers, "part": part, "is_older": page > 1}
        return render(request, "hall/feat.html", context)
    context = {
        "club": club,
        "covers": covers,
        "feats": [hall.feat_part(scope, persons, one, page=1, size=hall.SHOWN[one]) for one in records.FEATS],
        "highest": hall.highest_parts(scope, [scope.game] if scope.game else played, persons),
        "records": hall.record_parts(scope, persons),
        "cup": cup.cup_panel(cup_now(circle, today=timezone.localdate()), persons),
        "years": records.years_played(circle),
    }
    return render(request, "hall/hall.html", context)


@never_cache
@require_safe
def framed_hand_page(request: HttpRequest, club_token: str, evening_id: UUID, no: int) -> HttpResponse:
    """Show a memorable hand; any other hand is a 404."""
    club = access.club_of(club_token)
    circle = club_group(club.pk)
    found = memorable_hand(circle, evening_id=evening_id, no=no)
    if found is None:
        raise Http404
    hand = framed_hand(found, people.people_of_circle(circle))
    return render(request, "hall/framed_hand.html", {"club": club, "hand": hand})
