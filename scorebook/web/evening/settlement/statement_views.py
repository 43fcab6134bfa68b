"""A player's statements: in the club, on the tab, of one evening."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from rules.wording.words import Names
from scorebook import access, lookups
from scorebook.clubs import name_chain
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.models import Club, Player
from scorebook.exchange.tables import ExportTable, export_evening_statement, export_statement
from scorebook.ledger import queries as books
from scorebook.ledger.queries import Extract, Scope
from scorebook.ledger.snapshot import consistent_reads
from scorebook.play.models import Evening
from scorebook.play.queries import statements
from scorebook.play.queries.hand_counts import hands_played
from scorebook.play.queries.open_balances import OpenBalance, open_balances_of_people
from scorebook.play.queries.statements import PlayerStatement
from scorebook.play.services import POINTS
from scorebook.web.core import periods, person_names, table_files, units
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.settlement import statement_page
from scorebook.web.evening.settlement.forms import ReceiptForm
from scorebook.web.evening.settlement.statement_page import StatementBlock

# Per page; an evening has some 40 lines.
LINES, EVENINGS = 250, 20


@never_cache
@require_safe
@access.opens_club()
def statement_in_club(request: HttpRequest, club: Club, player_id: UUID) -> HttpResponse:
    """Show the newest evenings of the period with their lines; `before` is where an older page begins."""
    player = lookups.player_of(club, player_id)
    typed = FormData.of(request.GET)
    counted = [*units.units_of_club(club), *([POINTS] if POINTS in books.units_in_books(club) else [])] or [POINTS]
    unit = units.chosen_unit(typed.one("unit"), counted)
    period = periods.read_period(typed, timezone.localdate())
    extract = Extract(first_at=period.span.first_at, until_at=period.span.end_at)
    if table_files.wants_table_file(request):
        return _statement_file(request, player, lambda names: export_statement(player, unit, names, extract=extract))
    before, group = typed.number("before"), club_group(club.pk)
    with consistent_reads():
        found = statements.player_statement(
            club=club, unit=unit, player=player, extract=replace(extract, before=before, count=LINES)
        ).whole_evenings(EVENINGS)
        sums = statements.sums_of_evenings(player=player, unit=unit, evenings=found.evenings)
        # Only evenings for points show their hands.
        hands = hands_played(club, found.evenings) if unit == POINTS else {}
        balance = _open_balance_of_player(player, unit, group)
        receipt = books.chain_receipt(club)
    return _statement_page(
        request,
        player,
        found,
        blocks=statement_page.blocks_by_evening(found.lines, sums, hands),
        group=group,
        unit=unit,
        balance=balance,
        is_older=before is not None,
        query=f"{period.query}&{urlencode({'unit': unit})}",
        receipt=receipt,
        units=counted if len(counted) > 1 else [],
        period=period,
        is_past=period.span.end <= timezone.localdate(),
    )


@never_cache
@require_safe
@access.opens_club()
def statement_on_tab(request: HttpRequest, club: Club, player_id: UUID) -> HttpResponse:
    player = lookups.player_of(club, player_id)
    typed = FormData.of(request.GET)
    unit = units.chosen_unit(typed.one("unit"), units.units_of_tab(units.units_of_club(club)))
    if table_files.wants_table_file(request):
        return _statement_file(request, player, lambda names: export_statement(player, unit, names, scope=Scope.TAB))
    before, group = typed.number("before"), club_group(club.pk)
    with consistent_reads():
        lines = statements.player_statement(
            club=club, unit=unit, player=player, scope=Scope.TAB, extract=Extract(before=before, count=LINES)
        )
        balance = _open_balance_of_player(player, unit, group)
        receipt = books.chain_receipt(club)
    return _statement_page(
        request,
        player,
        lines,
        blocks=statement_page.blocks_by_year(lines.lines),
        group=group,
        unit=unit,
        balance=balance,
        is_older=before is not None,
        query=urlencode({"unit": unit}),
        receipt=receipt,
        is_on_tab=True,
    )


def _open_balance_of_player(player: Player, unit: str, group: ClubGroup) -> OpenBalance | None:
    """Return the open balance of the person over all entries; None for points, which are not paid."""
    if unit == POINTS:
        return None
    return open_balances_of_people(group, club=player.club_id, players=[player.pk]).balance_in_unit(player.pk, unit)


@never_cache
@require_safe
@access.opens_club()
def statement_of_evening_in_club(request: HttpRequest, club: Club, player_id: UUID, number: int) -> HttpResponse:
    evening = lookups.numbered_evening(club, number)
    return _evening_statement_page(request, evening, player_id, back=None)


@never_cache
@require_safe
@access.opens_evening
def statement_of_evening(request: HttpRequest, evening: Evening, player_id: UUID) -> HttpResponse:
    return _evening_statement_page(request, evening, player_id, back=("web:table", evening.link))


@never_cache
@require_safe
@access.opens_watched_evening
def statement_of_watched_evening(request: HttpRequest, evening: Evening, player_id: UUID) -> HttpResponse:
    if access.hides_money(evening):
        raise Http404
    return _evening_statement_page(request, evening, player_id, back=("web:watch", evening.link), is_watched=True)


def _evening_statement_page(
    request: HttpRequest, evening: Evening, player_id: UUID, *, back: tuple[str, str] | None, is_watched: bool = False
) -> HttpResponse:
    """Show the statement of one evening.

    back:       view and link of the evening; None leads back into the club. The page has no other links.
    is_watched: by a watch link, which shows nothing of other evenings or of the tab.
    """
    club, unit, group = evening.club, evening.unit, club_group(evening.club_id)
    player = lookups.player_of(club, player_id)
    with consistent_reads():
        lines = statements.evening_player_statement(player=player, evening=evening)
        sums = statements.statement_of_evening(player=player, evening=evening)
        balance = None if is_watched else _open_balance_of_player(player, unit, group)
        receipt = books.chain_receipt(club)
    if sums is None:
        raise Http404
    if table_files.wants_table_file(request):
        return _statement_file(request, player, lambda names: export_evening_statement(player, evening, names))
    return _statement_page(
        request,
        player,
        lines,
        blocks=[StatementBlock(lines=lines.lines)] if lines.lines else [],
        group=group,
        unit=unit,
        balance=balance,
        evening=evening,
        sums=sums,
        receipt=receipt,
        back=back,
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_club()
def check_receipt(request: HttpRequest, club: Club) -> HttpResponse:
    """Verify the receipt of a printed statement against the books; writes nothing."""
    form = ReceiptForm(FormData.of(request.POST) if request.method == "POST" else None)
    context: dict[str, object] = {"club": club, "form": form}
    if form.is_valid():
        entries, hash_start = form.cleaned_data["entries"], form.cleaned_data["hash"]
        with consistent_reads():
            answer = books.verify_receipt(club=club, entries=entries, hash_start=hash_start) or "fits"
        context |= {"entries": entries, "answer": answer}
    return render(request, "evening/settlement/receipt.html", context, status=422 if form.errors else 200)


def _statement_file(request: HttpRequest, player: Player, make: Callable[[Names], ExportTable]) -> HttpResponse:
    persons = person_names.people_of_club(player.club)
    names = person_names.names_of(persons)
    name = f"{player.club.name} {persons[str(player.pk)].name}"
    with consistent_reads():
        return table_files.table_response(request, name, {"statement": lambda: make(names)})


def _statement_page(
    request: HttpRequest, player: Player, statement: PlayerStatement, *, group: ClubGroup, unit: str, **more: object
) -> HttpResponse:
    persons = person_names.people_of_club(player.club, group)
    context = {
        "club": player.club,
        "person": persons[str(player.pk)],
        "names": person_names.names_of(persons),
        "unit": unit,
        "is_for_points": unit == POINTS,
        "statement": statement,
        "former_names": name_chain.former_names_of(player),
        "printed_at": timezone.now(),
    }
    return render(request, "evening/settlement/statement.html", context | more)
