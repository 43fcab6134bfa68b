"""The lock of an evening for writers, and checks of every write: it is open, below its limit, its keys unused."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

from django.db import IntegrityError

from scorebook.core import budgets
from scorebook.core.database.taken_ids import is_taken_id, taken_id
from scorebook.play.errors import CeilingReached, EveningClosed, KeyReused
from scorebook.play.models import Evening


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
    """Raise KeyReused if the block fails because a key is already used.

    It found none of the keys among its own events. A key used in another evening, in another club or for another
    purpose has a row, so the database refuses a second one.
    """
    try:
        yield
    except IntegrityError as error:
        if not is_taken_id(error):
            raise
        taken = taken_id(error, keys)  # of an id that derives from the only key, none
        raise KeyReused(taken if taken in keys else keys[0]) from error
