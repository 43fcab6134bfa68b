"""The score sheet of Sasku as it stands on paper: a column for each team, a line below each finished game. S35."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.score import Reason, Score
from rules.table import Player

_UNFINISHED = ("", "│", "║", "╫")  # one upright, two, two with a stroke across them


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Strokes as they are drawn: two uprights, two across them; four are a hash, sixteen are ####."""

    complete_hashes: int
    verticals: int  # of the incomplete hash
    horizontals: int

    @property
    def strokes(self) -> int:
        return 4 * self.complete_hashes + self.verticals + self.horizontals

    def __str__(self) -> str:
        return "#" * self.complete_hashes + _UNFINISHED[self.verticals + self.horizontals]


def stroke_tally(strokes: int) -> Tally:
    """Return the drawing of so many strokes. Source: S35."""
    hashes, rest = divmod(strokes, 4)
    return Tally(complete_hashes=hashes, verticals=min(rest, 2), horizontals=max(rest - 2, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedGame:
    """A finished game: its winners, the strokes of both teams, and whether it was a shame."""

    winners: tuple[Player, ...]
    strokes: int
    against: int
    games: int = 1  # how many it counts in the series (X20)
    is_lambapea: bool = False
    is_to_nil: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokeSheet:
    """The finished games of an evening in their order, and the strokes of the running one, team by team."""

    teams: tuple[tuple[Player, ...], tuple[Player, ...]]
    finished: tuple[FinishedGame, ...]
    running: tuple[int, int]

    def __str__(self) -> str:
        rows = [self._stroke_row(game) for game in self.finished] + [self.running]
        drawn = [(str(stroke_tally(first)), str(stroke_tally(second))) for first, second in rows]
        width = max(len(column) for row in drawn for column in row)
        lines = [f"{first:>{width}} | {second:<{width}}".rstrip() for first, second in drawn]
        return f"\n{'-' * width}-+-{'-' * width}\n".join(lines)

    def _stroke_row(self, game: FinishedGame) -> tuple[int, int]:
        won_first = any(player in self.teams[0] for player in game.winners)
        return (game.strokes, game.against) if won_first else (game.against, game.strokes)


def finished_sasku_game(score: Score) -> FinishedGame | None:
    reasons = {reason.code: reason for reason in score.reasons}
    won, match = reasons.get("game_won"), score.state.match
    if won is None or match is None:
        return None
    counted = reasons.get("games_counted")
    return FinishedGame(
        winners=match.teams[_reason_number(won, "team") - 1 :: 2],
        strokes=_reason_number(won, "strokes"),
        against=_reason_number(won, "against"),
        games=_reason_number(counted, "count") if counted else 1,
        is_lambapea="lambapea" in reasons,
        is_to_nil="to_nil" in reasons,
    )


def _reason_number(reason: Reason, name: str) -> int:
    return int(reason.args[name])


def stroke_sheet(scores: Iterable[Score]) -> StrokeSheet:
    """Return the sheet of an evening from the scores of its hands, one at least, in their order."""
    games: list[FinishedGame] = []
    for score in scores:
        if game := finished_sasku_game(score):
            games.append(game)
        match = score.state.match
    if match is None:
        raise AssertionError("these are not scores of Sasku")
    first, second = match.strokes
    return StrokeSheet(teams=(match.teams[0::2], match.teams[1::2]), finished=tuple(games), running=(first, second))
