"""Tables as one XLSX workbook, one sheet each, with typed cells."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.formats import get_format

from scorebook.core.currencies import currency_of
from scorebook.exchange.tables.export_table import Cell, Column, ColumnKind, ExportTable, export_number, table_name

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

OPTIONS = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
    "default_date_format": "yyyy-mm-dd",
}
MIN_WIDTH, MAX_WIDTH = 8, 60
# Characters in the width of an upright A4 page at the size of the screen.
PORTRAIT_WIDTH = 95
A4 = 9
TWO_LINES_PT = 32
MARGINS_INCH = {"left": 0.5, "right": 0.5, "top": 0.75, "bottom": 0.75}
# A header takes 255 characters.
MAX_PRINT_TITLE = 200
NUMBERS = {
    ColumnKind.COUNT: "0",
    ColumnKind.POINTS: r"+#,##0;\-#,##0;0",
    ColumnKind.AVERAGE: r"+#,##0.00;\-#,##0.00;0.00",
    ColumnKind.SHARE: "0.0%",
}


def xlsx_file(tables: Sequence[ExportTable], *, title: str = "") -> bytes:
    """Return a workbook of at least one table, sheets in the order of the tables. title: printed on each page."""
    from xlsxwriter import Workbook  # imported with the first workbook: 2 MB that most requests never need

    file = BytesIO()
    with Workbook(file, OPTIONS) as book:
        heading = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
        for table in tables:
            sheet = book.add_worksheet(table_name(table.id))
            _write_xlsx_sheet(book, sheet, table, heading)
            _set_up_xlsx_page(sheet, table, title)
    return file.getvalue()


def _write_xlsx_sheet(book: Workbook, sheet: Worksheet, table: ExportTable, heading: Format) -> None:
    """Write a sheet with a frozen heading, and nothing below the rows: a sum of the column is the sum of the rows.

    Codes are hidden: people read a sheet in one language, on paper too.
    """
    formats = [book.add_format({"num_format": _xlsx_number_format(column)}) for column in table.columns]
    for place, column in enumerate(table.columns):
        sheet.write_string(0, place, _escape_rich_markup(column.title), heading)
        width = _xlsx_column_width(column, table, place)
        sheet.set_column(place, place, width, options={"hidden": column.is_code})
        if len(column.title) > width:
            sheet.set_row(0, TWO_LINES_PT)
    for line, row in enumerate(table.rows, start=1):
        for place, (column, cell) in enumerate(zip(table.columns, row, strict=True)):
            _write_xlsx_cell(sheet, line, place, column, cell, formats[place])
    sheet.freeze_panes(1, 0)


def _set_up_xlsx_page(sheet: Worksheet, table: ExportTable, title: str) -> None:
    """Print on A4, all columns side by side, with the heading and the page number on each page."""
    sheet.set_paper(A4)
    sheet.set_margins(**MARGINS_INCH)
    shown = [(place, column) for place, column in enumerate(table.columns) if not column.is_code]
    if sum(_xlsx_column_width(column, table, place) for place, column in shown) > PORTRAIT_WIDTH:
        sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(0)
    # An ampersand begins a command.
    sheet.set_header(f"&L{title[:MAX_PRINT_TITLE].replace('&', '&&')}&R&A")
    sheet.set_footer("&C&P / &N")


def _write_xlsx_cell(sheet: Worksheet, line: int, place: int, column: Column, cell: Cell, number: Format) -> None:
    match cell:
        case None:
            return
        case str():
            sheet.write_string(line, place, _escape_rich_markup(cell), number)
        case datetime():
            local = timezone.localtime(cell, timezone.get_default_timezone()).replace(tzinfo=None)
            sheet.write_datetime(line, place, local, number)
        case date():
            sheet.write_datetime(line, place, cell, number)
        case _:
            minor, digits = export_number(column, cell)
            # Exact in the file too: its text is that of the decimal number.
            sheet.write_number(line, place, Decimal(minor).scaleb(-digits), number)


def _escape_rich_markup(text: str) -> str:
    """Protect a name that begins and ends like markup of the library."""
    return f" {text}" if text.startswith("<r>") and text.endswith("</r>") else text


def _xlsx_number_format(column: Column) -> str:
    if column.kind in NUMBERS:
        return NUMBERS[column.kind]
    if column.kind is ColumnKind.AMOUNT:
        return _xlsx_amount_format(column.unit)
    is_german = get_format("DECIMAL_SEPARATOR") == ","
    day = "dd.mm.yyyy" if is_german else "yyyy-mm-dd"
    return {ColumnKind.DAY: day, ColumnKind.MOMENT: f"{day} hh:mm"}.get(column.kind, "@")


def _xlsx_amount_format(unit: str) -> str:
    currency = currency_of(unit)
    if currency is None:
        return "0"
    behind = f".{'0' * currency.digits}" if currency.digits else ""
    return rf'#,##0{behind}\ "{currency.symbol}"'


def _xlsx_column_width(column: Column, table: ExportTable, place: int) -> int:
    texts = [row[place] for row in table.rows]
    longest = max((len(text) for text in texts if isinstance(text, str)), default=0)
    usual = {ColumnKind.DAY: 11, ColumnKind.MOMENT: 17}.get(column.kind, MIN_WIDTH)
    return min(max(longest + 1, usual, min(len(column.title) + 1, 16)), MAX_WIDTH)
