"""Responses for the payments after the close of an evening."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.db.models import Q
from rest_framework import serializers

from scorebook.api.answers.objects import AmountsField, NamesField, ResponseSerializer, TimestampField
from scorebook.api.answers.open_balances import BalanceRepresentation, PersonBalanceResponse, open_balances
from scorebook.clubs.circle import club_group
from scorebook.ledger import queries as books
from scorebook.ledger.queries import PlanLine
from scorebook.play.models import Evening
from scorebook.play.queries.open_balances import open_book
from scorebook.play.queries.settlements import OtherEntry, entries_beside_plan
from scorebook.play.services import POINTS


def payments_of(evening: Evening) -> list[PlanLine]:
    """Return the plan of a closed evening; empty if no payment is due."""
    if not evening.is_closed or evening.unit == POINTS:
        return []
    return list(books.plan_lines(club=evening.club, unit=evening.unit, evening_id=evening.pk))


@dataclass(frozen=True, kw_only=True)
class PlanRepresentation:
    evening: Evening
    hides_money: bool = False  # from watchers
    is_watched: bool = False  # by the watch link, which gives access neither to other evenings nor to the tab

    @property
    def payments(self) -> list[PlanLine]:
        return [] if self.hides_money else payments_of(self.evening)

    @property
    def is_proven(self) -> bool | None:
        if self.hides_money:
            return None
        plan = books.current_plan(club=self.evening.club, unit=self.evening.unit, evening_id=self.evening.pk)
        return plan.is_proven if plan else None

    @property
    def beside(self) -> Sequence[OtherEntry]:
        return () if self.hides_money else entries_beside_plan(self.evening)

    @property
    def open(self) -> Sequence[BalanceRepresentation]:
        if self.is_watched or self.evening.unit == POINTS:
            return ()
        book = open_book(club_group(self.evening.club_id), club=self.evening.club_id)
        return open_balances(book, unit=self.evening.unit, players=[UUID(id) for id in self.names])

    @cached_property
    def names(self) -> dict[str, str]:
        """Return id -> name of the people at the table and in the plan: a treasurer need not have played."""
        at_table = self.evening.all_seats().values_list("player_id", "player__name")
        pays = Q(planned_to_pay__plan__evening_id=self.evening.pk)
        is_paid = Q(planned_to_receive__plan__evening_id=self.evening.pk)
        in_plan = self.evening.club.players.filter(pays | is_paid).values_list("id", "name")
        return {str(id): name for id, name in (*at_table, *in_plan)}


class PlannedPaymentResponse(ResponseSerializer):
    """A planned payment; a payer or payee of null is the till."""

    id = serializers.UUIDField(source="planned.pk")
    payer = serializers.UUIDField(source="planned.payer_id", allow_null=True)
    payee = serializers.UUIDField(source="planned.payee_id", allow_null=True)
    amount_minor = serializers.IntegerField(source="planned.amount_minor")
    paid_minor = serializers.IntegerField()
    open_minor = serializers.IntegerField()
    is_paid = serializers.BooleanField()


class OtherEntryResponse(ResponseSerializer):
    """An entry that was booked beside the plan, and may be undone.

    amounts: player -> change of their balance, + paid or credited.
    payer, payee: of a payment; null is the till.
    """

    id = serializers.UUIDField()
    kind = serializers.CharField()
    at = TimestampField(source="recorded_at")
    amounts = AmountsField()
    payer = serializers.UUIDField(allow_null=True)
    payee = serializers.UUIDField(allow_null=True)
    note = serializers.CharField(allow_null=True)


class PaymentsResponse(ResponseSerializer):
    """is_proven: whether no plan needs fewer payments; null if the plan does not aim at the fewest, or there is none.
    open: the total open balances of the people named, other evenings and the tab included; empty for a watch link.
    """

    unit = serializers.CharField(source="evening.unit")
    is_closed = serializers.BooleanField(source="evening.is_closed")
    names = NamesField()
    payments = PlannedPaymentResponse(many=True)
    is_proven = serializers.BooleanField(allow_null=True)
    beside = OtherEntryResponse(many=True)
    open = PersonBalanceResponse(many=True)
