"""Who pays whom after the close, and who has paid."""

from enum import StrEnum
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from rules import Problem
from scorebook.api import access, sheets
from scorebook.api.body import Refused, RequestBody, lone_key
from scorebook.api.endpoint import EveningEndpoint
from scorebook.clubs.models import Player
from scorebook.ledger import services as ledger
from scorebook.ledger.models import PlannedPayment
from scorebook.ledger.services import Rounding, SettlementMethod
from scorebook.play import services as play
from scorebook.play.models import Evening


class Payments(EveningEndpoint):
    def get(self, request: Request, token: str) -> Response:
        found = self.read_by(token)
        shown = sheets.payments_json(found.evening)
        if not found.may_write and sheets.hides_money(found.evening):
            shown |= {"payments": [], "is_proven": None}
        return Response(shown)


class Ticking(EveningEndpoint):
    def post(self, request: Request, token: str, payment: UUID) -> Response:
        evening = self.written_by(token)
        planned, body = _planned_payment_in_path(evening, payment), RequestBody(request.data)
        key, part = body.key(), body.integer_or_none("amount_minor")
        body.check()
        ledger.mark_paid(planned=planned, key=key, by=access.SCRIBE, at=timezone.now(), amount_minor=part)
        return Response(sheets.payments_json(evening))


class Unticking(EveningEndpoint):
    def post(self, request: Request, token: str, payment: UUID) -> Response:
        evening = self.written_by(token)
        planned, key = _planned_payment_in_path(evening, payment), lone_key(request.data)
        ledger.mark_unpaid(planned=planned, key=key, by=access.SCRIBE, at=timezone.now())
        return Response(sheets.payments_json(evening))


class By(StrEnum):
    """How what is still open is settled: one of the ledger's ways, or not paid as it stands."""

    FEWEST = SettlementMethod.FEWEST
    ONE_FOR_ALL = SettlementMethod.ONE_FOR_ALL
    DIRECT = SettlementMethod.DIRECT
    CARRY_OVER = "carry_over"
    ROUND_OFF = "round_off"


class Settling(EveningEndpoint):
    def post(self, request: Request, token: str) -> Response:
        evening, at = self.written_by(token), timezone.now()
        body = RequestBody(request.data)
        key, method = body.key(), body.choice("way", By)
        treasurer = body.key_or_none("treasurer") if method is By.ONE_FOR_ALL else None
        coin, to = (
            (body.integer("coin"), body.choice("to", Rounding)) if method is By.ROUND_OFF else (0, Rounding.KITTY)
        )
        body.check()
        if method is By.CARRY_OVER:
            play.carry_over_evening(evening=evening, key=key, by=access.SCRIBE, at=at)
        elif method is By.ROUND_OFF:
            play.round_off_evening(evening=evening, key=key, coin=coin, to=to, by=access.SCRIBE, at=at)
        else:
            play.settle_evening(
                evening=evening,
                at=at,
                method=SettlementMethod(method),
                treasurer=_treasurer_in_body(evening, treasurer),
            )
        return Response(sheets.payments_json(evening))


def _treasurer_in_body(evening: Evening, id: UUID | None) -> Player | None:
    """None is the till. Raises: Refused."""
    found = evening.club.players.filter(pk=id).first() if id else None
    if id and found is None:
        raise Refused([Problem(code="player_of_other_club", field="treasurer")])
    return found


def _planned_payment_in_path(evening: Evening, payment: UUID) -> PlannedPayment:
    """A payment of this evening; those of others are not there."""
    return get_object_or_404(PlannedPayment, pk=payment, club=evening.club, plan__evening_id=evening.pk)
