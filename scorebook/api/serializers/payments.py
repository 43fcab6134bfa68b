"""Requests to settle an evening and to mark payments as paid; responses with payments and open balances."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from uuid import UUID

from django.db.models import Q
from rest_framework import serializers

from rules.problems import ProblemList
from scorebook.api.serializers.common import (
    AmountsField,
    KeyedRequest,
    NamesField,
    ResponseSerializer,
    TimestampField,
    ValidatedData,
)
from scorebook.api.serializers.fields import ChoiceField, IntegerField, UUIDField
from scorebook.clubs.club_groups import club_group
from scorebook.ledger import queries as books
from scorebook.ledger.queries import PlanLine
from scorebook.ledger.services import Rounding, SettlementMethod
from scorebook.play.models import Evening
from scorebook.play.queries.open_balances import OpenBook, open_balances_of_people
from scorebook.play.queries.settlements import OtherEntry, entries_beside_plan
from scorebook.play.services import POINTS


def open_balances(
    book: OpenBook, *, unit: str | None = None, players: Collection[UUID] | None = None
) -> Sequence[Mapping[str, object]]:
    """Return the open balances in a unit (None: all) of the people with these entries (None: everybody)."""
    persons = None if players is None else {book.group.person(player) for player in players}
    return [
        {"person": person, "balance": balance}
        for person, balances in book.people.items()
        for balance in balances
        if unit in (None, balance.unit) and (persons is None or person in persons)
    ]


class PersonBalanceResponse(ResponseSerializer):
    """A person's open balance in one unit, over all their entries, below 0 if they owe it; people with a balance of 0
    are left out.

    person: the `person` in the people of the club.
    net_minor: the sum of the parts, which may offset each other; pay this, not a part of it.
    evenings_minor: from evenings of this club, open ones included.
    tab_minor: from the tab of this club.
    linked_minor: from the clubs that are linked to it.
    """

    person = serializers.UUIDField()
    unit = serializers.CharField(source="balance.unit")
    net_minor = serializers.IntegerField(source="balance.net_minor")
    evenings_minor = serializers.IntegerField(source="balance.evenings_minor")
    tab_minor = serializers.IntegerField(source="balance.tab_minor")
    linked_minor = serializers.IntegerField(source="balance.linked_minor")


class Way(StrEnum):
    """A way to settle open amounts: a method of the ledger, or one without payment."""

    FEWEST = SettlementMethod.FEWEST
    ONE_FOR_ALL = SettlementMethod.ONE_FOR_ALL
    DIRECT = SettlementMethod.DIRECT
    CARRY_OVER = "carry_over"
    ROUND_OFF = "round_off"


# Field -> the way that it belongs to.
OF_WAY = {"treasurer": Way.ONE_FOR_ALL, "coin": Way.ROUND_OFF, "to": Way.ROUND_OFF}


class MarkPaidRequest(KeyedRequest):
    """amount_minor: a part of the payment; defaults to all that is open."""

    amount_minor = IntegerField(required=False, least=1)


class SettleEveningRequest(KeyedRequest):
    """treasurer: for one_for_all; defaults to the cash box.
    coin: for round_off, in minor units.
    to: for round_off, who receives the remainder.
    """

    way = ChoiceField(Way)
    treasurer = UUIDField(required=False)
    coin = IntegerField(required=False, least=1)
    to = ChoiceField(Rounding, required=False)

    def check_together(self, data: ValidatedData, problems: ProblemList) -> None:
        for name, way in OF_WAY.items() if data["way"] else ():
            if data["way"] is not way and data[name] is not None:
                problems.add("field_unexpected", name)
            elif data["way"] is way and data[name] is None and name != "treasurer":
                problems.add("field_missing", name)


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
    def open(self) -> Sequence[Mapping[str, object]]:
        if self.is_watched or self.evening.unit == POINTS:
            return ()
        book = open_balances_of_people(club_group(self.evening.club_id), club=self.evening.club_id)
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
    """A planned payment; a payer or payee of null is the cash box."""

    id = serializers.UUIDField(source="planned.pk")
    payer = serializers.UUIDField(source="planned.payer_id", allow_null=True)
    payee = serializers.UUIDField(source="planned.payee_id", allow_null=True)
    amount_minor = serializers.IntegerField(source="planned.amount_minor")
    paid_minor = serializers.IntegerField()
    open_minor = serializers.IntegerField()
    is_paid = serializers.BooleanField()


class OtherEntryResponse(ResponseSerializer):
    """An entry that was booked beside the plan, and may be undone.

    amounts: person -> change of their balance, + paid or credited.
    payer, payee: of a payment; null is the cash box.
    """

    id = serializers.UUIDField()
    kind = serializers.CharField()
    recorded_at = TimestampField()
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
