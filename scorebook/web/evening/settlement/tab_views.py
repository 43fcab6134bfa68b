"""The club's tab: balances outside of evenings, the till, and the kitty."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorebook import access, lookups
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.exchange.tables import tab_table, table_name
from scorebook.ledger import queries as books
from scorebook.ledger import services as ledger
from scorebook.ledger.services import SettlementMethod
from scorebook.play import services as play
from scorebook.play.queries import statements
from scorebook.play.queries.open_balances import open_balances_of_people
from scorebook.web.core import person_names, problem_texts, table_files, units
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.settlement import tab_page
from scorebook.web.evening.settlement.forms import HINTS, TabForm, Verb
from scorebook.web.evening.settlement.plan_overviews import payment_parties

ROWS = 30
LATEST = 5  # of the rows; the others are folded
# Argument of the ledger's functions -> field of the form.
FIELDS = {"amount_minor": "amount", "amounts": "amount", "payee": "payee"}
METHODS = {"fewest": SettlementMethod.FEWEST, "till": SettlementMethod.ONE_FOR_ALL}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_club()
def club_tab_page(request: HttpRequest, club: Club) -> HttpResponse:
    played_for = units.units_of_club(club)
    if request.method == "POST":
        return _post_on_tab(request, club, played_for, FormData.of(request.POST))
    unit = units.chosen_unit(FormData.of(request.GET).one("unit"), units.units_of_tab(played_for))
    if table_files.wants_table_file(request):
        names = person_names.names_of(person_names.people_of_club(club))
        return table_files.table_response(
            request, f"{club.name} {table_name('tab')}", {"tab": lambda: tab_table(club, unit, names)}
        )
    return _tab_response(request, club, played_for, unit)


def _post_on_tab(request: HttpRequest, club: Club, played_for: list[str], typed: FormData) -> HttpResponse:
    unit = typed.one("unit")
    if unit not in units.units_of_tab(played_for):
        raise Http404
    if typed.has("book"):
        return _book_tab_entry(request, club, played_for, unit, typed)
    try:
        _settle_tab(request, club, unit, typed)
    except (ledger.EntryRefused, ledger.KeyConflict) as error:
        messages.error(request, problem_texts.web_problem_text(error.code))
    return _redirect_to_tab(club, unit, "plan" if typed.has("settle") or typed.has("payment") else "main")


def _book_tab_entry(
    request: HttpRequest, club: Club, played_for: list[str], unit: str, typed: FormData
) -> HttpResponse:
    form = TabForm(typed, club=club, unit=unit)
    if form.is_valid() and _is_pay_out_to_confirm(form, club, unit):
        form.add_error("despite", problem_texts.form_error("evenings_against_pay_out"))
    if not form.is_valid():
        return _tab_response(request, club, played_for, unit, form)
    try:
        tab_page.book_tab_form(form, club=club, unit=unit, by=club.by, at=timezone.now())
    except (ledger.EntryRefused, ledger.KeyConflict) as error:
        form.add_error(FIELDS.get(error.field), problem_texts.form_error(error.code))
        return _tab_response(request, club, played_for, unit, form)
    messages.success(request, _("Added."))
    return _redirect_to_tab(club, unit, "main")


def _is_pay_out_to_confirm(form: TabForm, club: Club, unit: str) -> bool:
    """Return whether a valid form needs a confirmation; not if it is a repeated request that is already booked."""
    typed = form.cleaned_data
    if typed["verb"] != Verb.PAY_OUT or typed["despite"] or books.is_recorded(club=club, key=typed["key"]):
        return False
    payee: UUID = typed["who"].pk
    book = open_balances_of_people(club_group(club.pk), club=club.pk, players=[payee])
    return tab_page.balance_against(book, payee, unit, typed["amount"]) is not None


def _settle_tab(request: HttpRequest, club: Club, unit: str, typed: FormData) -> None:
    """Plan the payments, mark one as paid or unpaid, or undo an entry: all actions without a form of their own."""
    at, key = timezone.now(), typed.key()
    if typed.has("settle"):
        method = METHODS.get(typed.one("way"), SettlementMethod.FEWEST)
        ledger.make_plan(club=club, unit=unit, evening_id=None, at=at, method=method)
    elif typed.has("withdraw"):
        ledger.withdraw_plan(club=club, unit=unit, evening_id=None, at=at)
    elif typed.has("undo"):
        entry = lookups.entry_of(club, typed.id("entry"))
        play.undo_on_tab(club=club, entry=entry, key=key, by=club.by, at=at)
        messages.success(request, _("Undone."))
    else:
        planned = lookups.planned_payment_of(club, typed.id("payment"))
        verb = ledger.mark_unpaid if typed.has("untick") else ledger.mark_paid
        verb(planned=planned, key=key, by=club.by, at=at)
        if all(line.is_paid for line in books.plan_lines(club=club, unit=unit, evening_id=None)):
            messages.success(request, _("The tab is settled."))


def _redirect_to_tab(club: Club, unit: str, place: str) -> HttpResponse:
    """Redirect to a place of the page; explicit even at the top, as browsers would keep the form's fragment."""
    return redirect(f"{reverse('web:tab', args=[club.link])}?{urlencode({'unit': unit})}#{place}")


def _tab_response(
    request: HttpRequest, club: Club, played_for: list[str], unit: str, refused: TabForm | None = None
) -> HttpResponse:
    group = club_group(club.pk)
    persons = person_names.people_of_club(club, group)
    listed = person_names.people_to_seat(club, group)
    offered = units.units_of_tab(played_for)
    book = open_balances_of_people(group, club=club.pk)
    lines = tab_page.open_lines(listed, book, unit)
    open_people = {person for person, _entry, _balance in lines}
    before = FormData.of(request.GET).number("before")
    journal = statements.tab_journal(club=club, unit=unit, before=before, count=ROWS + 1)
    entries = tab_page.tab_journal_lines(journal[:ROWS], persons)
    context = {
        "club": club,
        "unit": unit,
        "query": urlencode({"unit": unit}),
        "units": offered if len(offered) > 1 else [],
        "is_first_money": not played_for,
        "till_minor": books.till_balance(club=club, unit=unit),
        "kitty_minor": books.kitty_balance(club=club, unit=unit),
        "lines": lines,
        "level": [person for person in listed if person not in open_people],
        "has_tab": any(balance.tab_minor for _person, _entry, balance in lines),
        "has_linked": len(group.clubs) > 1,
        "plan": tab_page.tab_plan_rows(books.plan_lines(club=club, unit=unit, evening_id=None), book, unit),
        "parties": payment_parties(persons),
        "is_unproven": getattr(books.current_plan(club=club, unit=unit, evening_id=None), "is_proven", None) is False,
        "form": refused or TabForm(club=club, unit=unit),
        "people": listed,
        "hints": HINTS.items(),
        "against": [line for line in lines if refused and line[0].id == refused["who"].value()],
        "journal": entries[:LATEST],
        "earlier": entries[LATEST:],
        "older": journal[ROWS - 1].seq if len(journal) > ROWS else None,
        "is_older": before is not None,
    }
    return render(request, "evening/settlement/tab.html", context, status=422 if refused else 200)
