"""The tables of a season: its standings, and everybody's result of every evening."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from rules import Player
from rules.wording.words import Names
from scorebook.clubs.names import substitute_name
from scorebook.exchange.tables.export_table import Column, ColumnKind, ExportTable, Tables, amount_column
from scorebook.standings.seasons.season_agreement import Agreement, SeasonMeasure
from scorebook.standings.seasons.season_standings import SeasonLine, SeasonStandings

_KINDS = {
    SeasonMeasure.PLACE_POINTS: ColumnKind.COUNT,
    SeasonMeasure.PER_HAND: ColumnKind.AVERAGE,
    SeasonMeasure.PER_EVENING: ColumnKind.AVERAGE,
}


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
    ranked.sort(key=lambda line: (line.rank, _player_name(line, names).lower()))
    return [*ranked, *(line for line in lines if not line.rank)]


def _season_table(lines: Sequence[SeasonLine], agreement: Agreement, names: Names, measured: str) -> ExportTable:
    columns = (
        Column(id="rank", heading=_("Place"), kind=ColumnKind.COUNT),
        Column(id="player", heading=_("Name")),
        _season_value_column(agreement, measured, of_evening=False),
        Column(id="evenings", heading=_("Evenings"), kind=ColumnKind.COUNT),
        Column(id="movement", heading=_("Movement"), kind=ColumnKind.POINTS),
    )
    rows = [(line.rank, _player_name(line, names), line.value, len(line.evenings), line.movement) for line in lines]
    return ExportTable(id="season", columns=columns, rows=tuple(rows))


def _evenings_table(
    found: SeasonStandings, lines: Sequence[SeasonLine], agreement: Agreement, names: Names, measured: str
) -> ExportTable:
    """Return one row per person and evening: linked clubs may share a number, and a pivot gives every other layout."""
    columns = (
        Column(id="player", heading=_("Name")),
        Column(id="evening", heading=_("Evening"), kind=ColumnKind.COUNT),
        Column(id="day", heading=_("Day of the evening"), kind=ColumnKind.DAY),
        _season_value_column(agreement, measured, of_evening=True),
        Column(id="counts", heading=_("Counts"), kind=ColumnKind.COUNT),
    )
    evenings = {evening.id: evening for evening in found.evenings}
    rows = []
    for line in lines:
        name = _player_name(line, names)
        for one in line.evenings:
            evening = evenings[one.evening]
            rows.append((name, evening.number, evening.started_on, one.value, int(one.counts)))
    return ExportTable(id="evenings", columns=columns, rows=tuple(rows))


def _season_value_column(agreement: Agreement, measured: str, *, of_evening: bool) -> Column:
    """Return the column of values; for points per evening, each evening has its points."""
    if agreement.measure is SeasonMeasure.MONEY:
        return amount_column("value", measured, agreement.unit or "")
    is_points = of_evening and agreement.measure is SeasonMeasure.PER_EVENING
    kind = ColumnKind.POINTS if is_points else _KINDS.get(agreement.measure, ColumnKind.POINTS)
    return Column(id="value", heading=measured, kind=kind)


def _player_name(line: SeasonLine, names: Names) -> str:
    """Return the name; a person of a club that is no longer linked gets a neutral one."""
    return names.get(Player(str(line.person))) or substitute_name(line.person)
