"""Splitwise's CSV: date, description, category, cost, currency, then changes of everybody's balance.

The headings are in the language of the person who exported the file: English, German, Spanish and Portuguese here.
"""

from collections.abc import Sequence
from functools import partial

from scorebook.core.currencies import named_currency
from scorebook.exchange.imports.formats.expenses import (
    EXPENSE_PROGRAMS,
    Expense,
    ExpenseTable,
    imported_expenses,
    read_expenses,
)
from scorebook.exchange.imports.formats.import_format import Imported, ImportFormat, ImportText
from scorebook.exchange.imports.formats.spliit import Spliit
from scorebook.exchange.imports.import_cells import Row, heading_word

COLUMNS = {
    "date": ("date", "datum", "fecha", "data"),
    "description": ("description", "beschreibung", "descripción", "descrição"),
    "category": ("category", "kategorie", "categoría", "categoria"),
    "cost": ("cost", "kosten", "coste", "custo"),
    "currency": ("currency", "währung", "moneda", "moeda"),
}
PAYMENTS = ("payment", "zahlung", "pago", "pagamento")


class Splitwise(ImportFormat):
    id = "splitwise"
    place = 5
    label = "Splitwise"
    help = EXPENSE_PROGRAMS
    keeps_tab = True

    def recognises(self, text: ImportText) -> bool:
        # Spliit's table has these columns too, and more.
        return text.has_columns(COLUMNS) and not Spliit().recognises(text)

    def read(self, text: str, chosen: str | None = None) -> Imported:
        """Read the CSV. chosen: not used, each row has its currency."""
        table = ExpenseTable(text, COLUMNS)
        rows = [row for row in table.rows if table.cell(row, "cost")]
        expenses = read_expenses(rows, partial(_read_splitwise_row, table), table.problems)
        for row in table.rows:
            if not table.cell(row, "cost"):
                _check_totals_row(table, row, expenses)
        return imported_expenses(expenses, format=self, people=table.people, problems=table.problems)


def _read_splitwise_row(table: ExpenseTable, row: Row) -> Expense | None:
    unit, day = table.unit(row), table.day(row)
    is_payment = heading_word(table.cell(row, "category")) in PAYMENTS
    return table.expense(row, day, unit, table.amounts(row, unit), is_payment=is_payment) if unit else None


def _check_totals_row(table: ExpenseTable, row: Row, expenses: Sequence[Expense]) -> None:
    """Compare the row without a cost, the totals of its currency, with the rows above: one may be missing."""
    table.problems.add_notice("sums_left_out", row.place)
    unit = named_currency(table.cell(row, "currency"))
    total = table.problems.read_or_leave_out(partial(table.amounts, row, unit)) if unit else None
    if unit is None or total is None:
        return
    for name in table.people.values():
        summed = sum(one.balances.get(name, 0) for one in expenses if one.unit == unit)
        if rest := total.get(name, 0) - summed:
            table.problems.add_notice("total_differs", row.place_at(name), rest=rest, unit=unit)
