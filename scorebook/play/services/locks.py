"""The lock of an evening for writers, and checks that it is open and below its limit."""

from scorebook.core import budgets
from scorebook.play.errors import CeilingReached, EveningClosed
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
