"""The parser of tables of text as spreadsheets write them: any delimiter, quoted or not, with or without a BOM."""

import csv
import io
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property, partial

from scorebook.clubs import names as naming
from scorebook.core.currencies import USUAL_CURRENCY
from scorebook.exchange.imports import import_amounts, import_dates
from scorebook.exchange.imports.import_columns import (
    EVENINGS,
    HEADINGS_OF_SUMS,
    find_columns,
    heading_weight,
    is_column_word,
    own_table,
    sums_subject,
)
from scorebook.exchange.imports.import_columns import heading_word as heading_word
from scorebook.exchange.imports.import_records import FilePosition, ImportProblems, import_refused
from scorebook.play.terms import POINTS

DELIMITERS = (";", ",", "\t")
GUARDED = ("=", "+", "-", "@", "\t", "\r", "−")
ABSENT = ("-", "–", "—", "−")
# Rows among which the heading is: above it may be a title.
MAX_TITLE_ROWS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    line: int  # of its beginning, from 1
    cells: tuple[str, ...]

    @property
    def place(self) -> FilePosition:
        return FilePosition(line=self.line)

    def place_at(self, where: str) -> FilePosition:
        return FilePosition(line=self.line, where=where)

    def cell(self, column: int | None) -> str:
        return self.cells[column] if column is not None and column < len(self.cells) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells:
    heading: Row  # titles may be above it
    rows: tuple[Row, ...]  # the rows below it, without empty ones


def read_import_cells(text: str) -> Cells:
    """Raises: ImportRefused nothing_there, no_columns, columns_unclear, cells_unreadable, own_table, row_too_long."""
    delimiter, text = _detect_delimiter(text.removeprefix("\ufeff").replace("\x00", ""))
    try:
        filled = [row for row in _parse_csv_rows(text, delimiter) if any(row.cells)]
    except csv.Error as error:
        raise import_refused("cells_unreadable") from error
    if not filled:
        raise import_refused("nothing_there")
    place = _heading_place([row.cells for row in filled])
    problems, heading, below = ImportProblems(), filled[place], filled[place + 1 :]
    if (table := own_table(heading.cells)) and table != EVENINGS:
        raise import_refused("own_table", table=table)
    for row in below:
        if any(row.cells[len(heading.cells) :]):
            problems.add("row_too_long", row.place, columns=len(heading.cells))
    problems.raise_import_problems()
    return Cells(heading=heading, rows=tuple(below))


def _heading_place(rows: Sequence[Sequence[str]]) -> int:
    """Return the place of the heading: of the first rows the one that looks most like it, else the first."""
    weights = [heading_weight(row) for row in rows[:MAX_TITLE_ROWS]]
    return weights.index(max(weights))


def find_import_columns(cells: Cells, aliases: Mapping[str, Iterable[str]]) -> dict[str, int]:
    return find_columns(cells.heading.cells, aliases)


def read_import_columns(text: str, aliases: Mapping[str, Sequence[str]]) -> tuple[Cells, dict[str, int]]:
    """Return a table that has all of these columns, and field -> column. Raises: ImportRefused."""
    cells = read_import_cells(text)
    columns = find_import_columns(cells, aliases)
    if len(columns) < len(aliases):
        raise import_refused("not_this_format")
    return cells, columns


class FileNames:
    """The names of a list in a file. twice: code of the problem that a name is in the list already."""

    def __init__(self, problems: ImportProblems, *, twice: str) -> None:
        self._problems, self._twice, self._seen = problems, twice, set[str]()

    def add_name(self, name: object, at: FilePosition) -> str:
        """Return the name, tidied; empty if it is no text."""
        tidied = naming.tidied_name(name) if isinstance(name, str) else ""
        folded = naming.folded_name(tidied)
        if code := naming.name_fault(tidied, longest=naming.MAX_PLAYER_NAME):
            self._problems.add(code, at)
        elif folded in self._seen:
            # In a table the name itself is the place.
            self._problems.add(self._twice, FilePosition(line=at.line, where="" if at.line else at.where), name=tidied)
        self._seen.add(folded)
        return tidied


