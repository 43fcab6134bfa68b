"""The forms about money that was won and lost."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scorebook.clubs.models import Club, Player
from scorebook.ledger import girocode
from scorebook.ledger.models import MAX_NOTE_LENGTH
from scorebook.web.core import person_names
from scorebook.web.core.form_data import FormData
from scorebook.web.core.form_fields import AmountField, ClubForm, PlayerField, PlayersField, WholeNumberField
from scorebook.web.core.problem_texts import error_messages, form_error
from scorebook.web.evening.settlement.statement_page import HASH_SHOWN

MAX_ENTRIES = 10**9


class CheckSumField(forms.RegexField):
    """The beginning of a hash; groups and capitals are accepted."""

    def to_python(self, value: str | None) -> str | None:
        return super().to_python("".join((value or "").lower().split()))


class ReceiptForm(forms.Form):
    entries = WholeNumberField(
        label=_("Number of entries"),
        min_value=1,
        max_value=MAX_ENTRIES,
        widget=forms.TextInput({"inputmode": "numeric"}),
        error_messages=error_messages("entries_unreadable"),
    )
    hash = CheckSumField(
        f"^[0-9a-f]{{{HASH_SHOWN},64}}$",
        label=_("Receipt code"),
        widget=forms.TextInput({"autocapitalize": "none", "spellcheck": "false"}),
        error_messages=error_messages("hash_unreadable"),
    )


class TransferForm(forms.Form):
    """Payee's name and IBAN as their bank has them, and the reference; `girocode` validates them."""

    name = forms.CharField(
        required=False,
        label=_("Account holder"),
        widget=forms.TextInput({"maxlength": girocode.MAX_NAME, "autocapitalize": "words"}),
    )
    iban = forms.CharField(
        required=False,
        label=_("IBAN"),
        widget=forms.TextInput({"autocapitalize": "characters", "spellcheck": "false"}),
    )
    text = forms.CharField(
        required=False,
        label=_("What for?"),
        widget=forms.TextInput({"maxlength": girocode.MAX_TEXT}),
    )


class EntryForm(ClubForm):
    amount = AmountField()
    note = forms.CharField(required=False, max_length=MAX_NOTE_LENGTH, error_messages=error_messages("note_too_long"))

    def __init__(self, data: FormData | None = None, *, club: Club, unit: str) -> None:
        super().__init__(data, club=club)
        for field in self.fields.values():
            if isinstance(field, AmountField):
                field.unit = unit


class FeeForm(EntryForm):
    players = PlayersField(error_messages=error_messages("payer_missing"))


class PayForm(EntryForm):
    payer = PlayerField(error_messages=error_messages("payer_missing"))
    payee = PlayerField(error_messages=error_messages("payee_missing"))

    def clean(self) -> None:
        payee = self.cleaned_data.get("payee")
        if payee and payee == self.cleaned_data.get("payer"):
            self.add_error("payee", form_error("payer_is_payee"))


class Verb(TextChoices):
    DEPOSIT = "deposit", _("Deposit")
    PAY_OUT = "pay_out", _("Pay-out")
    PAY = "pay", _("Payment")
    CHARGE = "charge", _("Fee, fine, round")
    GRANT = "grant", _("Prize")
    SPEND = "spend", _("Expense")


OF_ONE = (Verb.DEPOSIT, Verb.PAY_OUT, Verb.PAY)
OF_SEVERAL = (Verb.CHARGE, Verb.GRANT)
HINTS: dict[Verb, Promise] = {
    Verb.DEPOSIT: _("Money into the cash box, as their own credit."),
    Verb.PAY_OUT: _("Money out of the cash box."),
    Verb.PAY: _("One person pays another."),
    Verb.CHARGE: _("Each owes this amount to the kitty."),
    Verb.GRANT: _("Each gets this amount from the kitty."),
    Verb.SPEND: _("The kitty pays for something."),
}
EVERYBODY = "everybody"


class EverybodyField(PlayersField):
    """A field that may select everybody: each person once, as the entry that pays for them."""

    def to_python(self, value: Sequence[str] | None) -> list[Player]:
        if EVERYBODY not in (value or ()):
            return super().to_python(value)
        clubs = {player.club_id: player.club for player in self.players.select_related("club")}
        return [
            player
            for club in clubs.values()
            for player in self.players.filter(pk__in=[one.id for one in person_names.people_to_seat(club)])
        ]


class TabForm(EntryForm):
    """A form for an entry on the tab; fields that the verb does not need are ignored."""

    verb = forms.TypedChoiceField(
        choices=Verb.choices,
        coerce=Verb,
        initial=Verb.DEPOSIT,
        widget=forms.RadioSelect,
        error_messages=error_messages("verb_missing"),
    )
    who = PlayerField(required=False)  # with `payee`: for verbs about one person
    payee = PlayerField(required=False)
    people = EverybodyField(required=False)  # for verbs about several
    despite = forms.BooleanField(required=False)  # confirms a pay-out although the person owes money from evenings

    def clean(self) -> None:
        typed, verb = self.cleaned_data, self.cleaned_data.get("verb")
        if verb in OF_ONE and not typed["who"]:
            self.add_error("who", form_error("who_missing"))
        if verb in OF_SEVERAL and not typed["people"]:
            self.add_error("people", form_error("people_missing"))
        if verb == Verb.PAY and not typed["payee"]:
            self.add_error("payee", form_error("payee_missing"))
        elif verb == Verb.PAY and typed["payee"] == typed.get("who"):
            self.add_error("payee", form_error("payer_is_payee"))

    @property
    def is_for_everybody(self) -> bool:
        return EVERYBODY in (self["people"].value() or ())
