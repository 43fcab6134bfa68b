"""The shared code of expense-sharing programs: rows that change balances, and rows that are payments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from scorebook.clubs import names as naming
from scorebook.exchange.imports import amount_parsing
from scorebook.exchange.imports.amount_parsing import Unreadable
from scorebook.exchange.imports.cells import Cells, Row
from scorebook.exchange.imports.records import (
    FilePosition,
    Format,
    Imported,
    ImportedEvening,
    ImportedHand,
    ImportedPayment,
    ImportProblem,
    ImportProblems,
    plain_text,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expense:
    place: FilePosition
    day: date
    title: str
    unit: str
    balances: Mapping[str, int]  # name -> change, + lent, - owes; only people involved
    is_payment: bool


def expense_of_row(
    row: Row, day: date, title: str, unit: str, balances: Mapping[str, int], *, is_payment: bool
) -> Expense:
    place = FilePosition(line=row.line)
    return Expense(place=place, day=day, title=title, unit=unit, balances=balances, is_payment=is_payment)


def imported_expenses(
    expenses: Sequence[Expense],
    *,
    format: Format,
    people: Sequence[str],
    problems: ImportProblems,
    notices: Sequence[ImportProblem] = (),
) -> Imported:
    """Return an evening of all expenses of a day in one unit. Raises: ImportRefused."""
    for one in expenses:
        if rest := sum(one.balances.values()):
            problems.add("sum_not_0", line=one.place.line, where=one.place.where, rest=rest, unit=one.unit)
    if not expenses and not problems:
        problems.add("nothing_there")
    problems.raise_if_any()
    days: dict[tuple[date, str], list[Expense]] = {}
    for one in expenses:
        if not one.is_payment:
            days.setdefault((one.day, one.unit), []).append(one)
    return Imported(
        format=format,
        evenings=tuple(_evening(own, people) for _day, own in sorted(days.items())),
        payments=tuple(payment for one in expenses if one.is_payment for payment in payments_of(one)),
        notices=tuple(notices),
    )


def payments_of(expense: Expense) -> Iterator[ImportedPayment]:
    """Yield who gave how much to whom: the largest lender to the largest debtor, until nothing is left."""
    yield from payments_between(
        expense.balances, place=expense.place, day=expense.day, unit=expense.unit, note=expense.title
    )


def payments_between(
    balances: Mapping[str, int], *, place: FilePosition, day: date, unit: str, note: str
) -> Iterator[ImportedPayment]:
    """Yield the payments behind these balances, which sum to 0."""
    left = {name: amount for name, amount in balances.items() if amount}
    while left:
        payer, payee = max(left, key=lambda name: left[name]), min(left, key=lambda name: left[name])
        amount = min(left[payer], -left[payee])
        yield ImportedPayment(
            place=place, day=day, payer=payer, payee=payee, amount_minor=amount, unit=unit, note=plain_text(note)
        )
        left = {
            name: rest
            for name, was in left.items()
            if (rest := was - amount * ((name == payer) - (name == payee)))
        }  # fmt: skip


def people_columns(cells: Cells, columns: Iterable[int], problems: ImportProblems) -> dict[int, str]:
    found: dict[int, str] = {}
    for column in columns:
        heading = cells.heading.cell(column)
        name = naming.tidied_name(heading)
        if code := naming.name_fault(name, longest=naming.MAX_PLAYER_NAME):
            problems.add(code, line=cells.heading.line, where=heading or str(column + 1))
        elif naming.folded_name(name) in {naming.folded_name(other) for other in found.values()}:
            problems.add("name_twice_in_heading", line=cells.heading.line, name=name)
        found[column] = name
    if len(found) < 2:
        problems.add("no_people", line=cells.heading.line)
    return found


def balances_of_row(row: Row, people: Mapping[int, str], unit: str, problems: ImportProblems) -> Mapping[str, int]:
    """Return name -> change, only of people involved."""
    found: dict[str, int] = {}
    for column, name in people.items():
        try:
            amount = amount_parsing.read_amount(row.cell(column), unit) if row.cell(column) else 0
        except Unreadable as error:
            problems.add(error.code, line=row.line, where=name, text=row.cell(column))
            continue
        if amount:
            found[name] = amount
    return found


def day_of_row(row: Row, column: int, problems: ImportProblems) -> date | None:
    try:
        return amount_parsing.read_day(row.cell(column)[:10] if "T" in row.cell(column) else row.cell(column))
    except Unreadable as error:
        problems.add(error.code, line=row.line, text=row.cell(column))
        return None


def _evening(expenses: Sequence[Expense], people: Sequence[str]) -> ImportedEvening:
    there = {name for one in expenses for name in one.balances}
    first = expenses[0]
    return ImportedEvening(
        place=first.place,
        day=first.day,
        people=tuple(name for name in people if name in there),
        hands=tuple(
            ImportedHand(place=one.place, amounts=one.balances, note=plain_text(one.title), was_dealt=False)
            for one in expenses
            if one.balances
        ),
        unit=first.unit,
        is_of_table=False,
    )
