"""Search: who played, what it was and what came of it finds a hand with its reason; what each filter takes."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules import Level
from scorebook.clubs.club_groups import club_group
from scorebook.standings import hand_search as searching
from scorebook.standings.hand_cursor import HandCursor
from scorebook.standings.hand_search import (
    HandCount,
    HandFilter,
    HandOutcome,
    contracts_played,
    has_open_evening,
    search_hands,
)
from tests.standings.any_hands import play
from tests.support.played_evening import THROWN_IN, PlayedEvening, new_evening, rufer, solo

FRIDAY = datetime(2025, 1, 3, 19, 0, tzinfo=UTC)
WEEK = timedelta(weeks=1)
PEOPLE = ("Anna", "Beppo", "Cilli", "Done")


@pytest.fixture
def friday(db: None) -> PlayedEvening:
    evening = new_evening(*PEOPLE, at=FRIDAY)
    evening.record(rufer("Anna", "Beppo"))
    evening.record(rufer("Beppo", "Anna", won=False, kontra=1))
    evening.record(solo("Cilli", level="schwarz", note="Der Wirt gab aus"))
    evening.record({"contract": "agreed", "points": {"Anna": 10, "Done": -10}, "why": "Säue vergeben"})
    evening.record(THROWN_IN)
    evening.close()
    return evening


def found(evening: PlayedEvening, **wanted: Any) -> list[int]:
    named: dict[str, Any] = {
        name: evening.players[value].pk if value in PEOPLE else value for name, value in wanted.items()
    }
    page = search_hands(club_group(evening.club.pk), HandFilter(**named))
    return [hand.event.no for hand in page.hands]


@pytest.mark.parametrize(
    ("wanted", "hands"),
    [
        ({}, [5, 4, 3, 2, 1]),
        ({"declarer": "Anna"}, [1]),
        ({"partner": "Anna"}, [2]),
        ({"declarer": "Anna", "partner": "Beppo"}, [2, 1]),
        ({"declarer": "Beppo", "partner": "Anna"}, [2, 1]),
        ({"declarer": "Anna", "partner": "Anna"}, []),
        ({"contract": "solo"}, [3]),
        ({"result": HandOutcome.WON}, [3, 1]),
        ({"result": HandOutcome.LOST}, [2]),
        ({"result": HandOutcome.NOBODY}, [5, 4]),
        ({"level": Level.SCHNEIDER}, [3]),
        ({"is_doubled": True}, [2]),
        ({"least_value": 40}, [3, 2]),
        ({"least_value": 41}, [3]),
        ({"note": "säue"}, [4]),
        ({"note": "SÄUE  VER"}, [4]),
        ({"note": "wirt AUS"}, [3]),
        ({"note": "wirt säue"}, []),
        ({"first_on": date(2025, 1, 3), "last_on": date(2025, 1, 3)}, [5, 4, 3, 2, 1]),
        ({"first_on": date(2025, 1, 4)}, []),
        ({"last_on": date(2025, 1, 2)}, []),
        ({"first_on": date.max, "last_on": date.min}, []),
    ],
)
def test_a_hand_is_found_by(friday: PlayedEvening, wanted: dict[str, Any], hands: list[int]) -> None:
    assert found(friday, **wanted) == hands


def test_what_is_found_comes_with_its_reason(friday: PlayedEvening) -> None:
    [hand] = search_hands(club_group(friday.club.pk), HandFilter(note="säue")).hands
    assert (hand.evening, hand.score.reasons[0].args) == (friday.fresh(), {"why": "Säue vergeben"})


def test_an_erased_note_is_found_by_no_word(friday: PlayedEvening) -> None:
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE clubs_typedtext SET text = '', salt = '' WHERE text = %s", ["Säue vergeben"])
    assert found(friday, note="säue") == []
    assert found(friday, note="note") == []
    assert found(friday, contract="agreed") == [4]


def test_it_is_counted_who_won(friday: PlayedEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    group = club_group(friday.club.pk)
    assert search_hands(group, HandFilter()).counted == HandCount(hands=5, won=2, lost=1, is_more=False)
    monkeypatch.setattr(searching, "PAGE", 1)
    monkeypatch.setattr(searching, "COUNTED", 4)
    first = search_hands(group, HandFilter())
    assert first.counted == HandCount(hands=4, won=1, lost=1, is_more=True)
    assert [hand.event.no for hand in first.hands] == [5]
    assert first.older and search_hands(group, HandFilter(), before=first.older).counted is None


@pytest.mark.parametrize(("page", "has_older"), [(4, True), (5, False)])
def test_a_full_page_is_followed_by_another_only_where_there_are_more(
    friday: PlayedEvening, monkeypatch: pytest.MonkeyPatch, page: int, has_older: bool
) -> None:
    monkeypatch.setattr(searching, "PAGE", page)
    first = search_hands(club_group(friday.club.pk), HandFilter())
    assert (len(first.hands), first.older is not None, first.looked_back_to) == (page, has_older, None)


def test_so_many_evenings_are_looked_at(friday: PlayedEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "EVENINGS_LOOKED_AT", 1)
    second = new_evening(*PEOPLE, club=friday.club, at=FRIDAY + WEEK)
    second.record(rufer("Anna", "Beppo"))
    second.close()
    page = search_hands(club_group(friday.club.pk), HandFilter(contract="solo"))
    assert (page.hands, page.looked_back_to) == ((), FRIDAY + WEEK)
    assert page.older
    older = search_hands(club_group(friday.club.pk), HandFilter(contract="solo"), before=page.older)
    assert ([hand.event.no for hand in older.hands], older.looked_back_to) == ([3], None)


def test_an_open_evening_is_not_searched(friday: PlayedEvening) -> None:
    group = club_group(friday.club.pk)
    assert not has_open_evening(group)
    friday.reopen()
    assert has_open_evening(group)
    assert found(friday) == []


def test_a_place_of_nowhere_is_the_beginning(friday: PlayedEvening) -> None:
    foreign = new_evening(*PEOPLE)
    foreign.record(solo("Anna"))
    foreign.close()
    group = club_group(friday.club.pk)
    for evening in (uuid4(), foreign.stored.pk):
        assert search_hands(group, HandFilter(), before=HandCursor(evening=evening, no=2)) == search_hands(
            group, HandFilter()
        )
    assert search_hands(group, HandFilter(), before=HandCursor(evening=friday.stored.pk, no=-(10**11))).hands == ()
    assert len(search_hands(group, HandFilter(), before=HandCursor(evening=friday.stored.pk, no=10**11)).hands) == 5


def test_the_contracts_that_can_be_chosen_were_played(friday: PlayedEvening) -> None:
    assert contracts_played(club_group(friday.club.pk)) == ["agreed", "rufer", "solo", "thrown_in"]


def test_a_search_takes_as_many_statements_for_a_full_page(friday: PlayedEvening) -> None:
    group, taken = club_group(friday.club.pk), []
    for _ in range(2):
        with CaptureQueriesContext(connection) as statements:
            search_hands(group, HandFilter())
            search_hands(group, HandFilter(note="säue"))
        taken.append(len(statements))
        for _ in range(3):
            evening = new_evening(*PEOPLE, club=friday.club)
            play(evening, random.Random(2), 10)
            evening.close()
    assert taken == [8, 8]
