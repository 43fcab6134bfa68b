"""The games that a page of the hall covers, parsed from its address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.http import urlencode
from django.utils.translation import gettext as _

from rules.wording import words
from scorebook.texts import language
from scorebook.web.core.choices import Choice, choices

ALL_GAMES = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScope:
    game: str | None  # None for all games
    said: str  # the same in words
    query: str  # of the address; empty for all games
    choices: tuple[Choice, ...]  # links to the other games; empty for a single one


def parse_game_scope(typed: str, played: Sequence[str], *, feat: str = "") -> GameScope:
    """Parse the game of a page; a game that was not played means all games. feat: of the page's address."""
    game = typed if typed in played and len(played) > 1 else None
    named = game or (played[0] if len(played) == 1 else None)
    texts = {one: _game_scope_text(one) for one in (None, *played)} if len(played) > 1 else {}
    place = {"feat": feat} if feat else {}
    return GameScope(
        game=game,
        said=_game_scope_text(named),
        query=urlencode({"game": game}) if game else "",
        choices=choices(texts, chosen=game, value=lambda one: urlencode({**place, "game": one or ALL_GAMES})),
    )


def _game_scope_text(game: str | None) -> str:
    return words.game_name(game, language.current_language()) if game else _("all games")
