"""The seasons of a club, read from its season events."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Q, QuerySet

from scorebook.clubs.club_groups import ClubGroup
from scorebook.standings.models import SeasonEvent
from scorebook.standings.seasons.season_agreement import Agreement

Kind = SeasonEvent.Kind

AGREEMENTS = (Kind.AGREED, Kind.CHANGED)
RECEIPT_LENGTH = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    id: UUID  # of its first event, the key with which it was agreed
    name: str  # empty if it was erased
    agreement: Agreement
    # All, with their texts, the oldest first. The facts of closings are deferred, since they may be tables of thousands
    # of evenings (`season_results.closed_standings`).
    events: tuple[SeasonEvent, ...]

    @property
    def newest(self) -> SeasonEvent:
        return self.events[-1]

    @property
    def is_closed(self) -> bool:
        return self.newest.kind == Kind.CLOSED

    @property
    def receipt(self) -> str:
        """Return the beginning of the closing's hash, which proves that the table is unchanged; empty while open."""
        return self.newest.hash[:RECEIPT_LENGTH] if self.is_closed else ""

    def includes(self, day: date) -> bool:
        return self.agreement.first_on <= day <= self.agreement.ends_on


def seasons_of(group: ClubGroup) -> list[Season]:
    """Return all seasons, the one that begins last first. Two statements."""
    by_season: dict[UUID, list[SeasonEvent]] = {}
    for event in _season_events(SeasonEvent.objects.filter(club=group.club_id)):
        by_season.setdefault(event.season, []).append(event)
    found = [season_of_events(events) for events in by_season.values()]
    return sorted(found, key=lambda season: (season.agreement.first_on, season.events[0].seq), reverse=True)


def season_by_id(group: ClubGroup, season_id: UUID) -> Season | None:
    """Return the season, if the club has it. Two statements."""
    found = _season_events(SeasonEvent.objects.filter(club=group.club_id, season=season_id))
    return season_of_events(found) if found else None


def _season_events(chosen: QuerySet[SeasonEvent]) -> list[SeasonEvent]:
    found = chosen.select_related("text").order_by("seq")
    agreed, others = Q(kind__in=AGREEMENTS), ~Q(kind__in=AGREEMENTS)
    return sorted([*found.filter(agreed), *found.filter(others).defer("facts")], key=lambda event: event.seq)


def season_of_events(events: Sequence[SeasonEvent]) -> Season:
    """Return the season of events that include its first. Raises: ValueError if their facts cannot be read."""
    agreed = [event for event in events if event.kind in AGREEMENTS][-1]
    return Season(
        id=events[0].season,
        name=agreed.text.text if agreed.text else "",
        agreement=Agreement.from_json(agreed.facts),
        events=tuple(events),
    )


def present_season(group: ClubGroup, today: date) -> Season | None:
    """Return the season being played: an open one before a closed one, of several the one that began last."""
    including = [season for season in seasons_of(group) if season.includes(today)]
    return next((season for season in including if not season.is_closed), including[0] if including else None)


def season_starts(group: ClubGroup, *, game: str) -> Sequence[date]:
    """Return the first days of the seasons of the game, those of all games included."""
    own = (season.agreement for season in seasons_of(group) if season.agreement.game in (None, game))
    return sorted({agreement.first_on for agreement in own})
