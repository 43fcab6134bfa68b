"""The forms about money that has been won and lost."""

from __future__ import annotations

from django import forms

from scorebook.web.core.form_fields import WholeNumberField
from scorebook.web.core.problem_texts import error_messages
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
