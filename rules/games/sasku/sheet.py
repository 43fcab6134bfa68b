"""The score sheet of Sasku as it stands on paper: a column for each team, a line below each finished game. S35."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.score import Score
from rules.table import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Strokes as they are drawn: two uprights, two across them; four are a hash, sixteen are ####."""

    complete_hashes: int
    verticals: int  # of the incomplete hash
    horizontals: int


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


def finished_sasku_game(score: Score) -> FinishedGame | None:
    reasons = {reason.code: reason for reason in score.reasons}
    won, match = reasons.get("game_won"), score.state.match
    if won is None or match is None:
        return None
    counted = reasons.get("games_counted")
    return FinishedGame(
        winners=match.teams[int(won.args["team"]) - 1 :: 2],
        strokes=int(won.args["strokes"]),
        against=int(won.args["against"]),
        games=int(counted.args["count"]) if counted else 1,
        is_lambapea="lambapea" in reasons,
        is_to_nil="to_nil" in reasons,
    )


def stroke_sheet(scores: Sequence[Score]) -> StrokeSheet:
    """Return the sheet of an evening from the scores of its hands, one at least, in their order."""
    games = tuple(filter(None, map(finished_sasku_game, scores)))
    match = scores[-1].state.match
    if match is None:
        raise AssertionError("these are not scores of Sasku")
    first, second = match.strokes
    return StrokeSheet(teams=(match.teams[0::2], match.teams[1::2]), finished=games, running=(first, second))
