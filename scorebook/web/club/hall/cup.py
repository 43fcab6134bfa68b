"""The club's travelling cup for its template, and the form for its rule."""

from __future__ import annotations

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scorebook.clubs.groups import CupRule
from scorebook.core.months import EARLIEST
from scorebook.standings.records.cup_holders import CupNow
from scorebook.web.core.form_fields import KeyField
from scorebook.web.core.periods import IsoDateField
from scorebook.web.core.problem_texts import error_messages

HOLDERS = 30  # on a page

RULES: dict[CupRule, Promise] = {
    CupRule.BEATEN: _(
        "Who has the cup loses it at the table: to the winner of an evening at which they were there. Who stays at "
        "home keeps it, and so does who is level with the best."
    ),
    CupRule.WINNER: _(
        "The winner of every evening takes the cup, whoever was there. Where several are level, it stays where it is."
    ),
    CupRule.NO_CUP: _("No cup is played for."),
}
NAMES: dict[CupRule, Promise] = {
    CupRule.BEATEN: _("lost at the table"),
    CupRule.WINNER: _("every winner takes it"),
    CupRule.NO_CUP: _("no cup"),
}


class CupForm(forms.Form):
    key = KeyField()
    rule = forms.ChoiceField(
        choices=[(rule.value, NAMES[rule]) for rule in CupRule], error_messages=error_messages("rule_missing")
    )
    first_on = IsoDateField(label=_("It holds from"), error_messages=error_messages("date_impossible"))


def cup_context(found: CupNow) -> dict[str, object]:
    """Return the present state of the cup for `cup_now.html`."""
    agreed = found.agreement
    return {"cup": found, "rule_text": RULES[agreed.rule], "is_agreed": agreed.first_on > EARLIEST}
