"""Tables of clubs in the tests' hand: what stands in their columns, by id."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules import Player as RulesPlayer
from scorebook.clubs.models import Club, Player
from scorebook.exchange.tables.export_table import Cell, ExportTable
from tests.support.played_evening import PlayedEvening

# What a name can be at worst; all are names that people of a club may have.
NASTY = (
    "=SUM(A1)", "+49 89 1234", "@x", "-Anna", 'Anna "die Wilde"', "a;b,c", "Über-Anna", "🃏 Sepp", "<r>Wirt</r>",
    "'Quote", "=cmd|'/C calc'!A0", "1-2",
)  # fmt: skip


def names_in(club: Club) -> dict[RulesPlayer, str]:
    return {RulesPlayer(str(player.pk)): player.name for player in Player.objects.filter(club=club)}


def column(table: ExportTable, id: str) -> list[Cell]:
    place = [one.id for one in table.columns].index(id)
    return [row[place] for row in table.rows]


def numbers(table: ExportTable, id: str) -> list[int]:
    return [cell for cell in column(table, id) if isinstance(cell, int)]


def sums_of_players(table: ExportTable, evening: PlayedEvening, kind: str = "points") -> Mapping[str, int]:
    return {name: sum(numbers(table, f"{kind}:{player.pk}")) for name, player in evening.players.items()}


def sums_by(table: ExportTable, key: str, id: str) -> dict[str, int | Fraction]:
    """What a pivot of the two columns comes to."""
    found: dict[str, int | Fraction] = {}
    for name, cell in zip(column(table, key), column(table, id), strict=True):
        assert isinstance(cell, int | Fraction)
        found[str(name)] = found.get(str(name), 0) + cell
    return found
