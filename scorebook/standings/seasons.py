"""STUB."""

from collections.abc import Sequence
from datetime import date

from scorebook.clubs.circle import Circle


def season_starts(circle: Circle, *, game: str) -> Sequence[date]:
    return ()
