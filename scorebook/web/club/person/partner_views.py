"""The page of partners: the best pairs, then the matrix of all pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorebook import access
from scorebook.clubs.groups import club_group
from scorebook.core.spans import SpanName
from scorebook.standings.people.chemistry import MIN_HANDS, Chemistry
from scorebook.standings.people.partners import Partners, partners
from scorebook.standings.people.profiles import played_games
from scorebook.web.club.person import filters, lines
from scorebook.web.core import person_names
from scorebook.web.core.form_data import FormData
from scorebook.web.core.person_names import People, Person

BEST_PAIRS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLine:
    person: Person
    other: Person
    hands: int
    share: str
    expected: str
    difference: str  # in percentage points, as are low and high
    low: str  # lower bound of the interval
    high: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCell:
    text: str  # the difference; empty with too few hands
    hands: int
    css: str  # tone of the difference, and whether it is certain
    is_self: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixRow:
    person: Person
    cells: Sequence[PairCell]


@never_cache
@require_safe
def partners_page(request: HttpRequest, club_token: str) -> HttpResponse:
    club = access.club_of(club_token)
    group = club_group(club.pk)
    context: dict[str, Any] = {"club": club, "least": MIN_HANDS}
    played = played_games(group)
    if played:
        typed, today = FormData.of(request.GET), timezone.localdate()
        filtered = filters.read_filters(group, typed, played, today=today, usual=SpanName.YEAR)
        found = partners(filtered.scope)
        persons = person_names.people_of_group(group)
        context |= {
            "filters": filtered,
            "best": [pair_line(found, pair, persons) for pair in found.best[:BEST_PAIRS]],
            "rows": _matrix(found, persons),
            "others": [(persons[str(id)], found.shares[id].hands) for id in found.unknown],
        }
    return render(request, "club/person/partners.html", context)


def pair_line(found: Partners, pair: tuple[UUID, UUID], persons: People) -> PairLine:
    between = found.chemistry[pair]
    person, other = person_names.people_by_name({str(id): persons[str(id)] for id in pair})
    return PairLine(
        person=person,
        other=other,
        hands=between.observed.hands,
        share=lines.share_text(between.observed),
        expected=lines.percent_text(between.expected),
        difference=lines.difference_text(between.difference),
        low=lines.difference_text(between.interval.low),
        high=lines.difference_text(between.interval.high),
    )


def _matrix(found: Partners, persons: People) -> list[MatrixRow]:
    """Return the people with enough hands as rows and columns, in the same order."""
    return [
        MatrixRow(person=persons[str(one)], cells=[_cell(found, (one, other)) for other in found.known])
        for one in found.known
    ]


def _cell(found: Partners, pair: tuple[UUID, UUID]) -> PairCell:
    if pair[0] == pair[1]:
        own = found.shares[pair[0]]
        return PairCell(text=lines.share_text(own), hands=own.hands, css="self", is_self=True)
    between = found.chemistry.get(pair)
    if between is None:
        return PairCell(text="", hands=found.together[pair].hands if pair in found.together else 0, css="few")
    text = lines.difference_text(between.difference)
    return PairCell(text=text, hands=between.observed.hands, css=_css(between))


def _css(between: Chemistry) -> str:
    """Return the CSS classes; a difference that rounds to 0 has no tone."""
    points = lines.percentage_points(between.difference)
    tone = "good" if points > 0 else "bad" if points < 0 else "level"
    return f"{tone} sure" if between.is_sure else tone
