"""The club's setting that hides money from watchers of its evenings; points are always visible."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from scorebook.clubs.club_groups import append_group_event, is_repeated_event, lock_club_group
from scorebook.clubs.models import Club, ClubEvent

Kind = ClubEvent.Kind


def hide_money(*, club: Club, key: UUID, by: str, at: datetime) -> None:
    """Hide money from watchers; write nothing if it is hidden already. Raises: NameKeyConflict."""
    _append_money_event(Kind.MONEY_HIDDEN, club, key=key, by=by, at=at)


def show_money(*, club: Club, key: UUID, by: str, at: datetime) -> None:
    """Show money to watchers; write nothing if it is visible already. Raises: NameKeyConflict."""
    _append_money_event(Kind.MONEY_SHOWN, club, key=key, by=by, at=at)


@transaction.atomic
def _append_money_event(kind: Kind, club: Club, *, key: UUID, by: str, at: datetime) -> None:
    """Write the event in the main club, whose setting holds for all clubs of the group."""
    held = lock_club_group(club.pk, known=club)
    main = held.group.club_id
    is_repeat = is_repeated_event(key, kind=kind, club_id=main)
    if not is_repeat and held.group.hides_money is not (kind == Kind.MONEY_HIDDEN):
        append_group_event(held, main, kind=kind, key=key, by=by, at=at)
