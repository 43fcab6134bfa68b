"""The page of partners: the best pairs, then the matrix of all pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorebook import access
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.core.time_spans import SpanName
from scorebook.standings.people.chemistry import MIN_HANDS, Chemistry
from scorebook.standings.people.pairs import Partners, common_hands_of_all_pairs, partners_of_pairs
from scorebook.standings.people.profiles import played_games
from scorebook.web.club.person import filters
from scorebook.web.core import person_names
from scorebook.web.core.form_data import FormData
from scorebook.web.core.number_text import difference_text, percent_text, percentage_points
from scorebook.web.core.person_names import People, Person

BEST_PAIRS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCell:
    text: str  # the difference; empty with too few hands
    hands: int
    css: str  # tone of the difference, and whether it is certain


@never_cache
@require_safe
@access.opens_club()
def partners_page(request: HttpRequest, club: Club) -> HttpResponse:
    group = club_group(club.pk)
    context: dict[str, Any] = {"club": club, "least": MIN_HANDS}
    played = played_games(group)
    if played:
        typed, today = FormData.of(request.GET), timezone.localdate()
        filtered = filters.parse_figure_filters(group, typed, played, today=today, usual=SpanName.YEAR)
        found = partners_of_pairs(common_hands_of_all_pairs(filtered.scope))
        persons = person_names.people_of_group(group)
        context |= {
            "filters": filtered,
            "best": [_pair_line(found, pair, persons) for pair in found.best[:BEST_PAIRS]],
            # The people with enough hands are the rows and the columns, in the same order.
            "rows": [
                (persons[str(one)], [_pair_matrix_cell(found, (one, other)) for other in found.known])
                for one in found.known
            ],
            "others": [(persons[str(id)], found.shares[id].hands) for id in found.unknown],
        }
    return render(request, "club/person/partners.html", context)


def _pair_line(found: Partners, pair: tuple[UUID, UUID], persons: People) -> tuple[Person, Person, Chemistry]:
    """Return the two people by name, and their chemistry."""
    person, other = person_names.people_by_name({str(id): persons[str(id)] for id in pair})
    return person, other, found.chemistry[pair]


def _pair_matrix_cell(found: Partners, pair: tuple[UUID, UUID]) -> PairCell:
    if pair[0] == pair[1]:
        own = found.shares[pair[0]]
        return PairCell(text=percent_text(own.value), hands=own.hands, css="self")
    between = found.chemistry.get(pair)
    if between is None:
        return PairCell(text="", hands=found.together[pair].hands if pair in found.together else 0, css="few")
    text = difference_text(between.difference)
    return PairCell(text=text, hands=between.observed.hands, css=_chemistry_css_classes(between))


def _chemistry_css_classes(between: Chemistry) -> str:
    """Return the CSS classes; a difference that rounds to 0 has no tone."""
    points = percentage_points(between.difference)
    tone = "good" if points > 0 else "bad" if points < 0 else "level"
    return f"{tone} sure" if between.is_sure else tone
