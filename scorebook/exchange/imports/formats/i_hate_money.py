"""I Hate Money's bills, as JSON or CSV: who paid how much for whom, with a weight for each person who paid.

A weight is exported only with a payer; people who never paid count once, as in its own importer. It keeps fractions of
a cent, which books cannot: they are divided like Spliit's. Read in its source; tests/exchange/foreign_files/ihatemoney
has files that it wrote.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from scorebook.clubs import names as naming
from scorebook.core.currencies import named_currency
from scorebook.exchange.imports.formats.apportion import apportion
from scorebook.exchange.imports.formats.expenses import EXPENSE_PROGRAMS, Expense, imported_expenses, read_expenses
from scorebook.exchange.imports.formats.import_format import Imported, ImportFormat, ImportText
from scorebook.exchange.imports.import_amounts import read_imported_amount
from scorebook.exchange.imports.import_cells import Cells, find_import_columns
from scorebook.exchange.imports.import_dates import read_imported_day
from scorebook.exchange.imports.import_records import FilePosition, ImportProblems, import_refused

FIELDS = ("what", "amount", "date", "payer_name", "payer_weight", "owers")
OPTIONAL = ("bill_type", "currency")  # older versions have neither
PLAN = ("ower", "receiver", "amount")  # of its other export: who could pay whom
COSPEND = (*FIELDS[:5], "payer_active")  # Cospend, MoneyBuster: weights are in a table of their own
NO_CURRENCY = ("", "XXX")
WEIGHT = re.compile(r"\d{1,6}(\.\d{1,6})?")


class IHateMoney(ImportFormat):
    id = "ihatemoney"
    place = 6
    label = "I Hate Money"
    help = EXPENSE_PROGRAMS
    keeps_tab = True

    def recognises(self, text: ImportText) -> bool:
        return _has_fields(text, FIELDS) or _has_fields(text, PLAN)

    def read(self, text: str, chosen: str | None = None) -> Imported:
        """Read the bills. chosen: currency of a project without one."""
        parsed, problems = ImportText.parse(text), ImportProblems()
        if _has_fields(parsed, COSPEND):
            raise import_refused("cospend")
        if _has_fields(parsed, PLAN):
            raise import_refused("plan_no_bills")
        if not _has_fields(parsed, FIELDS):
            raise import_refused("not_this_format")
        # Newest first in the file.
        bills = [*(_bills_of_table(parsed.cells) if parsed.cells else _bills_of_json(parsed.json))][::-1]
        if chosen is None and any(one.text("currency") in NO_CURRENCY for one in bills):
            problems.add("figures_unclear")
        problems.raise_import_problems()
        project = _Project(bills, chosen, problems)
        expenses = read_expenses(bills, project.read_bill, problems)
        people = {name: name for one in expenses for name in one.balances}
        project.notice_assumed_weights(people)
        return imported_expenses(expenses, format=self, people=people, problems=problems)


def _has_fields(text: ImportText, fields: Sequence[str]) -> bool:
    """Return whether it is a list of objects, or a table, with all of these fields."""
    if text.cells is None:
        first = text.json[0] if isinstance(text.json, list) and text.json else None
        return isinstance(first, dict) and all(name in first for name in fields)
    return text.has_columns(_headings(fields))


def _headings(fields: Sequence[str]) -> Mapping[str, Sequence[str]]:
    return {name: (name.replace("_", ""),) for name in fields}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bill:
    values: Mapping[str, Any]  # by the program's own names
    line: int | None = None  # of a table
    no: int = 0  # in a list

    def at(self, field: str) -> FilePosition:
        return FilePosition(line=self.line, where=field if self.line else f"{self.no}.{field}")

    def text(self, field: str) -> str:
        value = self.values.get(field)
        return "" if value is None else str(value)

    @property
    def weight(self) -> Fraction | None:
        text = self.text("payer_weight")
        return (Fraction(text) or None) if WEIGHT.fullmatch(text) else None


def _bills_of_table(cells: Cells) -> Iterator[_Bill]:
    columns = find_import_columns(cells, _headings((*FIELDS, *OPTIONAL)))
    for row in cells.rows:
        yield _Bill(values={name: row.cell(column) for name, column in columns.items()}, line=row.line)


def _bills_of_json(found: Sequence[Any]) -> Iterator[_Bill]:
    for no, one in enumerate(found):
        yield _Bill(values=one if isinstance(one, dict) else {}, no=no)


class _Project:
    def __init__(self, bills: Sequence[_Bill], chosen: str | None, problems: ImportProblems) -> None:
        self._chosen, self._problems = chosen, problems
        self._weights = {naming.tidied_name(one.text("payer_name")): one.weight for one in bills if one.weight}

    def read_bill(self, bill: _Bill) -> Expense | None:
        day = self._problems.parse_text(read_imported_day, bill.text("date"), bill.at("date"))
        currency = bill.text("currency")
        unit = self._chosen if currency in NO_CURRENCY else named_currency(currency)
        payer, owers = self._name(bill.values.get("payer_name"), bill.at("payer_name")), [*self._owers(bill)]
        if unit is None:
            self._problems.add("currency_unknown", bill.at("currency"), text=currency)
        if bill.weight is None:
            self._problems.add("number_unreadable", bill.at("payer_weight"), text=bill.text("payer_weight"))
        if not owers:
            self._problems.add("shares_missing", bill.at("owers"))
        if day is None or unit is None or not owers:
            return None
        parse = partial(read_imported_amount, unit=unit)
        amount = self._problems.parse_text(parse, bill.text("amount"), bill.at("amount")) or 0
        weights = {name: self._weights.get(name) or Fraction(1) for name in owers}
        parts = apportion(amount, weights, seed=f"{day} {bill.text('what')}")
        balances = {name: -part for name, part in parts.items()}
        return Expense(
            place=FilePosition(line=bill.line, where="" if bill.line else str(bill.no)),
            day=day,
            title=bill.text("what"),
            unit=unit,
            balances=balances | {payer: amount + balances.get(payer, 0)},
            is_payment=bill.text("bill_type").casefold() == "reimbursement",
        )

    def notice_assumed_weights(self, people: Mapping[str, str]) -> None:
        if missing := [name for name in people if name not in self._weights]:
            self._problems.add_notice("weight_assumed", names=", ".join(missing))

    def _owers(self, bill: _Bill) -> Iterator[str]:
        """Yield the names. In a table a comma separates them, and may be a part of a payer's name."""
        found, at = bill.values.get("owers"), bill.at("owers")
        if isinstance(found, list):
            yield from (self._name(one, at) for one in found)
            return
        words = [one for one in bill.text("owers").split(",") if one.strip()]
        while words:
            ends = range(len(words), 1, -1)
            end = next((end for end in ends if naming.tidied_name(",".join(words[:end])) in self._weights), 1)
            yield self._name(",".join(words[:end]), at)
            words = words[end:]

    def _name(self, name: object, at: FilePosition) -> str:
        tidied = naming.tidied_name(name) if isinstance(name, str) else ""
        if code := naming.name_fault(tidied, longest=naming.MAX_PLAYER_NAME):
            self._problems.add(code, at)
        return tidied
