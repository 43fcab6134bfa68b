"""The page that compares two people: who ended ahead, how each fares in each role, the hands in common."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorebook import access, lookups
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.core.time_spans import SpanName
from scorebook.standings.people import pairs, profiles
from scorebook.standings.people.meetings import Meeting, Meetings, meetings_of
from scorebook.standings.people.roles import RoleFigures, figures_by_role
from scorebook.standings.standings_scope import FigureScope
from scorebook.web.club.person import filters, person_page_lines
from scorebook.web.club.person.person_page_lines import EveningLinks
from scorebook.web.core import person_names
from scorebook.web.core.form_data import FormData
from scorebook.web.core.person_names import Person

LAST_MEETINGS = 10


@never_cache
@require_safe
@access.opens_club()
def comparison_page(request: HttpRequest, club: Club, player_id: UUID) -> HttpResponse:
    """Compare a person with the one that `with` in the address names; without one, offer everyone to choose from."""
    group, typed = club_group(club.pk), FormData.of(request.GET)
    lookups.entries_of_person(group, player_id)
    person_id, persons = group.person(player_id), person_names.people_of_group(group)
    other_id = typed.id("with")
    other = persons.get(str(group.person(other_id))) if other_id else None
    person = persons[str(person_id)]
    played = profiles.games_of_months(profiles.played_months(group, person_id))
    if other == person or not played:
        return redirect("web:person", token=club.link, player_id=person_id)
    filtered = filters.parse_figure_filters(group, typed, played, today=timezone.localdate(), usual=SpanName.ALL)
    common = pairs.common_hands_of_person(filtered.scope, person_id)
    lines = person_page_lines.person_common_lines(common, persons)
    context = {
        "club": club,
        "person": person,
        "other": other,
        "filters": filtered,
        "common": lines,
        "against": [line for line in lines if line[0] != other],
    }
    if other:
        context |= _comparison_context(club, filtered.scope, person, other) | {
            "kept": [("with", other.id)],
            "duel": common.get(UUID(other.id), pairs.NOTHING),
        }
    return render(request, "club/person/comparison.html", context)


def _comparison_context(club: Club, scope: FigureScope, person: Person, other: Person) -> dict[str, Any]:
    found = meetings_of(scope, UUID(person.id), UUID(other.id))
    last = [one.evening_id for one in found.evenings[:LAST_MEETINGS]]
    links = {id: one.link_from(club) for id, one in profiles.evening_links(scope.group, last).items()}
    return {
        "meetings_text": person_page_lines.meetings_text(found, person, other),
        "last_meetings": _meeting_lines(found, links, person, other),
        "roles": _role_pairs(scope, person, other),
    }


def _meeting_lines(
    found: Meetings, links: EveningLinks, person: Person, other: Person
) -> list[tuple[Meeting, str, Person | None]]:
    """Return the last meetings with the address of each and who ended ahead; None if the two shared a place."""
    return [
        (
            one,
            person_page_lines.evening_url(links, one.evening_id),
            person if one.lead > 0 else other if one.lead else None,
        )
        for one in found.evenings[:LAST_MEETINGS]
    ]


def _role_pairs(scope: FigureScope, person: Person, other: Person) -> list[tuple[str, tuple[RoleFigures, RoleFigures]]]:
    """Return the name of each role that one of them had, and its figures of both."""
    one, two = (figures_by_role(profiles.contract_figures_of_person(scope, UUID(who.id))) for who in (person, other))
    names = person_page_lines.role_names()
    return [(name, (one[role], two[role])) for role, name in names.items() if one[role].hands or two[role].hands]
