"""Requests to book entries that no hand moved."""

from collections.abc import Mapping
from enum import StrEnum

from rules.problems import ProblemList
from scorebook.api.told.fields import ChoiceField, IntegerField, NoteField, TextField, UUIDField, UUIDListField
from scorebook.api.told.objects import KeyedRequest, ValidatedData
from scorebook.ledger.services import SettlementMethod


class TabVerb(StrEnum):
    """A kind of booking on the club's tab."""

    DEPOSIT = "deposit"
    PAY_OUT = "pay_out"
    PAY = "pay"
    CHARGE = "charge"
    GRANT = "grant"
    SPEND = "spend"


_OF_ONE = frozenset({TabVerb.DEPOSIT, TabVerb.PAY_OUT, TabVerb.PAY})
# Field -> the verbs that require it; the others refuse it.
NEEDED_BY: Mapping[str, frozenset[TabVerb]] = {
    "player": _OF_ONE,
    "payee": frozenset({TabVerb.PAY}),
    "players": frozenset({TabVerb.CHARGE, TabVerb.GRANT}),
}


class TabWay(StrEnum):
    FEWEST = SettlementMethod.FEWEST
    ONE_FOR_ALL = SettlementMethod.ONE_FOR_ALL


class TabPaymentRequest(KeyedRequest):
    payer = UUIDField()
    payee = UUIDField()
    amount_minor = IntegerField()
    note = NoteField(needed=False)


class ChargeRequest(KeyedRequest):
    """players: each of them owes the amount to the kitty."""

    players = UUIDListField(least=1)
    amount_minor = IntegerField()
    note = NoteField(needed=False)


class BookOnTabRequest(KeyedRequest):
    """unit: defaults to EUR.
    amount_minor: for charge and grant, per player.
    player: for deposit and pay_out, and the payer of pay.
    payee: for pay.
    players: for charge and grant.
    """

    verb = ChoiceField(TabVerb)
    unit = TextField(needed=False)
    amount_minor = IntegerField()
    player = UUIDField(needed=False)
    payee = UUIDField(needed=False)
    players = UUIDListField(least=1, needed=False)
    note = NoteField(needed=False)

    def check_together(self, told: ValidatedData, place: str, problems: ProblemList) -> None:
        for name, verbs in NEEDED_BY.items() if told["verb"] else ():
            if told["verb"] in verbs and told[name] is None and not problems.has(name):
                problems.add("field_missing", name)
            elif told["verb"] not in verbs and told[name] is not None:
                problems.add("field_unexpected", name)


class SettleTabRequest(KeyedRequest):
    """unit: defaults to EUR.
    way: defaults to the fewest payments; one_for_all goes through the till.
    """

    unit = TextField(needed=False)
    way = ChoiceField(TabWay, needed=False)


class WithdrawPlanRequest(KeyedRequest):
    """unit: defaults to EUR."""

    unit = TextField(needed=False)
