"""Whoever writes in an evening comes one by one, and finds it open and not full."""

from scorebook.core import budgets
from scorebook.play.errors import CeilingReached, EveningClosed
from scorebook.play.models import Evening


def locked_evening(evening: Evening) -> Evening:
    """The evening as it is now, held until the transaction ends."""
    # NO KEY: whoever only inserts rows that refer to the evening need not wait.
    held = Evening.objects.select_for_update(of=("self",), no_key=True).select_related("club")
    now = held.get(club=evening.club_id, pk=evening.pk)
    if "rules" in evening.__dict__:  # to read them again would cost more than to score the hand
        now.rules = evening.rules
    return now


def check_evening_open(evening: Evening) -> None:
    if evening.is_closed:
        raise EveningClosed


def check_room_for_event(evening: Evening, events: int = 1) -> None:
    """Everything but the close asks this: an evening can always be ended."""
    if evening.revision + events > budgets.EVENTS_PER_EVENING:
        raise CeilingReached(code="events_full", field="evening")
