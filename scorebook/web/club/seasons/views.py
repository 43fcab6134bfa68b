"""The seasons of a club: agree on one, show its table, close it, reopen it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules import GAMES
from scorebook import access
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.models import Club
from scorebook.clubs.roles import Role
from scorebook.exchange.tables import season_tables
from scorebook.standings.boards import board_queries
from scorebook.standings.records.titles import titles, titles_by_person
from scorebook.standings.seasons import season_queries
from scorebook.standings.seasons.season_changes import season_changes
from scorebook.standings.seasons.season_errors import SeasonError, SeasonProblems, StaleSeason
from scorebook.standings.seasons.season_queries import Season
from scorebook.standings.seasons.season_results import (
    numbered_evenings,
    numbers_of_evenings,
    season_standings,
    standings_of_season,
)
from scorebook.standings.seasons.season_standings import SeasonStandings
from scorebook.standings.services import season_services as services
from scorebook.web.club.seasons import season_rows, season_texts
from scorebook.web.club.seasons.forms import ReopenForm, SeasonForm, initial_of_agreed_season, initial_of_new_season
from scorebook.web.core import person_names, problem_texts, table_files, units
from scorebook.web.core.choices import choices
from scorebook.web.core.form_data import FormData


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_club(writes=Role.KEEPER)
def seasons_page(request: HttpRequest, club: Club) -> HttpResponse:
    group = club_group(club.pk)
    form = _season_form(request, club, group)
    if request.method == "POST" and form.is_valid() and (agreed := _write_typed_season(club, form)):
        messages.success(request, _("Season created."))
        return _redirect_to_season(club, agreed.id)
    context = {"club": club, "seasons": season_queries.seasons_of(group), "form": form}
    return render(request, "club/seasons/seasons.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_club(writes=Role.KEEPER)
def season_page(request: HttpRequest, club: Club, season_id: UUID) -> HttpResponse:
    group = club_group(club.pk)
    season = _season_or_404(group, season_id)
    if request.method == "POST":
        return _close_or_reopen_season(request, club, group, season)
    return _render_season_page(request, club, group, season, ReopenForm(initial={"seen": season.newest.pk}))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_club(Role.KEEPER)
def season_edit_page(request: HttpRequest, club: Club, season_id: UUID) -> HttpResponse:
    group = club_group(club.pk)
    season = _season_or_404(group, season_id)
    if season.is_closed:
        messages.error(request, problem_texts.web_problem_text("season_closed"))
        return _redirect_to_season(club, season.id)
    form = _season_form(request, club, group, season)
    if request.method == "POST" and form.is_valid() and _write_typed_season(club, form, season):
        messages.success(request, _("Season changed."))
        return _redirect_to_season(club, season.id)
    context = {
        "club": club,
        "season": season,
        "form": form,
        "evenings": numbered_evenings(group, season.agreement),
        "rules": season_texts.season_rules_sentences(season.agreement, _numbers_of_named_evenings(group, season)),
    }
    return render(request, "club/seasons/edit.html", context, status=422 if form.errors else 200)


def _write_typed_season(club: Club, form: SeasonForm, season: Season | None = None) -> Season | None:
    """Agree on a new season or change this one; None if it is refused, with the errors in the form."""
    typed = form.cleaned_data
    fields: dict[str, Any] = {name: typed[name] for name in ("key", "name", "agreement")}
    fields |= {"club": club, "by": club.by, "at": timezone.now()}
    try:
        if season is None:
            return services.agree_season(**fields)
        return services.change_season(season_id=season.id, seen=typed["seen"] or season.newest.pk, **fields)
    except SeasonProblems as refused:
        form.add_problems(refused.problems)
    except SeasonError as error:
        if season and isinstance(error, StaleSeason):
            # The page now shows what was agreed meanwhile; saving again is deliberate.
            form.mark_seen(season.newest.pk)
        form.add_error(None, problem_texts.form_error(error.code))
    return None


def _close_or_reopen_season(request: HttpRequest, club: Club, group: ClubGroup, season: Season) -> HttpResponse:
    typed = FormData.of(request.POST)
    form = ReopenForm(typed)
    if not form.is_valid():
        raise Http404
    context = {
        "club": club,
        "season_id": season.id,
        "seen": form.cleaned_data["seen"] or season.newest.pk,
        "key": form.cleaned_data["key"],
        "by": club.by,
        "at": timezone.now(),
    }
    try:
        if typed.has("reopen"):
            services.reopen_season(reason=form.cleaned_data["reason"], **context)
            messages.success(request, _("Season reopened."))
        else:
            services.close_season(**context)
            messages.success(request, _("Season closed. Keep its receipt."))
    except SeasonProblems as refused:
        for problem in refused.problems:
            form.add_error("reason", problem_texts.problem_sentence(problem))
        return _render_season_page(request, club, group, season, form)
    except SeasonError as error:
        messages.error(request, problem_texts.web_problem_text(error.code))
    return _redirect_to_season(club, season.id)


def _render_season_page(
    request: HttpRequest, club: Club, group: ClubGroup, season: Season, reopen_form: ReopenForm
) -> HttpResponse:
    # A closed season keeps entries apart that were linked to one person later.
    persons = person_names.entries_of_group(group)
    found = standings_of_season(group, season)
    measured = str(season_texts.MEASURES[season.agreement.measure])
    tables = season_tables(found, season.agreement, person_names.names_of(persons), measured=measured)
    if table_files.wants_table_file(request):
        return table_files.table_response(request, f"{club.name} {season.name}", tables)
    table = season_rows.season_table(found, season.agreement, persons)
    lines = table["lines"]
    is_long = sum(len(line.evenings) for line in lines) > season_rows.MAX_CELLS
    names = {str(line.person): season_rows.season_person(line.person, persons).name for line in lines}
    everybody = list(names)
    chosen = [id for id in everybody if id == FormData.of(request.GET).one("of")] or everybody[:1]
    context = {
        "club": club,
        "season": season,
        "table": table,
        "is_open": not season.is_closed,
        "badges": titles_by_person(titles(group, today=timezone.localdate())),
        "tables": tuple(tables),
        "counted": season_rows.season_evenings_by_person(found, lines, chosen if is_long else everybody),
        "choices": choices(names, chosen=chosen[0], value=lambda id: urlencode({"of": id})) if is_long else (),
        "rules": season_texts.season_rules_sentences(
            season.agreement, _numbers_of_named_evenings(group, season), found if season.is_closed else None
        ),
        "events": [(event, season_texts.EVENTS[event.kind]) for event in reversed(season.events)],
        **_changes_since_close(group, season, found, persons),
        "reopen_form": reopen_form,
        "printed_at": timezone.now(),
    }
    return render(request, "club/seasons/season.html", context, status=422 if reopen_form.errors else 200)


def _changes_since_close(
    group: ClubGroup, season: Season, found: SeasonStandings, persons: person_names.People
) -> dict[str, object]:
    """Return the differences between a closed season and today's evenings. found: as it was closed."""
    if not season.is_closed:
        return {}
    changes = season_changes(group, found, season_standings(group, season.agreement))
    return {
        "changes": changes.lines,
        "causes": season_rows.season_change_sentences(changes, persons, group.same),
    }


