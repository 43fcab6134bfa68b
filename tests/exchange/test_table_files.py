"""How a table is written: numbers, days and names in CSV of two languages, and types of cells in XLSX."""

from __future__ import annotations

import csv
import io
import zipfile
from datetime import UTC, date, datetime
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from django.utils import translation

from scorebook.exchange.tables.csv_file import csv_file
from scorebook.exchange.tables.export_table import Cell, Column, ColumnKind, ExportTable
from scorebook.exchange.tables.xlsx_file import xlsx_file
from tests.exchange.table_columns import NASTY

pytestmark = pytest.mark.once
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def table_of(kind: ColumnKind, *cells: Cell, unit: str = "", heading: str = "Column") -> ExportTable:
    columns = (Column(id="one", heading=heading, kind=kind, unit=unit),)
    return ExportTable(id="hands", columns=columns, rows=tuple((cell,) for cell in cells))


def cells_of_csv(table: ExportTable, language: str) -> list[str]:
    with translation.override(language):
        text = csv_file(table).decode("utf-8-sig")
    delimiter = ";" if language == "de" else ","
    return [row[0] if row else "" for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)]


def xml_of(content: bytes, path: str) -> ElementTree.Element:
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        return ElementTree.fromstring(file.read(path))


@pytest.mark.parametrize(
    ("kind", "unit", "cell", "german", "english"),
    [
        (ColumnKind.AMOUNT, "EUR", 120, "1,20", "1.20"),
        (ColumnKind.AMOUNT, "EUR", -5, "-0,05", "-0.05"),
        (ColumnKind.AMOUNT, "EUR", 0, "0,00", "0.00"),
        (ColumnKind.AMOUNT, "CHF", 123456789, "1234567,89", "1234567.89"),
        (ColumnKind.AMOUNT, "litre/litres", -3, "-3", "-3"),
        (ColumnKind.POINTS, "", -1200, "-1200", "-1200"),
        (ColumnKind.AVERAGE, "", Fraction(-2, 3), "-0,6667", "-0.6667"),
        (ColumnKind.AVERAGE, "", Fraction(1, 20000), "0,0001", "0.0001"),
        (ColumnKind.AVERAGE, "", Fraction(-1, 20001), "0,0000", "0.0000"),
        (ColumnKind.SHARE, "", Fraction(5, 6), "0,8333", "0.8333"),
        (ColumnKind.COUNT, "", None, "", ""),
        (ColumnKind.DAY, "", date(2026, 11, 20), "2026-11-20", "2026-11-20"),
        (
            ColumnKind.MOMENT,
            "",
            datetime(2026, 7, 20, 21, 5, 7, tzinfo=UTC),
            "2026-07-20 23:05:07",
            "2026-07-20 23:05:07",
        ),
        (
            ColumnKind.MOMENT,
            "",
            datetime(2026, 11, 20, 23, 5, tzinfo=UTC),
            "2026-11-21 00:05:00",
            "2026-11-21 00:05:00",
        ),
    ],
)
def test_a_cell_of_csv(kind: ColumnKind, unit: str, cell: Cell, german: str, english: str) -> None:
    table = table_of(kind, cell, unit=unit)
    assert cells_of_csv(table, "de")[1] == german and cells_of_csv(table, "en")[1] == english


def test_a_csv_has_its_mark_and_the_line_ends_of_its_standard() -> None:
    with translation.override("de"):
        content = csv_file(table_of(ColumnKind.AMOUNT, 120, unit="EUR"))
    assert content == "\ufeffColumn (EUR)\r\n1,20\r\n".encode()


@pytest.mark.parametrize("text", [*NASTY, "\tx", "\rx", "\nx", "a\nb", "＝1", "", " =1"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_name_in_csv_is_text_whole_and_no_formula(text: str, language: str) -> None:
    """In a heading too: names stand there."""
    [heading, cell] = cells_of_csv(table_of(ColumnKind.TEXT, text, heading=text), language)
    assert heading == cell
    assert cell.removeprefix("'") == text.removeprefix("'")
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝"))


def test_a_cell_of_xlsx_has_its_type_and_the_exact_number() -> None:
    with translation.override("de"):
        content = xlsx_file([
            table_of(ColumnKind.AMOUNT, 120, -5, 123456789, 1, unit="EUR"),
        ])  # fmt: skip
    sheet = xml_of(content, "xl/worksheets/sheet1.xml")
    found = [(cell.get("t"), cell.findtext(f"{MAIN}v")) for cell in sheet.iter(f"{MAIN}c")]
    assert found[1:] == [(None, "1.20"), (None, "-0.05"), (None, "1234567.89"), (None, "0.01")]


@pytest.mark.parametrize("text", [*NASTY, "http://wirt.example", "123", "a\nb", "\tx", "<r>", "_x0041_"])
def test_a_name_in_xlsx_is_a_string(text: str) -> None:
    content = xlsx_file([table_of(ColumnKind.TEXT, text)])
    sheet = xml_of(content, "xl/worksheets/sheet1.xml")
    assert [cell.get("t") for cell in sheet.iter(f"{MAIN}c")] == ["s", "s"]
    assert not list(sheet.iter(f"{MAIN}f")) and not list(sheet.iter(f"{MAIN}hyperlink"))
    strings = xml_of(content, "xl/sharedStrings.xml")
    [_heading, string] = [part.findtext(f"{MAIN}t") for part in strings.iter(f"{MAIN}si")]
    # Only what the library would take for its own markup gets a space before it.
    assert string == (f" {text}" if text == "<r>Wirt</r>" else text.replace("_x0041_", "_x005F_x0041_"))


@pytest.mark.parametrize(("columns", "orientation"), [(3, "portrait"), (14, "landscape")])
def test_a_printed_sheet_of_xlsx_fits_the_width_of_a4_and_repeats_its_heading(columns: int, orientation: str) -> None:
    cells = tuple(Column(id=str(place), heading=f"Column {place}") for place in range(columns))
    table = ExportTable(id="hands", columns=cells, rows=(("x",) * columns,) * 200)
    with translation.override("de"):
        content = xlsx_file([table], title="Black & White")
    sheet = xml_of(content, "xl/worksheets/sheet1.xml")
    [setup, fit] = [next(sheet.iter(f"{MAIN}{tag}")) for tag in ("pageSetup", "pageSetUpPr")]
    assert setup.attrib == {"paperSize": "9", "orientation": orientation, "fitToHeight": "0"}
    assert fit.get("fitToPage") == "1"
    assert sheet.findtext(f".//{MAIN}oddHeader") == "&LBlack && White&R&A"
    assert sheet.findtext(f".//{MAIN}oddFooter") == "&C&P / &N"
    [titles] = [name.text for name in xml_of(content, "xl/workbook.xml").iter(f"{MAIN}definedName")]
    assert titles == "Spiele!$1:$1"


def test_xlsx_hides_codes_and_csv_has_them() -> None:
    columns = (Column(id="kind", heading="Kind", is_code=True), Column(id="what", heading="Description"))
    table = ExportTable(id="hands", columns=columns, rows=(("charge", "Für die Gemeinschaftskasse"),))
    sheet = xml_of(xlsx_file([table]), "xl/worksheets/sheet1.xml")
    assert [column.get("hidden") for column in sheet.iter(f"{MAIN}col")] == ["1", None]
    assert b"charge" in csv_file(table)


def test_a_row_that_has_other_cells_than_its_columns_is_our_mistake() -> None:
    with pytest.raises(AssertionError, match="hands"):
        ExportTable(id="hands", columns=(Column(id="one", heading="One"),), rows=(("a", "b"),))
