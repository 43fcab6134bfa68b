"""Ratings and the cup, evening by evening from the first one; of the product only the formulas of `ratings`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from scorebook.standings.models import SeasonEvent
from scorebook.standings.ratings.rating_model import START, SkillEstimate, expected_places, widen_doubt
from tests.standings.plain_recount import Person, PlainClub, PlainEvening
from tests.standings.rounded_ratings import rate_evening


@dataclass(frozen=True, kw_only=True)
class RatedEvening:
    """A person's, after it."""

    evening: PlainEvening
    person: Person
    rating: SkillEstimate
    expected: float
    place: int
    people: int
    streak: int


def rated_evenings(club: PlainClub, game: str) -> list[RatedEvening]:
    """All of the game, one after the other."""
    now: dict[Person, RatedEvening] = {}
    found: list[RatedEvening] = []
    starts = season_starts(club, game)
    for evening in club.closed:
        points = club.points(evening)
        if evening.opened.game != game or len(points) < 2:
            continue
        before = {person: _before(now.get(person), evening.day, starts) for person in points}
        after, expected = rate_evening(before, points), expected_places(before)
        for person, own in points.items():
            now[person] = RatedEvening(
                evening=evening,
                person=person,
                rating=after[person],
                expected=expected[person],
                place=1 + sum(other > own for other in points.values()),
                people=len(points),
                streak=_streak(now[person].streak if person in now else 0, own),
            )
            found.append(now[person])
    return found


def season_starts(club: PlainClub, game: str) -> Sequence[date]:
    """The first days of the seasons of this game, and of those of all games, as they were agreed on last."""
    events = SeasonEvent.objects.filter(club=club.id, kind__in=("agreed", "changed")).order_by("seq")
    agreed = {event.season: event.facts for event in events}
    return [date.fromisoformat(facts["first_on"]) for facts in agreed.values() if facts["game"] in (None, game)]


def _before(last: RatedEvening | None, day: date, starts: Iterable[date]) -> SkillEstimate:
    if last is None:
        return START
    return widen_doubt(last.rating) if any(last.evening.day < start <= day for start in starts) else last.rating


def _streak(streak: int, points: int) -> int:
    """Evenings in a row that were won; below 0, that were lost."""
    if points == 0:
        return 0
    step = 1 if points > 0 else -1
    return streak + step if streak * step > 0 else step


@dataclass(frozen=True, kw_only=True)
class Taken:
    evening: UUID
    holder: Person
    before: Person | None
    at: datetime


def cup_line(club: PlainClub) -> list[Taken]:
    """Who took the cup when. Each agreement begins with a cup that nobody has."""
    found: list[Taken] = []
    holder: Person | None = None
    agreed_on: date | None = None
    for evening in club.closed:
        newest = max((day for day in club.cups if day <= evening.day), default=None)
        if newest != agreed_on:
            agreed_on, holder = newest, None
        rule = club.cups[newest] if newest else "beaten"
        points = club.points(evening)
        best = [person for person, own in points.items() if own == max(points.values())]
        is_at_stake = rule == "winner" or (rule == "beaten" and (holder is None or holder in points))
        if is_at_stake and len(best) == 1 and best[0] != holder:
            found.append(Taken(evening=evening.id, holder=best[0], before=holder, at=evening.opened.started_at))
            [holder] = best
    return found
