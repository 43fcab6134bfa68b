"""Requests about the payments of an evening."""

from enum import StrEnum

from rules.problems import ProblemList
from scorebook.api.told.fields import ChoiceField, IntegerField, UUIDField
from scorebook.api.told.objects import KeyedRequest, ValidatedData
from scorebook.ledger.services import Rounding, SettlementMethod


class Way(StrEnum):
    """A way to settle open amounts: a method of the ledger, or one without payment."""

    FEWEST = SettlementMethod.FEWEST
    ONE_FOR_ALL = SettlementMethod.ONE_FOR_ALL
    DIRECT = SettlementMethod.DIRECT
    CARRY_OVER = "carry_over"
    ROUND_OFF = "round_off"


# Field -> the way that it belongs to.
OF_WAY = {"treasurer": Way.ONE_FOR_ALL, "coin": Way.ROUND_OFF, "to": Way.ROUND_OFF}


class TickPaymentRequest(KeyedRequest):
    """amount_minor: a part of the payment; defaults to all that is open."""

    amount_minor = IntegerField(needed=False)


class SettleEveningRequest(KeyedRequest):
    """treasurer: for one_for_all; defaults to the till.
    coin: for round_off, in minor units.
    to: for round_off, who receives the remainder.
    """

    way = ChoiceField(Way)
    treasurer = UUIDField(needed=False)
    coin = IntegerField(needed=False)
    to = ChoiceField(Rounding, needed=False)

    def check_together(self, told: ValidatedData, place: str, problems: ProblemList) -> None:
        for name, way in OF_WAY.items() if told["way"] else ():
            if told["way"] is not way and told[name] is not None:
                problems.add("field_unexpected", name)
            elif told["way"] is way and told[name] is None and name != "treasurer":
                problems.add("field_missing", name)
