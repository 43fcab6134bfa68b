"""What came in from elsewhere, or would."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers

from scorebook.api.answers.clubs import PersonName
from scorebook.api.answers.objects import Amounts, AnswerObject, At, Word
from scorebook.exchange.imports.draft import Draft
from scorebook.exchange.imports.remembered import WrittenImport
from scorebook.exchange.imports.texts import place_text
from scorebook.exchange.imports.told import Format, ImportProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownImport:
    """written: None where nothing was written. draft: None of one that was written before."""

    written: WrittenImport | None
    draft: Draft | None
    notices: Sequence[tuple[ImportProblem, str]] = ()

    @property
    def told_notices(self) -> list[dict[str, Any]]:
        return [{"code": one.code, "place": place_text(one), "message": text} for one, text in self.notices]


class ImportedAlready(AnswerObject):
    """evenings, payments: the ids of what it wrote, in no order of their days."""

    id = serializers.UUIDField(source="pk")
    at = At(source="recorded_at")
    format = serializers.CharField()
    file_name = serializers.CharField(source="file_name.text", allow_null=True)
    evenings = serializers.SerializerMethodField()
    payments = serializers.SerializerMethodField()

    def get_evenings(self, one: WrittenImport) -> list[str]:
        return sorted(one.evenings)

    def get_payments(self, one: WrittenImport) -> list[str]:
        return sorted(one.payments)


class Imports(AnswerObject):
    """Those that nobody took back, the newest first."""

    imports = ImportedAlready(many=True)


class NameInFile(AnswerObject):
    """id: of the person that is, or would be enrolled.
    is_new: nobody of the club is called so.
    near: whom they may be all the same, the likeliest first.
    """

    name = serializers.CharField()
    id = serializers.UUIDField()
    is_new = serializers.BooleanField()
    near = PersonName(many=True)


class EveningInFile(AnswerObject):
    """number: of the evening that was imported of the very same before; it is left out.
    sums: person -> minor units.
    """

    day = serializers.DateField(source="told.day")
    at = At()
    unit = serializers.CharField(source="terms.unit")
    people = serializers.ListField(child=serializers.UUIDField())
    hands = serializers.SerializerMethodField()
    sums = Amounts()
    number = serializers.IntegerField(allow_null=True)

    def get_hands(self, evening: Any) -> int:
        return len(evening.told.hands)


class PaymentInFile(AnswerObject):
    """is_there: it was imported before, and is left out."""

    day = serializers.DateField(source="told.day")
    payer = serializers.UUIDField()
    payee = serializers.UUIDField()
    amount_minor = serializers.IntegerField(source="told.amount_minor")
    is_there = serializers.BooleanField()


class Notice(AnswerObject):
    """place: line and column, or the place in the JSON; empty where it is about all of it."""

    code = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


class DraftAnswer(AnswerObject):
    format = Word(Format, source="imported.format")
    people = NameInFile(many=True)
    evenings = EveningInFile(many=True)
    payments = PaymentInFile(many=True)


class ImportAnswer(AnswerObject):
    """written: what was; null after a dry run.
    draft: what is written, person by person and evening by evening; null of what had been written before.
    notices: what somebody should look at, and yet is no fault.
    """

    written = ImportedAlready(allow_null=True)
    draft = DraftAnswer(allow_null=True)
    notices = Notice(many=True, source="told_notices")
