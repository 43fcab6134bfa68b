"""The administration of one person: name, links, visibility, and forgetting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorebook import access
from scorebook.clubs import identities, name_chain
from scorebook.clubs import services as clubs
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club, Player
from scorebook.clubs.roles import Role
from scorebook.core.keys import new_key
from scorebook.play.queries.open_balances import open_balances_of_people
from scorebook.standings.people import entries
from scorebook.standings.services import linking
from scorebook.web.club.admin.admin_rows import GroupRows, group_rows
from scorebook.web.core import problem_texts
from scorebook.web.core.form_data import FormData
from scorebook.web.core.person_names import people_of_group

Refusals = (clubs.ClubError, clubs.NameKeyConflict)
# Actions that need no field but the person: the service, and the message once it is done.
VERBS: Mapping[str, tuple[Callable[..., object], Callable[[], str]]] = {
    "unlink": (linking.unlink_player, lambda: _("Unlinked: they are two people again.")),
    "show": (identities.show_name, lambda: _("The name is shown again.")),
    "leave_ratings": (identities.leave_ratings, lambda: _("No longer listed in the ratings.")),
    "join_ratings": (identities.join_ratings, lambda: _("Listed in the ratings again.")),
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_club(Role.KEEPER)
def person_admin_page(request: HttpRequest, club: Club, player_id: UUID) -> HttpResponse:
    """Show or change a person. `other` in the address: a player whose link to this one is previewed."""
    found = group_rows(club_group(club.pk))
    player = _player_or_404(found, player_id)
    if request.method != "POST":
        return _render_person_admin_page(request, club, found, player, typed=FormData.of(request.GET))
    typed = FormData.of(request.POST)
    action = next((verb for verb in (*VERBS, "hide", "link") if typed.has(verb)), "rename")
    try:
        messages.success(request, _write_person_change(action, club, found, player, typed))
    except Refusals as error:
        problems = {action: problem_texts.club_problem_texts(error)}
        fresh = group_rows(club_group(club.pk))
        return _render_person_admin_page(request, club, fresh, fresh.players[player_id], typed=typed, problems=problems)
    return redirect("web:order_person", token=club.link, player_id=player_id)


def _write_person_change(action: str, club: Club, found: GroupRows, player: Player, typed: FormData) -> str:
    fields: dict[str, Any] = {"key": typed.key(), "by": club.by, "at": timezone.now()}
    if action in VERBS:
        verb, text = VERBS[action]
        verb(player=player, **fields)
        return text()
    if action == "hide":
        linking.hide_name(player=player, accepts_balance=typed.has("accept_balance"), **fields)
        return _("The name is hidden.")
    if action == "link":
        other = _player_or_404(found, typed.id("other"))
        linking.link_players(player=player, other=other, **fields)
        return _("Linked as the same person.")
    clubs.rename_player(player=player, name=typed.one("name"), by=fields["by"], at=fields["at"])
    return _("Name changed.")


def _render_person_admin_page(
    request: HttpRequest,
    club: Club,
    found: GroupRows,
    player: Player,
    *,
    typed: FormData,
    problems: Mapping[str, tuple[str, ...]] | None = None,
) -> HttpResponse:
    group, persons = found.group, people_of_group(found.group)
    person_id = group.person(player.pk)
    other = found.players.get(typed.id("other"))
    is_nameless = player.pk in group.hidden | group.forgotten
    book = open_balances_of_people(group, club=club.pk, players=[player.pk, *([other.pk] if other else [])])
    context = {
        "club": club,
        "entry": player,
        "has_several_clubs": len(found.clubs) > 1,
        "line": found.admin_person(person_id, persons[str(person_id)]),
        "is_linked": person_id != player.pk,
        "name": typed.one("name", player.name) if problems and "rename" in problems else player.name,
        "former_names": name_chain.former_names_of(player),
        "others": [
            one
            for one in sorted(found.players.values(), key=lambda one: one.name_folded)
            if one.pk not in group.same
            and one.pk != person_id
            and (one.pk in group.hidden | group.forgotten) == is_nameless
        ],
        "other": other and _preview_player_link(found, player, other),
        "problems": problems or {},
        "balances": book.balances_of(player.pk),
        "other_balances": book.balances_of(other.pk) if other else (),
        "keys": {name: new_key() for name in (*VERBS, "hide", "link", "rename")},
    }
    return render(request, "club/admin/person.html", context, status=422 if problems else 200)


def _preview_player_link(found: GroupRows, player: Player, other: Player) -> dict[str, object]:
    """Preview a link: the name that stays, and the number of evenings of both."""
    group = found.group
    target = group.person(other.pk)
    mine, theirs = group.entries_of(group.person(player.pk)), group.entries_of(target)
    evenings = entries.evenings_of_entries(group, (*mine, *theirs))
    return {
        "id": str(target),
        "name": found.players[target].name,
        "own_evenings": sum(evenings[id] for id in mine),
        "their_evenings": sum(evenings[id] for id in theirs),
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_club(Role.KEEPER)
def forget_person_page(request: HttpRequest, club: Club, player_id: UUID) -> HttpResponse:
    """Forget a person, after a second confirmation, because it cannot be undone."""
    found = group_rows(club_group(club.pk))
    player, typed = _player_or_404(found, player_id), FormData.of(request.POST)
    problems: tuple[str, ...] = ()
    if request.method == "POST" and not typed.has("sure"):
        problems = (problem_texts.web_problem_text("not_sure"),)
    elif request.method == "POST":
        try:
            linking.forget_person(
                player=player, accepts_balance=typed.has("accept_balance"),
                key=typed.key(), by=club.by, at=timezone.now(),
            )  # fmt: skip
        except Refusals as error:
            problems = problem_texts.club_problem_texts(error)
        else:
            messages.success(request, _("Name deleted for good."))
            return redirect("web:order_person", token=club.link, player_id=player_id)
    context = {
        "club": club,
        "entry": player,
        "is_forgotten": player.pk in found.group.forgotten,
        "held": identities.texts_of_person(player),
        "balances": open_balances_of_people(found.group, club=club.pk, players=[player.pk]).balances_of(player.pk),
        "accepts_balance": typed.has("accept_balance"),
        "problems": problems,
        "key": typed.key(),
    }
    return render(request, "club/admin/forget.html", context, status=422 if problems else 200)


def _player_or_404(found: GroupRows, player_id: UUID) -> Player:
    if player_id not in found.players:
        raise Http404
    return found.players[player_id]
