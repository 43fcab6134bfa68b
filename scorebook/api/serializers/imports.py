"""The request to import evenings; responses with imports and their drafts."""

from typing import Any

from rest_framework import serializers

from scorebook.api.serializers.clubs import PersonNameResponse
from scorebook.api.serializers.common import (
    AmountsField,
    EnumField,
    KeyedRequest,
    PageResponse,
    ResponseSerializer,
    TimestampField,
)
from scorebook.api.serializers.evenings import RulesetRequest
from scorebook.api.serializers.fields import (
    BooleanField,
    ChoiceField,
    FigureUnitField,
    ImportFormatField,
    IntegerField,
    LinesField,
    NoteField,
    PeopleMatchField,
    TextField,
)
from scorebook.exchange.imports.formats.registry import FORMATS
from scorebook.exchange.imports.import_draft import Money
from scorebook.exchange.imports.import_duplicates import WrittenImport
from scorebook.ledger.models import MAX_UNIT
from scorebook.play.terms import MAX_STAKE


class ImportEveningsRequest(KeyedRequest, RulesetRequest):
    """text: the file; see docs/import.md.
    format: format of the text; detected if missing.
    figures: unit of the figures if the text does not name it: points, or a currency by its code of ISO 4217.
    unit, stake_minor: for what the text does not name itself; as for a new evening.
    money: whether the amounts won are paid, still open, or go on the tab; defaults to paid.
    people: name in the text -> id of the person, or null for a new person; needed for names that are only similar.
    file_name: name of the file.
    dry_run: returns what would be written, and writes nothing.
    """

    text = LinesField()
    format = ImportFormatField(required=False)
    figures = FigureUnitField(required=False)
    unit = TextField(least=1, most=MAX_UNIT)
    stake_minor = IntegerField(least=1, most=MAX_STAKE)
    money = ChoiceField(Money, required=False)
    people = PeopleMatchField(required=False)
    file_name = NoteField(required=False)
    dry_run = BooleanField(required=False)


class PastImportResponse(ResponseSerializer):
    """evenings, payments: ids of what the import wrote, not sorted by day."""

    id = serializers.UUIDField(source="pk")
    recorded_at = TimestampField(source="first.recorded_at")
    format = serializers.CharField(source="first.format")
    file_name = serializers.CharField(source="first.file_name.text", allow_null=True)
    evenings = serializers.SerializerMethodField()
    payments = serializers.SerializerMethodField()

    def get_evenings(self, one: WrittenImport) -> list[str]:
        return sorted(one.evenings)

    def get_payments(self, one: WrittenImport) -> list[str]:
        return sorted(one.payments)


class ImportsResponse(PageResponse):
    """results: the imports that were not undone, newest first."""

    results = PastImportResponse(many=True)


class FileNameResponse(ResponseSerializer):
    """id: id of the person, or of the person who would be enrolled.
    is_new: whether the name is new to the club.
    near: people who may be meant nevertheless, the likeliest first.
    """

    name = serializers.CharField()
    id = serializers.UUIDField()
    is_new = serializers.BooleanField()
    near = PersonNameResponse(many=True)


class FileEveningResponse(ResponseSerializer):
    """evening_number: number of the evening that an earlier import made of the same text; this one is skipped.
    sums: person -> minor units.
    """

    started_on = serializers.DateField(source="source.day")
    started_at = TimestampField(source="at")
    unit = serializers.CharField(source="terms.unit")
    people = serializers.ListField(child=serializers.UUIDField())
    hands = serializers.SerializerMethodField()
    sums = AmountsField()
    evening_number = serializers.IntegerField(source="number", allow_null=True)

    def get_hands(self, evening: Any) -> int:
        return len(evening.source.hands)


class FilePaymentResponse(ResponseSerializer):
    """paid_on: day of the payment.
    is_there: whether it was imported before, and is skipped.
    """

    paid_on = serializers.DateField(source="source.day")
    payer = serializers.UUIDField()
    payee = serializers.UUIDField()
    amount_minor = serializers.IntegerField(source="source.amount_minor")
    is_there = serializers.BooleanField()


class NoticeResponse(ResponseSerializer):
    """place: line and column, or the place in the JSON; empty if it concerns the whole text."""

    code = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


class DraftResponse(ResponseSerializer):
    """left_out: number of rows of the file that cannot be read; the notices name them."""

    format = EnumField(FORMATS, source="imported.format.id")
    people = FileNameResponse(many=True)
    evenings = FileEveningResponse(many=True)
    payments = FilePaymentResponse(many=True)
    left_out = serializers.IntegerField(source="imported.left_out")


class ImportResponse(ResponseSerializer):
    """written: the import that was written; null after a dry run.
    draft: what is written, by person and evening; null if it had been written before.
    notices: remarks to check that are no errors.
    """

    written = PastImportResponse(allow_null=True)
    draft = DraftResponse(allow_null=True)
    notices = NoticeResponse(many=True)
