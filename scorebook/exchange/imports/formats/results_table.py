"""The reader of a table of names and results: one row per evening with a column per name, or one row per result.

    Datum;Anna;Beppo;Cilli;Done          date,name,amount
    13.11.2025;1,20;-0,40;-0,40;-0,40    2025-11-13,Anna,1.20

An empty cell is an absent person. A table with a column for the name is of the second kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from scorebook.clubs import names as naming
from scorebook.core.currencies import USUAL_CURRENCY, named_currency
from scorebook.exchange.imports import amount_parsing
from scorebook.exchange.imports.amount_parsing import Unreadable
from scorebook.exchange.imports.cells import Cells, Row, columns_of, heading_word, read_cells
from scorebook.exchange.imports.records import (
    FilePosition,
    Format,
    Imported,
    ImportedEvening,
    ImportedHand,
    ImportProblem,
    ImportProblems,
    plain_text,
)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _TableResult:
    place: FilePosition
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _TableEvening:
    place: FilePosition
    when: date | datetime | None  # None if it cannot be read, which is a problem already; the rest is still checked
    results: tuple[_TableResult, ...]
    note: str


def read(text: str, chosen: str | None = None) -> Imported:
    """Read a table. chosen: unit of the figures, if the user chose it. Raises: ImportRefused."""
    problems, notices = ImportProblems(), list[ImportProblem]()
    cells = read_cells(text)
    columns = columns_of_results(cells)
    if "date" not in columns:
        problems.add("no_date_column", line=cells.heading.line)
    problems.raise_if_any()
    is_long = "name" in columns and "amount" in columns
    rows = list(_long(cells, columns, problems, notices) if is_long else _wide(cells, columns, problems, notices))
    unit = _unit(cells, rows, chosen, problems, heading=cells.heading.cell(columns.get("amount")))
    evenings = tuple(one for each in rows if (one := _evening(each, unit, problems)))
    if not evenings and not problems:
        problems.add("nothing_there")
    problems.raise_if_any()
    return Imported(format=Format.RESULTS, evenings=evenings, notices=tuple(notices))


def columns_of_results(cells: Cells) -> dict[str, int]:
    """Return the columns. Beside a column of names, amounts may be headed by their unit: euro, USD, amount (USD)."""
    columns = columns_of(cells, COLUMNS)
    if "name" in columns and "amount" not in columns:
        amounts = (place for place, heading in enumerate(cells.heading.cells) if _is_of_amounts(heading))
        if (place := next(amounts, None)) is not None:
            return {**columns, "amount": place}
    return columns


def _is_of_amounts(heading: str) -> bool:
    return bool(named_currency(heading)) or heading_word(amount_parsing.without_unit(heading)) in COLUMNS["amount"]


def _wide(
    cells: Cells, columns: Mapping[str, int], problems: ImportProblems, notices: list[ImportProblem]
) -> Iterator[_TableEvening]:
    people = list(_people(cells, columns["date"], problems))
    for row in _rows_of_evenings(cells, columns["date"], notices):
        place = FilePosition(line=row.line)
        results = tuple(
            _TableResult(place=FilePosition(line=row.line, where=name), name=name, text=row.cell(column))
            for column, name in people
            if row.cell(column)
        )
        when = _when(row, columns["date"], problems)
        if not results:
            problems.add("nobody_there", line=row.line)
        else:
            yield _TableEvening(place=place, when=when, results=results, note=row.cell(columns.get("note")))


def _long(
    cells: Cells, columns: Mapping[str, int], problems: ImportProblems, notices: list[ImportProblem]
) -> Iterator[_TableEvening]:
    """Yield one evening for all rows of the same time."""
    found: dict[date | datetime | None, list[_TableResult]] = {}
    first: dict[date | datetime | None, Row] = {}
    for row in _rows_of_evenings(cells, columns["date"], notices):
        when, name = _when(row, columns["date"], problems), row.cell(columns["name"])
        _check_name(name, FilePosition(line=row.line), problems)
        rows = found.setdefault(when, [])
        first.setdefault(when, row)
        if when and any(naming.folded_name(one.name) == naming.folded_name(name) for one in rows):
            problems.add("name_twice_that_day", line=row.line, name=name)
        where = cells.heading.cell(columns["amount"])
        rows.append(
            _TableResult(place=FilePosition(line=row.line, where=where), name=name, text=row.cell(columns["amount"]))
        )
    for when, results in found.items():
        row = first[when]
        note = row.cell(columns.get("note"))
        yield _TableEvening(place=FilePosition(line=row.line), when=when, results=tuple(results), note=note)


def _rows_of_evenings(cells: Cells, column: int, notices: list[ImportProblem]) -> Iterator[Row]:
    for row in cells.rows:
        if heading_word(row.cell(column)) in SUMS:
            notices.append(ImportProblem(code="sums_left_out", line=row.line))
        else:
            yield row


def _people(cells: Cells, date_column: int, problems: ImportProblems) -> Iterator[tuple[int, str]]:
    seen: set[str] = set()
    for column, heading in enumerate(cells.heading.cells):
        if column == date_column or heading_word(heading) in (*NO_PEOPLE, *SUMS):
            continue
        if not heading and not any(row.cell(column) for row in cells.rows):
            continue
        name = amount_parsing.without_unit(heading).removesuffix("()").strip()
        _check_name(name, FilePosition(line=cells.heading.line, where=heading or str(column + 1)), problems)
        if naming.folded_name(name) in seen:
            problems.add("name_twice_in_heading", line=cells.heading.line, name=name)
        seen.add(naming.folded_name(name))
        yield column, naming.tidied_name(name)


def _check_name(name: str, place: FilePosition, problems: ImportProblems) -> None:
    if code := naming.name_fault(naming.tidied_name(name), longest=naming.MAX_PLAYER_NAME):
        problems.add(code, line=place.line, where=place.where)


def _when(row: Row, column: int, problems: ImportProblems) -> date | datetime | None:
    try:
        return amount_parsing.read_moment(row.cell(column))
    except Unreadable as error:
        problems.add(error.code, line=row.line, text=row.cell(column))
        return None


def _unit(
    cells: Cells, rows: list[_TableEvening], chosen: str | None, problems: ImportProblems, *, heading: str
) -> str:
    """Return the unit that the text names or the user chose; never guess between euros and points.

    heading: of the column of amounts, if there is one.
    """
    texts = [*cells.heading.cells, *(one.text for evening in rows for one in evening.results)]
    said = {unit for unit in (named_currency(heading), *map(amount_parsing.stated_unit, texts)) if unit}
    if len(said) > 1:
        problems.add("two_currencies")
    elif said and chosen and chosen not in said:
        problems.add("other_currency_said", said=next(iter(said)))
    if chosen:
        return chosen
    if said:
        return next(iter(said))
    if any(amount_parsing.has_part(one.text) for evening in rows for one in evening.results):
        return USUAL_CURRENCY
    if rows:
        problems.add("figures_unclear")
    return POINTS


def _evening(rows: _TableEvening, unit: str, problems: ImportProblems) -> ImportedEvening | None:
    amounts: dict[str, int] = {}
    is_readable = True
    for one in rows.results:
        try:
            amounts[naming.tidied_name(one.name)] = amount_parsing.read_amount(one.text, unit)
        except Unreadable as error:
            is_readable = False
            problems.add(error.code, line=one.place.line, where=one.place.where, text=one.text)
    if rows.when is None:
        return None
    if is_readable and (rest := sum(amounts.values())):
        problems.add("sum_not_0", line=rows.place.line, rest=rest, unit=unit)
    return ImportedEvening(
        place=rows.place,
        day=rows.when.date() if isinstance(rows.when, datetime) else rows.when,
        begun_at=rows.when if isinstance(rows.when, datetime) else None,
        people=tuple(amounts),
        hands=(ImportedHand(place=rows.place, amounts=amounts, note=plain_text(rows.note), was_dealt=False),),
        unit=unit,
    )