def _season_form(request: HttpRequest, club: Club, group: ClubGroup, season: Season | None = None) -> SeasonForm:
    games = _games_for_season(board_queries.played_games_and_units(club), season)
    offered = units.units_of_tab(units.units_of_club(club))
    if season and season.agreement.unit and season.agreement.unit not in offered:
        offered = [*offered, season.agreement.unit]
    initial = (
        initial_of_agreed_season(season, _numbers_of_named_evenings(group, season))
        if season
        else initial_of_new_season(timezone.localdate(), games)
    )
    typed = FormData.of(request.POST) if request.method == "POST" else None
    agreed, initial = season.agreement if season else None, {"unit": offered[0], **initial}
    return SeasonForm(typed, group=group, games=games, units=offered, agreed=agreed, initial=initial)


def _games_for_season(played: Iterable[board_queries.PlayedIn], season: Season | None) -> list[str]:
    """Return the games of the club, the last one played first, and of the season; all games if there are none."""
    agreed = [season.agreement.game] if season and season.agreement.game else []
    return list(dict.fromkeys([*(one.game for one in played), *agreed])) or list(GAMES)


def _season_or_404(group: ClubGroup, season_id: UUID) -> Season:
    season = season_queries.season_by_id(group, season_id)
    if season is None:
        raise Http404
    return season


def _numbers_of_named_evenings(group: ClubGroup, season: Season) -> dict[UUID, int]:
    agreed = season.agreement
    named = [*agreed.left_out, *([agreed.rules_of] if agreed.rules_of else [])]
    return dict(numbers_of_evenings(group, named)) if named else {}


def _redirect_to_season(club: Club, season_id: UUID) -> HttpResponse:
    return redirect("web:season", token=club.link, season_id=season_id)
