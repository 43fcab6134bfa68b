"""A club that was warned of its end: the verb by which it stays."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from scorebook.clubs.circle import append_club_event
from scorebook.clubs.models import Club, ClubEvent
from scorebook.clubs.services import NameKeyConflict, locked_club

NO_WARNING = {"unused_since": None, "ends_at": None}


@transaction.atomic
def keep_club(*, club: Club, key: UUID, by: str, at: datetime) -> None:
    """It counts as used. Where it was not warned, or was kept since, nothing is written. Raises: NameKeyConflict."""
    held = locked_club(club.pk)
    if first := ClubEvent.objects.filter(pk=key).first():
        if (first.club_id, first.kind) != (held.pk, ClubEvent.Kind.KEPT):
            raise NameKeyConflict(field="key")
    elif held.ends_at is not None:
        append_club_event(held, kind=ClubEvent.Kind.KEPT, key=key, by=by, at=at)
        Club.objects.filter(pk=held.pk).update(**NO_WARNING)


def withdraw_all_warnings() -> int:
    """Where nothing ends, and after a restore: what was said before may have been seen by nobody. How many."""
    return Club.objects.filter(ends_at__isnull=False).update(**NO_WARNING)
