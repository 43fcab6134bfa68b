"""Who has had the club's travelling cup, from when to when. Pure, but for the one statement at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise
from uuid import UUID

from django.db.models import Exists, OuterRef

from scorebook.clubs.circle import Circle, CupAgreement
from scorebook.core.months import day_of
from scorebook.play.models import Evening, EveningResult
from scorebook.standings.cup import Passing, agreement_on
from scorebook.standings.models import CupPassing


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """first_on: the evening at which they took it. before: from whom.

    until: the day on which it went on, or a new agreement began without them; None as long as they have it.
    """

    evening_id: UUID
    holder: UUID
    before: UUID | None
    first_on: date
    until: date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldByAll:
    """times: how often they took it. days: how long they had it, all times together."""

    person: UUID
    times: int
    days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CupLine:
    """agreement: what holds today. line: the newest first; its first has the cup where it has no end.

    evenings: how many the club has played since they took it, with the one at which they did.
    """

    agreement: CupAgreement
    line: tuple[Holding, ...]
    evenings: int = 0

    @property
    def now(self) -> Holding | None:
        return self.line[0] if self.line and self.line[0].until is None else None


def holdings(passings: Iterable[Passing], agreements: Sequence[CupAgreement], *, today: date) -> list[Holding]:
    """The oldest first. passings: in their order. agreements: by their days; one that begins later ends nothing yet."""
    begun = [one.first_on for one in agreements if one.first_on <= today]
    return [_holding(one, following, begun) for one, following in pairwise([*passings, None]) if one]


def _holding(passing: Passing, following: Passing | None, begun: Sequence[date]) -> Holding:
    anew = next((day for day in begun if day > passing.day), None)
    passed_on = following.day if following else None
    return Holding(
        evening_id=passing.evening_id,
        holder=passing.holder,
        before=passing.before,
        first_on=passing.day,
        until=min(filter(None, (passed_on, anew)), default=None),
    )


def held_by_all(line: Iterable[Holding], *, today: date) -> list[HeldByAll]:
    """Who had it longest comes first."""
    times, held = Counter[UUID](), Counter[UUID]()
    for one in line:
        times[one.holder] += 1
        held[one.holder] += max(((one.until or today) - one.first_on).days, 0)
    found = [HeldByAll(person=person, times=times[person], days=held[person]) for person in times]
    return sorted(found, key=lambda one: (-one.days, -one.times, one.person))


def held_between(line: Iterable[Holding], first_on: date, end: date) -> list[Holding]:
    """Those who had it on one of the days from the first up to, and without, the end."""
    return [one for one in line if one.first_on < end and (one.until is None or one.until > first_on)]


def cup_line(circle: Circle, *, today: date) -> CupLine:
    """Two statements at most."""
    rows = CupPassing.objects.filter(club=circle.club_id).order_by("started_at", "evening_id")
    told = list(rows.values_list("evening_id", "player_id", "from_player_id", "started_at"))
    passings = (
        Passing(evening_id=evening, day=day_of(at), holder=holder, before=before)
        for evening, holder, before, at in told
    )
    line = tuple(reversed(holdings(passings, circle.cups, today=today)))
    has_holder = bool(line) and line[0].until is None
    return CupLine(
        agreement=agreement_on(today, circle.cups),
        line=line,
        evenings=_evenings_since(circle, told[-1][-1]) if has_holder else 0,
    )


def _evenings_since(circle: Circle, started_at: datetime) -> int:
    result = EveningResult.objects.filter(club__in=circle.clubs, evening=OuterRef("pk"))
    begun = Evening.objects.filter(club__in=circle.clubs, started_at__gte=started_at, closed_at__isnull=False)
    return begun.filter(Exists(result)).count()
