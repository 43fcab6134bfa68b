"""The lock of an evening for writers, and checks of every write: it is open, below its limit, its keys unused."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

from django.db import IntegrityError

from scorebook.core import budgets
from scorebook.ledger import services as ledger
from scorebook.play.errors import CeilingReached, EveningClosed, KeyReused
from scorebook.play.models import Evening, EveningEvent, HandEvent


def locked_evening(evening: Evening) -> Evening:
    """Lock the evening until the transaction ends, and return it as it is then."""
    # NO KEY: inserts that refer to the evening need not wait.
    held = Evening.objects.select_for_update(of=("self",), no_key=True).select_related("club")
    now = held.get(club=evening.club_id, pk=evening.pk)
    if "rules" in evening.__dict__:  # parsing them again would cost more than scoring the hand
        now.rules = evening.rules
    return now


def check_evening_open(evening: Evening) -> None:
    if evening.is_closed:
        raise EveningClosed


def check_room_for_event(evening: Evening, events: int = 1) -> None:
    """Raise CeilingReached at the limit of events. Closing skips this, so that an evening can always be closed."""
    if evening.revision + events > budgets.EVENTS_PER_EVENING:
        raise CeilingReached(code="events_full", field="evening")


@contextmanager
def report_reused_keys(keys: Sequence[UUID]) -> Iterator[None]:
    """Raise KeyReused if the transaction inside fails because a key is already used.

    The transaction found none of the keys among the evening's events. A key used in another evening or for another
    purpose has a row, so the database refuses a second one. Only then it is looked up, in all clubs.
    """
    try:
        yield
    except IntegrityError as error:
        if taken := _first_used_key(keys):
            raise KeyReused(taken) from error
        raise


def _first_used_key(keys: Sequence[UUID]) -> UUID | None:
    taken = ledger.used_keys(keys)
    for kind in (HandEvent, EveningEvent):
        taken |= set(kind._default_manager.filter(pk__in=keys).values_list("pk", flat=True))
    return next((key for key in keys if key in taken), None)
