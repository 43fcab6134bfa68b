"""Spliit's CSV and JSON: expenses of a group, each with its effect on everybody's balance.

The JSON has shares; of an amount that cannot be divided to the cent, the first people who share it pay a cent more.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorebook.core.currencies import USUAL_CURRENCY, currency_of, digits_of, named_currency
from scorebook.exchange.imports.formats.expenses import SPLIIT_OR_SPLITWISE, Expense, ExpenseTable, imported_expenses
from scorebook.exchange.imports.formats.import_format import Imported, ImportFormat, ImportText, is_json
from scorebook.exchange.imports.import_amounts import MAX_MINOR, read_imported_day
from scorebook.exchange.imports.import_cells import FileNames, heading_word
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
DIGITS = 2  # of a currency without a code


class Spliit(ImportFormat):
    id = "spliit"
    place = 4
    label = "Spliit"
    help = SPLIIT_OR_SPLITWISE
    keeps_tab = True

    def recognises(self, text: ImportText) -> bool:
        return text.has_list(KEY) or text.has_columns(COLUMNS)

    def read(self, text: str, chosen: str | None = None) -> Imported:
        """Read an export. chosen: currency of a JSON that has none."""
        return self._read_spliit_json(text, chosen) if is_json(text) else self._read_spliit_csv(text)

    def _read_spliit_csv(self, text: str) -> Imported:
        table = ExpenseTable(text, COLUMNS)
        for row in table.rows:
            day, unit = table.day(row), table.unit(row)
            is_payment = heading_word(table.cell(row, "is_reimbursement")) in ("yes", "true")
            if unit:
                table.add_expense(row, day, unit, is_payment=is_payment)
        return imported_expenses(table.expenses, format=self, people=table.people, problems=table.problems)

    def _read_spliit_json(self, text: str, chosen: str | None) -> Imported:
        raw, problems = read_import_json(text), ImportProblems()
        if not isinstance(raw, dict) or not all(isinstance(raw.get(name), list) for name in (KEY, "participants")):
            raise import_refused("not_this_format")
        unit = _group_currency(raw, chosen, problems)
        people = FileNames(problems, twice="name_twice").add_people(raw["participants"], "participants", ids=str)
        group = _Group(people=people, unit=unit, problems=problems)
        found = [group.read_expense(one, f"{KEY}.{place}") for place, one in enumerate(raw[KEY])]
        return imported_expenses([one for one in found if one], format=self, people=people, problems=problems)


def _group_currency(raw: Mapping[str, Any], chosen: str | None, problems: ImportProblems) -> str:
    """Return the currency. Spliit counts a group whose currency has no code in hundredths."""
    code = str(raw.get("currencyCode") or "")
    parsed = code or str(raw.get("currency") or "")
    unit = named_currency(parsed) if parsed else chosen
    if unit is None or (not code and currency_of(unit) and digits_of(unit) != DIGITS):
        problems.add("currency_unknown" if parsed else "figures_unclear", "currencyCode", text=parsed)
    return unit or USUAL_CURRENCY


class _Group:
    def __init__(self, *, people: Mapping[str, str], unit: str, problems: ImportProblems) -> None:
        self.people, self._unit, self._problems = people, unit, problems

    def read_expense(self, parsed: Any, where: str) -> Expense | None:
        if not isinstance(parsed, dict):
            self._problems.add("field_unreadable", where)
            return None
        before = len(self._problems)
        day_text = str(parsed.get("expenseDate"))
        day = self._problems.parse_text(lambda text: read_imported_day(text[:10]), day_text, f"{where}.expenseDate")
        amount = self._whole_amount(parsed.get("amount"), f"{where}.amount")
        payer = self._person_name(parsed.get("paidById"), f"{where}.paidById")
        mode = parsed.get("splitMode", MODES[0])
        if mode not in MODES:
            self._problems.add("field_unreadable", f"{where}.splitMode")
        shares = list(self._expense_shares(parsed.get("paidFor"), mode, f"{where}.paidFor"))
        if not shares or sum(share for _name, share in shares) <= 0:
            self._problems.add("shares_missing", f"{where}.paidFor")
        if len(self._problems) > before or day is None:
            return None
        return Expense(
            place=FilePosition(where=where),
            day=day,
            title=parsed["title"] if isinstance(parsed.get("title"), str) else "",
            unit=self._unit,
            balances=self._expense_balances(amount, payer, mode, shares, where),
            is_payment=parsed.get("isReimbursement") is True,
        )

    def _expense_balances(
        self, amount: int, payer: str, mode: str, shares: Sequence[tuple[str, int]], where: str
    ) -> Mapping[str, int]:
        total = sum(share for _name, share in shares)
        if mode == "BY_AMOUNT" and total != amount:
            self._problems.add("shares_differ", f"{where}.paidFor", rest=total - amount, unit=self._unit)
        owed = _divide_imported_expense(amount, [share for _name, share in shares])
        balances = {payer: amount}
        for (name, _share), own in zip(shares, owed, strict=True):
            balances[name] = balances.get(name, 0) - own
        return {name: balance for name, balance in balances.items() if balance}

    def _expense_shares(self, parsed: Any, mode: Any, where: str) -> Iterator[tuple[str, int]]:
        for place, one in enumerate(parsed if isinstance(parsed, list) else ()):
            if not isinstance(one, dict):
                self._problems.add("field_unreadable", f"{where}.{place}")
                continue
            person = self._person_name(one.get("participantId"), f"{where}.{place}.participantId")
            share = 1 if mode == MODES[0] else self._whole_amount(one.get("shares"), f"{where}.{place}.shares")
            yield person, share

    def _person_name(self, id: Any, where: str) -> str:
        name = self.people.get(id) if isinstance(id, str) else None
        if name is None:
            self._problems.add("person_unknown", where, text=str(id))
        return name or ""

    def _whole_amount(self, value: Any, where: str) -> int:
        if type(value) is int and abs(value) <= MAX_MINOR:
            return value
        self._problems.add("field_unreadable", where)
        return 0


def _divide_imported_expense(amount: int, shares: Sequence[int]) -> list[int]:
    """Divide the amount by weights into whole parts; the first ones get the remainder, a unit each."""
    total, sign = sum(shares), -1 if amount < 0 else 1
    parts = [abs(amount) * share // total for share in shares]
    for place in range(abs(amount) - sum(parts)):
        parts[place % len(parts)] += 1
    return [sign * part for part in parts]
