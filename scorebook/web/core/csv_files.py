"""Tables as files for spreadsheets: exactly what a page shows."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO

from django.http import HttpResponse
from django.utils.formats import get_format
from django.utils.text import slugify

from scorebook.web.core.money import MINUS, NO_BREAK

# Without it a spreadsheet on Windows takes the letters for others.
BYTE_ORDER_MARK = "\ufeff"
FORMULA = ("=", "+", "-", "@", "\t", "\r")
FIGURE = re.compile(r"[+-]?[0-9][0-9.,]*")


def csv_response(name: str, rows: Iterable[Sequence[object]]) -> HttpResponse:
    """name: of the file. UTF-8 with its mark; where a comma parts decimals, a semicolon parts the columns."""
    text = StringIO()
    writer = csv.writer(text, delimiter=";" if get_format("DECIMAL_SEPARATOR") == "," else ",")
    writer.writerows([csv_cell(cell) for cell in row] for row in rows)
    response = HttpResponse(BYTE_ORDER_MARK + text.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slugify(name) or "scorebook"}.csv"'
    return response


def csv_cell(value: object) -> str:
    """A figure is one for the spreadsheet too; any other text that it would take for a formula stays text."""
    text = ("" if value is None else str(value)).replace(MINUS, "-").replace(NO_BREAK, " ")
    return f"'{text}" if text.startswith(FORMULA) and not FIGURE.fullmatch(text) else text
