"""The clubs that move together, and what is known of those that moved."""

from collections.abc import Sequence
from uuid import UUID

from scorebook.clubs.models import Club, ClubEvent, EndedClub


def clubs_moving_together(club_id: UUID) -> tuple[UUID, ...]:
    """Return the club and every club that it is or was linked with, directly or by others: their events name them."""
    found, fresh = {club_id}, {club_id}
    while fresh:
        events = ClubEvent.objects.filter(club__in=fresh, other_club__isnull=False)
        fresh = set(events.order_by().values_list("other_club_id", flat=True)) - found
        found |= fresh
    return tuple(sorted(found))


def clubs_moved_together(club_id: UUID, *, to: str) -> Sequence[UUID]:
    """Return the clubs that left this site together with a club, for that site; none if it is here or elsewhere."""
    note = EndedClub.objects.filter(club_id=club_id).order_by("-ended_at").first()
    if note is None or note.moved_to != to or Club.objects.filter(pk=club_id).exists():
        return ()
    together = EndedClub.objects.filter(ended_at=note.ended_at, moved_to=to)
    return sorted(together.values_list("club_id", flat=True))
