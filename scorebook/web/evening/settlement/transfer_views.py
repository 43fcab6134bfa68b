"""A payment to pass on: as text, and as a GiroCode if the payee types an IBAN.

Nothing typed here is stored, logged or put in an address: the QR code is part of the response to the form.
"""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods
from rest_framework.exceptions import Throttled

from rules.wording import words
from scorebook import access, lookups
from scorebook.clubs.club_groups import club_group
from scorebook.core import throttles
from scorebook.ledger import girocode, queries
from scorebook.ledger.models import PlannedPayment
from scorebook.ledger.queries import PlanLine
from scorebook.play.models import Evening
from scorebook.play.queries.open_balances import open_balances_of_people
from scorebook.texts import language, refusal_texts
from scorebook.web.core import error_pages, person_names
from scorebook.web.core.form_data import FormData
from scorebook.web.core.money import amount_text
from scorebook.web.evening.settlement.forms import TransferForm
from scorebook.web.evening.settlement.plan_overviews import payment_parties, people_with_other_balance
from scorebook.web.evening.table import links

_MOST = {"name": girocode.MAX_NAME, "text": girocode.MAX_TEXT}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("name", "iban")
@sensitive_variables()
@access.opens_evening
def bank_transfer_page(request: HttpRequest, evening: Evening, payment: UUID) -> HttpResponse:
    planned = lookups.planned_payment_of(evening, payment)
    line = queries.plan_line(planned)
    if line.is_paid or planned.superseded_at:
        return redirect("web:settle", token=evening.link)
    form = TransferForm(initial={"name": planned.payee_name, "text": _transfer_reference_text(evening)})
    if request.method != "POST" or not may_transfer(evening, planned):
        return _transfer_page(request, evening, line, form)
    form = TransferForm(FormData.of(request.POST))
    form.full_clean()
    try:
        throttles.spend_budget(throttles.GiroCode, request)
    except Throttled as spent:
        form.add_error(None, error_pages.throttled_text(spent))
        return error_pages.retry_later_response(_transfer_page(request, evening, line, form, status=429), spent)
    try:
        payload = girocode.girocode_payload(**form.cleaned_data, amount_minor=line.open_minor, unit=evening.unit)
    except girocode.GiroCodeRefused as error:
        for name, code in {one.field: one.code for one in error.problems}.items():
            text = refusal_texts.refusal_text(code, {"most": _MOST.get(name, 0)})
            form.add_error(name if name in form.fields else None, text)
        return _transfer_page(request, evening, line, form, status=422)
    return _transfer_page(request, evening, line, form, qr=girocode_svg(payload))


def may_transfer(evening: Evening, planned: PlannedPayment) -> bool:
    """Return whether a GiroCode is possible: in its currency, and not to the till, which has no bank account."""
    return evening.unit == girocode.UNIT and planned.payee is not None


def girocode_svg(payload: str) -> SafeString:
    """Return the QR code with level M and UTF-8, as the guidelines require; it stays below version 13."""
    return links.qr_svg(payload, boost_error=False, encoding="utf-8")


def _transfer_page(
    request: HttpRequest,
    evening: Evening,
    line: PlanLine,
    form: TransferForm,
    *,
    qr: SafeString | None = None,
    status: int = 200,
) -> HttpResponse:
    group = club_group(evening.club_id)
    persons = person_names.people_of_club(evening.club, group)
    book = open_balances_of_people(group, club=evening.club_id)
    parties = payment_parties(persons)
    payer, payee = parties[line.payer_id], parties[line.payee_id]
    amount = amount_text(line.open_minor, evening.unit)
    lines = [f"{payer.name} → {payee.name}: {amount}", str(form["text"].value())]
    if qr:
        lines = [
            _("Transfer of %(amount)s") % {"amount": amount},
            _("To: %(name)s") % {"name": form["name"].value()},
            f"IBAN: {girocode.grouped_iban(form.cleaned_data['iban'])}",
            _("Reference: %(text)s") % {"text": form["text"].value()},
        ]
    context = {
        "evening": evening,
        "payer": payer,
        "payee": payee,
        "open_minor": line.open_minor,
        "altogether": people_with_other_balance(
            [(payer, -line.open_minor), (payee, line.open_minor)], book, evening.unit
        ),
        "form": form,
        "qr": qr,
        "transfer_text": "\n".join(lines),
        "may_transfer": may_transfer(evening, line.planned),
    }
    return render(request, "evening/settlement/transfer.html", context, status=status)


def _transfer_reference_text(evening: Evening) -> str:
    day = date_format(localtime(evening.started_at), "SHORT_DATE_FORMAT")
    return f"{words.game_name(evening.game, language.current_language())} {day}"