class TextTable:
    """A table with named columns and a column for each person, and the problems in it. columns: field -> column."""

    def __init__(self, cells: Cells, columns: Mapping[str, int]) -> None:
        self.heading, self.columns = cells.heading, columns
        rows = (_without_dashes(row, columns.get("won")) for row in cells.rows)
        self.rows = tuple(row for row in rows if any(row.cells))
        self.people: dict[int, str] = {}  # column -> name
        self.problems = ImportProblems()

    def cell(self, row: Row, name: str) -> str:
        return row.cell(self.columns.get(name))

    def place(self, row: Row, name: str) -> FilePosition:
        return row.place_at(self.heading.cell(self.columns.get(name)))

    @property
    def figures(self) -> list[str]:
        """Return the amounts of people that are not empty."""
        columns = self.people or {self.columns["amount"]} if "amount" in self.columns else self.people
        return [row.cell(column) for row in self.rows for column in columns if row.cell(column)]

    @cached_property
    def _decimal(self) -> str | None:
        return import_amounts.decimal_sign(self.figures)

    @cached_property
    def _is_day_first(self) -> bool | None:
        return import_dates.day_comes_first(self.cell(row, "date") for row in self.rows)

    def amount(self, text: str, at: FilePosition, unit: str) -> int | None:
        """Return an amount, read as the others in the table; None after adding a problem."""
        parse = partial(import_amounts.read_imported_amount, unit=unit, decimal=self._decimal)
        return self.problems.parse_text(parse, text, at)

    def moment(self, row: Row, at: FilePosition) -> date | datetime | None:
        """Return the day of a row, with its time if it has one; None after adding a problem."""
        text, clock = self.cell(row, "date"), self.cell(row, "at")
        if not (text or clock):
            self.problems.add("date_missing", at)
            return None
        if import_dates.is_day_number(text) and not any(one.code == "day_from_number" for one in self.problems.notices):
            day = import_dates.read_imported_day(text).isoformat()
            self.problems.add_notice("day_from_number", row.place, text=text, day=day)
        parse = partial(import_dates.read_imported_moment, is_day_first=self._is_day_first)
        when = self.problems.parse_text(parse, text or clock, at)
        if when is None or isinstance(when, datetime) or not (text and clock):
            return when
        return self.problems.parse_text(partial(import_dates.read_clock_of_day, day=when), clock, self.place(row, "at"))

    def find_people(self, *, known: Collection[int]) -> None:
        """Add the person of every other column that has a heading or a cell, unless its heading is no name.

        A notice names the columns left out, except those that Scorebook writes itself.
        """
        people = {}
        names = {heading_word(import_amounts.strip_unit(heading)) for heading in self.heading.cells} - {""}
        for column, heading in enumerate(self.heading.cells):
            is_filled = any(row.cell(column) for row in self.rows)
            if column in known or not (heading or is_filled):
                continue
            summed = heading_word(sums_subject(heading, HEADINGS_OF_SUMS) or "")
            if not is_column_word(heading) and summed not in names:
                people[column] = import_amounts.strip_unit(heading)
            elif is_filled and not is_column_word(heading, expected=True):
                self.problems.add_notice("column_left_out", self.heading.place_at(heading))
        self.add_people(people)

    def add_people(self, headings: Mapping[int, str]) -> None:
        """Add the people of these columns. headings: without units."""
        names = FileNames(self.problems, twice="name_twice_in_heading")
        for column, name in headings.items():
            place = self.heading.place_at(self.heading.cell(column) or str(column + 1))
            self.people[column] = names.add_name(name, place)

    def amounts(self, row: Row, unit: str) -> dict[str, int]:
        """Return name -> amount, of the cells that are not empty."""
        cells = [(name, row.cell(column)) for column, name in self.people.items() if row.cell(column)]
        read = {name: self.amount(text, row.place_at(name), unit) for name, text in cells}
        return {name: amount for name, amount in read.items() if amount is not None}

    def leave_out_sums(self, unit: str) -> None:
        """Leave out the rows of sums, and add a notice for each. Above all rows only "Sum" is one, "Sum 2025" is not.

        Further notices name sums that are neither those of all rows above nor of those since the sums before, and a row
        of nothing but the sums of all rows above.
        """
        if not any(self._subject_of_sums(row) is not None or self._is_bare(row) for row in self.rows):
            return  # the usual table, whose amounts need not be read twice
        kept, above, since = list[Row](), Counter[str](), Counter[str]()
        for row in self.rows:
            amounts = self._readable_amounts(row, unit)
            subject = self._subject_of_sums(row)
            if subject == "" or (subject and kept):
                self.problems.add_notice("sums_left_out", row.place)
                for name, total in amounts.items() if kept else ():
                    if total not in (above[name], since[name]):
                        rest = total - above[name]
                        self.problems.add_notice("total_differs", row.place_at(name), rest=rest, unit=unit)
                since = Counter()
                continue
            if len(kept) > 1 and amounts == above and self._is_bare(row):
                self.problems.add_notice("row_like_sums", row.place)
            kept.append(row)
            above.update(amounts)
            since.update(amounts)
        self.rows = tuple(kept)

    def _readable_amounts(self, row: Row, unit: str) -> dict[str, int]:
        found = dict[str, int]()
        for column, name in self.people.items():
            with suppress(import_amounts.Unreadable):
                found[name] = import_amounts.read_imported_amount(row.cell(column), unit, self._decimal)
        return found

    def _other_cells(self, row: Row) -> dict[int, str]:
        """Return column -> cell, of the columns that are no person."""
        return {column: text for column, text in enumerate(row.cells) if column not in self.people}

    def _is_bare(self, row: Row) -> bool:
        return not any(self._other_cells(row).values())

    def _subject_of_sums(self, row: Row) -> str | None:
        """Return whose sums it has if its first text is a word for sums, and no date or contract is besides."""
        column, first = next(((place, text) for place, text in self._other_cells(row).items() if text), (0, ""))
        others = (self.columns.get(field, column) for field in ("date", "contract", "name"))
        return None if any(row.cell(one) for one in others if one != column) else sums_subject(first)

    def unit_of_figures(
        self, figures: Sequence[str], chosen: str | None, *, of_column: str | None = None
    ) -> str | None:
        """Return the unit that the text names or the user chose, None without figures; never guess euros or points.

        of_column: unit that is the heading of the column of amounts.
        """
        texts = [*self.heading.cells, *figures]
        stated = {unit for unit in (of_column, *map(import_amounts.unit_named_in_import, texts)) if unit}
        if len(stated) > 1:
            self.problems.add("two_currencies")
        elif stated and chosen and chosen not in stated:
            self.problems.add("other_currency_said", said=next(iter(stated)))
        if not figures:
            return None
        if chosen or stated:
            return chosen or next(iter(stated))
        if any(map(import_amounts.has_unknown_sign, texts)):
            self.problems.add("sign_unclear")
            self.problems.raise_import_problems()
        if any(map(import_amounts.has_cents, figures)):
            return USUAL_CURRENCY
        self.problems.add("figures_unclear")
        return POINTS


