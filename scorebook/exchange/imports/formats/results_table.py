"""A table of names and results: one row per evening with a column per name, or one row per result.

    Datum;Anna;Beppo;Cilli;Done          date,name,amount
    13.11.2025;1,20;-0,40;-0,40;-0,40    2025-11-13,Anna,1.20

An empty cell is an absent person. A table with a column for the name is of the second kind.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from scorebook.clubs import names as naming
from scorebook.core.currencies import named_currency
from scorebook.exchange.imports.amount_parsing import read_amount, read_moment, strip_unit
from scorebook.exchange.imports.cells import (
    Cells,
    Row,
    find_columns,
    heading_word,
    people_of_results,
    read_cells,
    unit_of_figures,
)
from scorebook.exchange.imports.formats.import_format import Imported, ImportFormat, ImportText
from scorebook.exchange.imports.records import FilePosition, ImportedEvening, ImportedHand, ImportProblems, plain_text
from scorebook.play.terms import POINTS

DATES = ("date", "datum", "day", "tag", "abend", "evening")
COLUMNS = {
    "date": DATES,
    "name": ("name", "person", "player", "spieler", "spielerin", "wer", "who"),
    "amount": ("amount", "betrag", "result", "ergebnis", "points", "punkte", "money", "geld"),
    "note": ("note", "notiz", "remark", "bemerkung", "kommentar", "comment"),
}
NO_PEOPLE = ("no", "nr", "number", "nummer", "note", "notiz", "remark", "bemerkung", "kommentar", "comment")
SUMS = ("sum", "summe", "total", "gesamt", "zusammen", "saldo", "balance")


class _Result(NamedTuple):
    name: str
    text: str
    place: FilePosition


@dataclass(frozen=True, slots=True, kw_only=True)
class _TableEvening:
    place: FilePosition  # of its first row, whose note is kept
    note: str
    when: date | datetime | None  # None if it cannot be read, which is a problem already; the rest is still checked
    results: list[_Result]


class ResultsTable(ImportFormat):
    id = "results"
    place = 1
    label = _("Table of names and results")
    help = _("a table of names and results")

    def recognises(self, text: ImportText) -> bool:
        return text.cells is not None

    def read(self, text: str, chosen: str | None = None) -> Imported:
        problems = ImportProblems()
        cells = read_cells(text)
        columns = _columns_of_results(cells)
        if "date" not in columns:
            problems.add("no_date_column", cells.heading.place)
        problems.raise_if_any()
        rows = []
        for row in cells.rows:
            if heading_word(row.cell(columns["date"])) in SUMS:
                problems.add_notice("sums_left_out", row.place)
            else:
                rows.append(row)
        read_rows = _read_long_table if is_row_per_result(cells) else _read_wide_table
        found = read_rows(cells, rows, columns, problems)
        figures = [one.text for evening in found for one in evening.results]
        of_column = named_currency(cells.heading.cell(columns.get("amount")))
        unit = unit_of_figures(cells.heading.cells, figures, chosen, problems, of_column=of_column) or POINTS
        evenings = tuple(one for each in found if (one := _evening_of_results(each, unit, problems)))
        problems.raise_if_any_or_nothing(evenings)
        return Imported(format=self, evenings=evenings, notices=tuple(problems.notices))


def is_row_per_result(cells: Cells) -> bool:
    """Return whether it has columns for names and amounts, and not one for each person."""
    return {"name", "amount"} <= _columns_of_results(cells).keys()


def _columns_of_results(cells: Cells) -> dict[str, int]:
    """Return the columns. Beside a column of names, amounts may be headed by their unit: euro, USD, amount (USD)."""
    columns = find_columns(cells, COLUMNS)
    if "name" in columns and "amount" not in columns:
        for place, heading in enumerate(cells.heading.cells):
            if named_currency(heading) or heading_word(strip_unit(heading)) in COLUMNS["amount"]:
                return {**columns, "amount": place}
    return columns


def _read_wide_table(
    cells: Cells, rows: Iterable[Row], columns: Mapping[str, int], problems: ImportProblems
) -> list[_TableEvening]:
    people = people_of_results(cells, problems, known=[columns["date"]], no_people=(*NO_PEOPLE, *SUMS))
    found = []
    for row in rows:
        evening = _evening_from_row(row, columns, problems)
        for column, name in people.items():
            if row.cell(column):
                evening.results.append(_Result(name, row.cell(column), row.place_at(name)))
        if not evening.results:
            problems.add("nobody_there", row.place)
        found.append(evening)
    return found


def _read_long_table(
    cells: Cells, rows: Iterable[Row], columns: Mapping[str, int], problems: ImportProblems
) -> list[_TableEvening]:
    """Return one evening for all rows of the same time."""
    found: dict[date | datetime | None, _TableEvening] = {}
    for row in rows:
        evening, name = _evening_from_row(row, columns, problems), row.cell(columns["name"])
        if code := naming.name_fault(naming.tidied_name(name), longest=naming.MAX_PLAYER_NAME):
            problems.add(code, row.place)
        results = found.setdefault(evening.when, evening).results
        if evening.when and any(naming.folded_name(one.name) == naming.folded_name(name) for one in results):
            problems.add("name_twice_that_day", row.place, name=name)
        results.append(_Result(name, row.cell(columns["amount"]), row.place_at(cells.heading.cell(columns["amount"]))))
    return [*found.values()]


def _evening_from_row(row: Row, columns: Mapping[str, int], problems: ImportProblems) -> _TableEvening:
    when = problems.parse_text(read_moment, row.cell(columns["date"]), row.place)
    return _TableEvening(place=row.place, note=row.cell(columns.get("note")), when=when, results=[])


def _evening_of_results(rows: _TableEvening, unit: str, problems: ImportProblems) -> ImportedEvening | None:
    parse, place = partial(read_amount, unit=unit), rows.place
    parsed = [(naming.tidied_name(name), problems.parse_text(parse, text, at)) for name, text, at in rows.results]
    if rows.when is None:
        return None
    amounts = {name: amount for name, amount in parsed if amount is not None}
    if all(amount is not None for _name, amount in parsed) and (rest := sum(amounts.values())):
        problems.add("sum_not_0", place, rest=rest, unit=unit)
    hand = ImportedHand(place=place, amounts=amounts, note=plain_text(rows.note), was_dealt=False)
    return ImportedEvening(place=place, when=rows.when, people=tuple(amounts), hands=(hand,), unit=unit)
