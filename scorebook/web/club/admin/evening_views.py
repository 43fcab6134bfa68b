"""Archiving evenings, and discarding those in which nothing was played."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorebook import access, lookups
from scorebook.clubs.models import Club
from scorebook.clubs.roles import Role
from scorebook.core.keys import new_key
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.play.queries.evening_lists import latest_first
from scorebook.play.queries.hand_counts import hands_played
from scorebook.standings.boards import board_queries as standings
from scorebook.web.core import problem_texts
from scorebook.web.core.form_data import FormData

EVENINGS = 20  # of each list


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_club(Role.KEEPER)
def evening_admin_page(request: HttpRequest, club: Club) -> HttpResponse:
    if request.method != "POST":
        return _render_evening_admin_page(request, club)
    typed = FormData.of(request.POST)
    evening = lookups.numbered_evening(club, typed.number("number") or 0)
    try:
        messages.success(request, _archive_discard_or_restore_evening(club, evening, typed))
    except play.EveningNotEmpty as error:
        return _render_evening_admin_page(
            request, club, refused=(evening.number, problem_texts.web_problem_text(error.code))
        )
    return redirect("web:order_evenings", token=club.link)


def _archive_discard_or_restore_evening(club: Club, evening: Evening, typed: FormData) -> str:
    """Archive, discard or restore an evening; idempotent, because each request names the target state."""
    fields: dict[str, Any] = {"evening": evening, "by": club.by, "at": timezone.now()}
    if typed.has("take_back"):
        play.restore_evening(evening=evening)
        return _("Evening restored.")
    if typed.has("discard"):
        play.discard_evening(**fields)
        return _("Evening deleted.")
    play.archive_evening(**fields)
    return _("Evening archived. It still counts.")


def _render_evening_admin_page(request: HttpRequest, club: Club, refused: tuple[int, str] = (0, "")) -> HttpResponse:
    typed = FormData.of(request.GET)
    before, archived_before = typed.number("before"), typed.number("archive")
    listed = standings.latest_evenings(club, before=before, count=EVENINGS + 1)
    archive = play.archived_evenings(Evening.objects.filter(club=club)).defer("ruleset", "state")
    archived = list(latest_first(archive, club, before=archived_before)[: EVENINGS + 1])
    context = {
        "club": club,
        "evenings": _evenings_with_hand_counts(club, listed),
        "older": listed[EVENINGS - 1].number if len(listed) > EVENINGS else None,
        "archive": _evenings_with_hand_counts(club, archived),
        "older_in_archive": archived[EVENINGS - 1].number if len(archived) > EVENINGS else None,
        "is_older": bool(before or archived_before),
        "refused": refused,
        "key": new_key(),
    }
    return render(request, "club/admin/evenings.html", context, status=422 if refused[0] else 200)


def _evenings_with_hand_counts(club: Club, evenings: list[Evening]) -> list[tuple[Evening, int]]:
    hands = hands_played(club, evenings)
    return [(one, hands.get(one.pk, 0)) for one in evenings[:EVENINGS]]
