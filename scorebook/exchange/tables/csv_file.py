"""A table as CSV: numbers in the format of the reader's own spreadsheet, and no formula from a name."""

import csv
from datetime import date, datetime
from io import StringIO

from django.utils import timezone
from django.utils.formats import get_format

from scorebook.exchange.tables.export_table import Cell, Column, ExportTable, export_number

# Without it a spreadsheet on Windows assumes another encoding.
BYTE_ORDER_MARK = "\ufeff"
# East Asian spreadsheets read the last four as the first four.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def csv_file(table: ExportTable) -> bytes:
    """Return UTF-8 with a BOM. If the decimal separator is a comma, a semicolon separates the columns."""
    separator = get_format("DECIMAL_SEPARATOR")
    text = StringIO()
    writer = csv.writer(text, delimiter=";" if separator == "," else ",")
    writer.writerow([_escape_formula(column.title) for column in table.columns])
    for row in table.rows:
        writer.writerow(
            [_csv_cell_text(column, cell, separator) for column, cell in zip(table.columns, row, strict=True)]
        )
    return (BYTE_ORDER_MARK + text.getvalue()).encode()


def _csv_cell_text(column: Column, cell: Cell, separator: str) -> str:
    """Format a cell; days are in ISO format, which every spreadsheet reads as a day."""
    match cell:
        case None:
            return ""
        case str():
            return _escape_formula(cell)
        case datetime():
            return timezone.localtime(cell, timezone.get_default_timezone()).strftime("%Y-%m-%d %H:%M:%S")
        case date():
            return cell.isoformat()
        case _:
            return _decimal_text(*export_number(column, cell), separator)


def _decimal_text(minor: int, digits: int, separator: str) -> str:
    whole, part = divmod(abs(minor), 10**digits)
    sign = "-" if minor < 0 else ""
    return f"{sign}{whole}{separator}{part:0{digits}}" if digits else f"{sign}{whole}"


def _escape_formula(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would take for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
