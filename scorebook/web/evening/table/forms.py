"""The forms for joining and leaving the table."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from scorebook.web.core.form_fields import ClubForm, PlayerField, WholeNumberField
from scorebook.web.core.problem_texts import error_messages


class JoinForm(ClubForm):
    """A player of the club, or the name of a new one, which the service validates."""

    player = PlayerField(required=False)
    name = forms.CharField(
        required=False,
        label=_("New name"),
        widget=forms.TextInput({"maxlength": 60, "autocapitalize": "words"}),
    )
    # Empty: the chair they left this evening, or the end of the row.
    place = WholeNumberField(required=False, error_messages=error_messages("place_out_of_range"))


class LeaveForm(ClubForm):
    leaves = PlayerField(error_messages=error_messages("player_not_there"))
