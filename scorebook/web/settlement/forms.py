"""The forms about money that has been won and lost."""

from __future__ import annotations

from django import forms

from scorebook.clubs.models import Club
from scorebook.ledger.models import TEXT_MAX
from scorebook.web.core.form_data import FormData
from scorebook.web.core.form_fields import AmountField, KeyField, PlayerField, PlayersField, WholeNumberField
from scorebook.web.core.problem_texts import error_messages, form_error
from scorebook.web.settlement.statements import HASH_SHOWN

ENTRIES_MAX = 10**9


class CheckSumField(forms.RegexField):
    """The beginning of a hash, in groups and capitals if somebody likes."""

    def to_python(self, value: str | None) -> str | None:
        return super().to_python("".join((value or "").lower().split()))


class ReceiptForm(forms.Form):
    entries = WholeNumberField(
        min_value=1,
        max_value=ENTRIES_MAX,
        error_messages=error_messages("entries_unreadable"),
    )
    hash = CheckSumField(
        f"^[0-9a-f]{{{HASH_SHOWN},64}}$",
        error_messages=error_messages("hash_unreadable"),
    )


class TransferForm(forms.Form):
    """Their name as their bank knows it, their IBAN, what the payer's statement is to say; `girocode` judges all."""

    name = forms.CharField(required=False)
    iban = forms.CharField(required=False, initial="")
    text = forms.CharField(required=False)


class EntryForm(forms.Form):
    """What everything asks for that somebody writes into the books: how much of which unit, what for, and once."""

    key = KeyField()
    amount = AmountField()
    note = forms.CharField(required=False, max_length=TEXT_MAX, error_messages=error_messages("note_too_long"))

    def __init__(self, data: FormData | None = None, *, club: Club, unit: str) -> None:
        super().__init__(data)
        for field in self.fields.values():
            if isinstance(field, AmountField):
                field.unit = unit
            elif isinstance(field, PlayerField | PlayersField):
                field.players = club.players.all()


class FeeForm(EntryForm):
    players = PlayersField(error_messages=error_messages("payer_missing"))


class PayForm(EntryForm):
    payer = PlayerField(error_messages=error_messages("payer_missing"))
    payee = PlayerField(error_messages=error_messages("payee_missing"))

    def clean(self) -> None:
        payee = self.cleaned_data.get("payee")
        if payee and payee == self.cleaned_data.get("payer"):
            self.add_error("payee", form_error("payer_is_payee"))
