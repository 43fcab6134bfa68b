"""The shared code of expense-sharing programs: rows that change balances, and rows that are payments."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import TypeVar

from django.utils.translation import gettext_lazy as _

from scorebook.core.currencies import named_currency
from scorebook.exchange.imports.formats.import_format import Imported, ImportFormat
from scorebook.exchange.imports.import_cells import Row, TextTable, read_import_columns
from scorebook.exchange.imports.import_dates import read_imported_day
from scorebook.exchange.imports.import_records import (
    FilePosition,
    ImportedEvening,
    ImportedHand,
    ImportedPayment,
    ImportProblem,
    ImportProblems,
    plain_text,
)
from scorebook.play.terms import POINTS

T = TypeVar("T")

EXPENSE_PROGRAMS = _("an export from Spliit, Splitwise or I Hate Money")


@dataclass(frozen=True, slots=True, kw_only=True)
class Expense:
    place: FilePosition
    day: date
    title: str
    unit: str
    balances: Mapping[str, int]  # name -> change, + lent, - owes; only people involved
    is_payment: bool


class ExpenseTable(TextTable):
    """A table of expenses, a row each, with a column of amounts for each person.

    columns: field -> headings, at the end the column before the first person. Raises: ImportRefused not_this_format.
    """

    def __init__(self, text: str, columns: Mapping[str, Sequence[str]]) -> None:
        super().__init__(*read_import_columns(text, columns))
        first = self.columns[[*columns][-1]] + 1
        self.add_people({column: self.heading.cell(column) for column in range(first, len(self.heading.cells))})
        if len(self.people) < 2:
            self.problems.add("no_people", self.heading.place)

    def unit(self, row: Row, chosen: str | None = None) -> str | None:
        """Return the currency of the row, else the chosen one; None after adding a problem."""
        currency = self.cell(row, "currency")
        unit = named_currency(currency) or chosen
        if unit is None:
            self.problems.add("currency_unknown", row.place, text=currency)
        return unit

    def day(self, row: Row) -> date | None:
        """Return the day, without its time of day; None after adding a problem."""
        return self.problems.parse_text(_read_day_of_time, self.cell(row, "date"), row.place)

    def expense(
        self, row: Row, day: date | None, unit: str, balances: Mapping[str, int], *, is_payment: bool
    ) -> Expense | None:
        """Return the expense; None if the day is unreadable."""
        if day is None:
            return None
        title = self.cell(row, "description")
        return Expense(place=row.place, day=day, title=title, unit=unit, balances=balances, is_payment=is_payment)


def read_expenses(rows: Iterable[T], read: Callable[[T], Expense | None], problems: ImportProblems) -> list[Expense]:
    """Return the expenses that move money. A row that cannot be read is left out."""
    found = (problems.read_or_leave_out(partial(_read_balanced, row, read, problems)) for row in rows)
    return [one for one in found if one and one.balances]


def _read_balanced(row: T, read: Callable[[T], Expense | None], problems: ImportProblems) -> Expense | None:
    one = read(row)
    if one is None:
        return None
    if rest := sum(one.balances.values()):
        problems.add("sum_not_0", one.place, rest=rest, unit=one.unit)
    return replace(one, balances={name: amount for name, amount in one.balances.items() if amount})


def imported_expenses(
    expenses: Sequence[Expense],
    *,
    format: ImportFormat,
    people: Mapping[int, str] | Mapping[str, str],
    problems: ImportProblems,
) -> Imported:
    """Return an evening of all expenses of a day in one unit. people: of any key, names. Raises: ImportRefused."""
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
        left_out=problems.left_out,
    )


def leave_out_coming_days(imported: Imported, today: date) -> Imported:
    """Leave out expenses of coming days, which such programs can plan. A file without others stays, to be refused."""
    coming = {hand.place for one in imported.evenings if one.day > today for hand in one.hands}
    coming |= {one.place for one in imported.payments if one.day > today}
    evenings = tuple(one for one in imported.evenings if one.day <= today)
    payments = tuple(one for one in imported.payments if one.day <= today)
    if not coming or not (evenings or payments):
        return imported
    notices = (
        ImportProblem(code="date_in_future", line=place.line, where=place.where, is_left_out=True) for place in coming
    )
    return replace(
        imported,
        evenings=evenings,
        payments=payments,
        notices=(*imported.notices, *sorted(notices, key=lambda one: (one.line or 0, one.where))),
        left_out=imported.left_out + len(coming),
    )


def expense_payments(hand: ImportedHand, source: ImportedEvening) -> tuple[ImportedPayment, ...]:
    """Return an expense of this day as payments on the tab."""
    unit = source.unit or POINTS
    return tuple(imported_payments(hand.amounts or {}, place=hand.place, day=source.day, unit=unit, note=hand.note))


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
        ),
        unit=first.unit,
        is_of_table=False,
    )
