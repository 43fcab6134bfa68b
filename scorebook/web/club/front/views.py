"""A club's page: the present season, the last evening, all evenings, open balances, and links to the other pages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules.wording import words
from scorebook import access
from scorebook.clubs.groups import ClubGroup, club_group
from scorebook.play.models import Evening
from scorebook.play.queries.hand_counts import hands_played
from scorebook.play.queries.open_balances import OpenBalance, OpenBook, open_book
from scorebook.standings import last_evening
from scorebook.standings.boards import leaderboards
from scorebook.standings.boards import queries as standings
from scorebook.texts import language
from scorebook.web.club.boards import board_rows
from scorebook.web.club.boards.views import board_query_label, parse_board_query
from scorebook.web.club.seasons.season_rows import present_season
from scorebook.web.core import person_names, units
from scorebook.web.core.form_data import FormData
from scorebook.web.core.person_names import People, Person


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonBalance:
    person: Person
    entry: UUID | None  # the player of this club whose statement shows it; None without one
    balance: OpenBalance


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPart:
    """The open balances of one unit, without people who are settled."""

    unit: str
    lines: tuple[PersonBalance, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningItem:
    number: int
    started_at: datetime
    game: str
    hands: int  # as `hands_played` counts them
    is_closed: bool
    scribe_token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LastPlace:
    rank: int
    is_winner: bool  # False for all if everybody is level
    person: Person
    points: int
    amount_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LastEvening:
    started_at: datetime
    game: str
    unit: str
    scribe_token: str
    places: tuple[LastPlace, ...]  # best first


# Per page of the list.
EVENINGS = 20


@never_cache
@require_http_methods(["GET", "HEAD"])
def club_page(request: HttpRequest, club_token: str) -> HttpResponse:
    found = access.club_of(club_token)
    typed = FormData.of(request.GET)
    group = club_group(found.pk)
    persons, entries = person_names.people_and_entries(group)
    money, open_money = units.units_of_club(found), open_book(group, club=found.pk)
    evenings = standings.latest_evenings(found, before=typed.number("before"), count=EVENINGS + 1)
    hands = hands_played(found, evenings)
    board_query = parse_board_query(FormData({}), standings.played_in(found), timezone.localdate())
    season = present_season(group, found, entries, timezone.localdate())
    context = {
        "club": found,
        "season": season,
        # A present season replaces the board of the last twelve months.
        "board": None
        if season
        else board_rows.board_table(leaderboards.board(group, board_query.board_query), persons),
        "board_of": board_query_label(board_query),
        "last": _last_evening_context(group, persons),
        "evenings": [_evening_row_of_club(one, hands.get(one.pk, 0)) for one in evenings[:EVENINGS]],
        "older": evenings[EVENINGS - 1].number if len(evenings) > EVENINGS else None,
        "is_older": typed.has("before"),
        "open_parts": [
            _open_amounts_of_club(open_money, unit, persons) for unit in dict.fromkeys((*money, *open_money.units))
        ],
        "club_url": request.build_absolute_uri(reverse("web:club", args=[found.link_token])),
    }
    return render(request, "club/front/club.html", context)


def _last_evening_context(group: ClubGroup, persons: People) -> LastEvening | None:
    found = last_evening.last_evening(group)
    if found is None:
        return None
    evening, results = found
    return LastEvening(
        started_at=evening.started_at,
        game=words.game_name(evening.game, language.current_language()),
        unit=evening.unit,
        scribe_token=evening.scribe_token,
        places=tuple(
            LastPlace(
                rank=one.place,
                is_winner=one.place == 1 and len({other.place for other in results}) > 1,
                person=persons[str(one.player_id)],
                points=one.points,
                amount_minor=one.amount_minor,
            )
            for one in results
        ),
    )


def _open_amounts_of_club(book: OpenBook, unit: str, persons: People) -> OpenPart:
    """Collect the open balances of one unit: results and payments, summed over all entries of a person."""
    lines = (
        PersonBalance(person=person, entry=book.entries.get(id), balance=balance)
        for person in person_names.people_by_name(persons)
        for id in [UUID(person.id)]
        for balance in book.of(id)
        if balance.unit == unit
    )
    return OpenPart(unit=unit, lines=tuple(lines))


def _evening_row_of_club(evening: Evening, hands: int) -> EveningItem:
    return EveningItem(
        number=evening.number,
        started_at=evening.started_at,
        game=words.game_name(evening.game, language.current_language()),
        hands=hands,
        is_closed=evening.is_closed,
        scribe_token=evening.scribe_token,
    )
