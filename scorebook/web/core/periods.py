"""The period of a leaderboard: typed dates or a shortcut."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django import forms
from django.utils.translation import gettext as _

from scorebook.core.months import midnight, midnight_after
from scorebook.standings.period import Shortcut
from scorebook.web.core import problem_texts
from scorebook.web.core.form_data import FormData


class IsoDateField(forms.DateField):
    """A date as a browser's own field sends it, in any language."""

    default_error_messages = {"invalid": problem_texts.SENTENCES["date_impossible"]}
    input_formats = ["ISO 8601"]

    def strptime(self, value: str, format: str) -> date:
        return date.fromisoformat(value)


class PeriodForm(forms.Form):
    """A date that cannot be leaves its side open; two that are reversed stay, and nothing lies between them."""

    first_on = IsoDateField(required=False)
    last_on = IsoDateField(required=False)

    def add_prefix(self, field_name: str) -> str:
        """The names in the address; `from` cannot be one of Python's."""
        return {"first_on": "from", "last_on": "to"}.get(field_name, field_name)

    def clean(self) -> None:
        first_on, last_on = self.cleaned_data.get("first_on"), self.cleaned_data.get("last_on")
        if first_on and last_on and first_on > last_on:
            raise problem_texts.form_error("dates_reversed")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownShortcut:
    id: str
    text: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """first_on, last_on: inclusive, None without a bound. form: what was typed."""

    first_on: date | None
    last_on: date | None
    shortcuts: tuple[ShownShortcut, ...]
    query: str
    form: PeriodForm

    @property
    def first_at(self) -> datetime | None:
        return midnight(self.first_on) if self.first_on else None

    @property
    def until_at(self) -> datetime | None:
        """When its last day is over."""
        return midnight_after(self.last_on) if self.last_on else None


def read_period(typed: FormData, today: date, *, usual: str = "all") -> Period:
    """A typed date rules out the shortcut. usual: the shortcut of who has chosen none."""
    form = PeriodForm(typed)
    form.full_clean()
    first_on, last_on = form.cleaned_data.get("first_on"), form.cleaned_data.get("last_on")
    if typed.one("from") or typed.one("to"):
        chosen, query = "", f"from={first_on or ''}&to={last_on or ''}"
    else:
        chosen = typed.one("period") if typed.one("period") in set(Shortcut) else usual
        first_on, query = Shortcut(chosen).first_on(today), f"period={chosen}"
    texts = {
        Shortcut.ALWAYS: _("always"),
        Shortcut.YEAR: _("this year"),
        Shortcut.TWELVE: _("12 months"),
        Shortcut.MONTH: _("this month"),
    }
    return Period(
        first_on=first_on,
        last_on=last_on,
        shortcuts=tuple(ShownShortcut(id=id, text=text, is_chosen=id == chosen) for id, text in texts.items()),
        query=query,
        form=form,
    )
