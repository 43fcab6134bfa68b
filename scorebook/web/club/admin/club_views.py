"""Linking two clubs by the other club's keeper's link, and unlinking them."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorebook import access
from scorebook.clubs import services as clubs
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.link_routes import club_of_keeper_link
from scorebook.clubs.models import Club, Player
from scorebook.clubs.roles import Role
from scorebook.clubs.services import NameProblem
from scorebook.core.keys import new_key
from scorebook.standings.people import entries
from scorebook.standings.services import linking
from scorebook.web.club.admin.admin_rows import GroupRows, group_rows
from scorebook.web.core import problem_texts
from scorebook.web.core.form_data import FormData

TOKEN = re.compile(r"(?:.*/c/)?([\w-]{1,43})(?:[/?#].*)?")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_club(Role.KEEPER)
def linked_clubs_page(request: HttpRequest, club: Club) -> HttpResponse:
    typed = FormData.of(request.POST)
    if request.method != "POST":
        return _render_linked_clubs_page(request, club, typed)
    try:
        messages.success(request, _link_or_unlink_club(club, typed))
    except (clubs.ClubError, clubs.NameKeyConflict) as error:
        return _render_linked_clubs_page(request, club, typed, problem_texts.club_problem_texts(error))
    return redirect("web:order_clubs", token=club.link)


def _link_or_unlink_club(club: Club, typed: FormData) -> str:
    fields: dict[str, Any] = {"key": typed.key(), "by": club.by, "at": timezone.now()}
    if typed.has("unlink"):
        found = group_rows(club_group(club.pk))
        root = found.clubs[found.group.club_id]
        other = _club_to_unlink(found, typed.id("unlink"))
        if club.pk not in (root.pk, other.pk):
            raise Http404  # two other clubs of the group
        linking.unlink_club(club=root, other=other, **fields)
        return _("The clubs are unlinked.")
    linking.link_club(club=club, other=_club_of_typed_link(typed.one("link")), **fields)
    return _("The clubs are linked.")


def _club_to_unlink(found: GroupRows, club_id: UUID) -> Club:
    """Return a club of the group, or any other: a repeated request names a club that is already unlinked."""
    return found.clubs.get(club_id) or get_object_or_404(Club, pk=club_id)


def _club_of_typed_link(text: str) -> Club:
    match = TOKEN.fullmatch(text)
    club = club_of_keeper_link(match[1]) if match else None
    if club is None:
        raise clubs.ClubError([NameProblem(code="club_unknown", field="link")])
    return club


def _render_linked_clubs_page(
    request: HttpRequest, club: Club, typed: FormData, problems: tuple[str, ...] = ()
) -> HttpResponse:
    found = group_rows(club_group(club.pk))
    root = found.group.club_id
    context = {
        "club": club,
        **found.linked_clubs_context(club),
        "unlinkable": [(one, new_key()) for id, one in found.clubs.items() if id != root and club.pk in (id, root)],
        "link": typed.one("link"),
        "problems": problems,
        "same": _linked_people_of_clubs(found),
        "proposals": list(entries.namesakes_across_clubs(found.group, found.players.values())),
        "key": new_key(),
    }
    return render(request, "club/admin/clubs.html", context, status=422 if problems else 200)


def _linked_people_of_clubs(found: GroupRows) -> list[tuple[Player, Player]]:
    """Return the linked entries of different clubs, by name."""
    pairs = [
        (found.players[one], found.players[other])
        for one, other in found.group.same.items()
        if found.players[one].club_id != found.players[other].club_id
    ]
    return sorted(pairs, key=lambda pair: (pair[1].name_folded, pair[0].name_folded))
