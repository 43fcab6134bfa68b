"""A club's page: the present season, the last evening, all evenings, open balances, and links to the other pages."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorebook import access
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.models import Club
from scorebook.play.queries.hand_counts import hands_played
from scorebook.play.queries.open_balances import OpenBalance, OpenBook, open_balances_of_people
from scorebook.standings.boards import board_queries as standings
from scorebook.standings.boards import leaderboards
from scorebook.standings.records.titles import titles, titles_by_person
from scorebook.standings.seasons.season_queries import present_season
from scorebook.standings.seasons.season_results import standings_of_season
from scorebook.web.club.boards import board_rows
from scorebook.web.club.boards.views import board_query_label, parse_board_query
from scorebook.web.club.front.lost_keeper_views import keeper_request_context
from scorebook.web.club.seasons.season_rows import season_table
from scorebook.web.core import person_names, units
from scorebook.web.core.form_data import FormData
from scorebook.web.core.person_names import People, Person

# Per page of the list.
EVENINGS = 20


@never_cache
@require_http_methods(["GET", "HEAD"])
@access.opens_club()
def club_page(request: HttpRequest, club: Club) -> HttpResponse:
    typed = FormData.of(request.GET)
    group = club_group(club.pk)
    persons, entries = person_names.people_and_entries(group)
    money, open_money = units.units_of_club(club), open_balances_of_people(group, club=club.pk)
    evenings = standings.latest_evenings(club, before=typed.number("before"), count=EVENINGS + 1)
    hands = hands_played(club, evenings)
    board_query = parse_board_query(FormData({}), standings.played_games_and_units(club), timezone.localdate())
    season = present_season(group, timezone.localdate())
    context = {
        "club": club,
        "season": season,
        "season_table": season and season_table(standings_of_season(group, season), season.agreement, entries),
        # A present season replaces the board of the last twelve months.
        "board": None
        if season
        else board_rows.board_table(leaderboards.compute_board(group, board_query.board_query), persons),
        "board_of": board_query_label(board_query),
        "people": persons,
        "badges": titles_by_person(titles(group, today=timezone.localdate())),
        **_last_evening_context(group),
        "evenings": [(one, hands.get(one.pk, 0)) for one in evenings[:EVENINGS]],
        "older": evenings[EVENINGS - 1].number if len(evenings) > EVENINGS else None,
        "is_older": typed.has("before"),
        "open_parts": [
            (unit, _open_balances_of_unit(open_money, unit, persons))
            for unit in dict.fromkeys((*money, *open_money.units))
        ],
        "names": _people_with_phones(club, group) if club.device else (),
        "lost_link": keeper_request_context(club, entries, group.keeper_events),
        "requests": club.other_devices().filter(requested_player__isnull=False).select_related("requested_player"),
        "remind_of_link": bool(evenings) and club.reminds_of_link(evening=evenings[0].number),
    }
    return render(request, "club/front/club.html", context)


def _people_with_phones(club: Club, group: ClubGroup) -> list[Person]:
    people = person_names.people_to_seat(club, group)
    return [person for person in people if UUID(person.id) not in group.forgotten]


def _last_evening_context(group: ClubGroup) -> dict[str, object]:
    found = standings.last_evening(group)
    if found is None:
        return {}
    evening, results = found
    return {"last": evening, "results": results, "has_winner": len({one.place for one in results}) > 1}


def _open_balances_of_unit(book: OpenBook, unit: str, persons: People) -> list[tuple[Person, UUID | None, OpenBalance]]:
    """Return the open balances of one unit, with the player of this club whose statement shows each, if any.

    Each is the sum of results and payments over all entries of a person; people who are settled are left out.
    """
    return [
        (person, book.entries.get(id), balance)
        for person in person_names.people_by_name(persons)
        for id in [UUID(person.id)]
        for balance in book.balances_of(id)
        if balance.unit == unit
    ]
