"""The shared code of expense-sharing programs: rows that change balances, and rows that are payments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext_lazy as _

from scorebook.exchange.imports.amount_parsing import read_day
from scorebook.exchange.imports.cells import Cells, Row, amounts_of_row, people_of_columns
from scorebook.exchange.imports.formats.import_format import Imported, ImportFormat
from scorebook.exchange.imports.records import (
    FilePosition,
    ImportedEvening,
    ImportedHand,
    ImportedPayment,
    ImportProblem,
    ImportProblems,
    plain_text,
)

SPLIIT_OR_SPLITWISE = _("what Spliit or Splitwise export")


@dataclass(frozen=True, slots=True, kw_only=True)
class Expense:
    place: FilePosition
    day: date
    title: str
    unit: str
    balances: Mapping[str, int]  # name -> change, + lent, - owes; only people involved
    is_payment: bool


def imported_expenses(
    expenses: Sequence[Expense],
    *,
    format: ImportFormat,
    people: Mapping[int, str] | Mapping[str, str],
    problems: ImportProblems,
    notices: Sequence[ImportProblem] = (),
) -> Imported:
    """Return an evening of all expenses of a day in one unit. people: of any key, names. Raises: ImportRefused."""
    for one in expenses:
        if rest := sum(one.balances.values()):
            problems.add("sum_not_0", one.place, rest=rest, unit=one.unit)
    problems.raise_if_any_or_nothing(expenses)
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
            for payment in payments_between(one.balances, place=one.place, day=one.day, unit=one.unit, note=one.title)
        ),
        notices=tuple(notices),
    )


def payments_between(
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


def people_columns(cells: Cells, problems: ImportProblems, *, first: int) -> dict[int, str]:
    """Return column -> name, from the first column of a person on."""
    headings = {column: cells.heading.cell(column) for column in range(first, len(cells.heading.cells))}
    found = people_of_columns(cells, headings, problems)
    if len(found) < 2:
        problems.add("no_people", cells.heading.place)
    return found


def balances_of_row(row: Row, people: Mapping[int, str], unit: str, problems: ImportProblems) -> Mapping[str, int]:
    """Return name -> change, only of people involved."""
    found = amounts_of_row(row, people, unit, problems)
    return {name: amount for name, amount in found.items() if amount}


def expense_of_row(
    row: Row, day: date | None, title: str, unit: str, balances: Mapping[str, int], *, is_payment: bool
) -> Iterator[Expense]:
    """Yield the expense, unless nobody is involved or the day is unreadable."""
    if day and balances:
        yield Expense(place=row.place, day=day, title=title, unit=unit, balances=balances, is_payment=is_payment)


def day_of_row(row: Row, column: int, problems: ImportProblems) -> date | None:
    return problems.parse_text(lambda text: read_day(text[:10] if "T" in text else text), row.cell(column), row.place)


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
