"""The table of a board: everybody on it, with the numbers behind the value."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules import Player
from rules.wording.words import Names
from scorebook.exchange.tables.export_table import Cell, Column, ColumnKind, ExportTable, amount_column
from scorebook.standings.boards.leaderboards import AVERAGES, SHARES, Board, BoardLine
from scorebook.standings.boards.query import BoardMeasure, BoardQuery


def board_table(board: Board, names: Names, *, measured: str) -> ExportTable:
    """Return the table, best first, people who are level by name, as on the page. measured: name of the measure."""
    columns = (
        Column(id="rank", heading=_("Place"), kind=ColumnKind.COUNT),
        Column(id="player", heading=_("Name")),
        _board_value_column(board.query, measured),
        Column(id="part", heading=_("Part"), kind=ColumnKind.COUNT),
        Column(id="of", heading=_("Of"), kind=ColumnKind.COUNT),
        Column(id="evenings", heading=_("Evenings"), kind=ColumnKind.COUNT),
        Column(id="hands", heading=_("Hands"), kind=ColumnKind.COUNT),
        Column(id="movement", heading=_("Movement"), kind=ColumnKind.POINTS),
    )
    lines = sorted(board.lines, key=lambda line: (line.rank is None, -line.value, _player_name(line, names).lower()))
    return ExportTable(id="board", columns=columns, rows=tuple(_board_row(line, names) for line in lines))


def _board_row(line: BoardLine, names: Names) -> tuple[Cell, ...]:
    """Return the cells; `part` and `of` are empty unless the value is a share or an average."""
    part, sums = None if line.of is None else line.part, line.sums
    return (
        line.rank, _player_name(line, names), line.value, part, line.of, sums.evenings, sums.hands, line.movement,
    )  # fmt: skip


def _board_value_column(query: BoardQuery, measured: str) -> Column:
    if query.measure is BoardMeasure.MONEY:
        return amount_column("value", measured, query.unit)
    if query.measure in AVERAGES:
        kind = ColumnKind.AVERAGE
    elif query.measure in SHARES:
        kind = ColumnKind.SHARE
    else:
        kind = ColumnKind.POINTS if query.measure is BoardMeasure.POINTS else ColumnKind.COUNT
    return Column(id="value", heading=measured, kind=kind)


def _player_name(line: BoardLine, names: Names) -> str:
    return names[Player(str(line.person_id))]
