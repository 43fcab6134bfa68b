"""A key that another club has used books nothing, in any kind of booking."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from scorebook.ledger import services
from scorebook.ledger.models import Entry
from scorebook.ledger.services import KeyConflict, Rounding
from tests.support.booked_evening import NINE_O_CLOCK, BookedEvening, new_evening

SCRIBE: dict[str, Any] = {"by": "Anna", "at": NINE_O_CLOCK}


def carried_over(evening: BookedEvening) -> Entry:
    of: dict[str, Any] = {"club": evening.club, "unit": evening.unit, "evening_id": evening.evening_id}
    return services.carry_over(**of, key=uuid4(), **SCRIBE)


Booking = Callable[[BookedEvening, UUID], object]
BOOKINGS: dict[str, Booking] = {
    "result": lambda closed, key: closed.post(closed.result("hand 2", key=key, Anna=5, Beppo=-5)),
    "reversal": lambda closed, key: closed.post(closed.reversal(Entry.objects.get(why="hand 1"), key=key)),
    "payment": lambda closed, key: closed.pay("Dani", "Anna", 30, key=key),
    "planned payment": lambda closed, key: closed.mark_paid(closed.plan()[0], key=key),
    "carrying over": lambda closed, key: services.carry_over(
        club=closed.club, unit="EUR", evening_id=closed.evening_id, key=key, **SCRIBE
    ),
    "rounding": lambda closed, key: services.round_off(
        club=closed.club, unit="EUR", evening_id=closed.evening_id, key=key, coin=50, to=Rounding.KITTY, **SCRIBE
    ),
    "deposit": lambda closed, key: services.deposit(
        club=closed.club, unit="EUR", key=key, player=closed.players["Anna"], amount_minor=5, note="fee", **SCRIBE
    ),
    "undoing": lambda closed, key: services.undo_entry(entry=carried_over(closed), key=key, **SCRIBE),
}


@pytest.mark.parametrize("booking", BOOKINGS)
def test_a_key_of_another_club_books_nothing(closed: BookedEvening, booking: str) -> None:
    other, key = new_evening("Emmi", "Fritz"), uuid4()
    other.post(other.result("hand of others", key=key, Emmi=5, Fritz=-5))
    before = closed.club_balances()
    with pytest.raises(KeyConflict) as conflict, transaction.atomic():
        BOOKINGS[booking](closed, key)
    assert conflict.value.key == key
    assert (closed.club_balances(), Entry.objects.filter(club=closed.club).count()) == (before, 1)
    for one in (closed, other):
        one.check()
