"""The period of a leaderboard: typed dates or a shortcut."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.translation import gettext as _

from scorebook.web.core.form_data import FormData


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortcut:
    id: str
    text: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """first_on, last_on: inclusive, None without a bound. problems: by field, as codes of `problem_texts`."""

    first_on: date | None
    last_on: date | None
    first_typed: str
    last_typed: str
    shortcuts: tuple[Shortcut, ...]
    query: str
    problems: dict[str, str]


def read_period(typed: FormData, today: date) -> Period:
    """A typed date rules out the shortcut; a date that cannot be leaves that side open and is named."""
    first_typed, last_typed = typed.one("from"), typed.one("to")
    chosen = typed.one("period")
    problems: dict[str, str] = {}
    if first_typed or last_typed:
        chosen = ""
        first_on, last_on = _date(first_typed, "from", problems), _date(last_typed, "to", problems)
        if first_on and last_on and first_on > last_on:
            problems["to"] = "dates_reversed"
        query = f"from={first_on or ''}&to={last_on or ''}"
    else:
        chosen = chosen if chosen in _firsts(today) else "all"
        first_on, last_on = _firsts(today)[chosen], None
        query = f"period={chosen}"
    texts = {
        "all": _("always"),
        "year": _("this year"),
        "twelve": _("12 months"),
        "month": _("this month"),
    }
    return Period(
        first_on=first_on,
        last_on=last_on,
        first_typed=first_typed,
        last_typed=last_typed,
        shortcuts=tuple(Shortcut(id=id, text=text, is_chosen=id == chosen) for id, text in texts.items()),
        query=query,
        problems=problems,
    )


def _firsts(today: date) -> dict[str, date | None]:
    year_ago = today.replace(year=today.year - 1, day=min(today.day, 28)) + timedelta(days=max(today.day - 28, 0))
    return {
        "all": None,
        "year": today.replace(month=1, day=1),
        "twelve": year_ago + timedelta(days=1),
        "month": today.replace(day=1),
    }


def _date(text: str, name: str, problems: dict[str, str]) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        problems[name] = "date_impossible"
        return None
