"""Several phones write at the same time, each with its own connection to the database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar
from uuid import uuid4

import pytest
from django.db import connection

from scorebook.clubs.models import Player
from scorebook.clubs.services import enrol_players
from scorebook.ledger import queries
from scorebook.ledger.models import Account, Entry
from scorebook.ledger.services import EntryRefused, KeyConflict, open_accounts
from tests.support.booked_evening import NINE_O_CLOCK, new_evening

pytestmark = pytest.mark.django_db(transaction=True)

T = TypeVar("T")


def at_once(*calls: Callable[[], T]) -> list[T | Exception]:
    """Run each call in a thread, all starting together; what it returns or how it is refused."""
    start = Barrier(len(calls))

    def run(call: Callable[[], T]) -> T | Exception:
        try:
            connection.ensure_connection()
            start.wait(timeout=30)
            return call()
        except (KeyConflict, EntryRefused) as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@pytest.mark.parametrize("_round", range(5))
def test_the_same_hand_sent_by_two_connections_is_booked_once(_round: int) -> None:
    evening = new_evening("Anna", "Beppo")
    draft = evening.result(Anna=40, Beppo=-40)
    answers = at_once(*[lambda: evening.post(draft)[0].seq] * 4)
    assert answers == [1, 1, 1, 1]
    assert Entry.objects.count() == 1
    assert evening.balances() == {"Anna": 40, "Beppo": -40}
    evening.check()


def test_the_same_key_for_two_hands_goes_to_whoever_was_first() -> None:
    evening, key = new_evening("Anna", "Beppo"), uuid4()
    drafts = [evening.result(key=key, Anna=amount, Beppo=-amount) for amount in (10, 20)]
    answers = at_once(*(lambda draft=draft: evening.post(draft)[0] for draft in drafts))
    assert [type(answer) for answer in answers if isinstance(answer, Exception)] == [KeyConflict]
    assert Entry.objects.count() == 1
    evening.check()


def test_many_writers_leave_no_gap_in_the_chain() -> None:
    evening = new_evening("Anna", "Beppo")

    def write_ten() -> None:
        for number in range(10):
            evening.post(evening.result(f"hand {number}", Anna=1, Beppo=-1))

    at_once(*[write_ten] * 4)
    assert list(Entry.objects.values_list("seq", flat=True)) == list(range(1, 41))
    assert evening.balances() == {"Anna": 40, "Beppo": -40}
    evening.check()


def test_two_corrections_of_the_same_hand_reverse_it_once() -> None:
    evening = new_evening("Anna", "Beppo")
    [wrong] = evening.post(evening.result(Anna=40, Beppo=-40))
    answers = at_once(*[lambda: evening.post(evening.reversal(wrong), evening.result(Anna=5, Beppo=-5))] * 2)
    assert [answer.code for answer in answers if isinstance(answer, EntryRefused)] == ["already_reversed"]
    assert evening.balances() == {"Anna": 5, "Beppo": -5}
    evening.check()


def test_two_phones_that_tick_the_same_payment_book_it_once() -> None:
    evening = new_evening("Anna", "Beppo")
    evening.post(evening.result(Anna=40, Beppo=-40))
    [planned] = evening.plan()
    answers = at_once(*[lambda: evening.mark_paid(planned)] * 2)
    assert [answer.code for answer in answers if isinstance(answer, EntryRefused)] == ["already_paid"]
    assert evening.balances() == {"Anna": 0, "Beppo": 0}
    evening.check()


def test_two_phones_that_open_the_same_evening_open_its_accounts_once() -> None:
    evening = new_evening("Anna", "Beppo")
    evening_id = uuid4()

    def open_it() -> None:
        players = enrol_players(club=evening.club, names=["Anna", "Emmi", "Fritz"], at=NINE_O_CLOCK, by="club link")
        open_accounts(club=evening.club, unit="EUR", players=players, evening_id=evening_id)

    assert at_once(*[open_it] * 3) == [None, None, None]
    assert Player.objects.filter(club=evening.club).count() == 4
    assert Account.objects.filter(evening_id=evening_id).count() == 2
    assert Account.objects.filter(kind=Account.Kind.PLAYER).count() == 4


def test_clubs_write_side_by_side() -> None:
    evenings = [new_evening("Anna", "Beppo") for _ in range(3)]
    at_once(*(lambda evening=evening: evening.post(evening.result(Anna=1, Beppo=-1)) for evening in evenings * 2))
    for evening in evenings:
        assert queries.balances(club=evening.club, unit="EUR")[evening.players["Anna"].pk] == 2
        evening.check()
