"""A person's page: results, partners, opponents."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rules.base_ruleset import THROWN_IN
from scorebook import access, lookups
from scorebook.clubs import name_chain
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.models import Club
from scorebook.core.time_spans import SpanName
from scorebook.play.models import MonthContract, MonthTotal
from scorebook.play.services import POINTS
from scorebook.standings.models import Rating
from scorebook.standings.people import bests, milestones, pairs, profiles
from scorebook.standings.people.rivals import MIN_COMMON, find_rivals
from scorebook.standings.records.cup_holders import cup_holder
from scorebook.standings.records.titles import titles, titles_by_person
from scorebook.standings.standings_scope import FigureScope
from scorebook.web.club.person import filters, person_page_lines
from scorebook.web.core import person_names, units
from scorebook.web.core.form_data import FormData
from scorebook.web.core.person_names import People, Person

MILESTONES_SHOWN = 5
AGAINST_SHOWN = 4


@never_cache
@require_safe
@access.opens_club()
def person_page(request: HttpRequest, club: Club, player_id: UUID) -> HttpResponse:
    """Show a person; the address of a linked entry redirects to its person."""
    group = club_group(club.pk)
    entries = lookups.entries_of_person(group, player_id)
    person_id = group.person(player_id)
    if person_id != player_id:
        return redirect("web:person", token=club.link, player_id=person_id)
    persons = person_names.people_of_group(group)
    nameless = group.hidden | group.forgotten
    context = {
        "club": club,
        "person": persons[str(person_id)],
        "former_names": () if entries[0].pk in nameless else name_chain.former_names_of(entries[0]),
        "other_entries": [one for one in entries[1:] if one.pk not in nameless],
        "own_entries": [one for one in entries if one.club_id == club.pk],
        "is_nameless": person_id in nameless,
        "has_money": bool(units.units_of_club(club)),
        "least": MIN_COMMON,
        "badges": titles_by_person(titles(group, today=timezone.localdate())),
        "me": _person_of_device(club, group, persons),
    }
    played = profiles.played_months(group, person_id)
    if played:
        context |= _person_profile_context(
            club, group, person_id, persons, played, FormData.of(request.GET), timezone.localdate()
        )
    return render(request, "club/person/person.html", context)


def _person_of_device(club: Club, group: ClubGroup, persons: People) -> Person | None:
    """Return the person whose phone this is, if they said so."""
    player_id = club.device.player_id if club.device else None
    return persons.get(str(group.person(player_id))) if player_id else None


def _person_profile_context(
    club: Club,
    group: ClubGroup,
    person_id: UUID,
    persons: People,
    played: list[MonthTotal],
    typed: FormData,
    today: date,
) -> dict[str, Any]:
    person, games = persons[str(person_id)], profiles.games_of_months(played)
    filtered = filters.parse_figure_filters(group, typed, games, today=today, usual=SpanName.ALL)
    scope = filtered.scope
    own = profiles.months_in_scope(played, scope)
    totals = profiles.totals_of_months(own)
    common = pairs.common_hands_of_person(scope, person_id)
    lines = person_page_lines.person_common_lines(common, persons)
    contracts = _played_contracts(scope, person_id)
    rated = milestones.rated_evenings(scope, person_id)
    return {
        "filters": filtered,
        "is_up_to_now": scope.span.end > today,
        "has_cup": cup_holder(group, today=today) == person_id,
        "totals": totals,
        "amounts": [(unit, amount) for unit, amount in totals.amounts.items() if unit != POINTS],
        "rivals": list(person_page_lines.person_rival_lines(find_rivals(common), common, persons)),
        "common": lines,
        "against": lines[:AGAINST_SHOWN],
        "contracts": contracts,
        "roles": person_page_lines.person_role_lines(contracts),
        **_evening_context(club, scope, person_id, rated),
        **_course_context(filtered, person, own, rated, typed.one("in")),
    }


def _evening_context(club: Club, scope: FigureScope, person_id: UUID, rated: list[Rating]) -> dict[str, Any]:
    """Return the last evenings, records and milestones, with the links to their evenings."""
    found = bests.personal_bests(scope, person_id)
    evenings = profiles.last_evenings(scope, person_id)
    reached = milestones.milestones(scope, person_id, rated)[:MILESTONES_SHOWN]
    linked = {one.evening_id for one in evenings} | {one.evening_id for one in reached}
    linked |= {best.evening_id for best in found.each if best}
    links = {id: one.link_from(club) for id, one in profiles.evening_links(scope.group, linked).items()}
    return {
        "places": person_page_lines.place_lines(milestones.place_counts(rated)),
        "evenings": person_page_lines.person_evening_lines(evenings, links),
        "bests": found,
        "best_lines": person_page_lines.personal_best_lines(found, links),
        "streak": person_page_lines.person_streak_text(found),
        "records": person_page_lines.person_record_texts(bests.records_held(scope, found)),
        "milestones": person_page_lines.milestone_lines(reached, links),
    }


def _played_contracts(scope: FigureScope, person_id: UUID) -> list[MonthContract]:
    """Return the contracts of the person; hands thrown in are none, unless they moved points."""
    found = profiles.contract_figures_of_person(scope, person_id)
    return [one for one in found if one.points or one.contract != THROWN_IN.id]


def _course_context(
    filtered: filters.FigureFilters, person: Person, played: list[MonthTotal], rated: list[Rating], unit: str
) -> dict[str, Any]:
    """Return the chart in the unit of the address, or in points. played: the months in the scope."""
    scope, person_id, units = filtered.scope, UUID(person.id), {one.unit: None for one in played}
    has_rating = bool(rated) and person_id not in scope.group.unrated
    if unit == filters.RATING and has_rating:
        course = person_page_lines.rating_chart(rated, person)
    else:
        unit = unit if unit in units else POINTS
        history = profiles.point_history_of_person(scope, person_id, played=played)
        course = person_page_lines.points_history_chart(history, person, unit)
    return {"course": course, "units": filters.unit_choices(filtered, unit, units, has_rating=has_rating)}
