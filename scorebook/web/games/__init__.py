"""All games as the pages present them. A new game is a line here and a module of its own, as in `rules.games`."""

from __future__ import annotations

from rules import Level, Ruleset
from rules.wording import words
from scorebook.texts import language
from scorebook.web.games import asserufen, bavarian, bierkopf, palatinate, sasku, schafskopf24
from scorebook.web.games.presentation import Offer, Presentation

# In the order in which they are offered.
PRESENTATIONS: dict[str, Presentation] = {}


def register_presentation(presentation: Presentation) -> None:
    PRESENTATIONS[presentation.game] = presentation


for _module in (bavarian, palatinate, asserufen, sasku, schafskopf24, bierkopf):
    register_presentation(_module.PRESENTATION)


def game_presentation(ruleset: Ruleset) -> Presentation:
    return PRESENTATIONS[ruleset.GAME]


def offers_of_game(game: str) -> tuple[Offer, ...]:
    """Return the offers of a game; empty for one without a presentation."""
    return PRESENTATIONS[game].offers if game in PRESENTATIONS else ()


def offer_of_game(game: str, id: str) -> Offer | None:
    return PRESENTATIONS[game].offer(id) if game in PRESENTATIONS else None


def level_name_of_game(level: Level, ruleset: Ruleset) -> str:
    own = game_presentation(ruleset).level_names.get(level)
    return words.level_name(level, language.current_language()) if own is None else str(own)
