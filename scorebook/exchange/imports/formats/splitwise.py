"""Splitwise's CSV: date, description, category, cost, currency, then changes of everybody's balance."""

from scorebook.exchange.imports.formats.expenses import SPLIIT_OR_SPLITWISE, ExpenseTable, imported_expenses
from scorebook.exchange.imports.formats.import_format import Imported, ImportFormat, ImportText
from scorebook.exchange.imports.formats.spliit import Spliit
from scorebook.exchange.imports.import_cells import Row, heading_word

COLUMNS = {
    "date": ("date", "datum"),
    "description": ("description", "beschreibung"),
    "category": ("category", "kategorie"),
    "cost": ("cost", "kosten"),
    "currency": ("currency", "währung"),
}
PAYMENTS = ("payment", "zahlung")


class Splitwise(ImportFormat):
    id = "splitwise"
    place = 5
    label = "Splitwise"
    help = SPLIIT_OR_SPLITWISE
    keeps_tab = True

    def recognises(self, text: ImportText) -> bool:
        # Spliit's table has these columns too, and more.
        return text.has_columns(COLUMNS) and not Spliit().recognises(text)

    def read(self, text: str, chosen: str | None = None) -> Imported:
        """Read the CSV. chosen: not used, each row has its currency."""
        table = ExpenseTable(text, COLUMNS)
        for row in table.rows:
            unit = table.unit(row)
            if unit and table.cell(row, "cost"):
                is_payment = heading_word(table.cell(row, "category")) in PAYMENTS
                table.add_expense(row, table.day(row), unit, is_payment=is_payment)
            elif unit:
                _check_totals_row(table, row, unit)
        return imported_expenses(table.expenses, format=self, people=table.people, problems=table.problems)


def _check_totals_row(table: ExpenseTable, row: Row, unit: str) -> None:
    """Compare the row without a cost, the totals of its currency, with the rows above: one may be missing."""
    total = table.balances(row, unit)
    for name in table.people.values():
        summed = sum(one.balances.get(name, 0) for one in table.expenses if one.unit == unit)
        if rest := total.get(name, 0) - summed:
            table.problems.add_notice("total_differs", row.place_at(name), rest=rest, unit=unit)
    table.problems.add_notice("sums_left_out", row.place)
