"""Hands with a feat, with all that their sentences and their reasons are made from."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from scorebook.clubs.club_groups import ClubGroup
from scorebook.play.hand_event_codec import player_key
from scorebook.play.models import HandEvent, HandResult
from scorebook.standings.hand_cursor import HandCursor

Feat = HandResult.Feat


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorableHand:
    """A hand with its event, note and evening loaded."""

    row: HandResult
    people: tuple[UUID, ...]  # with the most points of the hand

    @property
    def cursor(self) -> HandCursor:
        return HandCursor(evening=self.row.evening_id, no=self.row.no)


def memorable_hands(group: ClubGroup, rows: Iterable[HandResult]) -> list[MemorableHand]:
    """Load the hands, in the order of the rows. One statement."""
    found = list(rows)
    of_group = HandEvent.objects.filter(club__in=group.clubs, evening__club__in=group.clubs)
    events = of_group.filter(pk__in=[row.event_id for row in found]).select_related("evening", "note")
    by_id = {event.pk: event for event in events}
    return [_memorable_hand(group, row, by_id[row.event_id]) for row in found]


def memorable_hand(group: ClubGroup, *, evening_id: UUID, no: int) -> MemorableHand | None:
    """Return the hand if it has a feat. Two statements."""
    rows = HandResult.objects.filter(club__in=group.clubs, evening=evening_id, no=no)
    return next(iter(memorable_hands(group, rows.exclude(feat=Feat.NONE))), None)


def _memorable_hand(group: ClubGroup, row: HandResult, event: HandEvent) -> MemorableHand:
    row.event, row.evening = event, event.evening
    most = (player_key(player) for player, points in event.score["points"].items() if points == row.gain)
    return MemorableHand(row=row, people=tuple(sorted(map(group.person, most))))
