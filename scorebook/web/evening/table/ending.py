"""The agreed end of an evening: its form fields, and its text on the table page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

import rules
from rules.problems import ProblemList
from scorebook.play.ending import AgreedEnd, EndStanding, Phase, evening_end_progress, read_agreed_end
from scorebook.play.queries.evening_sheets import Sheet
from scorebook.web.core.form_data import FormData
from scorebook.web.core.person_names import Person

ROUNDS, POINTS, AT, DEALS = "end_rounds", "end_points", "end_at", "end_deals"
# Of the service -> of the form.
FIELDS = {"end": ROUNDS, "end.rounds": ROUNDS, "end.deals": ROUNDS, "end.points": POINTS}
LOOKED_BACK = timedelta(hours=12)  # a time of day that has just passed means today, not tomorrow


@dataclass(frozen=True, slots=True, kw_only=True)
class EndPanel:
    phase: Phase
    text: str
    dealer: Person | None  # of the last round's first hand; None if the rules have no last round
    deals: int  # number of deals after which the evening ends otherwise

    @property
    def is_near(self) -> bool:
        return self.phase != Phase.AGREED


def agreed_end_panel(sheet: Sheet, people: Mapping[str, Person], *, now: datetime) -> EndPanel | None:
    end = read_agreed_end(sheet.evening.agreed_end)
    standing = evening_end_progress(end, sheet.course, now=now)
    if standing is None:
        return None
    old_man = sheet.state.old_man
    dealer = old_man if old_man in sheet.table.players else sheet.table.dealer
    return EndPanel(
        phase=standing.phase,
        text=agreed_end_text(end, standing),
        dealer=people[dealer] if dealer and sheet.ruleset.has_last_round else None,
        deals=sheet.course.deals + len(sheet.table.players),
    )


def agreed_end_text(end: AgreedEnd | None, standing: EndStanding) -> str:
    """Describe the state of the end; offline/standing.js has the same texts (`phone.phone_script_sentences`)."""
    match standing.phase:
        case Phase.LAST:
            return _("The last round starts now")
        case Phase.RUNNING:
            return _("Last round: ends after hand %(no)s") % {"no": standing.after_hand}
        case Phase.REACHED:
            return _("The agreed end is reached")
        case Phase.OVER:
            return _("The last round is played")
    if end and end.at:
        return _("Ends at %(time)s") % {"time": time_format(timezone.localtime(end.at), "H:i")}
    if end and end.points:
        return _("Ends at %(no)s points") % {"no": end.points}
    return _("Ends after round %(no)s") % {"no": end.rounds if end else ""}


def read_agreed_end_fields(
    typed: FormData, *, now: datetime, begun: datetime
) -> tuple[AgreedEnd | None, list[rules.Problem]]:
    """Return the agreed end, None if all fields are empty, and the problems by field."""
    problems = ProblemList()
    numbers = {name: typed.whole(field) for name, field in (("rounds", ROUNDS), ("deals", DEALS), ("points", POINTS))}
    for name, number in numbers.items():
        if isinstance(number, str):
            problems.add("not_integer", f"end.{name}")
    at = _next_clock_time(typed.one(AT), after=max(begun, now - LOOKED_BACK))
    if typed.one(AT) and at is None:
        problems.add("time_impossible", AT)
    limits = {name: number for name, number in numbers.items() if isinstance(number, int)}
    end = AgreedEnd(**limits, at=at) if limits or at else None
    if end and not problems:
        end.check(problems)
    found = [rules.Problem(code=one.code, field=FIELDS.get(one.field, one.field), args=one.args) for one in problems]
    return end, found


def agreed_end_form_fields(end: AgreedEnd | None) -> dict[str, Sequence[str]]:
    if end and end.at:
        return {AT: [timezone.localtime(end.at).strftime("%H:%M")]}
    if end and end.points:
        return {POINTS: [str(end.points)]}
    return {ROUNDS: [str(end.rounds)]} if end and end.rounds else {}


def _next_clock_time(typed: str, *, after: datetime) -> datetime | None:
    """Return the next time the local clock shows "23:00", "23.00" or "23"; None for an invalid time of day."""
    found = re.fullmatch(r"([01]?[0-9]|2[0-3])(?:[:.]([0-5][0-9])(?:[:.]00)?)?", typed)
    if found is None:
        return None
    clock, zone = time(int(found[1]), int(found[2] or 0)), timezone.get_current_timezone()
    day = after.astimezone(zone).date()
    first = datetime.combine(day, clock, tzinfo=zone)
    return first if first >= after else datetime.combine(day + timedelta(days=1), clock, tzinfo=zone)
