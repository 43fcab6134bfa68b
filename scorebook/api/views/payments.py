"""The endpoints of an evening's payments and charges."""

from uuid import UUID

from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from rules import Problem
from scorebook import access, lookups
from scorebook.api.endpoint import EveningEndpoint
from scorebook.api.operation import operation
from scorebook.api.parsing import Refused
from scorebook.api.permissions import ScribeKey, WatchKey
from scorebook.api.serializers.books import ChargeRequest, TabPaymentRequest
from scorebook.api.serializers.common import KeyedRequest, ValidatedData
from scorebook.api.serializers.payments import (
    MarkPaidRequest,
    PaymentsResponse,
    PlanRepresentation,
    SettleEveningRequest,
    Way,
)
from scorebook.api.views.tab import check_players_of_request
from scorebook.clubs.models import Player
from scorebook.clubs.roles import Role
from scorebook.ledger import services as ledger
from scorebook.ledger.services import SettlementMethod
from scorebook.play import services as play
from scorebook.play.models import Evening


class EveningPaymentViewSet(EveningEndpoint):
    lookup_field, lookup_value_converter = "payment", "uuid"

    @operation("payments", permission=WatchKey, response=PaymentsResponse)
    def list(self, request: Request) -> object:
        """Return the plan of a closed evening: who pays whom, and how much of it is paid."""
        evening = self.evening
        is_watched = evening.role == Role.WATCH
        return PlanRepresentation(evening=evening, hides_money=access.hides_money(evening), is_watched=is_watched)

    @operation("pay_in_evening", permission=ScribeKey, body=TabPaymentRequest, response=PaymentsResponse)
    def create(self, request: Request, data: ValidatedData) -> object:
        """Record a payment beside the plan, or before there is one."""
        evening = self.evening
        check_players_of_request(evening.club, data)
        draft = ledger.PaymentDraft(
            key=data["id"],
            payer_id=data["payer"],
            payee_id=data["payee"],
            amount_minor=data["amount_minor"],
            note=data["note"] or "",
        )
        play.pay_in_evening(evening=evening, draft=draft, by=evening.by, at=timezone.now())
        return PlanRepresentation(evening=evening)

    @action(detail=True, methods=["post"], url_path="paid")
    @operation("mark_paid", permission=ScribeKey, body=MarkPaidRequest, response=PaymentsResponse)
    def mark_paid(self, request: Request, data: ValidatedData, payment: UUID) -> object:
        """Mark a payment as paid, in whole or in part."""
        planned, by = lookups.planned_payment_of(self.evening, payment), self.evening.by
        ledger.mark_paid(planned=planned, key=data["id"], by=by, at=timezone.now(), amount_minor=data["amount_minor"])
        return PlanRepresentation(evening=self.evening)

    @action(detail=True, methods=["post"], url_path="paid/undo")
    @operation("undo_mark_paid", permission=ScribeKey, body=KeyedRequest, response=PaymentsResponse)
    def undo_mark_paid(self, request: Request, data: ValidatedData, payment: UUID) -> object:
        """Undo the newest part that was marked as paid."""
        planned = lookups.planned_payment_of(self.evening, payment)
        ledger.mark_unpaid(planned=planned, key=data["id"], by=self.evening.by, at=timezone.now())
        return PlanRepresentation(evening=self.evening)


class EveningAccountViewSet(EveningEndpoint):
    @action(detail=True, methods=["post"], url_path="charges")
    @operation("charge_in_evening", permission=ScribeKey, body=ChargeRequest, response=PaymentsResponse)
    def charge(self, request: Request, data: ValidatedData) -> object:
        """Charge a fee or a fine for the kitty, settled with the evening."""
        evening = self.evening
        check_players_of_request(evening.club, data)
        amount: int = data["amount_minor"]
        amounts = dict.fromkeys(data["people"], amount)
        note, at = data["note"] or "", timezone.now()
        play.charge_in_evening(evening=evening, key=data["id"], amounts=amounts, note=note, by=evening.by, at=at)
        return PlanRepresentation(evening=evening)

    @action(detail=True, methods=["post"], url_path="entries/<uuid:entry>/undo")
    @operation("undo_entry", permission=ScribeKey, body=KeyedRequest, response=PaymentsResponse)
    def undo_entry(self, request: Request, data: ValidatedData, entry: UUID) -> object:
        """Undo a payment, a fee, a rounding or a carry-over."""
        evening = self.evening
        found = lookups.entry_of(evening, entry)
        play.undo_in_evening(evening=evening, entry=found, key=data["id"], by=evening.by, at=timezone.now())
        return PlanRepresentation(evening=evening)

    @action(detail=True, methods=["post"], url_path="settle")
    @operation("settle_evening", permission=ScribeKey, body=SettleEveningRequest, response=PaymentsResponse)
    def settle(self, request: Request, data: ValidatedData) -> object:
        """Settle the open amounts in another way; payments made are kept."""
        evening, at = self.evening, timezone.now()
        key, way = data["id"], data["way"]
        if way is Way.CARRY_OVER:
            play.carry_over_evening(evening=evening, key=key, by=evening.by, at=at)
        elif way is Way.ROUND_OFF:
            play.round_off_evening(evening=evening, key=key, coin=data["coin"], to=data["to"], by=evening.by, at=at)
        else:
            treasurer = _treasurer_in_body(evening, data["treasurer"])
            play.settle_evening(evening=evening, at=at, method=SettlementMethod(way), treasurer=treasurer)
        return PlanRepresentation(evening=evening)


def _treasurer_in_body(evening: Evening, id: UUID | None) -> Player | None:
    """Return the treasurer; None is the cash box. Raises: Refused."""
    found = lookups.find_player(evening.club, id)
    if id and found is None:
        raise Refused([Problem(code="player_of_other_club", field="treasurer")])
    return found
