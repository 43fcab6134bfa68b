"""The games that a page of the hall covers, parsed from its address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.http import urlencode
from django.utils.translation import gettext as _

from rules.wording import words
from scorebook.texts import language

ALL_GAMES = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLink:
    """A link to the same page for another game, or for all games."""

    text: str
    query: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScope:
    game: str | None  # None for all games
    said: str  # the same in words
    query: str  # of the address; empty for all games
    choices: Sequence[GameLink]  # empty for a single game


def read_game(typed: str, played: Sequence[str]) -> GameScope:
    """Parse the game of a page; a game that was not played means all games."""
    game = typed if typed in played and len(played) > 1 else None
    named = game or (played[0] if len(played) == 1 else None)
    choices = [
        GameLink(text=_game_text(one), query=_query(one or ALL_GAMES), is_chosen=one == game) for one in (None, *played)
    ]
    return GameScope(
        game=game,
        said=_game_text(named),
        query=_query(game) if game else "",
        choices=choices if len(played) > 1 else (),
    )


def _game_text(game: str | None) -> str:
    return words.game_name(game, language.current_language()) if game else _("all games")


def _query(game: str) -> str:
    return urlencode({"game": game})
