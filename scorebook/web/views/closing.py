"""The end of the evening: close, pay, reopen."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorebook.ledger import queries as books
from scorebook.ledger import services as ledger
from scorebook.ledger import settlement
from scorebook.ledger.models import PlannedPayment
from scorebook.play import queries
from scorebook.play import services as play
from scorebook.play.models import Session
from scorebook.web import access, people, sheets, wording
from scorebook.web.entry import People, Person
from scorebook.web.money import POINTS
from scorebook.web.typed import Typed, uuid_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentLine:
    """One payment of the plan. id: None while the plan is only a proposal."""

    id: UUID | None
    key: UUID
    payer: Person
    payee: Person
    amount_minor: int
    is_paid: bool = False


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, scribe_token: str) -> HttpResponse:
    session = access.written_by(scribe_token)
    if request.method == "POST":
        typed = Typed.of(request.POST)
        try:
            play.close_session(session=session, key=typed.key(), at=timezone.now(), by=access.SCRIBE)
        except play.PlayError as error:
            messages.error(request, wording.sentence(error.code))
        return redirect("web:settle", scribe_token=session.scribe_token)
    if session.is_closed:
        return redirect("web:settle", scribe_token=session.scribe_token)
    persons = people.of_club(session.club)
    page = sheets.page(queries.sheet(session), persons)
    context = {
        "session": session,
        "page": page,
        "payments": _proposal(session, persons) if page.pot == 0 else [],
        "is_for_points": session.unit == POINTS,
        "key": uuid4(),
    }
    return render(request, "play/close.html", context)


def _proposal(session: Session, persons: People) -> list[PaymentLine]:
    """What closing now would plan."""
    if session.unit == POINTS:
        return []
    balances = books.balances(club=session.club, unit=session.unit, session_id=session.pk)
    return [
        PaymentLine(
            id=None,
            key=uuid4(),
            payer=persons[str(payment.payer)],
            payee=persons[str(payment.payee)],
            amount_minor=payment.amount_minor,
        )
        for payment in settlement.plan(balances)
    ]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settle(request: HttpRequest, scribe_token: str) -> HttpResponse:
    session = access.written_by(scribe_token)
    if request.method == "POST":
        return _settle(request, session)
    if not session.is_closed:
        return redirect("web:close", scribe_token=session.scribe_token)
    persons = people.of_club(session.club)
    payments = payment_lines(session, persons)
    context = {
        "session": session,
        "page": sheets.page(queries.sheet(session), persons),
        "payments": payments,
        "open_count": sum(not line.is_paid for line in payments),
        "is_for_points": session.unit == POINTS,
        "reopen_key": uuid4(),
    }
    return render(request, "ledger/settle.html", context)


def payment_lines(session: Session, persons: People) -> list[PaymentLine]:
    return [
        PaymentLine(
            id=line.planned.pk,
            key=uuid4(),
            payer=persons[str(line.planned.payer_id)],
            payee=persons[str(line.planned.payee_id)],
            amount_minor=line.planned.amount_minor,
            is_paid=line.is_paid,
        )
        for line in books.plan(club=session.club, unit=session.unit, session_id=session.pk)
    ]


def _settle(request: HttpRequest, session: Session) -> HttpResponse:
    typed = Typed.of(request.POST)
    try:
        if typed.one("reopen"):
            play.reopen_session(session=session, key=typed.key(), at=timezone.now(), by=access.SCRIBE)
            messages.success(request, _("The evening goes on."))
            return redirect("web:table", scribe_token=session.scribe_token)
        _tick(session, typed)
    except (play.PlayError, ledger.EntryRefused, ledger.KeyConflict) as error:
        messages.error(request, wording.sentence(error.code))
    return redirect("web:settle", scribe_token=session.scribe_token)


def _tick(session: Session, typed: Typed) -> None:
    planned = PlannedPayment.objects.filter(
        pk=uuid_of(typed.one("payment")) or UUID(int=0), club=session.club, session_id=session.pk
    ).first()
    if planned is None:
        raise Http404
    verb = ledger.untick if typed.one("untick") else ledger.tick
    verb(planned=planned, key=typed.key(), by=access.SCRIBE, at=timezone.now())
