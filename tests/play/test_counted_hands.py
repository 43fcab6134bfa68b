"""Who won a hand and who lost it, from the points and the sheet alone."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules import Player
from scorebook.play.counted_hands import hand_winners

FOUR = tuple(Player(name) for name in ("Anna", "Beppo", "Cilli", "Done"))


@pytest.mark.parametrize(
    ("points", "tally", "winners", "losers"),
    [
        # One point is enough, for winning and for losing; nobody who neither got nor paid did either.
        ({"Anna": 1, "Beppo": -1}, {}, "Anna", "Beppo"),
        ({"Anna": 20, "Beppo": 20, "Cilli": -40}, {}, "Anna Beppo", "Cilli"),
        # On a sheet of its own the others write nothing: they have lost all the same. Points say nothing then.
        ({}, {"Anna": 1, "Cilli": 1}, "Anna Cilli", "Beppo Done"),
        ({"Beppo": 5, "Anna": -5}, {"Anna": 2}, "Anna", "Beppo Cilli Done"),
        # A sheet with deductions alone has no winner, and only they have lost.
        ({}, {"Beppo": -4}, "", "Beppo"),
        ({}, {"Beppo": -1}, "", "Beppo"),
        ({}, {}, "", ""),
    ],
)
def test_without_sides_the_points_or_the_sheet_say_who_won(
    points: Mapping[Player, int], tally: Mapping[Player, int], winners: str, losers: str
) -> None:
    found = hand_winners(FOUR, declarer_side=(), declarer_won=None, points=points, tally=tally, roof_by=None)
    assert (found.winners, found.losers) == (tuple(winners.split()), tuple(losers.split()))
