"""The teams of Sasku, and their running game by its strokes: who wins it, how many games it counts, what is owed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.base_ruleset import settle
from rules.games.sasku.house_rules import PaidFor, SaskuHouseRules
from rules.games.tally_game import AgreedTally
from rules.score import Reason
from rules.state import Match, State
from rules.table import Player, Table


def sasku_teams(table: Table) -> tuple[tuple[Player, ...], tuple[Player, ...]]:
    """Return the player who sits first with their partner, and the two others (S1)."""
    return table.players[0::2], table.players[1::2]


def team_number(table: Table, player: Player) -> int:
    return table.players.index(player) % 2


def team_of(table: Table, player: Player | None) -> tuple[Player, ...]:
    """Return a player and their partner, the player first; empty without a player."""
    if player is None:
        return ()
    place = table.players.index(player)
    return player, table.players[(place + 2) % 4]


def match_of(table: Table, state: State) -> Match | None:
    """Return the match with its figures in this table's order; None if partners changed in the middle of a game.

    Between two games partners may change: then the games won start at 0, like the strokes.
    """
    match = replace(state.match or Match(), teams=table.players)
    before = (state.match or Match()).teams
    stayed = any(player in before[side::2] for side, team in enumerate(sasku_teams(table)) for player in team)
    crossed = any(player in before[1 - side :: 2] for side, team in enumerate(sasku_teams(table)) for player in team)
    if stayed and crossed:
        is_between = match.strokes == (0, 0) and match.tie is None
        return Match(teams=table.players, extra=match.extra) if is_between else None
    return replace(match, strokes=match.strokes[::-1], games=match.games[::-1]) if crossed else match


def for_teams(table: Table, strokes: tuple[int, int]) -> dict[Player, int]:
    return {player: strokes[place % 2] for place, player in enumerate(table.players)}


def agreed_strokes(report: AgreedTally) -> tuple[int, int]:
    """Return the agreed strokes of each team; partners share their strokes, so one name is enough."""
    tally = report.tally or {}
    teams = sasku_teams(report.table)
    first, second = (next((tally[player] for player in team if player in tally), 0) for team in teams)
    return first, second


@dataclass(frozen=True, slots=True, kw_only=True)
class Booked:
    """The match after strokes were written down, and the game they won, if any."""

    match: Match
    totals: tuple[int, int]  # on the sheet at the end of the hand
    winner: int | None = None  # 0 the first team, 1 the second; None while the game goes on
    games: int = 0
    games_rule: str = "X20"  # which counted them
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
    # After a lambapea too: without its rest it would bring less than four strokes do (S30, X19).
    full, carried = divmod(totals[winner], rules.strokes_to_win) if rules.carry_excess_strokes else (1, 0)
    games = max(rules.lambapea_games if is_lambapea else 1, rules.to_nil_games if min(totals) == 0 else 1, full)
    by = "X19" if games == full else "X20"
    won = list(match.games)
    won[winner] += games
    after = replace(match, strokes=(carried, 0) if winner == 0 else (0, carried), games=tuple(won))
    return Booked(match=after, totals=totals, winner=winner, games=games, games_rule=by, carried=carried)


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
        yield Reason(code="games_counted", rule=booked.games_rule, args={"count": booked.games})
    if booked.carried:
        yield Reason(code="strokes_carried", rule="X19", args={"strokes": booked.carried})
