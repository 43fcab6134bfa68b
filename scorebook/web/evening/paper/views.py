"""The whole evening on one page to print, and as tables for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rules.wording import words
from rules.wording.words import Names
from scorebook import access
from scorebook.clubs.club_groups import club_group
from scorebook.exchange.tables import evening_table_ids
from scorebook.ledger import queries as books
from scorebook.ledger.snapshot import consistent_reads
from scorebook.play.models import Evening
from scorebook.play.queries import evening_sheets, settlements
from scorebook.play.queries.evening_sheets import Sheet
from scorebook.play.queries.open_balances import open_balances_of_people
from scorebook.play.services import POINTS
from scorebook.texts import language
from scorebook.web.core import person_names, table_files
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.settlement import plan_overviews, summary
from scorebook.web.evening.table import sheet
from scorebook.web.evening.table.sheet import HandRow, SheetPage

# Some twenty sheets of A4, a day and a night at one table; earlier hands are on a page of their own.
HANDS_ON_PAPER = 600


@never_cache
@require_safe
@access.opens_evening
def written_paper_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    return _paper_page(request, evening, back=("web:table", evening.link))


@never_cache
@require_safe
@access.opens_watched_evening
def watched_paper_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    hides_money = access.hides_money(evening)
    return _paper_page(request, evening, back=("web:watch", evening.link), hides_money=hides_money, is_watched=True)


def _paper_page(
    request: HttpRequest,
    evening: Evening,
    *,
    back: tuple[str, str],
    hides_money: bool = False,
    is_watched: bool = False,
) -> HttpResponse:
    """Show the evening. `before` in the address: only hands with a lower number.

    back:       view and link of the evening.
    is_watched: by a watch link, which shows nothing of other evenings.
    """
    if table_files.wants_table_file(request):
        return table_files.evening_file_response(request, evening, hides_money=hides_money)
    shown = sheet.newest_hand_numbers(evening, before=FormData.of(request.GET).number("before"), most=HANDS_ON_PAPER)
    if evening.hand_count and not shown:
        raise Http404
    group = club_group(evening.club_id)
    with consistent_reads():
        found = evening_sheets.evening_sheet(evening, shown)
        receipt = books.chain_receipt(evening.club)
        plan = settlements.evening_settlement(evening) if evening.is_closed else settlements.NOTHING
        other_entries = () if hides_money else settlements.entries_beside_plan(evening)
        book = None if is_watched else open_balances_of_people(group, club=evening.club_id)
    persons = person_names.people_of_club(evening.club, group)
    payments = plan_overviews.plan_overview(settlements.NOTHING if hides_money else plan, persons)
    page = sheet.sheet_page(found, persons, hides_money=hides_money)
    context = {
        "evening": evening,
        "back": back,
        "hides_money": hides_money,
        "page": page,
        "summary": summary.evening_summary(found, page, persons),
        "game": words.game_name(evening.game, language.current_language()),
        "hands": list(_paper_hands(found, page, person_names.names_of(persons))),
        **plan_overviews.plan_context(payments, persons, book, evening.unit),
        "other_entries": plan_overviews.other_entry_lines(other_entries, persons),
        "is_for_points": evening.unit == POINTS,
        "receipt": receipt,
        "printed_at": timezone.now(),
        "tables": evening_table_ids(evening, hides_money=hides_money),
    }
    return render(request, "evening/paper/paper.html", context)


def _paper_hands(sheet: Sheet, page: SheetPage, names: Names) -> Iterator[tuple[HandRow, datetime, str]]:
    """Yield the hands, oldest first: row, time, explanation unless the row gives it. page: of the same sheet."""
    for row, line in zip(reversed(page.rows), sheet.lines, strict=True):
        reason = words.sum_text(line.score, language.current_language(), names)
        if not line.is_undone:
            yield row, line.recorded_at, reason if reason != row.text else ""
