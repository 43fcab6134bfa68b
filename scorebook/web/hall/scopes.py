"""What a page of the hall covers: all games, or the one that is chosen in its address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.http import urlencode
from django.utils.translation import gettext as _

from rules import words
from scorebook import language

ALL_GAMES = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChoice:
    """A link to the same page of another game, or of all."""

    text: str
    query: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScope:
    """game: None is all games. said: the same in words. query: of the address, empty for all games.

    choices: empty where there is nothing to choose.
    """

    game: str | None
    said: str
    query: str
    choices: Sequence[GameChoice]


def read_game(typed: str, played: Sequence[str]) -> GameScope:
    """typed: what is no game that was played is as if nobody had asked for one."""
    game = typed if typed in played and len(played) > 1 else None
    named = game or (played[0] if len(played) == 1 else None)
    choices = [
        GameChoice(text=_game_text(one), query=_query(one or ALL_GAMES), is_chosen=one == game)
        for one in (None, *played)
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
