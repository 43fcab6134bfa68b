"""A page's tables as a file for a spreadsheet: the page's address with `?as=csv` or `?as=xlsx`."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify

from scorebook.exchange.tables import Tables, csv_file, evening_export_tables, xlsx_file
from scorebook.ledger.snapshot import consistent_reads
from scorebook.play.models import Evening
from scorebook.web.core import person_names
from scorebook.web.core.form_data import FormData

CSV, XLSX = "csv", "xlsx"
TYPES = {
    CSV: "text/csv; charset=utf-8",
    XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def wants_table_file(request: HttpRequest) -> bool:
    return FormData.of(request.GET).one("as") in TYPES


def table_response(request: HttpRequest, name: str, tables: Tables) -> HttpResponse:
    """Return a workbook of all tables, or as CSV the one that `table` in the address names, else the first.

    name: of the file, and the title of a printed workbook.
    """
    typed = FormData.of(request.GET)
    kind = typed.one("as")
    if kind == XLSX:
        content = xlsx_file([make() for make in tables.values()], title=name)
    else:
        chosen = typed.one("table") if typed.one("table") in tables else next(iter(tables))
        content = csv_file(tables[chosen]())
        name = f"{name} {chosen}" if len(tables) > 1 else name
    response = HttpResponse(content, content_type=TYPES[kind])
    response["Content-Disposition"] = f'attachment; filename="{slugify(name) or "scorebook"}.{kind}"'
    return response


def evening_file_response(request: HttpRequest, evening: Evening, *, hides_money: bool = False) -> HttpResponse:
    """Return one table of an evening, or all."""
    names = person_names.names_of(person_names.people_of_club(evening.club))
    with consistent_reads():
        tables = evening_export_tables(evening, names, hides_money=hides_money)
        return table_response(request, f"{evening.club.name} {evening.number}", tables)
