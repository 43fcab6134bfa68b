"""The club: its evenings, its balances, its leaderboard, its names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules import GAMES, words
from scorebook import language
from scorebook.clubs import name_chain
from scorebook.clubs import services as clubs
from scorebook.clubs.models import Club
from scorebook.ledger import queries as books
from scorebook.play.models import Evening
from scorebook.standings import queries as standings
from scorebook.standings.queries import PlayedIn, Ranking, Standing
from scorebook.web.club.forms import NameForm
from scorebook.web.core import access, people, periods, problem_texts, units
from scorebook.web.core.form_data import FormData
from scorebook.web.core.money import POINTS
from scorebook.web.core.people import People, Person
from scorebook.web.core.periods import Period


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    unit: str
    amount_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLine:
    """first: what the board shows in front, points unless they are of different games or money orders it.

    others: beside it.
    """

    rank: int
    person: Person
    first: Amount
    others: tuple[Amount, ...]
    evenings: int
    hands: int
    declared: int
    declared_won: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenLine:
    """What is not settled of a person: by the evenings, and what was put on the tab. + they are still owed it."""

    person: Person
    evenings_minor: int
    tab_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPart:
    """lines: those of whom something is open."""

    unit: str
    lines: tuple[OpenLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningItem:
    """hands: those that stand."""

    number: int
    started_at: datetime
    game: str
    hands: int
    is_closed: bool
    scribe_token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterChoice:
    """A link to the board in another way."""

    text: str
    query: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardView:
    """Which board somebody asked for.

    games:       all that the club has played, where there are several.
    game:        the chosen one of them; None is all.
    sort_chosen: empty where nobody asked for an order.
    unit:        of the money that is compared.
    """

    games: tuple[str, ...]
    game: str | None
    sort: str
    sort_chosen: str
    unit: str

    @property
    def is_mixed(self) -> bool:
        return bool(self.games) and self.game is None


# Of each page of the list; a year of a weekly table.
EVENINGS = 20

SORTS = {
    "points": Ranking.POINTS,
    "money": Ranking.MONEY,
    "hands": Ranking.HANDS,
    "won": Ranking.DECLARED_WON,
}


@never_cache
@require_http_methods(["GET", "HEAD"])
def club_page(request: HttpRequest, club_token: str) -> HttpResponse:
    found = access.club_of(club_token)
    return _club_page(request, found)


def _club_page(request: HttpRequest, found: Club, refused: NameForm | None = None) -> HttpResponse:
    typed = FormData.of(request.GET)
    persons = people.people_of_club(found)
    period = periods.read_period(typed, timezone.localdate())
    money = units.units_of_club(found)
    evenings = standings.latest_evenings(found, before=typed.number("before"), count=EVENINGS + 1)
    struck_out = standings.hands_struck_out(found, [one.pk for one in evenings])
    view = _leaderboard_view(typed, standings.played_in(found))
    board = standings.leaderboard(
        club=found,
        first_on=period.first_on,
        last_on=period.last_on,
        game=view.game,
        by=SORTS[view.sort],
        unit=view.unit,
    )
    played_for = list(dict.fromkeys(unit for one in board for unit in one.amounts if unit != POINTS))
    former = name_chain.former_names(found)
    context = {
        "club": found,
        "former_names": former.get(None, ()),
        "name_form": _rename_form(None, found.name, refused),
        "evenings": [
            _evening_row_of_club(one, one.hand_count - struck_out.get(one.pk, 0)) for one in evenings[:EVENINGS]
        ],
        "older": evenings[EVENINGS - 1].number if len(evenings) > EVENINGS else None,
        "is_older": typed.has("before"),
        "board": _leaderboard_rows(board, persons, played_for, view),
        "open_parts": [_open_amounts_of_club(found, unit, persons) for unit in money],
        "view": view,
        "games": _game_choices(view, period),
        "sorts": [
            FilterChoice(text=text, query=_leaderboard_query(period.query, view.game, id), is_chosen=id == view.sort)
            for id, text in _leaderboard_sort_texts().items()
        ],
        "periods": [
            FilterChoice(
                text=one.text,
                query=_leaderboard_query(f"period={one.id}", view.game, view.sort_chosen),
                is_chosen=one.is_chosen,
            )
            for one in period.shortcuts
        ],
        "period": period,
        "persons": [
            (one, _rename_form(UUID(one.id), one.name, refused), former.get(UUID(one.id), ()))
            for one in people.people_by_name(persons)
        ],
        "is_naming": refused is not None,
        "club_url": request.build_absolute_uri(reverse("web:club", args=[found.link_token])),
    }
    return render(request, "club/club.html", context, status=422 if refused else 200)


def _rename_form(player: UUID | None, name: str, refused: NameForm | None) -> NameForm:
    if refused and refused.cleaned_data["player"] == player:
        return refused
    return NameForm(initial={"name": name})


def _leaderboard_view(typed: FormData, played: Sequence[PlayedIn]) -> LeaderboardView:
    """Points of different games are not worth the same: together they are compared by money, where there is any."""
    found = {one.game for one in played}
    games = tuple(game for game in GAMES if game in found) if len(found) > 1 else ()
    game = typed.one("game") if typed.one("game") in games else None
    unit = next((one.unit for one in played if one.unit != POINTS and game in (None, one.game)), POINTS)
    sort_chosen = typed.one("sort") if typed.one("sort") in SORTS else ""
    usual = "money" if games and game is None and unit != POINTS else "points"
    return LeaderboardView(games=games, game=game, sort=sort_chosen or usual, sort_chosen=sort_chosen, unit=unit)


def _leaderboard_query(period: str, game: str | None, sort: str) -> str:
    return "&".join([period, *([f"game={game}"] if game else []), *([f"sort={sort}"] if sort else [])])


def _game_choices(view: LeaderboardView, period: Period) -> list[FilterChoice]:
    """None where there is nothing to choose."""
    offered = (None, *view.games) if view.games else ()
    return [
        FilterChoice(
            text=words.game_name(game, language.current_language()) if game else _("all games"),
            query=_leaderboard_query(period.query, game, view.sort_chosen),
            is_chosen=game == view.game,
        )
        for game in offered
    ]


def _leaderboard_sort_texts() -> dict[str, str]:
    return {"points": _("points"), "money": _("money"), "hands": _("hands"), "won": _("wins")}


def _leaderboard_rows(
    board: Sequence[Standing], persons: People, played_for: Sequence[str], view: LeaderboardView
) -> list[BoardLine]:
    is_mixed = view.is_mixed and view.sort != "points"
    shown = [*played_for] if is_mixed and played_for else [POINTS, *played_for]
    if is_mixed or view.sort == "money":
        shown.sort(key=lambda unit: unit != view.unit)
    return [
        BoardLine(
            rank=one.rank,
            person=persons[str(one.player.pk)],
            first=_leaderboard_amount(one, shown[0]),
            others=tuple(_leaderboard_amount(one, unit) for unit in shown[1:]),
            evenings=one.evenings,
            hands=one.hands,
            declared=one.declared,
            declared_won=one.declared_won,
        )
        for one in board
    ]


def _leaderboard_amount(one: Standing, unit: str) -> Amount:
    return Amount(unit=unit, amount_minor=one.points if unit == POINTS else one.amounts.get(unit, 0))


def _open_amounts_of_club(found: Club, unit: str, persons: People) -> OpenPart:
    """What everybody still owes or is owed: results and payments together."""
    all_in_all, tab = books.balances(club=found, unit=unit), books.tab_balances(club=found, unit=unit)
    lines = [
        OpenLine(person=person, evenings_minor=all_in_all.get(id, 0) - tab.get(id, 0), tab_minor=tab.get(id, 0))
        for person in people.people_by_name(persons)
        for id in [UUID(person.id)]
    ]
    return OpenPart(unit=unit, lines=tuple(line for line in lines if line.evenings_minor or line.tab_minor))


def _evening_row_of_club(evening: Evening, hands: int) -> EveningItem:
    return EveningItem(
        number=evening.number,
        started_at=evening.started_at,
        game=words.game_name(evening.game, language.current_language()),
        hands=hands,
        is_closed=evening.is_closed,
        scribe_token=evening.scribe_token,
    )


@never_cache
@require_http_methods(["POST"])
def rename_page(request: HttpRequest, club_token: str) -> HttpResponse:
    """One name at a time: the club's, or that of the player whom the form names."""
    found = access.club_of(club_token)
    form = NameForm(FormData.of(request.POST))
    if not form.is_valid():
        raise Http404
    player_id, name = form.cleaned_data["player"], form.cleaned_data["name"]
    try:
        if player_id:
            player = get_object_or_404(found.players, pk=player_id)
            clubs.rename_player(player=player, name=name, by=access.CLUB, at=timezone.now())
        else:
            clubs.rename_club(club=found, name=name, by=access.CLUB, at=timezone.now())
    except clubs.ClubError as error:
        found.refresh_from_db()
        form.add_error("name", " ".join(problem_texts.web_problem_text(problem.code) for problem in error.problems))
        return _club_page(request, found, form)
    messages.success(request, _("The name is changed."))
    return redirect("web:club", club_token=found.link_token)
