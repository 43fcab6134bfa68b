"""A club's page: who leads, what is open, what happened last, and the links to the other pages."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.timezone import localtime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorebook import access
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.models import Club
from scorebook.play.models import Evening
from scorebook.play.queries.hand_counts import hands_played
from scorebook.play.queries.open_balances import open_balances_of_people
from scorebook.play.services import archived_evenings
from scorebook.standings.boards import board_queries as standings
from scorebook.standings.boards import leaderboards
from scorebook.standings.records.club_records import hall_years
from scorebook.standings.records.titles import titles, titles_by_person
from scorebook.standings.seasons.season_queries import present_season
from scorebook.standings.seasons.season_results import standings_of_season
from scorebook.web.club.boards import board_rows
from scorebook.web.club.boards.views import board_query_label, parse_board_query
from scorebook.web.club.front import front_rows
from scorebook.web.club.front.club_pages import club_pages
from scorebook.web.club.front.lost_keeper_views import keeper_request_context
from scorebook.web.club.seasons.season_rows import season_table
from scorebook.web.core import person_names
from scorebook.web.core.form_data import FormData
from scorebook.web.core.person_names import People, Person

# On the club's page, and per page of the older ones.
EVENINGS, OLDER_EVENINGS = 5, 20
LEADERS = 3
# Whose pages are one tap away; a leaderboard lists everyone.
PEOPLE_SHOWN = 12


@never_cache
@require_http_methods(["GET", "HEAD"])
@access.opens_club()
def club_page(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the club; with `before` in the address a page of its older evenings."""
    typed, group = FormData.of(request.GET), club_group(club.pk)
    persons, entries = person_names.people_and_entries(group)
    before = typed.number("before")
    count = EVENINGS if before is None else OLDER_EVENINGS
    found = standings.evenings_with_results(club, before=before, count=count + 1)
    hands = hands_played(club, [one.evening for one in found])
    context: dict[str, Any] = {
        "club": club,
        "people": persons,
        "evenings": [(one, hands.get(one.evening.pk, 0)) for one in found[:count]],
        "usual_game": front_rows.usual_game(found),
        "older": found[count - 1].evening.number if len(found) > count else None,
    }
    if before is not None:
        return render(request, "club/front/older_evenings.html", context)
    newest = found[0].evening if found else None
    running = front_rows.running_evening(found, at=timezone.now())
    context |= {
        **_leaders_context(club, group, persons, entries),
        "badges": titles_by_person(titles(group, today=timezone.localdate())),
        "running": running,
        "evenings": [(one, count) for one, count in context["evenings"] if one is not running],
        "open_sums": front_rows.open_sums(open_balances_of_people(group, club=club.pk), persons),
        "club_pages": club_pages(club, year=_year_to_show(group, newest)),
        "archived": 0 if found else archived_evenings(Evening.objects.filter(club=club, hand_count__gt=0)).count(),
        "names": _people_with_phones(club, group) if club.device else (),
        "lost_link": keeper_request_context(club, entries, group.keeper_events),
        "requests": club.other_devices().filter(requested_player__isnull=False).select_related("requested_player"),
        "remind_of_link": newest is not None and club.reminds_of_link(evening=newest.number),
    }
    return render(request, "club/front/club.html", context)


def _year_to_show(group: ClubGroup, newest: Evening | None) -> int | None:
    """Return the year of the newest listed evening, or the last with figures if none is listed; None without any."""
    return localtime(newest.started_at).year if newest else next(iter(hall_years(group)), None)


def _leaders_context(club: Club, group: ClubGroup, persons: People, entries: People) -> dict[str, object]:
    """Return the first lines of the present season, or of the last twelve months' board if there is none."""
    today = timezone.localdate()
    season = present_season(group, today)
    if season:
        table = season_table(standings_of_season(group, season), season.agreement, entries)
        ids = [line.person for line in table["lines"][:PEOPLE_SHOWN]]
        leading = front_rows.leading_lines(table, LEADERS)
        return {
            "season": season,
            "season_table": leading,
            "known": [entries[str(id)] for id in ids if str(id) in entries],
        }
    query = parse_board_query(FormData({}), standings.played_games_and_units(club), today)
    board = board_rows.board_table(leaderboards.compute_board(group, query.board_query), persons)
    return {
        "board": board,
        "board_of": board_query_label(query),
        "leaders": board.lines[:LEADERS],
        "known": [persons[str(line.person_id)] for line in board.lines[:PEOPLE_SHOWN]],
    }


def _people_with_phones(club: Club, group: ClubGroup) -> list[Person]:
    people = person_names.people_to_seat(club, group)
    return [person for person in people if UUID(person.id) not in group.forgotten]
