"""The evenings that two people attended, and which of them ended ahead."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from scorebook.standings.standings_scope import FigureScope


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """An evening that both attended."""

    evening_id: UUID
    started_at: datetime
    place: int  # of the first of the two
    other_place: int

    @property
    def lead(self) -> int:
        """Return the number of places that the first ended ahead; below 0 behind, 0 if they shared a place."""
        return self.other_place - self.place


@dataclass(frozen=True, slots=True, kw_only=True)
class Meetings:
    evenings: Sequence[Meeting]  # newest first

    @property
    def ahead(self) -> int:
        return sum(one.lead > 0 for one in self.evenings)

    @property
    def behind(self) -> int:
        return sum(one.lead < 0 for one in self.evenings)

    @property
    def tied(self) -> int:
        return sum(one.lead == 0 for one in self.evenings)


def meetings_of(scope: FigureScope, person: UUID, other: UUID) -> Meetings:
    """Return the evenings that both attended, whichever of their entries played. One statement."""
    # A rating has the place among people, not among entries.
    rows = scope.ratings().filter(player__in=[person, other]).order_by("-started_at", "-evening_id")
    places: dict[tuple[UUID, datetime], dict[UUID, int]] = {}
    for evening_id, started_at, player_id, place in rows.values_list("evening_id", "started_at", "player_id", "place"):
        places.setdefault((evening_id, started_at), {})[player_id] = place
    return Meetings(
        evenings=[
            Meeting(evening_id=evening_id, started_at=started_at, place=both[person], other_place=both[other])
            for (evening_id, started_at), both in places.items()
            if len(both) == 2
        ]
    )
