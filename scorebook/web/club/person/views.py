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
from scorebook.standings.people import bests, pairs, profiles
from scorebook.standings.people.rivals import MIN_COMMON, find_rivals
from scorebook.standings.records.cup_holders import cup_holder
from scorebook.standings.records.titles import titles, titles_by_person
from scorebook.standings.standings_scope import FigureScope
from scorebook.web.club.person import filters, person_page_lines
from scorebook.web.core import person_names, units
from scorebook.web.core.form_data import FormData
from scorebook.web.core.person_names import People


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
    }
    played = profiles.played_months(group, person_id)
    if played:
        context |= _person_profile_context(
            club, group, person_id, persons, played, FormData.of(request.GET), timezone.localdate()
        )
    return render(request, "club/person/person.html", context)


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
    chosen = persons.get(str(group.person(typed.id("with"))))
    other = chosen if chosen != person else None
    found = bests.personal_bests(scope, person_id)
    evenings = profiles.last_evenings(scope, person_id)
    linked = {one.evening_id for one in evenings} | {best.evening_id for best in found.each if best}
    links = {id: one.link_from(club) for id, one in profiles.evening_links(group, linked).items()}
    history = profiles.point_history_of_person(scope, person_id, played=own)
    unit = typed.one("in") if typed.one("in") in totals.amounts else POINTS
    return {
        "filters": filtered,
        "is_up_to_now": scope.span.end > today,
        "has_cup": cup_holder(group, today=today) == person_id,
        "totals": totals,
        "amounts": [(unit, amount) for unit, amount in totals.amounts.items() if unit != POINTS],
        "rivals": list(person_page_lines.person_rival_lines(find_rivals(common), common, persons)),
        "common": person_page_lines.person_common_lines(common, persons),
        "other": other,
        "duel": common.get(UUID(other.id), pairs.NOTHING) if other else None,
        "contracts": _played_contracts(scope, person_id),
        "evenings": person_page_lines.person_evening_lines(evenings, links),
        "bests": found,
        "best_lines": person_page_lines.personal_best_lines(found, links),
        "streak": person_page_lines.person_streak_text(found),
        "records": person_page_lines.person_record_texts(bests.records_held(scope, found)),
        "course": person_page_lines.points_history_chart(history, person, unit),
        "units": filters.unit_choices(filtered, unit, totals.amounts),
    }


def _played_contracts(scope: FigureScope, person_id: UUID) -> list[MonthContract]:
    """Return the contracts of the person; hands thrown in are none, unless they moved points."""
    contracts = profiles.contract_figures_of_person(scope, person_id)
    return [one for one in contracts if one.points or one.contract != THROWN_IN.id]
