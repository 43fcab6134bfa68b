"""Who has won and how clearly: the threshold systems of RULES.md part 0, side by side."""

from __future__ import annotations

from dataclasses import dataclass

from rules.score import Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Card points of the declaring side; each bound belongs to the better result."""

    wins_from: int
    schneider_from: int
    free_from: int  # loses without Schneider from here


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a declared hand came to, from the declaring side's view."""

    won: bool
    level: Level


PALATINATE = Limits(wins_from=61, schneider_from=91, free_from=30)  # P15-P18
BAVARIAN = Limits(wins_from=61, schneider_from=91, free_from=31)  # B44, B45
TURNED_ROUND = Limits(wins_from=60, schneider_from=90, free_from=30)  # B83 Muss; X43 Kontra takes over


def outcome_of(*, limits: Limits, card_points: int, tricks: int | None, all_tricks: int) -> Outcome:
    """Winner and level by count. Schwarz is about tricks, never about points (P19, B46)."""
    won = card_points >= limits.wins_from
    if tricks is not None and tricks == (all_tricks if won else 0):
        return Outcome(won=won, level=Level.SCHWARZ)
    if card_points >= limits.schneider_from or card_points < limits.free_from:
        return Outcome(won=won, level=Level.SCHNEIDER)
    return Outcome(won=won, level=Level.PLAIN)
