"""Requests to book on the tab and in an evening; responses with the tab and with statements."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any
from uuid import UUID

from rest_framework import serializers

from rules import Player
from rules.problems import ProblemList
from scorebook.api.serializers.common import (
    AmountsField,
    KeyedRequest,
    NamesField,
    PageResponse,
    ResponseSerializer,
    TimestampField,
    ValidatedData,
)
from scorebook.api.serializers.fields import ChoiceField, IntegerField, NoteField, TextField, UUIDField, UUIDListField
from scorebook.api.serializers.payments import PersonBalanceResponse, PlannedPaymentResponse
from scorebook.ledger.models import MAX_UNIT
from scorebook.ledger.services import SettlementMethod
from scorebook.play.queries.statements import Line
from scorebook.texts import language


class TabVerb(StrEnum):
    """A kind of booking on the club's tab."""

    DEPOSIT = "deposit"
    PAY_OUT = "pay_out"
    PAY = "pay"
    CHARGE = "charge"
    GRANT = "grant"
    SPEND = "spend"


_VERBS_OF_ONE_PERSON = frozenset({TabVerb.DEPOSIT, TabVerb.PAY_OUT, TabVerb.PAY})
# Field -> the verbs that require it; the others refuse it.
NEEDED_BY: Mapping[str, frozenset[TabVerb]] = {
    "person": _VERBS_OF_ONE_PERSON,
    "payee": frozenset({TabVerb.PAY}),
    "people": frozenset({TabVerb.CHARGE, TabVerb.GRANT}),
}


class TabWay(StrEnum):
    FEWEST = SettlementMethod.FEWEST
    ONE_FOR_ALL = SettlementMethod.ONE_FOR_ALL


class TabPaymentRequest(KeyedRequest):
    payer = UUIDField()
    payee = UUIDField()
    amount_minor = IntegerField(least=1)
    note = NoteField(required=False)


class ChargeRequest(KeyedRequest):
    """people: each of them owes the amount to the kitty."""

    people = UUIDListField(least=1)
    amount_minor = IntegerField(least=1)
    note = NoteField(required=False)


class BookOnTabRequest(KeyedRequest):
    """unit: defaults to EUR.
    amount_minor: for charge and grant, per person.
    person: for deposit and pay_out, and the payer of pay.
    payee: for pay.
    people: for charge and grant.
    """

    verb = ChoiceField(TabVerb)
    unit = TextField(required=False, most=MAX_UNIT)
    amount_minor = IntegerField(least=1)
    person = UUIDField(required=False)
    payee = UUIDField(required=False)
    people = UUIDListField(least=1, required=False)
    note = NoteField(required=False)

    def check_together(self, data: ValidatedData, problems: ProblemList) -> None:
        for name, verbs in NEEDED_BY.items() if data["verb"] else ():
            if data["verb"] in verbs and data[name] is None and not problems.has(name):
                problems.add("field_missing", name)
            elif data["verb"] not in verbs and data[name] is not None:
                problems.add("field_unexpected", name)


class SettleTabRequest(KeyedRequest):
    """unit: defaults to EUR.
    way: defaults to the fewest payments; one_for_all goes through the cash box.
    """

    unit = TextField(required=False, most=MAX_UNIT)
    way = ChoiceField(TabWay, required=False)


class UndoSettleTabRequest(KeyedRequest):
    """unit: defaults to EUR."""

    unit = TextField(required=False, most=MAX_UNIT)


def statement_line_json(line: Line, names: Mapping[Player, str]) -> dict[str, Any]:
    """Return a line with its hand in words, if one moved the money."""
    hand, current = line.hand, language.current_language()
    if hand is None:
        return {"line": line, "hand": None}
    texts = {"text": hand.text(current, names), "sum": hand.sum_text(current, names)}
    return {"line": line, "hand": {"no": hand.no, "kind": hand.kind, **texts}}


class ReceiptResponse(ResponseSerializer):
    """The number of entries in the club's books and the hash of the last one, to verify later that none was changed."""

    entries = serializers.IntegerField()
    hash = serializers.CharField()


