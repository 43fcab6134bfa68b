"""The close and the settlement of an evening: payments, other methods, and what is paid in addition."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorebook import access, lookups
from scorebook.clubs.club_groups import club_group
from scorebook.core.currencies import digits_of
from scorebook.exchange.tables import evening_table_ids
from scorebook.ledger import girocode
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Entry
from scorebook.ledger.services import Rounding, SettlementMethod
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.play.queries import evening_sheets, settlements
from scorebook.play.queries.open_balances import open_balances_of_people
from scorebook.play.services import POINTS
from scorebook.standings.services import closing as standings
from scorebook.web.core import person_names, problem_texts, table_files
from scorebook.web.core.form_data import FormData, typed_uuid
from scorebook.web.core.money import amount_typed
from scorebook.web.evening.settlement import plan_overviews, summary
from scorebook.web.evening.settlement.closing_remarks import closing_remarks
from scorebook.web.evening.settlement.forms import EntryForm, FeeForm, PayForm
from scorebook.web.evening.table import sheet

Refused = (play.PlayError, ledger.EntryRefused, ledger.KeyConflict)
NOTHING_TYPED = FormData({})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_evening
def closing_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    if request.method == "POST":
        typed = FormData.of(request.POST)
        try:
            standings.close_evening(evening=evening, key=typed.key(), at=timezone.now(), by=evening.by)
        except play.PlayError as error:
            messages.error(request, problem_texts.web_problem_text(error.code))
        return redirect("web:settle", token=evening.link)
    if evening.is_closed:
        return redirect("web:settle", token=evening.link)
    group = club_group(evening.club_id)
    persons = person_names.people_of_club(evening.club, group)
    found = evening_sheets.evening_sheet(evening, sheet.NO_HANDS)
    page = sheet.sheet_page(found, persons)
    # Closing pays the pot out first, so the payments are not known before.
    would = settlements.NOTHING if page.pot else settlements.evening_settlement(evening)
    plan, book = plan_overviews.plan_overview(would, persons), open_balances_of_people(group, club=evening.club_id)
    context = {
        "evening": evening,
        "page": page,
        "pot_outlook": sheet.pot_outlook_text(found) if page.pot else "",
        **plan_overviews.plan_context(plan, persons, book, evening.unit),
        "other_entries": plan_overviews.other_entry_lines(settlements.entries_beside_plan(evening), persons),
        "is_for_points": evening.unit == POINTS,
    }
    return render(request, "evening/settlement/close.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_evening
def settlement_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    if request.method != "POST":
        if not evening.is_closed:
            return redirect("web:close", token=evening.link)
        if table_files.wants_table_file(request):
            return table_files.evening_file_response(request, evening)
        return _settlement_response(request, evening)
    typed = FormData.of(request.POST)
    try:
        if typed.one("reopen"):
            standings.reopen_evening(evening=evening, key=typed.key(), at=timezone.now(), by=evening.by)
            messages.success(request, _("The evening is open again."))
            return redirect("web:table", token=evening.link)
        if problem := _mark_payment(evening, typed):
            if evening.is_closed:
                return _settlement_response(request, evening, typed, problem_texts.web_problem_text(problem))
            # The evening was reopened meanwhile: its payments are proposals again.
            messages.error(request, problem_texts.web_problem_text(problem))
    except Refused as error:
        messages.error(request, problem_texts.web_problem_text(error.code))
    return redirect("web:settle", token=evening.link)


def _mark_payment(evening: Evening, typed: FormData) -> str | None:
    """Mark a payment as paid, fully or in part, or unmark its latest part. Return the code of an invalid part."""
    planned = lookups.planned_payment_of(evening, typed.id("payment"))
    if typed.one("untick"):
        ledger.mark_unpaid(planned=planned, key=typed.key(), by=evening.by, at=timezone.now())
        return None
    part = amount_typed(typed.one("amount"), evening.unit) if typed.one("part") else None
    if typed.one("part") and part is None:
        return "amount_unreadable"
    try:
        ledger.mark_paid(planned=planned, key=typed.key(), by=evening.by, at=timezone.now(), amount_minor=part)
    except ledger.EntryRefused as error:
        if error.code not in ("amount_out_of_range", "part_out_of_range"):
            raise
        return "part_out_of_range"
    return None


def _settlement_response(
    request: HttpRequest, evening: Evening, typed: FormData = NOTHING_TYPED, problem: str = ""
) -> HttpResponse:
    group = club_group(evening.club_id)
    persons = person_names.people_of_club(evening.club, group)
    plan = plan_overviews.plan_overview(settlements.evening_settlement(evening), persons)
    book = open_balances_of_people(group, club=evening.club_id)
    if problem:
        plan = replace(plan, lines=[_refused_payment_line(line, typed, problem) for line in plan.lines])
    other_entries = settlements.entries_beside_plan(evening)
    found = evening_sheets.evening_sheet(evening, sheet.NO_HANDS)
    page = sheet.sheet_page(found, persons)
    context = {
        "evening": evening,
        "page": page,
        "summary": summary.evening_summary(found, page, persons, extra=closing_remarks(group, evening, persons)),
        **plan_overviews.plan_context(plan, persons, book, evening.unit),
        "other_entries": plan_overviews.other_entry_lines(other_entries, persons),
        "is_on_tab": any(one.kind == Entry.Kind.CARRIED for one in other_entries),
        "is_for_points": evening.unit == POINTS,
        "may_transfer": evening.unit == girocode.UNIT,
        "tables": evening_table_ids(evening),
    }
    return render(request, "evening/settlement/settle.html", context, status=422 if problem else 200)


def _refused_payment_line(
    line: plan_overviews.PaymentLine, typed: FormData, problem: str
) -> plan_overviews.PaymentLine:
    if str(line.id) != typed.one("payment"):
        return line
    return replace(line, part_key=typed.key(), typed=typed.one("amount"), problem=problem)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_evening
def settlement_ways_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Offer other methods and rounding, each with its result."""
    if not evening.is_closed or evening.unit == POINTS:
        return redirect("web:settle", token=evening.link)
    if request.method == "POST":
        typed = FormData.of(request.POST)
        try:
            if typed.one("round"):
                _round_settlement(evening, typed)
            else:
                _choose_settlement_way(evening, typed)
        except Refused as error:
            messages.error(request, problem_texts.web_problem_text(error.code))
        return redirect("web:settle", token=evening.link)
    group = club_group(evening.club_id)
    persons = person_names.people_of_club(evening.club, group)
    book = open_balances_of_people(group, club=evening.club_id)
    plan = plan_overviews.plan_overview(settlements.evening_settlement(evening), persons)
    options, parties = settlements.evening_settlement_options(evening), plan_overviews.payment_parties(persons)
    context = {
        "evening": evening,
        **plan_overviews.plan_context(plan, persons, book, evening.unit),
        "choices": [one for one in options if one.method is not SettlementMethod.ONE_FOR_ALL],
        "through": [(parties[one.treasurer], one) for one in options if one.method is SettlementMethod.ONE_FOR_ALL],
        "tab": plan_overviews.TAB,
        "roundings": settlements.evening_roundings(evening, plan_overviews.rounding_coins(evening)),
    }
    return render(request, "evening/settlement/ways.html", context)