def _detect_delimiter(text: str) -> tuple[str, str]:
    """Return the delimiter, and the text without the line in which a spreadsheet may declare it.

    Raises: ImportRefused nothing_there, no_columns, columns_unclear.
    """
    first, _newline, rest = text.lstrip().partition("\n")
    if found := re.fullmatch(r'"?sep=([;,\t])"?\r?', first, re.IGNORECASE):
        return found[1], "\n" + rest
    lines = [line for line in re.split(r"[\r\n]+", text) if line.strip(" ;,\t")][:MAX_TITLE_ROWS]
    if not lines:
        raise import_refused("nothing_there")
    rows = [[row for one in DELIMITERS for row in _split_csv_line(line, one)] for line in lines]
    line = lines[_heading_place(rows)]
    counts = {one: len(_split_csv_line(line, one)) for one in DELIMITERS}
    best = [one for one, count in counts.items() if count == max(counts.values())]
    if counts[best[0]] < 2:
        raise import_refused("no_columns")
    if len(best) > 1:
        raise import_refused("columns_unclear")
    return best[0], text


def _split_csv_line(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter))
    except (csv.Error, StopIteration):
        return []


def _parse_csv_rows(text: str, delimiter: str) -> list[Row]:
    reader, rows, before = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), [], 0
    for cells in reader:
        rows.append(Row(line=before + 1, cells=tuple(_unescape_cell(cell) for cell in cells)))
        before = reader.line_num
    return rows


def _unescape_cell(text: str) -> str:
    """Remove the apostrophe that keeps a spreadsheet from taking a text for a formula."""
    bare = text.strip()
    return bare[1:].strip() if bare.startswith("'") and bare[1:].startswith(GUARDED) else bare


def _without_dashes(row: Row, won: int | None) -> Row:
    """Return the row with empty cells for dashes, except in the column `won`, where one may mean a lost hand."""
    cells = ("" if text in ABSENT and column != won else text for column, text in enumerate(row.cells))
    return replace(row, cells=tuple(cells))
