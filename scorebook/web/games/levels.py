"""What each game calls the levels of a result."""

from __future__ import annotations

from django.utils.translation import pgettext

from rules import Level, words
from scorebook import language


def level_name(level: Level, game: str) -> str:
    """Sasku has no Schneider: what counts there is how high a hand was won."""
    if game == "sasku":
        return {
            Level.PLAIN: lambda: pgettext("sasku", "narrow"),
            Level.SCHNEIDER: lambda: pgettext("sasku", "high"),
            Level.SCHWARZ: lambda: pgettext("sasku", "Lambapea"),
        }[level]()
    return words.level_name(level, language.current())