def _choose_settlement_way(evening: Evening, typed: FormData) -> None:
    """Settle by the chosen method; an unknown one means the fewest payments."""
    method, _colon, treasurer = typed.one("way").partition(":")
    if method == plan_overviews.TAB:
        play.carry_over_evening(evening=evening, key=typed.key(), by=evening.by, at=timezone.now())
        return
    play.settle_evening(
        evening=evening,
        at=timezone.now(),
        method=SettlementMethod(method) if method in set(SettlementMethod) else SettlementMethod.FEWEST,
        treasurer=lookups.find_player(evening.club, typed_uuid(treasurer)),
    )


def _round_settlement(evening: Evening, typed: FormData) -> None:
    coin, _colon, to = typed.one("rounding").partition(":")
    if coin not in map(str, plan_overviews.rounding_coins(evening)) or to not in set(Rounding):
        raise ledger.EntryRefused(code="coin_out_of_range", field="coin")
    play.round_off_evening(
        evening=evening, key=typed.key(), coin=int(coin), to=Rounding(to), by=evening.by, at=timezone.now()
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_evening
def extras_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Book or undo payments outside the plan: between people, and fees and fines for the till."""
    if evening.unit == POINTS:
        return redirect("web:settle", token=evening.link)
    if request.method != "POST":
        return _settlement_extras_page(request, evening)
    typed = FormData.of(request.POST)
    try:
        if typed.one("undo"):
            entry = lookups.entry_of(evening, typed.id("entry"))
            play.undo_in_evening(evening=evening, entry=entry, key=typed.key(), by=evening.by, at=timezone.now())
        else:
            form = (FeeForm if typed.one("form") == "fee" else PayForm)(typed, club=evening.club, unit=evening.unit)
            if not form.is_valid():
                return _settlement_extras_page(request, evening, form)
            _book_settlement_entry(evening, form)
    except Refused as error:
        messages.error(request, problem_texts.web_problem_text(error.code))
    # The plan is what follows once the evening is closed; before, there is none.
    return redirect("web:settle" if evening.is_closed else "web:extras", token=evening.link)


def _book_settlement_entry(evening: Evening, form: EntryForm) -> None:
    typed = form.cleaned_data
    amount_minor = typed["amount"]
    key, note, at = typed["key"], typed["note"], timezone.now()
    if isinstance(form, FeeForm):
        amounts = {player.pk: amount_minor for player in typed["players"]}
        play.charge_in_evening(evening=evening, key=key, amounts=amounts, note=note, by=evening.by, at=at)
    else:
        payer, payee = typed["payer"], typed["payee"]
        draft = ledger.PaymentDraft(key=key, payer_id=payer.pk, payee_id=payee.pk, amount_minor=amount_minor, note=note)
        play.pay_in_evening(evening=evening, draft=draft, by=evening.by, at=at)


def _settlement_extras_page(request: HttpRequest, evening: Evening, refused: EntryForm | None = None) -> HttpResponse:
    club, unit = evening.club, evening.unit
    persons = person_names.people_of_club(club)
    # Everybody who sat at the table this evening, also those who have left.
    seated = evening.all_seats().order_by("place", "from_hand").values_list("player_id", flat=True)
    context = {
        "evening": evening,
        "people": [persons[id] for id in dict.fromkeys(map(str, seated))],
        "pay": refused if isinstance(refused, PayForm) else PayForm(club=club, unit=unit),
        "fee": refused if isinstance(refused, FeeForm) else FeeForm(club=club, unit=unit),
        "other_entries": plan_overviews.other_entry_lines(settlements.entries_beside_plan(evening), persons),
        "has_cents": digits_of(unit) > 0,
    }
    return render(request, "evening/settlement/extras.html", context, status=422 if refused else 200)
