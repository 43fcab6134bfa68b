"""The figures of a person's page for its template."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from scorebook.play.services import POINTS
from scorebook.standings.people.bests import Best, Bests, PersonalBest
from scorebook.standings.people.chemistry import WinShare
from scorebook.standings.people.pairs import NOTHING, Common
from scorebook.standings.people.point_history import PointHistory
from scorebook.standings.people.profiles import ContractFigures, EveningLink, PersonEvening
from scorebook.standings.people.rivals import Rivals
from scorebook.texts.contract_texts import contract_row_name
from scorebook.web.core.charts import Chart, Series, chart_of
from scorebook.web.core.money import MINUS, NO_BREAK, amount_without_unit, points_text
from scorebook.web.core.person_names import People, Person

EveningLinks = Mapping[UUID, EveningLink]


@dataclass(frozen=True, slots=True, kw_only=True)
class RivalPerson:
    person: Person
    hands: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    title: str
    share: str  # of the hands in common, or the points lost per hand, as text
    people: tuple[RivalPerson, ...]  # all who are level


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonLine:
    """The hands that another person had in common with the person of the page, from the latter's view."""

    person: Person
    common: Common
    partners: str
    opponents: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    person: Person
    own: Common  # hands in common, from the view of the person of the page
    others: Common  # the same from the other's view


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningLine:
    evening: PersonEvening
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractLine:
    name: str
    figures: ContractFigures

    @property
    def has_more(self) -> bool:
        """Return whether there is more than hands and points: declared or defended hands, or Schneider."""
        figures = self.figures
        return bool(figures.declared or figures.defended or figures.schneider_given or figures.schneider_taken)

    @property
    def has_cards(self) -> bool:
        return self.figures.hands > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BestLine:
    title: str
    text: str
    started_at: datetime
    evening: UUID  # its id
    no: int | None  # of the hand; None for a whole evening
    url: str


def share_text(share: WinShare) -> str:
    """Write 52 % in German, 52% in English."""
    return percent_text(share.value)


def percent_text(part: float) -> str:
    """Write a part of 1 in whole percent, with a no-break space except in English."""
    gap = "" if get_language() == "en" else NO_BREAK
    return f"{round(100 * part)}{gap}%"


def percentage_points(difference: float) -> int:
    return round(100 * difference)


def difference_text(difference: float) -> str:
    return points_text(percentage_points(difference))


def rival_lines(found: Rivals, common: Mapping[UUID, Common], persons: People) -> Iterator[Rival]:
    """Yield the best partner and the nemesis first."""

    def rival(title: str, others: Iterable[UUID], share: str, hands: Callable[[Common], int]) -> Rival:
        people = (RivalPerson(person=persons[str(other)], hands=hands(common[other])) for other in others)
        return Rival(title=title, share=share, people=tuple(sorted(people, key=lambda one: one.person.name.lower())))

    def of_partners(title: str, others: Sequence[UUID]) -> Iterator[Rival]:
        if others:
            yield rival(title, others, share_text(common[others[0]].as_partners), lambda one: one.together)

    def of_opponents(title: str, others: Sequence[UUID]) -> Iterator[Rival]:
        if others:
            yield rival(title, others, share_text(common[others[0]].as_opponents), lambda one: one.against)

    yield from of_partners(_("Best partner"), found.best_partners)
    if found.nemeses:
        cost = common[found.nemeses[0]]
        per_hand = _per_hand_text(cost.against_points, cost.against)
        yield rival(_("Nemesis"), found.nemeses, per_hand, lambda one: one.against)
    yield from of_partners(_("Hardest partner"), found.worst_partners)
    yield from of_opponents(_("Favourite opponent"), found.best_opponents)
    yield from of_opponents(_("Hardest opponent"), found.worst_opponents)


def _per_hand_text(points: int, hands: int) -> str:
    """Write the points lost per hand, as a negative figure."""
    return _("%(points)s points a hand") % {"points": f"{MINUS}{number_format(-points / hands, decimal_pos=1)}"}


def common_lines(common: Mapping[UUID, Common], persons: People) -> list[CommonLine]:
    """Return the lines, most hands in common first."""
    ordered = sorted(common.items(), key=lambda row: (-row[1].together - row[1].against, row[0]))
    return [
        CommonLine(
            person=persons[str(other)],
            common=one,
            partners=share_text(one.as_partners) if one.together else "",
            opponents=share_text(one.as_opponents) if one.against else "",
        )
        for other, one in ordered
    ]


def duel_with(other: str, person: Person, common: Mapping[UUID, Common], persons: People) -> Duel | None:
    """Return the comparison with another person. other: an id; None for an unknown one or the person themselves."""
    if other not in persons or other == person.id:
        return None
    own = common.get(UUID(other), NOTHING)
    return Duel(person=persons[other], own=own, others=own.turned)


def contract_lines(found: Iterable[ContractFigures]) -> list[ContractLine]:
    return [ContractLine(name=contract_row_name(one.contract), figures=one) for one in found]


def evening_lines(found: Iterable[PersonEvening], links: EveningLinks) -> list[EveningLine]:
    return [EveningLine(evening=one, url=_evening_url(links, one.evening_id)) for one in found]


def best_lines(own: Bests, links: EveningLinks) -> list[BestLine]:
    figures = (
        (_("Best evening"), own.evening, points_text),
        (_("Best hand"), own.hand, points_text),
        (_("Longest run"), own.run, _hands_won_text),
    )
    return [_best_line(title, best, text(best.value), links) for title, best, text in figures if best]


def _best_line(title: str, best: Best, text: str, links: EveningLinks) -> BestLine:
    return BestLine(
        title=title,
        text=text,
        started_at=best.started_at,
        evening=best.evening_id,
        no=best.no,
        url=_evening_url(links, best.evening_id),
    )


def _hands_won_text(count: int) -> str:
    return ngettext("%(n)s hand won in a row", "%(n)s hands won in a row", count) % {"n": count}


def _evening_url(links: EveningLinks, evening: UUID) -> str:
    return reverse("web:table", args=[links[evening].scribe_token])


def streak_text(own: Bests) -> str:
    """Return the streak; empty if the last evening ended level."""
    if own.streak > 0:
        return ngettext("%(n)s evening with a plus", "%(n)s evenings in a row with a plus", own.streak) % {
            "n": own.streak
        }
    if own.streak < 0:
        return ngettext("%(n)s evening with a minus", "%(n)s evenings in a row with a minus", -own.streak) % {
            "n": -own.streak
        }
    return ""


def record_texts(held: Iterable[PersonalBest]) -> list[str]:
    texts = {
        PersonalBest.HAND: _("the highest hand"),
        PersonalBest.RUN: _("the longest run of hands won"),
        PersonalBest.STREAK: _("the longest row of evenings with a plus"),
    }
    kept = set(held)
    return [text for record, text in texts.items() if record in kept]


def course_chart(course: PointHistory, person: Person, unit: str) -> Chart | None:
    """Return the chart, starting at 0 before the first evening; None without an evening."""
    stands = course.stands(None if unit == POINTS else unit)
    if not stands:
        return None
    format = "YEAR_MONTH_FORMAT" if course.is_by_month else "SHORT_DATE_FORMAT"
    line = Series(name=person.name, colour=person.colour, values=[0, *(one.value for one in stands)])
    labels = [pgettext("chart", "start"), *(date_format(one.on, format) for one in stands)]
    return chart_of([line], labels, format=lambda value: amount_without_unit(value, unit))
