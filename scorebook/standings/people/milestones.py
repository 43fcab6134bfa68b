"""The places and milestones of a person: the first evening won, the 100th evening, the 1,000th hand."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from scorebook.standings.models import Rating
from scorebook.standings.standings_scope import FigureScope


class MilestoneKind(StrEnum):
    EVENING = "evening"
    HAND = "hand"
    WIN = "win"


@dataclass(frozen=True, slots=True, kw_only=True)
class Milestone:
    kind: MilestoneKind
    count: int
    evening_id: UUID  # in which it was reached
    started_at: datetime


EVENINGS, HANDS = (1, 10, 25, 50), (500,)  # before every 100th evening and every 1,000th hand
EVERY_EVENINGS, EVERY_HANDS = 100, 1_000


def rated_evenings(scope: FigureScope, person: UUID) -> list[Rating]:
    """Return a row for each evening of the person, the oldest first. One statement."""
    return list(scope.ratings().filter(player=person).order_by("started_at", "evening_id"))


def place_counts(rated: Iterable[Rating]) -> list[tuple[int, int]]:
    """Return each place with the number of evenings, the best first, without a gap."""
    counts = Counter(one.place for one in rated)
    return [(place, counts[place]) for place in range(1, max(counts, default=0) + 1)]


def milestones(scope: FigureScope, person: UUID, rated: Sequence[Rating]) -> list[Milestone]:
    """Return the milestones, newest first. rated: the evenings of the person, the oldest first. One statement."""
    found = [
        Milestone(kind=MilestoneKind.EVENING, count=count, evening_id=one.evening_id, started_at=one.started_at)
        for count, one in enumerate(rated, start=1)
        if count in EVENINGS or count % EVERY_EVENINGS == 0
    ]
    won = next((one for one in rated if one.place == 1), None)
    if won:
        found.append(Milestone(kind=MilestoneKind.WIN, count=1, evening_id=won.evening_id, started_at=won.started_at))
    found += _hand_milestones(scope, person)
    return sorted(found, key=lambda one: (one.started_at, one.kind, one.count), reverse=True)


def _hand_milestones(scope: FigureScope, person: UUID) -> Iterator[Milestone]:
    """Yield the evenings in which a round number of hands was reached."""
    rows = scope.results().filter(player__in=scope.group.entries_of(person)).order_by("started_at", "evening_id")
    total = 0
    for evening_id, started_at, hands in rows.values_list("evening_id", "started_at", "hands"):
        before, total = total, total + hands
        for count in (*HANDS, total // EVERY_HANDS * EVERY_HANDS):
            if before < count <= total:
                yield Milestone(kind=MilestoneKind.HAND, count=count, evening_id=evening_id, started_at=started_at)
