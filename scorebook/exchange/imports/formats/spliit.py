"""The reader of Spliit's CSV and JSON: expenses of a group, each with its effect on everybody's balance.

The JSON has shares; of an amount that cannot be divided to the cent, the first people who share it pay a cent more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from scorebook.clubs import names as naming
from scorebook.core.currencies import USUAL_CURRENCY, currency_of, digits_of, named_currency
from scorebook.exchange.imports import amount_parsing
from scorebook.exchange.imports.amount_parsing import MAX_MINOR, Unreadable
from scorebook.exchange.imports.cells import Cells, columns_of, heading_word, read_cells
from scorebook.exchange.imports.formats.expenses import (
    Expense,
    balances_of_row,
    day_of_row,
    expense_of_row,
    imported_expenses,
    people_columns,
)
from scorebook.exchange.imports.json_text import read_json
from scorebook.exchange.imports.records import FilePosition, Format, Imported, ImportProblems

COLUMNS = {
    "date": ("date",),
    "description": ("description",),
    "currency": ("currency",),
    "cost": ("cost",),
    "is_reimbursement": ("isreimbursement",),
    "split_mode": ("splitmode",),
}
MODES = ("EVENLY", "BY_SHARES", "BY_PERCENTAGE", "BY_AMOUNT")
KEY = "expenses"
DIGITS = 2  # of a currency without a code


def read(text: str, chosen: str | None = None) -> Imported:
    """Read an export. chosen: currency of a JSON that has none. Raises: ImportRefused."""
    return _read_json(text, chosen) if text.lstrip("\ufeff \t\r\n").startswith(("{", "[")) else _read_csv(text)


def is_recognised(cells: Cells) -> bool:
    return len(columns_of(cells, COLUMNS)) == len(COLUMNS)


def _read_csv(text: str) -> Imported:
    problems, cells = ImportProblems(), read_cells(text)
    columns = columns_of(cells, COLUMNS)
    if len(columns) < len(COLUMNS):
        problems.add("not_this_format")
    problems.raise_if_any()
    people = people_columns(cells, range(columns["split_mode"] + 1, len(cells.heading.cells)), problems)
    expenses: list[Expense] = []
    for row in cells.rows:
        unit, day = named_currency(row.cell(columns["currency"])), day_of_row(row, columns["date"], problems)
        if unit is None:
            problems.add("currency_unknown", line=row.line, text=row.cell(columns["currency"]))
            continue
        balances = balances_of_row(row, people, unit, problems)
        if day and balances:
            is_payment = heading_word(row.cell(columns["is_reimbursement"])) in ("yes", "true")
            title = row.cell(columns["description"])
            expenses.append(expense_of_row(row, day, title, unit, balances, is_payment=is_payment))
    return imported_expenses(expenses, format=Format.SPLIIT, people=list(people.values()), problems=problems)


def _read_json(text: str, chosen: str | None) -> Imported:
    problems = ImportProblems()
    raw = read_json(text, problems)
    problems.raise_if_any()
    if not isinstance(raw, dict) or not isinstance(raw.get(KEY), list) or not isinstance(raw.get("participants"), list):
        problems.add("not_this_format")
    problems.raise_if_any()
    unit = _unit(raw, chosen, problems)
    group = _Group(people=dict(_people(raw["participants"], problems)), unit=unit, problems=problems)
    found = [group.expense(one, f"{KEY}.{place}") for place, one in enumerate(raw[KEY])]
    return imported_expenses(
        [one for one in found if one],
        format=Format.SPLIIT,
        people=list(group.people.values()),
        problems=problems,
    )


def _unit(raw: Mapping[str, Any], chosen: str | None, problems: ImportProblems) -> str:
    """Return the currency. Spliit counts a group whose currency has no code in hundredths."""
    code = str(raw.get("currencyCode") or "")
    parsed = code or str(raw.get("currency") or "")
    unit = named_currency(parsed) if parsed else chosen
    if unit is None or (not code and currency_of(unit) and digits_of(unit) != DIGITS):
        problems.add("currency_unknown" if parsed else "figures_unclear", where="currencyCode", text=parsed)
    return unit or USUAL_CURRENCY


def _people(people: Sequence[Any], problems: ImportProblems) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for place, one in enumerate(people):
        where = f"participants.{place}"
        if not isinstance(one, dict) or not isinstance(one.get("id"), str):
            problems.add("field_unreadable", where=f"{where}.id")
            continue
        name = naming.tidied_name(one["name"]) if isinstance(one.get("name"), str) else ""
        if code := naming.name_fault(name, longest=naming.MAX_PLAYER_NAME):
            problems.add(code, where=f"{where}.name")
        elif naming.folded_name(name) in seen:
            problems.add("name_twice", where=f"{where}.name", name=name)
        seen.add(naming.folded_name(name))
        yield one["id"], name


class _Group:
    def __init__(self, *, people: Mapping[str, str], unit: str, problems: ImportProblems) -> None:
        self.people, self._unit, self._problems = people, unit, problems

    def expense(self, parsed: Any, where: str) -> Expense | None:
        if not isinstance(parsed, dict):
            self._problems.add("field_unreadable", where=where)
            return None
        before = len(self._problems)
        day = self._day(parsed.get("expenseDate"), f"{where}.expenseDate")
        amount = self._whole(parsed.get("amount"), f"{where}.amount")
        payer = self._person(parsed.get("paidById"), f"{where}.paidById")
        mode = parsed.get("splitMode", MODES[0])
        if mode not in MODES:
            self._problems.add("field_unreadable", where=f"{where}.splitMode")
        shares = list(self._shares(parsed.get("paidFor"), mode, f"{where}.paidFor"))
        if not shares or sum(share for _name, share in shares) <= 0:
            self._problems.add("shares_missing", where=f"{where}.paidFor")
        if len(self._problems) > before or day is None:
            return None
        return Expense(
            place=FilePosition(where=where),
            day=day,
            title=parsed["title"] if isinstance(parsed.get("title"), str) else "",
            unit=self._unit,
            balances=self._balances(amount, payer, mode, shares, where),
            is_payment=parsed.get("isReimbursement") is True,
        )

    def _balances(
        self, amount: int, payer: str, mode: str, shares: Sequence[tuple[str, int]], where: str
    ) -> Mapping[str, int]:
        total = sum(share for _name, share in shares)
        if mode == "BY_AMOUNT" and total != amount:
            self._problems.add("shares_differ", where=f"{where}.paidFor", rest=total - amount, unit=self._unit)
        owed = _shared(amount, [share for _name, share in shares])
        balances = {payer: amount}
        for (name, _share), own in zip(shares, owed, strict=True):
            balances[name] = balances.get(name, 0) - own
        return {name: balance for name, balance in balances.items() if balance}

    def _shares(self, parsed: Any, mode: Any, where: str) -> Iterator[tuple[str, int]]:
        for place, one in enumerate(parsed if isinstance(parsed, list) else ()):
            if not isinstance(one, dict):
                self._problems.add("field_unreadable", where=f"{where}.{place}")
                continue
            person = self._person(one.get("participantId"), f"{where}.{place}.participantId")
            share = 1 if mode == MODES[0] else self._whole(one.get("shares"), f"{where}.{place}.shares")
            yield person, share

    def _person(self, id: Any, where: str) -> str:
        name = self.people.get(id) if isinstance(id, str) else None
        if name is None:
            self._problems.add("person_unknown", where=where, text=str(id))
        return name or ""

    def _whole(self, value: Any, where: str) -> int:
        if type(value) is int and abs(value) <= MAX_MINOR:
            return value
        self._problems.add("field_unreadable", where=where)
        return 0

    def _day(self, text: Any, where: str) -> date | None:
        try:
            return amount_parsing.read_day(str(text)[:10])
        except Unreadable as error:
            self._problems.add(error.code, where=where, text=str(text))
            return None


def _shared(amount: int, shares: Sequence[int]) -> list[int]:
    """Divide the amount by weights into whole parts; the first ones get the remainder, a unit each."""
    total, sign = sum(shares), -1 if amount < 0 else 1
    parts = [abs(amount) * share // total for share in shares]
    for place in range(abs(amount) - sum(parts)):
        parts[place % len(parts)] += 1
    return [sign * part for part in parts]
