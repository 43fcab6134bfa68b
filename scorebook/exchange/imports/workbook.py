"""The only filled sheet of a workbook (XLSX) as text, or the hands of our own; its days are in ISO 8601."""

import csv
import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from django.conf import settings
from django.utils import translation

from scorebook.exchange.headings import HEADINGS
from scorebook.exchange.imports.import_amounts import unit_named_in_import
from scorebook.exchange.imports.import_records import import_refused

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
# Of one part of the file, unpacked.
MAX_PART_BYTES = 8_000_000
MAX_COLUMNS = 200
# Formats of days and times that have a number instead of a code.
_DAY_FORMATS = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
# Text in quotes, colours, and letters that are shown as they are.
_NO_CODE = re.compile(r'"[^"]*"|\[[^\]hms]*\]|\\.|_.')
_DIGITS = 9  # a binary number has more: 0.30000000000000004
_FIRST_DAYS = {False: datetime(1899, 12, 30), True: datetime(1904, 1, 1)}


def workbook_text(content: bytes) -> str:
    """Raises: ImportRefused file_kind, file_unreadable, file_too_large, several_sheets."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            if "xl/workbook.xml" not in file.namelist():
                raise import_refused("file_kind", kind="ODS" if "content.xml" in file.namelist() else "ZIP")
            return _csv_text(_Workbook(file).rows())
    except (
        zipfile.BadZipFile, ElementTree.ParseError, KeyError, ValueError, IndexError, NotImplementedError, RuntimeError,
        EOFError, OverflowError, InvalidOperation,
    ) as error:  # fmt: skip
        raise import_refused("file_unreadable") from error


def _csv_text(rows: Sequence[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=";", lineterminator="\n").writerows(rows)
    return text.getvalue()


def _hands_heading() -> set[str]:
    """Return the heading, in each language, of a column that only our table of hands has."""
    found = set()
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            found.add(str(HEADINGS["hands"]["more"]))
    return found


class _Workbook:
    def __init__(self, file: zipfile.ZipFile) -> None:
        self._file = file
        book = self._part("xl/workbook.xml")
        self._begins_1904 = any(one.get("date1904") in ("1", "true") for one in book.iter(f"{MAIN}workbookPr"))
        targets = {one.get("Id"): one.get("Target", "") for one in self._part("xl/_rels/workbook.xml.rels")}
        sheets = [one for one in book.iter(f"{MAIN}sheet") if one.get("state", "visible") == "visible"]
        self._sheets = [(one.get("name", ""), targets[one.get(RELATION)]) for one in sheets]
        self._texts = [_text_of(one) for one in self._part("xl/sharedStrings.xml").iter(f"{MAIN}si")]
        self._formats = list(self._cell_formats())

    def rows(self) -> Sequence[Sequence[str]]:
        """Return the rows of the only visible sheet with a filled cell, of our own workbook of the first one.

        Of any other workbook with several, one would be lost without a word.
        """
        filled = [(name, rows) for name, target in self._sheets if any(map(any, rows := self._rows_of(target)))]
        if len(filled) > 1 and _hands_heading().isdisjoint(filled[0][1][0]):
            raise import_refused("several_sheets", sheets=", ".join(name for name, _rows in filled))
        return filled[0][1] if filled else []

    def _rows_of(self, target: str) -> list[list[str]]:
        name = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
        return [self._row(row) for row in self._part(name).iter(f"{MAIN}row")]

    def _part(self, name: str) -> Element:
        """Return a part of the file; an empty one if it is missing."""
        if name not in self._file.namelist():
            return Element("missing")
        with self._file.open(name) as part:
            content = part.read(MAX_PART_BYTES + 1)
        if len(content) > MAX_PART_BYTES:
            raise import_refused("file_too_large")
        # No spreadsheet writes a document type, which could unfold to any size.
        if b"<!DOCTYPE" in content or b"\x00" in content[:4]:
            raise ValueError("a document type")
        return ElementTree.fromstring(content)

    def _cell_formats(self) -> Iterator[str]:
        """Yield the code of each cell format; "d" for days and times without a code."""
        styles = self._part("xl/styles.xml")
        codes = {one.get("numFmtId"): one.get("formatCode", "") for one in styles.iter(f"{MAIN}numFmt")}
        for formats in styles.iter(f"{MAIN}cellXfs"):
            for one in formats:
                id = one.get("numFmtId", "0")
                yield codes.get(id, "d" if int(id) in _DAY_FORMATS else "")

    def _row(self, row: Element) -> list[str]:
        cells: dict[int, str] = {}
        for place, cell in enumerate(row.iter(f"{MAIN}c")):
            column = _column_of(cell.get("r", "")) if cell.get("r") else place
            cells[column] = self._cell_text(cell)
        width = max((column for column, text in cells.items() if text), default=-1) + 1
        if width > MAX_COLUMNS:
            raise import_refused("file_too_large")
        return [cells.get(column, "") for column in range(width)]

    def _cell_text(self, cell: Element) -> str:
        kind, value = cell.get("t", "n"), cell.findtext(f"{MAIN}v", "")
        if kind == "s":
            return self._texts[int(value)]
        if kind == "inlineStr":
            return "".join(_text_of(one) for one in cell.iter(f"{MAIN}is"))
        if kind != "n" or not value:
            return value
        style = int(cell.get("s", "0"))
        return self._number_text(Decimal(value), self._formats[style] if style < len(self._formats) else "")

    def _number_text(self, number: Decimal, code: str) -> str:
        if re.search("[dmyhs]", _NO_CODE.sub("", code.partition(";")[0]), re.IGNORECASE):
            return self._day_text(number)
        text = f"{round(number, _DIGITS):f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
        unit = unit_named_in_import(code)
        return f"{text} {unit}" if unit else text

    def _day_text(self, number: Decimal) -> str:
        moment = _FIRST_DAYS[self._begins_1904] + timedelta(seconds=round(number * 86_400))
        if number < 1:
            return f"{moment:%H:%M:%S}"
        return f"{moment:%Y-%m-%d}" if number == int(number) else f"{moment:%Y-%m-%d %H:%M:%S}"


def _text_of(element: Element) -> str:
    """Return the text of a string without its phonetic reading."""
    runs = (one for child in element if child.tag != f"{MAIN}rPh" for one in child.iter(f"{MAIN}t"))
    text = "".join(one.text or "" for one in runs)
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), text)


def _column_of(place: str) -> int:
    """Return the column of a place such as AB12, from 0."""
    column = 0
    for letter in re.match("[A-Z]*", place)[0]:  # type: ignore[index]
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1
