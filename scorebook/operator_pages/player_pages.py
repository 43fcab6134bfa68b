"""The admin's pages of people, where operators hide a name and display it again."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorebook.clubs.club_groups import club_group
from scorebook.clubs.identities import show_name
from scorebook.clubs.models import ClubEvent, Player
from scorebook.clubs.names import substitute_name
from scorebook.clubs.services import ClubError, NameKeyConflict
from scorebook.core.keys import new_key
from scorebook.operator_pages.operator_tables import ReadOnlyTable, row_of_any_club
from scorebook.operator_pages.site import log_operator_act, operator_of, site
from scorebook.play.queries.open_balances import open_balances_of_people
from scorebook.standings.services import linking
from scorebook.web.core.form_data import FormData
from scorebook.web.core.problem_texts import web_problem_text


class PlayerTable(ReadOnlyTable):
    shown_urls = ("changelist", "change", "history")
    change_form_template = "operator_pages/player.html"

    def get_urls(self) -> list[URLPattern]:
        return [
            path("<uuid:player_id>/name/", site.admin_view(name_visibility_page), name="clubs_player_name"),
            *super().get_urls(),
        ]

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], **how: Any) -> HttpResponse:  # type: ignore[override]
        shown = {"subtitle": how["obj"].name, **_name_visibility(how["obj"])}
        return super().render_change_form(request, {**context, **shown}, **how)


@require_http_methods(["GET", "HEAD", "POST"])
def name_visibility_page(request: HttpRequest, player_id: Any) -> HttpResponse:
    """Ask for confirmation before a name is hidden or displayed again."""
    player = row_of_any_club(Player.objects.filter(pk=player_id).select_related("club"))
    if player is None:
        raise Http404
    if request.method == "POST":
        return _change_name_visibility(request, player)
    state = _name_visibility(player)
    if state["is_forgotten"]:
        messages.error(request, web_problem_text("already_forgotten"))
        return redirect("admin:clubs_player_change", player.pk)
    title = _("Show the name again?") if state["is_hidden"] else _("Hide the name?")
    book = open_balances_of_people(club_group(player.club_id), club=player.club_id, players=[player.pk])
    shown = {"title": title, "row": player, "subtitle": player.name, "key": new_key(), "opts": Player._meta, **state}
    shown["balances"] = book.balances_of(player.pk)
    return TemplateResponse(request, "operator_pages/name.html", {**site.each_context(request), **shown})


def _change_name_visibility(request: HttpRequest, player: Player) -> HttpResponse:
    typed = FormData.of(request.POST)
    # The page has listed the open balances.
    hide_name = partial(linking.hide_name, accepts_balance=True)
    verb, act = (show_name, "Shown again.") if typed.one("show") else (hide_name, "Hidden.")
    key, by = typed.key(), f"operator {operator_of(request).username}"
    is_repeat = ClubEvent.objects.filter(club=player.club_id, pk=key).exists()
    try:
        verb(player=player, key=key, by=by, at=timezone.now())
    except ClubError as error:
        messages.error(request, web_problem_text(error.problems[0].code))
    except NameKeyConflict as conflict:
        messages.error(request, web_problem_text(conflict.code))
    else:
        if not is_repeat:
            # Under the neutral word for a hidden name, since the log must not contain what the page hides.
            log_operator_act(request, player, name=substitute_name(player.pk), act=act)
        messages.success(request, _("The name is shown again.") if typed.one("show") else _("The name is hidden."))
    return redirect("admin:clubs_player_change", player.pk)


def _name_visibility(player: Player) -> dict[str, bool]:
    group = club_group(player.club_id)
    return {"is_hidden": player.pk in group.hidden - group.forgotten, "is_forgotten": player.pk in group.forgotten}
