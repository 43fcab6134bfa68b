"""The tables of a board and of a season: everybody on it, with their value, and a season's evenings."""

from collections.abc import Sequence

from rules import Player
from rules.wording.words import Names
from scorebook.clubs.names import substitute_name
from scorebook.exchange.tables.export_table import (
    Cell,
    Column,
    ColumnKind,
    ExportTable,
    Tables,
    money_column,
    table_columns,
)
from scorebook.standings.boards.leaderboards import AVERAGES, SHARES, Board, BoardLine
from scorebook.standings.boards.query import BoardMeasure, BoardQuery
from scorebook.standings.seasons.season_agreement import Agreement, SeasonMeasure
from scorebook.standings.seasons.season_standings import SeasonLine, SeasonStandings

COUNT = ColumnKind.COUNT
_SEASON_KINDS = {
    SeasonMeasure.PLACE_POINTS: ColumnKind.COUNT,
    SeasonMeasure.PER_HAND: ColumnKind.AVERAGE,
    SeasonMeasure.PER_EVENING: ColumnKind.AVERAGE,
}


def board_table(board: Board, names: Names, *, measured: str) -> ExportTable:
    """Return the table, best first, people who are level by name, as on the page. measured: name of the measure."""
    columns = table_columns(
        "board", rank=COUNT, part=COUNT, of=COUNT, evenings=COUNT, hands=COUNT, movement=ColumnKind.POINTS
    )
    columns["value"] = _board_value_column(board.query, measured)
    lines = sorted(board.lines, key=lambda line: (line.rank is None, -line.value, _board_name(line, names).lower()))
    return ExportTable(
        id="board", columns=tuple(columns.values()), rows=tuple(_board_row(line, names) for line in lines)
    )


def _board_row(line: BoardLine, names: Names) -> tuple[Cell, ...]:
    """Return the cells; `part` and `of` are empty unless the value is a share or an average."""
    part, sums = None if line.of is None else line.part, line.sums
    return (
        line.rank, _board_name(line, names), line.value, part, line.of, sums.evenings, sums.hands, line.movement,
    )  # fmt: skip


def _board_name(line: BoardLine, names: Names) -> str:
    return names[Player(str(line.person_id))]


def _board_value_column(query: BoardQuery, measured: str) -> Column:
    if query.measure is BoardMeasure.MONEY:
        return money_column("value", measured, query.unit)
    if query.measure in AVERAGES:
        kind = ColumnKind.AVERAGE
    elif query.measure in SHARES:
        kind = ColumnKind.SHARE
    else:
        kind = ColumnKind.POINTS if query.measure is BoardMeasure.POINTS else ColumnKind.COUNT
    return Column(id="value", heading=measured, kind=kind)


def season_tables(found: SeasonStandings, agreement: Agreement, names: Names, *, measured: str) -> Tables:
    """Return the tables by id. measured: name of the measure. A season's length limits their size."""
    lines = _sort_season_lines(found.table.lines, names)
    return {
        "season": lambda: _season_table(lines, agreement, names, measured),
        "evenings": lambda: _evenings_table(found, lines, agreement, names, measured),
    }


def _sort_season_lines(lines: Sequence[SeasonLine], names: Names) -> list[SeasonLine]:
    """Sort by rank, people who are level by name; people with too few evenings come last."""
    ranked = [line for line in lines if line.rank]
    ranked.sort(key=lambda line: (line.rank, _season_name(line, names).lower()))
    return [*ranked, *(line for line in lines if not line.rank)]


def _season_table(lines: Sequence[SeasonLine], agreement: Agreement, names: Names, measured: str) -> ExportTable:
    columns = table_columns("season", rank=COUNT, evenings=COUNT, movement=ColumnKind.POINTS)
    columns["value"] = _season_value_column(agreement, measured, of_evening=False)
    rows = [(line.rank, _season_name(line, names), line.value, len(line.evenings), line.movement) for line in lines]
    return ExportTable(id="season", columns=tuple(columns.values()), rows=tuple(rows))


def _evenings_table(
    found: SeasonStandings, lines: Sequence[SeasonLine], agreement: Agreement, names: Names, measured: str
) -> ExportTable:
    """Return one row per person and evening: linked clubs may share a number, and a pivot gives every other layout."""
    columns = table_columns("evenings", evening=COUNT, day=ColumnKind.DAY, counts=COUNT)
    columns["value"] = _season_value_column(agreement, measured, of_evening=True)
    evenings = {evening.id: evening for evening in found.evenings}
    rows = []
    for line in lines:
        name = _season_name(line, names)
        for one in line.evenings:
            evening = evenings[one.evening]
            rows.append((name, evening.number, evening.started_on, one.value, int(one.counts)))
    return ExportTable(id="evenings", columns=tuple(columns.values()), rows=tuple(rows))


def _season_value_column(agreement: Agreement, measured: str, *, of_evening: bool) -> Column:
    """Return the column of values; for points per evening, each evening has its points."""
    if agreement.measure is SeasonMeasure.MONEY:
        return money_column("value", measured, agreement.unit or "")
    is_points = of_evening and agreement.measure is SeasonMeasure.PER_EVENING
    kind = ColumnKind.POINTS if is_points else _SEASON_KINDS.get(agreement.measure, ColumnKind.POINTS)
    return Column(id="value", heading=measured, kind=kind)


def _season_name(line: SeasonLine, names: Names) -> str:
    """Return the name; a person of a club that is no longer linked gets a neutral one."""
    return names.get(Player(str(line.person))) or substitute_name(line.person)
