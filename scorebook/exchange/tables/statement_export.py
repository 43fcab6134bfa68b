"""The table of a statement: every line, oldest first, with the balance after each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from rules.wording.words import Names
from scorebook.clubs.models import Player
from scorebook.exchange.tables.export_table import Cell, Column, ColumnKind, ExportTable, amount_column, day_of_evening
from scorebook.ledger.queries import Extract, Scope
from scorebook.play.models import Evening
from scorebook.play.queries import statements
from scorebook.play.queries.statements import Line, PlayerStatement
from scorebook.texts.statement_texts import statement_line_reason, statement_line_tag, statement_line_text

# Two thousand hands a year for five years: at 0.4 ms a line four seconds. Longer statements need several periods.
MAX_LINES = 10_000


def statement_table(
    player: Player, unit: str, names: Names, *, extract: Extract | None = None, scope: Scope = Scope.CLUB
) -> ExportTable:
    """Return the newest MAX_LINES lines of the period; the balance before the first of them is brought forward.

    The amounts add up to the last balance.
    """
    extract = extract or Extract()
    within = Extract(first_at=extract.first_at, until_at=extract.until_at, count=MAX_LINES)
    found = statements.player_statement(club=player.club, unit=unit, player=player, scope=scope, extract=within)
    return _statement_table(found, unit, names)


def statement_of_evening_table(player: Player, evening: Evening, names: Names) -> ExportTable:
    return _statement_table(statements.evening_player_statement(player=player, evening=evening), evening.unit, names)


def _statement_table(found: PlayerStatement, unit: str, names: Names) -> ExportTable:
    columns = (
        Column(id="evening", heading=_("Evening"), kind=ColumnKind.COUNT),
        Column(id="day", heading=_("Day of the evening"), kind=ColumnKind.DAY),
        Column(id="at", heading=_("Written at"), kind=ColumnKind.MOMENT),
        Column(id="kind", heading=_("Kind")),
        Column(id="hand", heading=_("Hand"), kind=ColumnKind.COUNT),
        Column(id="what", heading=_("What it was")),
        Column(id="reason", heading=_("Reason")),
        Column(id="state", heading=_("Corrected or counted anew")),
        amount_column("amount", _("Amount"), unit),
        amount_column("balance", _("Balance"), unit),
    )
    rows = [*_statement_opening_row(found), *_statement_rows(found.lines, names)]
    return ExportTable(id="statement", columns=columns, rows=tuple(rows))


def _statement_opening_row(found: PlayerStatement) -> Iterator[tuple[Cell, ...]]:
    if found.opening_minor is not None:
        text = _("Brought forward")
        yield None, None, None, "brought_forward", None, text, "", "", found.opening_minor, found.opening_minor


def _statement_rows(lines: Iterable[Line], names: Names) -> Iterator[tuple[Cell, ...]]:
    for line in lines:
        yield (
            line.evening.number if line.evening else None,
            day_of_evening(line.evening),
            line.recorded_at,
            line.code,
            line.hand.no if line.hand else None,
            statement_line_text(line, names),
            statement_line_reason(line, names),
            statement_line_tag(line),
            line.amount_minor,
            line.balance_minor,
        )
