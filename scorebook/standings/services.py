"""The verbs that change what a club remembers: an evening is closed, or goes on."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scorebook.play.models import Evening
from scorebook.play.services import PreparedEvenings
from scorebook.play.services import evening as evenings
from scorebook.standings.memory import remember_evening, remember_evenings


def close_evening(*, evening: Evening, key: UUID, at: datetime, by: str) -> Evening:
    """End the evening: the pot goes to whom the table agreed on, payments are planned, and the club remembers it.

    Raises: EveningClosed, KeyReused.
    """
    with transaction.atomic():
        closed = evenings.close_evening(evening=evening, key=key, at=at, by=by)
        remember_evening(closed)
    return closed


def reopen_evening(*, evening: Evening, key: UUID, at: datetime, by: str) -> Evening:
    """Go on with a closed evening: the pot is filled again, open payments are withdrawn, and it counts no longer.

    Raises: EveningOpen, KeyReused, CeilingReached.
    """
    with transaction.atomic():
        reopened = evenings.reopen_evening(evening=evening, key=key, at=at, by=by)
        remember_evening(reopened)
    return reopened


def write_finished(prepared: PreparedEvenings) -> None:
    """Write evenings that are over, in a transaction that holds what they build on; the club remembers them."""
    with transaction.atomic():
        prepared.write()
        remember_evenings(prepared.evenings)


def reopen_evenings(reopening: Mapping[UUID, Evening], *, at: datetime, by: str) -> Sequence[Evening]:
    """The same of evenings that were closed. reopening: key -> evening of one club.

    Raises: EveningOpen, KeyReused, CeilingReached.
    """
    with transaction.atomic():
        reopened = [
            evenings.reopen_evening(evening=evening, key=key, at=at, by=by) for key, evening in reopening.items()
        ]
        remember_evenings(reopened)
    return reopened
