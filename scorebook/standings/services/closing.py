"""The services that close and reopen evenings, and update the ratings and the cup accordingly."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scorebook.play.models import Evening
from scorebook.play.services import PreparedEvenings
from scorebook.play.services import evening as evenings
from scorebook.standings.standings_updates import update_standings


def close_evening(*, evening: Evening, key: UUID, at: datetime, by: str) -> Evening:
    """Close the evening: pay out the pot as agreed, plan the payments, and update the standings.

    Raises: EveningClosed, KeyReused.
    """
    with transaction.atomic():
        closed = evenings.close_evening(evening=evening, key=key, at=at, by=by)
        update_standings([closed])
    return closed


def reopen_evening(*, evening: Evening, key: UUID, at: datetime, by: str) -> Evening:
    """Reopen a closed evening: refill the pot, withdraw open payments, and remove it from the standings.

    Raises: EveningOpen, KeyReused, CeilingReached.
    """
    return reopen_evenings({key: evening}, at=at, by=by)[0]


def write_finished(prepared: PreparedEvenings) -> None:
    """Write evenings that are over, and update the standings. The caller's transaction locks what they build on."""
    with transaction.atomic():
        prepared.write()
        update_standings(prepared.evenings)


def reopen_evenings(reopening: Mapping[UUID, Evening], *, at: datetime, by: str) -> Sequence[Evening]:
    """Reopen several evenings of one club by key. Raises: EveningOpen, KeyReused, CeilingReached."""
    with transaction.atomic():
        reopened = [
            evenings.reopen_evening(evening=evening, key=key, at=at, by=by) for key, evening in reopening.items()
        ]
        update_standings(reopened)
    return reopened
