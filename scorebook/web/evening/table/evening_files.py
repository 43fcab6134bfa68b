"""An evening as a file for a spreadsheet: one of its tables, or all."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from scorebook.exchange.tables import evening_tables
from scorebook.ledger.snapshot import one_moment
from scorebook.play.models import Evening
from scorebook.web.core import person_names, table_files


def evening_file(request: HttpRequest, evening: Evening, *, hides_money: bool = False) -> HttpResponse:
    names = person_names.names_of(person_names.people_of_club(evening.club))
    with one_moment():
        tables = evening_tables(evening, names, hides_money=hides_money)
        return table_files.table_response(request, f"{evening.club.name} {evening.number}", tables)
