"""The tables of money: a statement, line by line with the balance after each, and the club's tab, entry by entry."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.wording.words import Names
from scorebook.clubs.models import Club, Player
from scorebook.core.months import day_of
from scorebook.exchange.tables.export_table import Cell, ColumnKind, ExportTable, money_column, table_columns
from scorebook.ledger import queries as ledger
from scorebook.ledger.queries import Extract, Scope
from scorebook.play.models import Evening
from scorebook.play.queries import statements
from scorebook.play.queries.statements import Line, PlayerStatement, TabEntry, tab_journal
from scorebook.texts.statement_texts import (
    kind_text,
    note_text,
    statement_line_reason,
    statement_line_tag,
    statement_line_text,
    tab_entry_text,
)

# Two thousand hands a year for five years: at 0.4 ms a line four seconds. Longer statements need several periods.
MAX_LINES = 10_000
# A hundred entries a year for fifty years.
MAX_ENTRIES = 5_000
_TILL, _KITTY = "till", "kitty"


def export_statement(
    player: Player, unit: str, names: Names, *, extract: Extract | None = None, scope: Scope = Scope.CLUB
) -> ExportTable:
    """Return the newest MAX_LINES lines of the period; the balance before the first of them is brought forward.

    The amounts add up to the last balance.
    """
    extract = extract or Extract()
    within = Extract(first_at=extract.first_at, until_at=extract.until_at, count=MAX_LINES)
    found = statements.player_statement(club=player.club, unit=unit, player=player, scope=scope, extract=within)
    return _statement_table(found, unit, names)


def export_evening_statement(player: Player, evening: Evening, names: Names) -> ExportTable:
    return _statement_table(statements.evening_player_statement(player=player, evening=evening), evening.unit, names)


def _statement_table(found: PlayerStatement, unit: str, names: Names) -> ExportTable:
    columns = table_columns(
        "statement", evening=ColumnKind.COUNT, day=ColumnKind.DAY, at=ColumnKind.MOMENT, hand=ColumnKind.COUNT
    )
    columns |= {id: money_column(id, columns[id].heading, unit) for id in ("amount", "balance")}
    rows = [*_statement_opening_row(found), *_statement_rows(found.lines, names)]
    return ExportTable(id="statement", columns=tuple(columns.values()), rows=tuple(rows))


def _statement_opening_row(found: PlayerStatement) -> Iterator[tuple[Cell, ...]]:
    if found.opening_minor is not None:
        text = _("Brought forward")
        yield (
            None,
            None,
            None,
            kind_text("brought_forward"),
            None,
            text,
            "",
            "",
            found.opening_minor,
            found.opening_minor,
        )


def _statement_rows(lines: Iterable[Line], names: Names) -> Iterator[tuple[Cell, ...]]:
    for line in lines:
        yield (
            line.evening.number if line.evening else None,
            day_of(line.evening.started_at) if line.evening else None,
            line.recorded_at,
            kind_text(line.code),
            line.hand.no if line.hand else None,
            statement_line_text(line, names),
            statement_line_reason(line, names),
            statement_line_tag(line),
            line.amount_minor,
            line.balance_minor,
        )


def tab_table(club: Club, unit: str, names: Names) -> ExportTable:
    """Return the newest MAX_ENTRIES entries, oldest first; an undone one has a second row, negated.

    The other balance of each party, from earlier entries and from evenings, is brought forward: so the amounts of a
    person add up to their balance on the tab, and those of the till to its content.
    """
    columns = table_columns("tab", at=ColumnKind.MOMENT, evening=ColumnKind.COUNT, day=ColumnKind.DAY)
    columns["amount"] = money_column("amount", columns["amount"].heading, unit)
    entries = tab_journal(club=club, unit=unit, count=MAX_ENTRIES)
    moved = [row for entry in reversed(entries) for row in _tab_moves(entry)]
    moved.sort(key=lambda row: row[0])
    rows = [*_tab_opening_rows(_party_balances(club, unit), moved, names), *_tab_rows(moved, names)]
    return ExportTable(id="tab", columns=tuple(columns.values()), rows=tuple(rows))


# Time, entry, whether this is its undoing, party, amount.
_Move = tuple[datetime, TabEntry, bool, str, int]


def _tab_moves(entry: TabEntry) -> Iterator[_Move]:
    amounts = {str(person.pk): amount for person, amount in entry.amounts.items()}
    amounts |= {_TILL: entry.till_minor, _KITTY: entry.kitty_minor}
    for party, amount in amounts.items():
        if amount:
            yield entry.recorded_at, entry, False, party, amount
            if entry.undone_at:
                yield entry.undone_at, entry, True, party, -amount


def _party_balances(club: Club, unit: str) -> Mapping[str, int]:
    people = {str(id): amount for id, amount in ledger.tab_balances(club=club, unit=unit).items()}
    club_own = {
        _TILL: ledger.till_balance(club=club, unit=unit),
        _KITTY: ledger.kitty_balance(club=club, unit=unit),
    }
    return people | club_own


def _tab_opening_rows(balances: Mapping[str, int], moved: Iterable[_Move], names: Names) -> Iterator[tuple[Cell, ...]]:
    sums: Counter[str] = Counter()
    for _at, _entry, _is_back, party, amount in moved:
        sums[party] += amount
    for party, balance in balances.items():
        if missing := balance - sums[party]:
            text = _("Brought forward")
            yield None, kind_text("brought_forward"), text, None, None, "", _tab_party_name(party, names), missing


def _tab_rows(moved: Iterable[_Move], names: Names) -> Iterator[tuple[Cell, ...]]:
    for at, entry, is_back, party, amount in moved:
        text = tab_entry_text(entry)
        yield (
            at,
            kind_text(f"{entry.code}_undone" if is_back else entry.code),
            _("Undone: %(what)s") % {"what": text} if is_back else text,
            entry.evening.number if entry.evening else None,
            day_of(entry.evening.started_at) if entry.evening else None,
            note_text(entry.note),
            _tab_party_name(party, names),
            amount,
        )


def _tab_party_name(party: str, names: Names) -> str:
    if party == _TILL:
        return pgettext("money box", "Cash box")
    return _("Kitty") if party == _KITTY else {str(id): name for id, name in names.items()}[party]
