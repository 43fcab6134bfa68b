"""The running game by its strokes: who wins it, how many games it counts, and what is owed for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.base_ruleset import settle
from rules.games.sasku.house_rules import PaidFor, SaskuHouseRules
from rules.games.sasku.teams import sasku_teams
from rules.score import Reason
from rules.state import Match
from rules.table import Player, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Booked:
    """The match after strokes were written down, and the game they won, if any."""

    match: Match
    totals: tuple[int, int]  # on the sheet at the end of the hand
    winner: int | None = None  # 0 the first team, 1 the second; None while the game goes on
    games: int = 0
    carried: int = 0


def book(match: Match, strokes: tuple[int, int], rules: SaskuHouseRules, *, is_lambapea: bool = False) -> Booked:
    """Write strokes down; the first team at 16 wins the game, and as a rule the excess is lost (S20, X19).

    A lambapea is the whole game and counts 16 strokes more, regardless of the other team's (S30, X23).
    """
    first, second = (before + added for before, added in zip(match.strokes, strokes, strict=True))
    totals = (first, second)
    if max(totals) < rules.strokes_to_win:
        return Booked(match=replace(match, strokes=totals), totals=totals)
    winner = 0 if first >= rules.strokes_to_win else 1
    full, rest = divmod(totals[winner], rules.strokes_to_win)
    games = max(
        rules.lambapea_games if is_lambapea else 1,
        rules.to_nil_games if min(totals) == 0 else 1,
        full if rules.carry_excess_strokes else 1,
    )
    # After a lambapea too: without its rest it would bring less than four strokes do (S30, X19).
    carried = rest if rules.carry_excess_strokes else 0
    won = list(match.games)
    won[winner] += games
    after = replace(match, strokes=(carried, 0) if winner == 0 else (0, carried), games=tuple(won))
    return Booked(match=after, totals=totals, winner=winner, games=games, carried=carried)


def owed(table: Table, strokes: tuple[int, int], booked: Booked, rules: SaskuHouseRules) -> dict[Player, int]:
    """Return what the players owe one another, in points, as agreed (S36)."""
    first, second = sasku_teams(table)
    worth = 0
    if rules.paid_for is PaidFor.STROKES:
        worth = strokes[0] - strokes[1]
    elif rules.paid_for is PaidFor.GAMES and booked.winner is not None:
        worth = booked.games if booked.winner == 0 else -booked.games
    return settle(table, winners=first, losers=second, value=worth)


def end_of_game(table: Table, booked: Booked) -> Iterator[Reason]:
    if booked.winner is None:
        return
    names = ", ".join(sasku_teams(table)[booked.winner])
    strokes, against = booked.totals[booked.winner], booked.totals[1 - booked.winner]
    args: dict[str, str | int] = {"team": booked.winner + 1, "player": names, "strokes": strokes}
    yield Reason(code="game_won", rule="S20", args={**args, "against": against})
    if against == 0:
        yield Reason(code="to_nil", rule="S32")
    if booked.games > 1:
        yield Reason(code="games_counted", rule="X20", args={"count": booked.games})
    if booked.carried:
        yield Reason(code="strokes_carried", rule="X19", args={"strokes": booked.carried})
