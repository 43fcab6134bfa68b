"""The administration of a club: people, clubs and evenings, the club's name, and what watchers see."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorebook import access
from scorebook.clubs import name_chain, watching
from scorebook.clubs import services as clubs
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.clubs.roles import Role
from scorebook.core.keys import new_key
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.web.club.admin.admin_rows import group_rows
from scorebook.web.club.admin.export_views import calendar_addresses
from scorebook.web.core import problem_texts
from scorebook.web.core.form_data import FormData


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_club(Role.KEEPER)
def club_admin_page(request: HttpRequest, club: Club) -> HttpResponse:
    if request.method != "POST":
        return _render_club_admin_page(request, club, name=club.name)
    typed = FormData.of(request.POST)
    try:
        _write_club_change(request, club, typed)
    except (clubs.ClubError, clubs.NameKeyConflict) as error:
        club.refresh_from_db()
        texts = problem_texts.club_problem_texts(error, names="club_")
        return _render_club_admin_page(request, club, name=typed.one("name", club.name), problems=texts)
    return redirect("web:order", token=club.link)


def _write_club_change(request: HttpRequest, club: Club, typed: FormData) -> None:
    at = timezone.now()
    if typed.has("hide_money"):
        watching.hide_money(club=club, key=typed.key(), by=club.by, at=at)
        messages.success(request, _("Watchers now see points only."))
    elif typed.has("show_money"):
        watching.show_money(club=club, key=typed.key(), by=club.by, at=at)
        messages.success(request, _("Watchers see money again."))
    else:
        clubs.rename_club(club=club, name=typed.one("name"), by=club.by, at=at)
        messages.success(request, _("Name changed."))


def _render_club_admin_page(
    request: HttpRequest, club: Club, *, name: str, problems: tuple[str, ...] = ()
) -> HttpResponse:
    found = group_rows(club_group(club.pk))
    context = {
        "club": club,
        "name": name,
        "problems": problems,
        "former_names": name_chain.former_names_of_club(club),
        "lines": found.admin_people(),
        **found.linked_clubs_context(club),
        "hides_money": found.group.hides_money,
        "archived": play.archived_evenings(Evening.objects.filter(club=club)).count(),
        "key": new_key(),
        **calendar_addresses(request, club),
    }
    return render(request, "club/admin/admin.html", context, status=422 if problems else 200)
