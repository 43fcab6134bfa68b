"""Who pays whom after the close, and whether he did."""

from uuid import UUID

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from scorebook.api import access, sheets
from scorebook.api.body import Body
from scorebook.api.endpoint import EveningEndpoint
from scorebook.ledger import services as ledger
from scorebook.ledger.models import PlannedPayment
from scorebook.play.models import Session


class Payments(EveningEndpoint):
    def get(self, request: Request, token: str) -> Response:
        return Response(sheets.payments_json(self.read_by(token).session))


class Ticking(EveningEndpoint):
    def post(self, request: Request, token: str, payment: UUID) -> Response:
        session = self.written_by(token)
        planned, body = _planned(session, payment), Body(request.data)
        key = body.key()
        body.check()
        ledger.tick(planned=planned, key=key, by=access.SCRIBE, at=timezone.now())
        return Response(sheets.payments_json(session))


class Unticking(EveningEndpoint):
    def post(self, request: Request, token: str, payment: UUID) -> Response:
        session = self.written_by(token)
        planned, body = _planned(session, payment), Body(request.data)
        key = body.key()
        body.check()
        ledger.untick(planned=planned, key=key, by=access.SCRIBE, at=timezone.now())
        return Response(sheets.payments_json(session))


def _planned(session: Session, payment: UUID) -> PlannedPayment:
    """A payment of this evening; those of others are not there."""
    found = PlannedPayment.objects.filter(pk=payment, club=session.club, session_id=session.pk).first()
    if found is None:
        raise Http404
    return found
