"""Splitwise's CSV: date, description, category, cost, currency, then changes of everybody's balance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorebook.core.currencies import named_currency
from scorebook.exchange.imports.cells import Row, heading_word, read_columns
from scorebook.exchange.imports.formats.expenses import (
    SPLIIT_OR_SPLITWISE,
    Expense,
    balances_of_row,
    day_of_row,
    expense_of_row,
    imported_expenses,
    people_columns,
)
from scorebook.exchange.imports.formats.import_format import Imported, ImportFormat, ImportText
from scorebook.exchange.imports.formats.spliit import Spliit
from scorebook.exchange.imports.records import ImportProblem, ImportProblems

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
        problems, notices = ImportProblems(), list[ImportProblem]()
        cells, columns = read_columns(text, COLUMNS)
        people, expenses = people_columns(cells, problems, first=columns["currency"] + 1), list[Expense]()
        for row in cells.rows:
            currency = row.cell(columns["currency"])
            unit = named_currency(currency)
            if unit is None:
                problems.add("currency_unknown", row.place, text=currency)
            elif not row.cell(columns["cost"]):
                _check_totals_row(row, people, unit, expenses, problems, notices)
            else:
                day, balances = day_of_row(row, columns["date"], problems), balances_of_row(row, people, unit, problems)
                title = row.cell(columns["description"])
                is_payment = heading_word(row.cell(columns["category"])) in PAYMENTS
                expenses += expense_of_row(row, day, title, unit, balances, is_payment=is_payment)
        return imported_expenses(expenses, format=self, people=people, problems=problems, notices=notices)


def _check_totals_row(
    row: Row,
    people: Mapping[int, str],
    unit: str,
    expenses: Sequence[Expense],
    problems: ImportProblems,
    notices: list[ImportProblem],
) -> None:
    """Compare the row without a cost, the totals of its currency, with the rows above: one may be missing."""
    total = balances_of_row(row, people, unit, problems)
    for name in people.values():
        summed = sum(one.balances.get(name, 0) for one in expenses if one.unit == unit)
        if rest := total.get(name, 0) - summed:
            notices.append(row.place_at(name).problem_here("total_differs", rest=rest, unit=unit))
    notices.append(row.place.problem_here("sums_left_out"))
