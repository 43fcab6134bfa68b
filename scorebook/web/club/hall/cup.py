"""The club's travelling cup for its template, and the form for its rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scorebook.clubs.groups import CupRule
from scorebook.core.months import EARLIEST
from scorebook.standings.records.cup_holders import CupNow, HeldByAll, Holding
from scorebook.web.core.form_fields import KeyField
from scorebook.web.core.periods import IsoDateField
from scorebook.web.core.person_names import People, Person
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


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldingRow:
    person: Person
    before: Person | None  # the previous holder
    first_on: date
    until: date | None  # None for the present holder


@dataclass(frozen=True, slots=True, kw_only=True)
class HolderRow:
    person: Person
    times: int
    days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CupPanel:
    rule: str  # in a sentence
    agreed_on: date | None  # when the rule took effect; None for the default rule
    is_played_for: bool
    now: HoldingRow | None  # the present holder
    evenings: int  # played since, the one at which they took it included


def cup_panel(found: CupNow, people: People) -> CupPanel:
    agreed = found.agreement
    return CupPanel(
        rule=str(RULES[agreed.rule]),
        agreed_on=agreed.first_on if agreed.first_on > EARLIEST else None,
        is_played_for=agreed.rule is not CupRule.NO_CUP,
        now=holding_row(found.holding, people) if found.holding else None,
        evenings=found.evenings,
    )


def holding_row(one: Holding, people: People) -> HoldingRow:
    return HoldingRow(
        person=people[str(one.holder)],
        before=people[str(one.before)] if one.before else None,
        first_on=one.first_on,
        until=one.until,
    )


def holder_rows(found: Sequence[HeldByAll], people: People) -> list[HolderRow]:
    return [HolderRow(person=people[str(one.person)], times=one.times, days=one.days) for one in found]
