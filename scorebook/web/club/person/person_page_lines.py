"""The figures of a person's page for its template."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorebook.core.months import day_of
from scorebook.play.models import MonthContract
from scorebook.play.services import POINTS
from scorebook.standings.models import Rating
from scorebook.standings.people.bests import Bests, PersonalBest
from scorebook.standings.people.meetings import Meetings
from scorebook.standings.people.milestones import Milestone, MilestoneKind
from scorebook.standings.people.pairs import Common
from scorebook.standings.people.point_history import PointHistory
from scorebook.standings.people.profiles import PersonEvening
from scorebook.standings.people.rivals import Rivals
from scorebook.standings.people.roles import HandRole, RoleFigures, figures_by_role
from scorebook.standings.ratings.rating_queries import rating_of_row
from scorebook.web.core.charts import Chart, Series, line_chart_of
from scorebook.web.core.money import MINUS, amount_without_unit, points_text
from scorebook.web.core.number_text import percent_text
from scorebook.web.core.person_names import People, Person

EveningLinks = Mapping[UUID, str]  # id of an evening -> the token that leads to it


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    title: str
    share: str  # of the hands in common, or the points lost per hand, as text
    people: tuple[tuple[Person, int], ...]  # all who are level, with their hands in common


@dataclass(frozen=True, slots=True, kw_only=True)
class BestLine:
    title: str
    text: str
    started_at: datetime
    url: str


def person_rival_lines(found: Rivals, common: Mapping[UUID, Common], persons: People) -> Iterator[Rival]:
    """Yield the best partner and the nemesis first."""

    def rival_line(title: str, others: Iterable[UUID], share: str, hands: Callable[[Common], int]) -> Rival:
        people = ((persons[str(other)], hands(common[other])) for other in others)
        return Rival(title=title, share=share, people=tuple(sorted(people, key=lambda one: one[0].name.lower())))

    def partner_lines(title: str, others: Sequence[UUID]) -> Iterator[Rival]:
        if others:
            yield rival_line(title, others, percent_text(common[others[0]].as_partners.value), lambda one: one.together)

    def opponent_lines(title: str, others: Sequence[UUID]) -> Iterator[Rival]:
        if others:
            yield rival_line(title, others, percent_text(common[others[0]].as_opponents.value), lambda one: one.against)

    yield from partner_lines(_("Best partner"), found.best_partners)
    if found.nemeses:
        cost = common[found.nemeses[0]]
        per_hand = _points_lost_per_hand_text(cost.against_points, cost.against)
        yield rival_line(_("Nemesis"), found.nemeses, per_hand, lambda one: one.against)
    yield from partner_lines(_("Worst partner"), found.worst_partners)
    yield from opponent_lines(_("Favourite opponent"), found.best_opponents)
    yield from opponent_lines(_("Toughest opponent"), found.worst_opponents)


def _points_lost_per_hand_text(points: int, hands: int) -> str:
    """Write the points lost per hand, as a negative figure."""
    return _("%(points)s points a hand") % {"points": f"{MINUS}{number_format(-points / hands, decimal_pos=1)}"}


def person_common_lines(common: Mapping[UUID, Common], persons: People) -> list[tuple[Person, Common]]:
    """Return the hands in common with each person, the most first."""
    ordered = sorted(common.items(), key=lambda row: (-row[1].together - row[1].against, row[0]))
    return [(persons[str(other)], one) for other, one in ordered]


def role_names() -> dict[HandRole, str]:
    return {
        HandRole.DECLARED: _("Declarer"),
        HandRole.PARTNERED: pgettext("role", "Partner"),
        HandRole.DEFENDED: pgettext("role", "Opponent"),
        HandRole.ALONE: _("Without sides"),
    }


def person_role_lines(contracts: Collection[MonthContract]) -> list[tuple[str, RoleFigures]]:
    """Return the roles that the person had, with their names."""
    figures, names = figures_by_role(contracts), role_names()
    return [(names[role], one) for role, one in figures.items() if one.hands]


def person_evening_lines(found: Iterable[PersonEvening], links: EveningLinks) -> list[tuple[PersonEvening, str]]:
    """Return the evenings with their addresses."""
    return [(one, evening_url(links, one.evening_id)) for one in found]


def personal_best_lines(own: Bests, links: EveningLinks) -> list[BestLine]:
    figures = (
        (_("Best evening"), own.evening, points_text),
        (_("Best hand"), own.hand, points_text),
        (_("Longest winning streak"), own.run, _hands_won_text),
    )
    return [
        BestLine(
            title=title,
            text=text(best.value),
            started_at=best.started_at,
            url=evening_url(links, best.evening_id),
        )
        for title, best, text in figures
        if best
    ]


def _hands_won_text(count: int) -> str:
    return ngettext("%(n)s hand won", "%(n)s hands won in a row", count) % {"n": count}


def evening_url(links: EveningLinks, evening: UUID) -> str:
    return reverse("web:table", args=[links[evening]])


def person_streak_text(own: Bests) -> str:
    """Return the streak; empty if the last evening ended level."""
    if own.streak > 0:
        return ngettext("%(n)s winning evening", "%(n)s winning evenings in a row", own.streak) % {"n": own.streak}
    if own.streak < 0:
        return ngettext("%(n)s losing evening", "%(n)s losing evenings in a row", -own.streak) % {"n": -own.streak}
    return ""


def person_record_texts(held: Iterable[PersonalBest]) -> list[str]:
    texts = {
        PersonalBest.HAND: _("the highest hand"),
        PersonalBest.RUN: _("the longest streak of hands won"),
        PersonalBest.STREAK: _("the longest streak of winning evenings"),
    }
    kept = set(held)
    return [text for record, text in texts.items() if record in kept]


def milestone_lines(found: Iterable[Milestone], links: EveningLinks) -> list[BestLine]:
    texts = {
        MilestoneKind.EVENING: _("Evening %(n)s"),
        MilestoneKind.HAND: _("Hand %(n)s"),
        MilestoneKind.WIN: _("First evening won"),
    }
    return [
        BestLine(
            title=texts[one.kind] % {"n": points_text(one.count, signed=False)},
            text="",
            started_at=one.started_at,
            url=evening_url(links, one.evening_id),
        )
        for one in found
    ]


def meetings_text(found: Meetings, person: Person, other: Person) -> str:
    """Return who ended ahead how often, without what never happened."""
    evenings = len(found.evenings)
    parts = [
        _ahead_text(person, found.ahead) if found.ahead else "",
        _ahead_text(other, found.behind) if found.behind else "",
        _("tied %(times)s") % {"times": _times_text(found.tied)} if found.tied else "",
    ]
    together = ngettext("In %(n)s evening together", "In %(n)s evenings together", evenings) % {"n": evenings}
    return f"{together}: {', '.join(filter(None, parts))}."


def _ahead_text(person: Person, count: int) -> str:
    return _("%(name)s ahead %(times)s") % {"name": person.name, "times": _times_text(count)}


def _times_text(count: int) -> str:
    return ngettext("once", "%(n)s times", count) % {"n": count}


def place_lines(counts: Sequence[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Return each place, its number of evenings, and the width of its bar in percent of the longest."""
    most = max((count for _place, count in counts), default=1)
    return [(place, count, 100 * count // most) for place, count in counts]


def rating_chart(rated: Sequence[Rating], person: Person) -> Chart | None:
    """Return the course of the rating, evening by evening. rated: the oldest first."""
    line = Series(name=person.name, colour=person.colour, values=[rating_of_row(one).shown for one in rated])
    labels = [date_format(day_of(one.started_at), "SHORT_DATE_FORMAT") for one in rated]
    return line_chart_of([line], labels, format=str, from_zero=False)


def points_history_chart(course: PointHistory, person: Person, unit: str) -> Chart | None:
    """Return the chart, starting at 0 before the first evening; None without an evening."""
    stands = course.stands(None if unit == POINTS else unit)
    if not stands:
        return None
    format = "YEAR_MONTH_FORMAT" if course.is_by_month else "SHORT_DATE_FORMAT"
    line = Series(name=person.name, colour=person.colour, values=[0, *(one.value for one in stands)])
    labels = [pgettext("chart", "start"), *(date_format(one.on, format) for one in stands)]
    return line_chart_of([line], labels, format=lambda value: amount_without_unit(value, unit))
