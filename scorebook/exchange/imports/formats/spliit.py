"""Spliit's CSV and JSON: expenses of a group.

In the CSV a person's column is their own share of the row, positive for the one who paid `Cost`. If that person has no
share, the row does not name the payer; only the JSON does. The JSON has weights, which are divided as Spliit does it.
Both were read in its source; tests/exchange/foreign_files/spliit/ has files that it wrote.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import partial
from typing import Any

from scorebook.core.currencies import USUAL_CURRENCY, minor_units_of_one, named_currency
from scorebook.exchange.imports.formats.apportion import apportion
from scorebook.exchange.imports.formats.expenses import (
    EXPENSE_PROGRAMS,
    Expense,
    ExpenseTable,
    imported_expenses,
    read_expenses,
)
from scorebook.exchange.imports.formats.import_format import Imported, ImportFormat, ImportText, is_json
from scorebook.exchange.imports.formats.json_people import JsonPeople
from scorebook.exchange.imports.import_amounts import MAX_MINOR, read_imported_amount
from scorebook.exchange.imports.import_cells import Row, heading_word
from scorebook.exchange.imports.import_dates import read_imported_day
from scorebook.exchange.imports.import_records import FilePosition, ImportProblems, import_refused
from scorebook.exchange.imports.json_text import read_import_json

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
# Spliit's own digits, which are not ISO's: it counts these currencies in whole ones, all others in hundredths.
WHOLE = ("JPY", "HUF", "ISK", "IDR", "KRW", "VND", "COP")
DIGITS = 2


class Spliit(ImportFormat):
    id = "spliit"
    place = 4
    label = "Spliit"
    help = EXPENSE_PROGRAMS
    keeps_tab = True

    def recognises(self, text: ImportText) -> bool:
        return text.has_list(KEY) or text.has_columns(COLUMNS)

    def read(self, text: str, chosen: str | None = None) -> Imported:
        """Read an export. chosen: currency of a group that names none."""
        return self._read_spliit_json(text, chosen) if is_json(text) else self._read_spliit_csv(text, chosen)

    def _read_spliit_csv(self, text: str, chosen: str | None) -> Imported:
        table = ExpenseTable(text, COLUMNS)
        expenses = read_expenses(table.rows, partial(_read_spliit_row, table, chosen), table.problems)
        return imported_expenses(expenses, format=self, people=table.people, problems=table.problems)

    def _read_spliit_json(self, text: str, chosen: str | None) -> Imported:
        raw, problems = read_import_json(text), ImportProblems()
        if not isinstance(raw, dict) or not all(isinstance(raw.get(name), list) for name in (KEY, "participants")):
            raise import_refused("not_this_format")
        group = _Group(raw, chosen, problems)
        expenses = read_expenses(enumerate(raw[KEY]), group.read_expense, problems)
        return imported_expenses(expenses, format=self, people=group.people.names, problems=problems)


def _read_spliit_row(table: ExpenseTable, chosen: str | None, row: Row) -> Expense | None:
    unit, day = table.unit(row, chosen), table.day(row)
    if unit is None:
        return None
    parse = partial(read_imported_amount, unit=unit)
    cost = table.problems.parse_text(parse, table.cell(row, "cost"), table.place(row, "cost"))
    shares = dict.fromkeys(table.people.values(), 0) | table.amounts(row, unit)
    balances = {} if cost is None else _balances_of_shares(table.problems, row, cost, shares, unit)
    is_payment = heading_word(table.cell(row, "is_reimbursement")) in ("yes", "true")
    return table.expense(row, day, unit, balances, is_payment=is_payment)


def _balances_of_shares(
    problems: ImportProblems, row: Row, cost: int, shares: Mapping[str, int], unit: str
) -> Mapping[str, int]:
    """Return name -> change of the balance.

    The payer is the person with the sign of the cost, else the only one without a share.
    """
    sign = -1 if cost < 0 else 1
    if rest := sum(map(abs, shares.values())) - abs(cost):
        problems.add("shares_differ", row.place, rest=rest, unit=unit)
        return {}
    paid = [name for name, share in shares.items() if sign * share > 0]
    payers = paid or [name for name, share in shares.items() if share == 0]
    if cost and len(payers) != 1:
        problems.add("payer_unclear", row.place)
        return {}
    return {name: (cost if name in payers else 0) - sign * abs(share) for name, share in shares.items()}


class _Group:
    def __init__(self, raw: Mapping[str, Any], chosen: str | None, problems: ImportProblems) -> None:
        self._problems = problems
        self.people = JsonPeople(raw["participants"], "participants", problems, ids=str)
        code = str(raw.get("currencyCode") or "")
        parsed = code or str(raw.get("currency") or "")
        unit = named_currency(parsed) or chosen
        if unit is None:
            problems.add("currency_unknown" if parsed else "figures_unclear", "currencyCode", text=parsed)
        self._unit = unit or USUAL_CURRENCY
        self._parts = 1 if code in WHOLE else 10**DIGITS  # of a whole unit, in the file

    def read_expense(self, numbered: tuple[int, Any]) -> Expense | None:
        no, parsed = numbered
        where = f"{KEY}.{no}"
        if not isinstance(parsed, dict):
            self._problems.add("field_unreadable", where)
            return None
        day_text = str(parsed.get("expenseDate"))
        day = self._problems.parse_text(lambda text: read_imported_day(text[:10]), day_text, f"{where}.expenseDate")
        balances = self._expense_balances(parsed, where)
        if day is None:
            return None
        return Expense(
            place=FilePosition(where=where),
            day=day,
            title=parsed["title"] if isinstance(parsed.get("title"), str) else "",
            unit=self._unit,
            balances=self._minor_units(balances, where),
            is_payment=parsed.get("isReimbursement") is True,
        )

    def _expense_balances(self, parsed: Mapping[str, Any], where: str) -> Mapping[str, int]:
        """Return name -> change of the balance, in the parts of the file."""
        amount = self._whole_amount(parsed.get("amount"), f"{where}.amount")
        payer = self.people.name(parsed.get("paidById"), f"{where}.paidById")
        mode, id = parsed.get("splitMode", MODES[0]), parsed.get("id")
        if mode not in MODES:
            self._problems.add("field_unreadable", f"{where}.splitMode")
        shares = dict(self._expense_shares(parsed.get("paidFor"), mode, f"{where}.paidFor"))
        if sum(shares.values()) <= 0:
            self._problems.add("shares_missing", f"{where}.paidFor")
            return {}
        balances = {payer: amount}
        for one, part in apportion(amount, shares, seed=id if isinstance(id, str) else "").items():
            name = self.people.names.get(one, "")
            balances[name] = balances.get(name, 0) - part
        return balances

    def _expense_shares(self, parsed: Any, mode: Any, where: str) -> Iterator[tuple[str, int]]:
        """Yield id and share."""
        for place, one in enumerate(parsed if isinstance(parsed, list) else ()):
            if not isinstance(one, dict):
                self._problems.add("field_unreadable", f"{where}.{place}")
                continue
            self.people.name(one.get("participantId"), f"{where}.{place}.participantId")
            share = 1 if mode == MODES[0] else self._whole_amount(one.get("shares"), f"{where}.{place}.shares")
            yield str(one.get("participantId")), share

    def _whole_amount(self, value: Any, where: str) -> int:
        if type(value) is int and abs(value) <= MAX_MINOR:
            return value
        self._problems.add("amount_too_large" if type(value) is int else "field_unreadable", where, text=str(value))
        return 0

    def _minor_units(self, balances: Mapping[str, int], where: str) -> dict[str, int]:
        """Return the balances in minor units of the currency; a problem if one is none, or too large for a hand."""
        scaled = {name: amount * minor_units_of_one(self._unit) for name, amount in balances.items()}
        most = max(map(abs, scaled.values()), default=0)
        is_too_fine = any(amount % self._parts for amount in scaled.values())
        if is_too_fine or most > MAX_MINOR * self._parts:
            text = str(Decimal(most) / minor_units_of_one(self._unit) / self._parts)
            self._problems.add("amount_too_fine" if is_too_fine else "amount_too_large", f"{where}.amount", text=text)
            return {}
        return {name: amount // self._parts for name, amount in scaled.items()}
