"""The club's books: what a player won, lost, paid and got, and what stands on the tab."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers

from rules import Player
from scorebook import language
from scorebook.api.answers.objects import Amounts, AnswerObject, At, PeopleNames
from scorebook.api.answers.open_balances import PersonBalance
from scorebook.api.answers.payments import PlannedPayment
from scorebook.play.queries.statements import Line


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownStatementLine:
    line: Line
    names: Mapping[Player, str]

    @property
    def hand(self) -> Mapping[str, Any] | None:
        hand, spoken = self.line.hand, language.current_language()
        if hand is None:
            return None
        said = {"text": hand.text(spoken, self.names), "sum": hand.sum_text(spoken, self.names)}
        return {"no": hand.no, "kind": hand.kind, **said}


class Receipt(AnswerObject):
    """How many entries the club's books have, and the hash of the last: it shows later whether any was changed."""

    entries = serializers.IntegerField()
    hash = serializers.CharField()


class StatementEvening(AnswerObject):
    """What an evening came to: won, plus what was paid and minus what was got, leaves what is open."""

    id = serializers.UUIDField(source="evening.pk")
    number = serializers.IntegerField(source="evening.number")
    started_at = At(source="evening.started_at")
    won_minor = serializers.IntegerField()
    between_minor = serializers.IntegerField()
    settled_minor = serializers.IntegerField()
    carried_minor = serializers.IntegerField()
    open_minor = serializers.IntegerField()


class HandOfStatement(AnswerObject):
    no = serializers.IntegerField()
    kind = serializers.CharField()
    text = serializers.CharField()
    sum = serializers.CharField()


class StatementLine(AnswerObject):
    """evening: where it was; of from_evening the one it came from.
    hand: null where no hand moved the money.
    cause: of hand_taken_back what happened to the hand.
    others: with whom a payment was.
    note: null where it was erased.
    """

    code = serializers.CharField(source="line.code")
    at = At(source="line.recorded_at")
    by = serializers.CharField(source="line.recorded_by")
    amount_minor = serializers.IntegerField(source="line.amount_minor")
    balance_minor = serializers.IntegerField(source="line.balance_minor")
    evening = serializers.IntegerField(source="line.evening.number", allow_null=True)
    hand = HandOfStatement(allow_null=True)
    cause = serializers.CharField(source="line.cause")
    others = serializers.SerializerMethodField()
    note = serializers.CharField(source="line.note", allow_null=True)

    def get_others(self, shown: ShownStatementLine) -> list[str]:
        return [str(player.pk) for player in shown.line.others]


class StatementAnswer(AnswerObject):
    """balance_minor: of this entry, evenings and tab together.
    open: of the person in this unit, or nothing.
    evenings: the latest of the period.
    lines: the latest of the period, oldest first.
    older: the `before` of the lines before these.
    older_evenings: the `evening` of the evenings before these.
    """

    player = serializers.UUIDField()
    name = serializers.CharField()
    unit = serializers.CharField()
    balance_minor = serializers.IntegerField()
    open = PersonBalance(many=True)
    evenings = StatementEvening(many=True)
    older_evenings = serializers.IntegerField(allow_null=True)
    opening_minor = serializers.IntegerField()
    lines = StatementLine(many=True)
    older = serializers.IntegerField(allow_null=True)
    receipt = Receipt()


class TabEntryAnswer(AnswerObject):
    """amounts: what it moved for people, + received.
    amount_minor: of a spending what it cost, of all others the largest of the amounts.
    """

    id = serializers.UUIDField()
    seq = serializers.IntegerField()
    code = serializers.CharField()
    at = At(source="recorded_at")
    amounts = serializers.SerializerMethodField()
    amount_minor = serializers.IntegerField()
    evening = serializers.IntegerField(source="evening.number", allow_null=True)
    note = serializers.CharField(allow_null=True)
    undone_at = At(allow_null=True)

    def get_amounts(self, entry: Any) -> dict[str, int]:
        return {str(player.pk): amount for player, amount in entry.amounts.items()}


class TabAnswer(AnswerObject):
    """balances: what everybody has on the tab; it may be owed of evenings, so look at `open` before paying it out.
    open: what people owe or are owed in this unit.
    payments: what is still open.
    entries: the latest.
    older: the `before` of the entries before these.
    """

    unit = serializers.CharField()
    names = PeopleNames()
    balances = Amounts()
    open = PersonBalance(many=True)
    till_minor = serializers.IntegerField()
    kitty_minor = serializers.IntegerField()
    payments = PlannedPayment(many=True)
    is_proven = serializers.BooleanField(allow_null=True)
    entries = TabEntryAnswer(many=True)
    older = serializers.IntegerField(allow_null=True)
