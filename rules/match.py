"""The running match of two fixed teams and a tied deal, as Sasku passes them on to its next hand."""

from __future__ import annotations

from dataclasses import dataclass

from rules.cards import Suit
from rules.problems import ProblemList
from rules.reading import ChoiceReader, ListReader, NestedReader, json_field, read_int, read_player, read_players
from rules.table import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """A deal of 60:60 that is dealt again: same dealer, same trumps, same makers (S31).

    maker: the player whose choice of trumps stood; None if all had passed.
    """

    dealer: Player | None = json_field(read_player)
    trump_suit: Suit | None = json_field(ChoiceReader(Suit))
    maker: Player | None = json_field(read_player)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The strokes of the running game and the games won so far, each for the first team and the second.

    extra: strokes that the winner of the next hand gets for ties that are not dealt again.
    teams: the four in the seating order of the last hand, first and third against second and fourth.
    """

    strokes: tuple[int, ...] = json_field(ListReader(read_int), default=(0, 0))
    games: tuple[int, ...] = json_field(ListReader(read_int), default=(0, 0))
    teams: tuple[Player, ...] = json_field(read_players, default=())
    tie: Tie | None = json_field(NestedReader(Tie))
    extra: int = json_field(read_int, default=0)


def check_match(match: Match, name: str, problems: ProblemList) -> None:
    for field, figures in (("strokes", match.strokes), ("games", match.games)):
        if not problems.has(f"{name}.{field}") and (len(figures) != 2 or min(figures) < 0):
            problems.add("not_two_numbers", f"{name}.{field}")
    if not problems.has(f"{name}.extra") and match.extra < 0:
        problems.add("strokes_below_zero", f"{name}.extra")
