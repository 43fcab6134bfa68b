"""The parser of tables of text as spreadsheets write them: any delimiter, quoted or not, with or without a BOM."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorebook.exchange.imports.records import ImportProblems

DELIMITERS = (";", ",", "\t")
GUARDED = ("=", "+", "-", "@", "\t", "\r", "−")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    line: int  # of its beginning, from 1
    cells: tuple[str, ...]

    def cell(self, column: int | None) -> str:
        return self.cells[column] if column is not None and column < len(self.cells) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells:
    heading: Row  # the first row that is not empty
    rows: tuple[Row, ...]  # the rows below it, without empty ones

    def column(self, names: Iterable[str]) -> int | None:
        """Return the first column with one of these headings, written as `heading_word` does."""
        words = [heading_word(cell) for cell in self.heading.cells]
        return next((words.index(name) for name in names if name in words), None)


def read_cells(text: str) -> Cells:
    """Raises: ImportRefused nothing_there, no_columns, columns_unclear, cells_unreadable, row_too_long."""
    problems = ImportProblems()
    delimiter, text = _delimiter(text.removeprefix("\ufeff").replace("\x00", ""), problems)
    problems.raise_if_any()
    try:
        rows = _rows(text, delimiter)
    except csv.Error:
        problems.add("cells_unreadable")
        problems.raise_if_any()
        raise
    filled = [row for row in rows if any(row.cells)]
    if not filled:
        problems.add("nothing_there")
    problems.raise_if_any()
    heading, *below = filled
    for row in below:
        if any(row.cells[len(heading.cells) :]):
            problems.add("row_too_long", line=row.line, columns=len(heading.cells))
    problems.raise_if_any()
    return Cells(heading=heading, rows=tuple(below))


def heading_word(text: str) -> str:
    """Normalize a heading: small letters, no signs, no spaces."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFC", text).casefold())


def columns_of(cells: Cells, aliases: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return field -> column, of those that the table has."""
    found = {field: cells.column(names) for field, names in aliases.items()}
    return {field: column for field, column in found.items() if column is not None}


def _delimiter(text: str, problems: ImportProblems) -> tuple[str, str]:
    """Return the delimiter, and the text without the line in which a spreadsheet may declare it."""
    first, _newline, rest = text.lstrip().partition("\n")
    if re.fullmatch(r"sep=[;,\t]\r?", first, re.IGNORECASE):
        return first[4], "\n" + rest
    line = next((line for line in re.split(r"[\r\n]+", text) if line.strip(" ;,\t")), "")
    if not line:
        problems.add("nothing_there")
        return ";", text
    counts = {one: _count(line, one) for one in DELIMITERS}
    most = max(counts.values())
    best = [one for one, count in counts.items() if count == most]
    if most < 2:
        problems.add("no_columns")
    elif len(best) > 1:
        problems.add("columns_unclear")
    return best[0], text


def _count(line: str, delimiter: str) -> int:
    try:
        return len(next(csv.reader([line], delimiter=delimiter)))
    except (csv.Error, StopIteration):
        return 0


def _rows(text: str, delimiter: str) -> list[Row]:
    reader, rows, before = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), [], 0
    for cells in reader:
        rows.append(Row(line=before + 1, cells=tuple(_cell(cell) for cell in cells)))
        before = reader.line_num
    return rows


def _cell(text: str) -> str:
    """Remove the apostrophe that keeps a spreadsheet from taking a text for a formula."""
    bare = text.strip()
    return bare[1:].strip() if bare.startswith("'") and bare[1:].startswith(GUARDED) else bare