class StatementEveningResponse(ResponseSerializer):
    """The result of an evening: won, plus paid, minus received, leaves what is open."""

    id = serializers.UUIDField(source="evening.pk")
    number = serializers.IntegerField(source="evening.number")
    started_at = TimestampField(source="evening.started_at")
    won_minor = serializers.IntegerField()
    between_minor = serializers.IntegerField()
    settled_minor = serializers.IntegerField()
    carried_minor = serializers.IntegerField()
    open_minor = serializers.IntegerField()


class StatementHandResponse(ResponseSerializer):
    no = serializers.IntegerField()
    kind = serializers.CharField()
    text = serializers.CharField()
    sum = serializers.CharField()


class StatementLineResponse(ResponseSerializer):
    """evening: null if no evening moved the money; for `from_evening` the evening that the amount came from.
    hand: null if no hand moved the money.
    cause: for `hand_taken_back` what happened to the hand.
    others: the other people of a payment, by their entries.
    note: null if it was erased.
    """

    code = serializers.CharField(source="line.code")
    recorded_at = TimestampField(source="line.recorded_at")
    by = serializers.CharField(source="line.recorded_by")
    amount_minor = serializers.IntegerField(source="line.amount_minor")
    balance_minor = serializers.IntegerField(source="line.balance_minor")
    evening = serializers.UUIDField(source="line.evening.pk", allow_null=True)
    evening_number = serializers.IntegerField(source="line.evening.number", allow_null=True)
    hand = StatementHandResponse(allow_null=True)
    cause = serializers.CharField(source="line.cause")
    others = serializers.SerializerMethodField()
    note = serializers.CharField(source="line.note", allow_null=True)

    def get_others(self, value: Mapping[str, Any]) -> list[UUID]:
        return [player.pk for player in value["line"].others]


class StatementResponse(ResponseSerializer):
    """person: the entry of this club whose statement it is.
    balance_minor: balance of this entry at the end of the period, evenings and tab together.
    open: the person's open balance in this unit; empty if there is none.
    """

    person = serializers.UUIDField()
    name = serializers.CharField()
    unit = serializers.CharField()
    balance_minor = serializers.IntegerField()
    open = PersonBalanceResponse(many=True)
    receipt = ReceiptResponse()


class StatementLinesResponse(PageResponse):
    """results: the lines of the period, newest first.
    opening_minor: balance before the oldest line of the page, in minor units.
    """

    unit = serializers.CharField()
    names = NamesField()
    opening_minor = serializers.IntegerField()
    results = StatementLineResponse(many=True)


class StatementEveningsResponse(PageResponse):
    """results: the evenings of the period at which the person sat, the latest first."""

    unit = serializers.CharField()
    results = StatementEveningResponse(many=True)


class TabEntryResponse(ResponseSerializer):
    """amounts: change for each person, + received.
    evening: null if the entry belongs to no evening.
    amount_minor: for an expense its cost, for all others the largest of the amounts.
    """

    id = serializers.UUIDField()
    seq = serializers.IntegerField()
    code = serializers.CharField()
    recorded_at = TimestampField()
    amounts = serializers.SerializerMethodField()
    amount_minor = serializers.IntegerField()
    evening = serializers.UUIDField(source="evening.pk", allow_null=True)
    evening_number = serializers.IntegerField(source="evening.number", allow_null=True)
    note = serializers.CharField(allow_null=True)
    undone_at = TimestampField(allow_null=True)

    def get_amounts(self, entry: Any) -> dict[str, int]:
        return {str(player.pk): amount for player, amount in entry.amounts.items()}


class TabResponse(ResponseSerializer):
    """balances: everybody's balance on the tab; it may be owed for evenings, so check `open` before paying it out.
    open: what people owe or are owed in this unit.
    payments: payments that are still open.
    """

    unit = serializers.CharField()
    names = NamesField()
    balances = AmountsField()
    open = PersonBalanceResponse(many=True)
    till_minor = serializers.IntegerField()
    kitty_minor = serializers.IntegerField()
    payments = PlannedPaymentResponse(many=True)
    is_proven = serializers.BooleanField(allow_null=True)


class TabEntriesResponse(PageResponse):
    """results: the entries, newest first."""

    unit = serializers.CharField()
    names = NamesField()
    results = TabEntryResponse(many=True)
