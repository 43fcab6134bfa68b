"""The shared code of expense-sharing programs: rows that change balances, and rows that are payments."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext_lazy as _

from scorebook.core.currencies import named_currency
from scorebook.exchange.imports.formats.import_format import Imported, ImportFormat
from scorebook.exchange.imports.import_amounts import read_imported_day
from scorebook.exchange.imports.import_cells import Row, TextTable, read_import_columns
from scorebook.exchange.imports.import_records import (
    FilePosition,
    ImportedEvening,
    ImportedHand,
    ImportedPayment,
    ImportProblems,
    plain_text,
)

SPLIIT_OR_SPLITWISE = _("an export from Spliit or Splitwise")


@dataclass(frozen=True, slots=True, kw_only=True)
class Expense:
    place: FilePosition
    day: date
    title: str
    unit: str
    balances: Mapping[str, int]  # name -> change, + lent, - owes; only people involved
    is_payment: bool


class ExpenseTable(TextTable):
    """A table of expenses, a row each, with a column of changes of the balance for each person.

    columns: field -> headings, at the end the column before the first person. Raises: ImportRefused not_this_format.
    """

    def __init__(self, text: str, columns: Mapping[str, Sequence[str]]) -> None:
        super().__init__(*read_import_columns(text, columns))
        self.expenses: list[Expense] = []
        first = self.columns[[*columns][-1]] + 1
        self.add_people({column: self.heading.cell(column) for column in range(first, len(self.heading.cells))})
        if len(self.people) < 2:
            self.problems.add("no_people", self.heading.place)

    def unit(self, row: Row) -> str | None:
        """Return the currency of the row; None after adding a problem."""
        currency = self.cell(row, "currency")
        unit = named_currency(currency)
        if unit is None:
            self.problems.add("currency_unknown", row.place, text=currency)
        return unit

    def day(self, row: Row) -> date | None:
        """Return the day, without its time of day; None after adding a problem."""
        return self.problems.parse_text(_read_day_of_time, self.cell(row, "date"), row.place)

    def balances(self, row: Row, unit: str) -> Mapping[str, int]:
        """Return name -> change, only of people involved."""
        return {name: amount for name, amount in self.amounts(row, unit).items() if amount}

    def add_expense(self, row: Row, day: date | None, unit: str, *, is_payment: bool) -> None:
        """Add the expense, unless nobody is involved or the day is unreadable."""
        title, balances = self.cell(row, "description"), self.balances(row, unit)
        if day and balances:
            self.expenses.append(
                Expense(place=row.place, day=day, title=title, unit=unit, balances=balances, is_payment=is_payment)
            )


def imported_expenses(
    expenses: Sequence[Expense],
    *,
    format: ImportFormat,
    people: Mapping[int, str] | Mapping[str, str],
    problems: ImportProblems,
) -> Imported:
    """Return an evening of all expenses of a day in one unit. people: of any key, names. Raises: ImportRefused."""
    for one in expenses:
        if rest := sum(one.balances.values()):
            problems.add("sum_not_0", one.place, rest=rest, unit=one.unit)
    problems.raise_unless_importable(expenses)
    days: dict[tuple[date, str], list[Expense]] = {}
    for one in expenses:
        if not one.is_payment:
            days.setdefault((one.day, one.unit), []).append(one)
    return Imported(
        format=format,
        evenings=tuple(_evening_of_expenses(own, [*people.values()]) for _day, own in sorted(days.items())),
        payments=tuple(
            payment
            for one in expenses
            if one.is_payment
            for payment in imported_payments(one.balances, place=one.place, day=one.day, unit=one.unit, note=one.title)
        ),
        notices=tuple(problems.notices),
    )


def imported_payments(
    balances: Mapping[str, int], *, place: FilePosition, day: date, unit: str, note: str
) -> Iterator[ImportedPayment]:
    """Yield who gave how much to whom: the largest lender to the largest debtor, until nothing is left."""
    left = {name: amount for name, amount in balances.items() if amount}
    while left:
        payer, payee = max(left, key=lambda name: left[name]), min(left, key=lambda name: left[name])
        amount = min(left[payer], -left[payee])
        yield ImportedPayment(
            place=place, day=day, payer=payer, payee=payee, amount_minor=amount, unit=unit, note=plain_text(note)
        )
        left |= {payer: left[payer] - amount, payee: left[payee] + amount}
        left = {name: rest for name, rest in left.items() if rest}


def _read_day_of_time(text: str) -> date:
    return read_imported_day(text[:10] if "T" in text else text)


def _evening_of_expenses(expenses: Sequence[Expense], people: Sequence[str]) -> ImportedEvening:
    there = {name for one in expenses for name in one.balances}
    first = expenses[0]
    return ImportedEvening(
        place=first.place,
        when=first.day,
        people=tuple(name for name in people if name in there),
        hands=tuple(
            ImportedHand(place=one.place, amounts=one.balances, note=plain_text(one.title), was_dealt=False)
            for one in expenses
            if one.balances
        ),
        unit=first.unit,
        is_of_table=False,
    )
