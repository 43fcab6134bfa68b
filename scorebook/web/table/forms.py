"""The forms of who comes and who goes."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from scorebook.web.core.form_fields import ClubForm, PlayerField, WholeNumberField
from scorebook.web.core.problem_texts import error_messages


class JoinForm(ClubForm):
    """Somebody of the club, or else somebody new; what a name may be is for the service to say.

    place: empty is the chair that they have left this evening, or the end of the row.
    """

    player = PlayerField(required=False)
    name = forms.CharField(
        required=False,
        label=_("New name"),
        widget=forms.TextInput({"maxlength": 60, "autocapitalize": "words"}),
    )
    place = WholeNumberField(required=False, error_messages=error_messages("place_out_of_range"))


class LeaveForm(ClubForm):
    leaves = PlayerField(error_messages=error_messages("player_not_there"))
