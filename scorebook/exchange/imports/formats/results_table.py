"""A table of names and results: one row per evening with a column per name, or one row per result.

    Datum;Anna;Beppo;Cilli;Done          date,name,amount
    13.11.2025;1,20;-0,40;-0,40;-0,40    2025-11-13,Anna,1.20

An empty cell is an absent person. A table with a column for the name is of the second kind.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from django.utils.translation import gettext_lazy as _

from scorebook.clubs import names as naming
from scorebook.core.currencies import named_currency
from scorebook.exchange.headings import headings_of_column
from scorebook.exchange.imports.formats.import_format import Imported, ImportFormat, ImportText
from scorebook.exchange.imports.import_amounts import strip_unit
from scorebook.exchange.imports.import_cells import Cells, Row, TextTable, find_import_columns, read_import_cells
from scorebook.exchange.imports.import_columns import (
    EVENINGS,
    POINT_WORDS,
    heading_word,
    own_table,
    result_words,
)
from scorebook.exchange.imports.import_records import ImportedEvening, ImportedHand, import_refused, plain_text
from scorebook.play.terms import POINTS


class ResultsTable(ImportFormat):
    id = "results"
    place = 1
    label = _("Table of names and results")
    help = _("a table of names and results")

    def recognises(self, text: ImportText) -> bool:
        return text.cells is not None

    def read(self, text: str, chosen: str | None = None) -> Imported:
        cells = read_import_cells(text)
        table = TextTable(cells, _columns_of_results(cells))
        problems = table.problems
        if own_table(cells.heading.cells) and "amount" not in table.columns:
            raise import_refused("own_table", table=EVENINGS)
        if _counts_in_words(cells):
            raise import_refused("results_in_words")
        if not table.columns.keys() & {"date", "at"}:
            problems.add("no_date_column", table.heading.place)
        problems.raise_import_problems()
        is_long = is_row_per_result(cells)
        if not is_long:
            table.find_people(known=[place for field, place in table.columns.items() if field in ("date", "at")])
        heading = table.heading.cell(table.columns["amount"]) if is_long else ""
        of_column = POINTS if heading_word(heading) in POINT_WORDS else named_currency(heading)
        unit = table.unit_of_figures(table.figures, chosen, of_column=of_column) or POINTS
        table.leave_out_sums(unit)
        read_rows = _read_long_table if is_long else _read_wide_table
        evenings = tuple(read_rows(table, unit))
        problems.raise_unless_importable(evenings)
        return Imported(format=self, evenings=evenings, notices=tuple(problems.notices))


def is_row_per_result(cells: Cells) -> bool:
    """Return whether it has columns for names and amounts, and not one for each person."""
    return {"name", "amount"} <= _columns_of_results(cells).keys()


def _columns_of_results(cells: Cells) -> dict[str, int]:
    """Return the columns. Beside a column of names, amounts may be headed by their unit: euro, USD, amount (USD)."""
    columns = find_import_columns(cells, result_words())
    units = (place for place, heading in enumerate(cells.heading.cells) if named_currency(heading))
    if "name" in columns and "amount" not in columns and (place := next(units, None)) is not None:
        return {**columns, "amount": place}
    return columns


def _counts_in_words(cells: Cells) -> bool:
    """Return whether Scorebook wrote amounts in a unit that is no currency, as in Amount (litres)."""
    heads = tuple(f"{heading} (" for heading in headings_of_column("results", "amount"))
    return any(
        one.startswith(heads) and heading_word(strip_unit(one)) != heading_word(one[: one.index("(")])
        for one in cells.heading.cells
    )


def _read_wide_table(table: TextTable, unit: str) -> Iterator[ImportedEvening]:
    for row in table.rows:
        when = table.moment(row, row.place)
        parsed = [
            (name, table.amount(row.cell(column), row.place_at(name), unit))
            for column, name in table.people.items()
            if row.cell(column)
        ]
        if not parsed:
            table.problems.add("nobody_there", row.place)
        yield from _evening_of_results(table, row, when, parsed, unit)


def _read_long_table(table: TextTable, unit: str) -> Iterator[ImportedEvening]:
    """Yield one evening for all rows of the same time, and with the same number if they have one."""
    rows_by_evening = dict[tuple[date | datetime | None, str], list[Row]]()
    for row in table.rows:
        key = table.moment(row, row.place), table.cell(row, "number")
        rows_by_evening.setdefault(key, []).append(row)
    for (when, _number), rows in rows_by_evening.items():
        parsed, seen = list[tuple[str, int | None]](), set[str]()
        for row in rows:
            name = naming.tidied_name(table.cell(row, "name"))
            if code := naming.name_fault(name, longest=naming.MAX_PLAYER_NAME):
                table.problems.add(code, row.place)
            if when and naming.folded_name(name) in seen:
                table.problems.add("name_twice_that_day", row.place, name=table.cell(row, "name"))
            seen.add(naming.folded_name(name))
            parsed.append((name, table.amount(table.cell(row, "amount"), table.place(row, "amount"), unit)))
        yield from _evening_of_results(table, rows[0], when, parsed, unit)


def _evening_of_results(
    table: TextTable,
    first: Row,
    when: date | datetime | None,
    parsed: Sequence[tuple[str, int | None]],
    unit: str,
) -> Iterator[ImportedEvening]:
    """Yield the evening, unless its time is unreadable. first: its first row, whose note is kept."""
    if when is None:
        return
    place = first.place
    amounts = {name: amount for name, amount in parsed if amount is not None}
    if all(amount is not None for _name, amount in parsed) and (rest := sum(amounts.values())):
        table.problems.add("sum_not_0", place, rest=rest, unit=unit)
    hand = ImportedHand(place=place, amounts=amounts, note=plain_text(table.cell(first, "note")), was_dealt=False)
    yield ImportedEvening(place=place, when=when, people=tuple(amounts), hands=(hand,), unit=unit)
