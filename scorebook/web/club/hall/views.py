"""The hall of a club, the page of one memorable hand, and the report of a year."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rules.wording import words
from scorebook import access
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.core.months import EARLIEST, LATEST
from scorebook.standings.hand_cursor import parse_hand_cursor
from scorebook.standings.people.nemesis_title import nemesis_title
from scorebook.standings.records import club_records
from scorebook.standings.records.cup_holders import cup_now
from scorebook.standings.records.memorable import memorable_hand
from scorebook.standings.records.titles import titles
from scorebook.standings.records.year_report import year_report
from scorebook.standings.seasons.season_queries import season_by_id
from scorebook.standings.standings_scope import FigureScope
from scorebook.texts import language
from scorebook.web.club.hall import hall_lists
from scorebook.web.club.hall import year_page as year_text
from scorebook.web.club.hall.cup_views import cup_context
from scorebook.web.club.hall.framed_hands import framed_hand
from scorebook.web.core import person_names
from scorebook.web.core.choices import Select, choices, selects
from scorebook.web.core.form_data import FormData

ALL_GAMES = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScope:
    """The games that a page covers."""

    game: str | None  # None for all games
    text: str  # the same in words
    query: str  # of the address; empty for all games
    selects: tuple[Select, ...]  # of the game; empty for a single one


@never_cache
@require_safe
@access.opens_club()
def hall_page(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the hall; `feat` in the address lists all hands of one feat, page by page."""
    typed = FormData.of(request.GET)
    feat = next((one for one in club_records.FEATS if one.value == typed.one("feat")), None)
    group = club_group(club.pk)
    played = club_records.hall_games(group)
    covers = _parse_game_scope(typed.one("game"), played)
    scope = FigureScope(group=group, game=covers.game)
    persons = person_names.people_of_group(group)
    if feat is not None:
        before = parse_hand_cursor(typed.one("before"))
        part = hall_lists.hall_feat_part(scope, persons, feat, before=before, size=hall_lists.ON_A_PAGE)
        kept = [("feat", feat.value)]
        context: dict[str, object] = {
            "club": club, "covers": covers, "kept": kept, "part": part, "is_older": before is not None,
        }  # fmt: skip
        return render(request, "club/hall/feat.html", context)
    today = timezone.localdate()
    champion, *others = titles(group, today=today)
    games = [scope.game] if scope.game else played
    context = {
        "club": club,
        "covers": covers,
        "titles": [champion, *others, nemesis_title(group, today=today)],
        "champion_season": champion.season and season_by_id(group, champion.season),
        "feats": [
            hall_lists.hall_feat_part(scope, persons, one, size=hall_lists.SHOWN[one]) for one in club_records.FEATS
        ],
        "has_highest": games != [*hall_lists.WITHOUT_HIGHEST],
        "highest": hall_lists.highest_parts(scope, games, persons),
        "records": hall_lists.hall_record_parts(scope, persons),
        "people": persons,
        **cup_context(cup_now(group, today=today)),
        "years": club_records.hall_years(group),
    }
    return render(request, "club/hall/hall.html", context)


@never_cache
@require_safe
@access.opens_club()
def framed_hand_page(request: HttpRequest, club: Club, evening_id: UUID, no: int) -> HttpResponse:
    """Show a memorable hand; any other hand is a 404."""
    group = club_group(club.pk)
    found = memorable_hand(group, evening_id=evening_id, no=no)
    if found is None:
        raise Http404
    hand = framed_hand(found, person_names.people_of_group(group))
    return render(request, "club/hall/framed_hand.html", {"club": club, "hand": hand})


@never_cache
@require_safe
@access.opens_club()
def year_page(request: HttpRequest, club: Club, year: int) -> HttpResponse:
    if not EARLIEST.year <= year < LATEST.year:
        raise Http404
    group, today = club_group(club.pk), timezone.localdate()
    covers = _parse_game_scope(FormData.of(request.GET).one("game"), club_records.hall_games(group))
    report, is_running = year_report(group, year=year, today=today, game=covers.game), year == today.year
    persons, others = person_names.people_of_group(group), club_records.hall_years(group)
    context = {
        "club": club,
        "covers": covers,
        "year": year,
        "is_running": is_running,
        "report": report,
        "people": persons,
        "parts": list(year_text.year_parts(report, persons, club, is_running=is_running)),
        "feats": list(year_text.year_feats(report, persons)),
        "lines": year_text.year_lines(report, persons),
        "units": year_text.year_units(report),
        "only_game": year_text.only_game_of_year(report),
        "years": [one for one in others if one != year],
        "printed_at": timezone.now(),
    }
    return render(request, "club/hall/year.html", context)


def _parse_game_scope(typed: str, played: Sequence[str]) -> GameScope:
    """Parse the game of a page; a game that was not played means all games."""
    game = typed if typed in played and len(played) > 1 else None
    named = game or (played[0] if len(played) == 1 else None)
    texts = {one: _game_scope_text(one) for one in (None, *played)} if len(played) > 1 else {}
    return GameScope(
        game=game,
        text=_game_scope_text(named),
        query=urlencode({"game": game}) if game else "",
        selects=selects(("game", _("Game"), choices(texts, chosen=game, value=lambda one: one or ALL_GAMES))),
    )


def _game_scope_text(game: str | None) -> str:
    return words.game_name(game, language.current_language()) if game else _("all games")
