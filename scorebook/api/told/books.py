"""Requests to book entries that no hand moved."""

from collections.abc import Mapping
from enum import StrEnum

from rules.problems import ProblemList
from scorebook.api.told.fields import Choice, Key, Keys, Note, Text, Whole
from scorebook.api.told.objects import Keyed, Told
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


class Payment(Keyed):
    payer = Key()
    payee = Key()
    amount_minor = Whole()
    note = Note(needed=False)


class Charge(Keyed):
    """players: each of them owes the amount to the kitty."""

    players = Keys(least=1)
    amount_minor = Whole()
    note = Note(needed=False)


class BookOnTab(Keyed):
    """unit: defaults to EUR.
    amount_minor: for charge and grant, per player.
    player: for deposit and pay_out, and the payer of pay.
    payee: for pay.
    players: for charge and grant.
    """

    verb = Choice(TabVerb)
    unit = Text(needed=False)
    amount_minor = Whole()
    player = Key(needed=False)
    payee = Key(needed=False)
    players = Keys(least=1, needed=False)
    note = Note(needed=False)

    def check_together(self, told: Told, place: str, problems: ProblemList) -> None:
        for name, verbs in NEEDED_BY.items() if told["verb"] else ():
            if told["verb"] in verbs and told[name] is None and not problems.has(name):
                problems.add("field_missing", name)
            elif told["verb"] not in verbs and told[name] is not None:
                problems.add("field_unexpected", name)


class SettleTab(Keyed):
    """unit: defaults to EUR.
    way: defaults to the fewest payments; one_for_all goes through the till.
    """

    unit = Text(needed=False)
    way = Choice(TabWay, needed=False)


class WithdrawPlan(Keyed):
    """unit: defaults to EUR."""

    unit = Text(needed=False)
