"""Tables as CSV, for a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Sequence

from django.http import HttpResponse

# A spreadsheet takes a text that begins so for a formula, and a name may be anything.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
BYTE_ORDER_MARK = "\ufeff"  # without it Excel takes UTF-8 for something else


def csv_response(name: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> HttpResponse:
    """name: of the file, without its ending."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows([_cell(value) for value in row] for row in rows)
    response = HttpResponse(BYTE_ORDER_MARK + text.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def _cell(value: object) -> object:
    """Numbers stay numbers; a text that would be a formula gets an apostrophe."""
    is_formula = isinstance(value, str) and value.startswith(FORMULA_STARTS)
    return f"'{value}" if is_formula else value
