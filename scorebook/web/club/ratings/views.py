"""The ratings with their uncertainty, and how well they predict."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rules.wording import words
from scorebook import access
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.standings.ratings import rating_queries
from scorebook.standings.ratings.rating_model import PROVISIONAL_EVENINGS, mean_miss
from scorebook.texts import language
from scorebook.web.core import person_names
from scorebook.web.core.choices import Choice, choices
from scorebook.web.core.form_data import FormData


@never_cache
@require_safe
@access.opens_club()
def ratings_page(request: HttpRequest, club: Club) -> HttpResponse:
    group = club_group(club.pk)
    games = rating_queries.rated_games_newest_first(group, club)
    game = _chosen_rated_game(FormData.of(request.GET), games)
    context = {
        "club": club,
        "lines": rating_queries.rated_people(group, game) if game else [],
        "people": person_names.people_of_group(group),
        "games": _rated_game_choices(games, game),
        "least": PROVISIONAL_EVENINGS,
        "evenings": rating_queries.CALIBRATED_EVENINGS,
        "miss": mean_miss(rating_queries.calibrate_ratings(group, game)) if game else None,
    }
    return render(request, "club/ratings/ratings.html", context)


def _chosen_rated_game(typed: FormData, games: list[str]) -> str | None:
    """Return the game of the address, else the first one."""
    return typed.one("game") if typed.one("game") in games else next(iter(games), None)


def _rated_game_choices(games: list[str], chosen: str | None) -> tuple[Choice, ...]:
    """Return the links to the games; empty for a single game."""
    texts = {game: words.game_name(game, language.current_language()) for game in games}
    return choices(texts, chosen=chosen, value=lambda game: urlencode({"game": game})) if len(texts) > 1 else ()
