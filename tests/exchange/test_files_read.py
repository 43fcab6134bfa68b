"""Files as programs save them: every usual encoding of text, and workbooks, read or refused by name."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime

import pytest
from xlsxwriter import Workbook

from scorebook.exchange.imports.formats.registry import read_evenings
from scorebook.exchange.imports.import_files import text_of_file
from scorebook.exchange.imports.import_records import ImportRefused

pytestmark = pytest.mark.once
ENCODINGS = (
    "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "iso-8859-1", "cp850", "cp858", "mac_roman",
)  # fmt: skip
NAMES = ("Jürgen", "Käthe", "Jörg", "Weiß", "Änne", "Özlem", "MÜLLER", "René", "Zoë", "François", "Übelacker", "Björn")


def table_with(name: str) -> str:
    return f"Datum\tAnna\t{name}\r\n13.11.2025\t1,20\t-1,20\r\n"


def read_or_refused(content: bytes) -> str:
    try:
        return text_of_file(content).text.removeprefix("\ufeff")
    except ImportRefused as refused:
        return refused.problems[0].code


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_name_is_read_in_every_usual_encoding(encoding: str) -> None:
    found = {name: read_or_refused(table_with(name).encode(encoding)) for name in NAMES}
    wrong = {name for name, text in found.items() if text not in (table_with(name), "encoding_unclear")}
    # In Windows-1252 these bytes are Žnne, which a notice quotes: tests/exchange/test_old_encodings.py
    assert wrong == ({"Änne"} if encoding in ("cp850", "cp858") else set())
    unclear = {name for name, text in found.items() if text == "encoding_unclear"}
    # In these bytes an old file may have two names: Zoë and Zoâ.
    assert unclear <= ({"Übelacker", "Zoë", "François"} if encoding in ("cp850", "cp858", "mac_roman") else set())


@pytest.mark.parametrize("encoding", ["cp850", "mac_roman"])
def test_other_letters_of_a_file_make_an_unclear_name_clear(encoding: str) -> None:
    text = "Datum;Jürgen;Zoë;Übelacker\r\n13.11.2025;1,20;-1,20;0\r\n"
    assert read_or_refused(text.encode(encoding)) == text


@pytest.mark.parametrize(("encoding", "sign"), [("cp1252", "€"), ("mac_roman", "€"), ("cp1252", "–")])
def test_a_sign_beside_a_figure_is_no_letter(encoding: str, sign: str) -> None:
    text = f"Datum;Anna;Beppo\n13.11.2025;1,20 {sign};-1,20\n"
    assert read_or_refused(text.encode(encoding)) == text


@pytest.mark.parametrize(
    ("content", "code", "kind"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "file_kind", "XLS"), (b"%PDF-1.7", "file_kind", "PDF"),
        (b"PK\x03\x04 broken", "file_unreadable", None), (b"\xff\xfea", "file_unreadable", None),
        (b"Datum;Zo\x89", "encoding_unclear", None),
    ],
)  # fmt: skip
def test_another_file_is_refused_by_its_kind(content: bytes, code: str, kind: str | None) -> None:
    with pytest.raises(ImportRefused) as refused:
        text_of_file(content)
    assert [(one.code, one.args.get("kind")) for one in refused.value.problems] == [(code, kind)]


# -- workbooks ---------------------------------------------------------------------------------------------------------


def workbook(*, money: str = '#,##0.00 "€"', empty_first: bool = False) -> bytes:
    file = io.BytesIO()
    with Workbook(file, {"in_memory": True}) as book:
        if empty_first:
            book.add_worksheet("Deckblatt")
        sheet = book.add_worksheet("Tabelle1")
        amount, day = book.add_format({"num_format": money}), book.add_format({"num_format": "dd.mm.yyyy hh:mm"})
        sheet.write_row(1, 0, ["Datum", "Anna", "Jürgen; <b>", "Zeit"])
        sheet.write_datetime(3, 0, datetime(2025, 11, 13, 20, 15), day)
        sheet.write_number(3, 1, 1234.5, amount)
        sheet.write_formula(3, 2, "=-1234.5", amount, -1234.5)
        sheet.write_datetime(4, 0, datetime(2025, 11, 14), day)
        sheet.write_number(4, 1, 0.1 + 0.2, amount)
        sheet.write_number(4, 2, -0.3, amount)
    return file.getvalue()


def test_a_workbook_is_read_with_its_days_units_and_calculated_cells() -> None:
    for empty_first in (False, True):
        found = read_evenings(text_of_file(workbook(empty_first=empty_first)).text).evenings
        assert [(str(one.when)[:16], one.unit, one.hands[0].amounts) for one in found] == [
            ("2025-11-13 20:15", "EUR", {"Anna": 123450, "Jürgen; <b>": -123450}),
            ("2025-11-14", "EUR", {"Anna": 30, "Jürgen; <b>": -30}),
        ]


def changed_part(content: bytes, name: str, old: bytes, new: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for info in source.infolist():
            part = source.read(info)
            target.writestr(info.filename, part.replace(old, new) if info.filename == name else part)
    return out.getvalue()


def test_a_workbook_with_several_filled_sheets_is_refused_by_their_names() -> None:
    """One of them would be lost without a word; our own workbook of an evening comes in by its hands."""
    file = io.BytesIO()
    with Workbook(file) as book:
        for name in ("2024", "2025"):
            book.add_worksheet(name).write_row(0, 0, ["Datum", "Anna", "Beppo"])
    with pytest.raises(ImportRefused) as refused:
        text_of_file(file.getvalue())
    assert [(one.code, one.args) for one in refused.value.problems] == [("several_sheets", {"sheets": "2024, 2025"})]


def test_a_workbook_of_an_old_mac_counts_days_from_1904() -> None:
    content = changed_part(workbook(), "xl/workbook.xml", b"<workbookPr ", b'<workbookPr date1904="1" ')
    [first, _second] = read_evenings(text_of_file(content).text).evenings
    assert str(first.when)[:16] == "2029-11-14 20:15"


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        ("xl/workbook.xml", b"<workbook ", b'<!DOCTYPE x [<!ENTITY a "b">]><workbook ', "file_unreadable"),
        ("xl/worksheets/sheet1.xml", b"</worksheet>", b"", "file_unreadable"),
        ("xl/worksheets/sheet1.xml", b"</worksheet>", b" " * 8_000_001 + b"</worksheet>", "file_too_large"),
        ("xl/worksheets/sheet1.xml", b'r="A2"', b'r="XFD2"', "file_too_large"),
        ("xl/worksheets/sheet1.xml", b"<v>0</v>", b"<v>99</v>", "file_unreadable"),
    ],
)
def test_a_workbook_that_no_program_writes_is_refused(name: str, old: bytes, new: bytes, code: str) -> None:
    content = changed_part(workbook(), name, old, new)
    with pytest.raises(ImportRefused) as refused:
        text_of_file(content)
    assert [one.code for one in refused.value.problems] == [code]


def test_a_document_of_libreoffice_is_refused_by_its_kind() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("content.xml", "<x/>")
    with pytest.raises(ImportRefused, match="file_kind"):
        text_of_file(file.getvalue())
