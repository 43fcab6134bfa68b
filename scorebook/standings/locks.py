"""The lock under which the stored results of a club are replayed."""

from uuid import UUID

from scorebook.standings.models import StandingsLock


def lock_standings(*club_ids: UUID) -> None:
    """Lock the stored results of these clubs until the transaction ends."""
    for club_id in sorted(club_ids):  # one order for all, against deadlocks
        StandingsLock.objects.get_or_create(club_id=club_id)
        StandingsLock.objects.select_for_update(no_key=True).get(club_id=club_id)
