"""The parser of tables of text as spreadsheets write them: any delimiter, quoted or not, with or without a BOM."""

import csv
import io
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from scorebook.clubs import names as naming
from scorebook.core.currencies import USUAL_CURRENCY
from scorebook.exchange.imports import import_amounts
from scorebook.exchange.imports.import_records import FilePosition, ImportProblems, import_refused
from scorebook.play.terms import POINTS

DELIMITERS = (";", ",", "\t")
GUARDED = ("=", "+", "-", "@", "\t", "\r", "−")


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
    heading: Row  # the first row that is not empty
    rows: tuple[Row, ...]  # the rows below it, without empty ones


def read_import_cells(text: str) -> Cells:
    """Raises: ImportRefused nothing_there, no_columns, columns_unclear, cells_unreadable, row_too_long."""
    delimiter, text = _detect_delimiter(text.removeprefix("\ufeff").replace("\x00", ""))
    try:
        filled = [row for row in _parse_csv_rows(text, delimiter) if any(row.cells)]
    except csv.Error as error:
        raise import_refused("cells_unreadable") from error
    if not filled:
        raise import_refused("nothing_there")
    problems, (heading, *below) = ImportProblems(), filled
    for row in below:
        if any(row.cells[len(heading.cells) :]):
            problems.add("row_too_long", row.place, columns=len(heading.cells))
    problems.raise_import_problems()
    return Cells(heading=heading, rows=tuple(below))


def heading_word(text: str) -> str:
    """Normalize a heading: small letters, no signs, no spaces."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFC", text).casefold())


def find_import_columns(cells: Cells, aliases: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Return field -> first column with one of its headings, of the fields that the table has.

    aliases: headings as `heading_word` writes them.
    """
    words = [heading_word(cell) for cell in cells.heading.cells]
    found = {field: next((name for name in names if name in words), None) for field, names in aliases.items()}
    return {field: words.index(name) for field, name in found.items() if name}


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
        self.heading, self.rows, self.columns = cells.heading, cells.rows, columns
        self.people: dict[int, str] = {}  # column -> name
        self.problems = ImportProblems()

    def cell(self, row: Row, name: str) -> str:
        return row.cell(self.columns.get(name))

    def place(self, row: Row, name: str) -> FilePosition:
        return row.place_at(self.heading.cell(self.columns.get(name)))

    @property
    def figures(self) -> list[str]:
        """Return the cells of people that are not empty."""
        return [row.cell(column) for row in self.rows for column in self.people if row.cell(column)]

    def find_people(self, *, known: Collection[int], no_people: Collection[str]) -> None:
        """Add the person of every other column that has a heading or a cell. no_people: headings of no person."""
        self.add_people(
            {
                column: import_amounts.strip_unit(heading)
                for column, heading in enumerate(self.heading.cells)
                if column not in known and heading_word(heading) not in no_people
                if heading or any(row.cell(column) for row in self.rows)
            }
        )

    def add_people(self, headings: Mapping[int, str]) -> None:
        """Add the people of these columns. headings: without units."""
        names = FileNames(self.problems, twice="name_twice_in_heading")
        for column, name in headings.items():
            place = self.heading.place_at(self.heading.cell(column) or str(column + 1))
            self.people[column] = names.add_name(name, place)

    def amounts(self, row: Row, unit: str) -> dict[str, int]:
        """Return name -> amount, of the cells that are not empty."""
        parse, found = partial(import_amounts.read_imported_amount, unit=unit), dict[str, int]()
        for column, name in self.people.items():
            text = row.cell(column)
            amount = self.problems.parse_text(parse, text, row.place_at(name)) if text else None
            if amount is not None:
                found[name] = amount
        return found

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
        if any(map(import_amounts.has_cents, figures)):
            return USUAL_CURRENCY
        self.problems.add("figures_unclear")
        return POINTS


def _detect_delimiter(text: str) -> tuple[str, str]:
    """Return the delimiter, and the text without the line in which a spreadsheet may declare it.

    Raises: ImportRefused nothing_there, no_columns, columns_unclear.
    """
    first, _newline, rest = text.lstrip().partition("\n")
    if re.fullmatch(r"sep=[;,\t]\r?", first, re.IGNORECASE):
        return first[4], "\n" + rest
    line = next((line for line in re.split(r"[\r\n]+", text) if line.strip(" ;,\t")), "")
    if not line:
        raise import_refused("nothing_there")
    counts = {one: _count_csv_cells(line, one) for one in DELIMITERS}
    best = [one for one, count in counts.items() if count == max(counts.values())]
    if counts[best[0]] < 2:
        raise import_refused("no_columns")
    if len(best) > 1:
        raise import_refused("columns_unclear")
    return best[0], text


def _count_csv_cells(line: str, delimiter: str) -> int:
    try:
        return len(next(csv.reader([line], delimiter=delimiter)))
    except (csv.Error, StopIteration):
        return 0


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
