"""Django form fields that parse as strictly as the other pages, with our own error messages."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django import forms
from django.db.models import QuerySet

from scorebook.clubs.models import Club, Player
from scorebook.core.keys import new_key
from scorebook.play.services import POINTS
from scorebook.web.core.form_data import NOBODY, FormData, typed_uuid, whole_number
from scorebook.web.core.money import amount_typed
from scorebook.web.core.problem_texts import form_error


class WholeNumberField(forms.IntegerField):
    """A whole number as the table writes it; Django's field also accepts "1_000" and "1.0"."""

    def to_python(self, value: str | None) -> int | None:
        if not value and not self.required:
            return None
        number = whole_number(value or "")
        if isinstance(number, str):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return number


class AmountField(forms.Field):
    """An amount above 0 in minor units of `unit`, which the form sets."""

    unit = POINTS

    def to_python(self, value: str | None) -> int:
        amount_minor = amount_typed(value or "", self.unit)
        if not amount_minor:
            raise form_error("amount_unreadable" if amount_minor is None else "amount_out_of_range")
        return amount_minor


class PlayerField(forms.Field):
    """One of `players`, which the form sets; None for any other id."""

    players: QuerySet[Player] = Player.objects.none()

    def to_python(self, value: str | None) -> Player | None:
        return self.players.filter(pk=typed_uuid(value or "") or NOBODY).first()


class PlayersField(forms.Field):
    """Some of `players`, which the form sets; other ids are ignored."""

    widget = forms.SelectMultiple
    players: QuerySet[Player] = Player.objects.none()

    def to_python(self, value: Sequence[str] | None) -> list[Player]:
        return list(self.players.filter(pk__in=[typed_uuid(id) or NOBODY for id in value or ()]))


class KeyField(forms.Field):
    """A form's one-time key; a new one if none can be read, so that the request repeats nothing."""

    def __init__(self) -> None:
        super().__init__(initial=new_key)

    def to_python(self, value: str | None) -> UUID:
        return typed_uuid(value or "") or new_key()

    def bound_data(self, data: str | None, initial: object) -> UUID:
        return self.to_python(data)


class ClubForm(forms.Form):
    """A form about the people of one club, with a one-time key."""

    key = KeyField()

    def __init__(self, data: FormData | None = None, *, club: Club) -> None:
        super().__init__(data)
        for field in self.fields.values():
            if isinstance(field, PlayerField | PlayersField):
                field.players = club.players.all()
