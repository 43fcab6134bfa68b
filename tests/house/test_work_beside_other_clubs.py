"""What a write costs does not grow with the books of other clubs: SQLite's own steps are counted, not the time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from uuid import uuid4

import pytest

from scorebook.clubs.models import Club
from scorebook.play import services
from scorebook.play.models import HandResult
from tests.support.imported import evenings_of, imported, new_club, undone
from tests.support.large_club import hand_sheet
from tests.support.played_evening import PlayedEvening, new_evening, rufer
from tests.support.sqlite_steps import counted_steps

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only(reason="counts the steps of SQLite's machine")]
HANDS, HANDS_OF_OTHERS = 40, 400


def record(table: PlayedEvening) -> None:
    hands = [services.NewHand(key=uuid4(), hand=table.by_id(rufer("Anna", "Cilli"))) for _ in range(HANDS)]
    club_id, link, known = table.club.pk, table.stored.scribe_token, table.fresh().hand_count
    services.record_hands(club_id=club_id, link=link, known_hands=known, hands=hands, at=table.now(), by="scribe")


def close_and_reopen(table: PlayedEvening) -> None:
    record(table)
    table.close()
    table.reopen()


def bring_in_and_take_back(table: PlayedEvening) -> None:
    found = imported(table.club, hand_sheet(date(2024, 5, 2), HANDS))
    undone(table.club, found)


def steps(write: Callable[[PlayedEvening], None]) -> int:
    """Of the same write in a club of its own."""
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    return counted_steps(lambda: write(table))


@pytest.fixture
def others() -> Callable[[], Club]:
    def play() -> Club:
        club = new_club()
        imported(club, hand_sheet(date(2024, 5, 2), HANDS_OF_OTHERS))
        assert evenings_of(club)[0].hand_count == HandResult.objects.filter(club=club).count() == HANDS_OF_OTHERS
        return club

    return play


@pytest.mark.parametrize("write", [record, close_and_reopen, bring_in_and_take_back])
def test_many_hands_take_the_same_steps_beside_large_clubs(
    others: Callable[[], Club], write: Callable[[PlayedEvening], None]
) -> None:
    steps(write)  # the first one also makes the view
    alone = steps(write)
    others()
    assert steps(write) < 1.1 * alone
