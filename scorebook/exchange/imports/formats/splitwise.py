"""The reader of Splitwise's CSV: date, description, category, cost, currency, then changes of everybody's balance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorebook.core.currencies import named_currency
from scorebook.exchange.imports.cells import Cells, Row, columns_of, heading_word, read_cells
from scorebook.exchange.imports.formats.expenses import (
    Expense,
    balances_of_row,
    day_of_row,
    expense_of_row,
    imported_expenses,
    people_columns,
)
from scorebook.exchange.imports.records import Format, Imported, ImportProblem, ImportProblems

COLUMNS = {
    "date": ("date", "datum"),
    "description": ("description", "beschreibung"),
    "category": ("category", "kategorie"),
    "cost": ("cost", "kosten"),
    "currency": ("currency", "währung"),
}
PAYMENTS = ("payment", "zahlung")


def read(text: str, chosen: str | None = None) -> Imported:
    """Read the CSV. chosen: not used, each row has its currency. Raises: ImportRefused."""
    problems, notices = ImportProblems(), list[ImportProblem]()
    cells = read_cells(text)
    columns = columns_of(cells, COLUMNS)
    if len(columns) < len(COLUMNS):
        problems.add("not_this_format")
    problems.raise_if_any()
    people = people_columns(cells, range(columns["currency"] + 1, len(cells.heading.cells)), problems)
    expenses: list[Expense] = []
    for row in cells.rows:
        unit = named_currency(row.cell(columns["currency"]))
        if unit is None:
            text_there = row.cell(columns["currency"])
            problems.add("currency_unknown", line=row.line, text=text_there)
        elif not row.cell(columns["cost"]):
            _check_total(row, people, unit, expenses, problems, notices)
        else:
            day, balances = day_of_row(row, columns["date"], problems), balances_of_row(row, people, unit, problems)
            if day and balances:
                is_payment = heading_word(row.cell(columns["category"])) in PAYMENTS
                title = row.cell(columns["description"])
                expenses.append(expense_of_row(row, day, title, unit, balances, is_payment=is_payment))
    return imported_expenses(
        expenses, format=Format.SPLITWISE, people=list(people.values()), problems=problems, notices=notices
    )


def is_recognised(cells: Cells) -> bool:
    return len(columns_of(cells, COLUMNS)) == len(COLUMNS)


def _check_total(
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
            notices.append(
                ImportProblem(code="total_differs", line=row.line, where=name, args={"rest": rest, "unit": unit})
            )
    notices.append(ImportProblem(code="sums_left_out", line=row.line))
