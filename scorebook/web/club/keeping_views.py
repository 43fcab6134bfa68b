"""The warning on the pages of a club that nobody uses, and the button by which it stays."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scorebook import access
from scorebook.clubs.keeping import keep_club
from scorebook.clubs.models import Club
from scorebook.clubs.services import NameKeyConflict
from scorebook.core.keys import new_key
from scorebook.exchange.unused_clubs.warnings import ending_of
from scorebook.web.core import problem_texts
from scorebook.web.core.form_data import FormData


def ending_shown(club: Club, *, keep_at: str, token: str) -> dict[str, object]:
    """What `club/ending.html` shows; nothing without a warning. keep_at: name of the address that the button asks."""
    ending = ending_of(club)
    if ending is None:
        return {}
    return {"ending": ending, "keep_url": reverse(keep_at, args=[token]), "keep_key": new_key()}


@never_cache
@require_POST
def keep_from_club(request: HttpRequest, club_token: str) -> HttpResponse:
    club = access.club_of(club_token)
    _keep(request, club, by=access.CLUB)
    return redirect("web:club", club_token=club.link_token)


@never_cache
@require_POST
def keep_from_table(request: HttpRequest, scribe_token: str) -> HttpResponse:
    evening = access.written_by(scribe_token)
    _keep(request, evening.club, by=access.SCRIBE)
    return redirect("web:table", scribe_token=evening.scribe_token)


def _keep(request: HttpRequest, club: Club, *, by: str) -> None:
    try:
        keep_club(club=club, key=FormData.of(request.POST).key(), by=by, at=timezone.now())
    except NameKeyConflict as error:
        messages.error(request, " ".join(problem_texts.club_problem_texts(error)))
    else:
        messages.success(request, _("The club is kept."))
