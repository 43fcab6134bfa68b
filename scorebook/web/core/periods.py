"""The span of a page, parsed from its address: typed dates or a named span."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorebook.core.time_spans import Span, SpanName, parse_span
from scorebook.web.core import problem_texts
from scorebook.web.core.choices import Choice, choices
from scorebook.web.core.form_data import FormData


class IsoDateField(forms.DateField):
    """A date as a browser's date input sends it, in any language."""

    default_error_messages = {"invalid": problem_texts.SENTENCES["date_impossible"]}
    input_formats = ["ISO 8601"]

    def strptime(self, value: str, format: str) -> date:
        return date.fromisoformat(value)


class PeriodForm(forms.Form):
    """Two optional dates; an invalid one leaves its side open, and reversed ones give an empty span."""

    first_on = IsoDateField(required=False)
    last_on = IsoDateField(required=False)

    def add_prefix(self, field_name: str) -> str:
        """Return the name in the address; `from` is a Python keyword."""
        return {"first_on": "from", "last_on": "to"}.get(field_name, field_name)

    def clean(self) -> None:
        first_on, last_on = self.cleaned_data.get("first_on"), self.cleaned_data.get("last_on")
        if first_on and last_on and first_on > last_on:
            raise problem_texts.form_error("dates_reversed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    span: Span
    text: str  # the span in words; empty for typed dates
    days: str  # its first and last day; empty for an unlimited span
    shortcuts: tuple[Choice, ...]  # the named spans
    query: str
    form: PeriodForm  # as typed
    is_fallback: bool = False  # everything is shown, because nothing was played in the usual span


def read_period(
    typed: FormData, today: date, *, usual: SpanName = SpanName.ALL, last_played: date | None = None
) -> Period:
    """Parse the span of a page; a name takes precedence over dates, which a form of selects sends along.

    usual:       the span without a choice; all, if it has no hands.
    last_played: a day of the last month with a hand.
    """
    name, is_fallback = typed.one("period"), False
    span = parse_span(name, today)
    form = PeriodForm({} if span else typed)
    form.full_clean()
    if span is None and (typed.one("from") or typed.one("to")):
        first_on, last_on = form.cleaned_data.get("first_on"), form.cleaned_data.get("last_on")
        span = Span.of_days(first_on, last_on)
        name, query = "", f"from={first_on or ''}&to={last_on or ''}"
    elif span is None:
        name, span, is_fallback = usual_span(today, usual=usual, last_played=last_played)
        query = f"period={name}"
    else:
        query = f"period={name}"
    return Period(
        span=span,
        text=span_text(name),
        days=days_text(span),
        shortcuts=choices({one: span_text(one) for one in SpanName}, chosen=name),
        query=query,
        form=form,
        is_fallback=is_fallback,
    )


def usual_span(today: date, *, usual: SpanName, last_played: date | None) -> tuple[str, Span, bool]:
    """Return name and span of the default, and whether it is everything because the usual span is empty."""
    span = Span.named(usual, today)
    if last_played is not None and last_played < span.first:
        return SpanName.ALL, Span.named(SpanName.ALL, today), True
    return usual, span, False


def span_text(name: str) -> str:
    """Return the name of a span, as of `parse_span`; a year is its own name, typed dates have none."""
    texts = {
        SpanName.ALL.value: _("all time"),
        SpanName.YEAR.value: _("this year"),
        SpanName.TWELVE.value: _("12 months"),
        SpanName.MONTH.value: _("this month"),
    }
    return texts.get(name, name)


def days_text(span: Span) -> str:
    first, last = (day and date_format(day, "SHORT_DATE_FORMAT") for day in (span.first_on, span.last_on))
    if first and last:
        return f"{first} – {last}" if first != last else first
    if first:
        return _("from %(day)s") % {"day": first}
    return _("until %(day)s") % {"day": last} if last else ""
