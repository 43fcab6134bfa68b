"""The teams of Sasku, and their strokes when players change places."""

from __future__ import annotations

from dataclasses import replace

from rules.games.tally_game import AgreedTally
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
    first, second = (
        next((report.tally[player] for player in team if player in report.tally), 0) if report.tally else 0
        for team in sasku_teams(report.table)
    )
    return first, second
