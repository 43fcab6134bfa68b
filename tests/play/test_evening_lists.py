"""Lists of evenings go by the day of play: an evening of last year that came in today has a number of today."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from scorebook.clubs.models import Club
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.play.queries.evening_lists import latest_first
from scorebook.play.queries.statements import statement_evenings
from scorebook.standings.boards.board_queries import latest_evenings
from scorebook.web.core.units import units_of_club
from tests.support.played_evening import NINE_O_CLOCK, PlayedEvening, new_evening, rufer

PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
YEAR = timedelta(days=365)


def played(club: Club | None, *, years_ago: int, unit: str = "EUR") -> PlayedEvening:
    evening = new_evening(*PEOPLE, club=club, at=NINE_O_CLOCK - years_ago * YEAR, unit=unit)
    evening.record(rufer("Anna", "Beppo"))
    evening.close()
    return evening


@pytest.fixture
def evenings(db: None) -> list[PlayedEvening]:
    """Number 1 is of this year, 2 of two years ago, 3 of last year."""
    first = played(None, years_ago=0)
    return [first, played(first.club, years_ago=2), played(first.club, years_ago=1)]


def test_every_list_of_evenings_goes_by_the_day(evenings: list[PlayedEvening]) -> None:
    club, anna = evenings[0].club, evenings[0].players["Anna"]
    assert [one.number for one in latest_evenings(club)] == [1, 3, 2]
    lines = statement_evenings(club=club, unit="EUR", player=anna)
    assert [line.evening.number for line in lines] == [1, 3, 2]
    for one in evenings:
        play.archive_evening(evening=one.stored, by="club link", at=one.now())
    archived = play.archived_evenings(Evening.objects.filter(club=club))
    assert [one.number for one in latest_first(archived, club)] == [1, 3, 2]


def test_pages_follow_one_another(evenings: list[PlayedEvening]) -> None:
    club, anna = evenings[0].club, evenings[0].players["Anna"]
    pages = [None, 1, 3, 2]
    found = [statement_evenings(club=club, unit="EUR", player=anna, before=before, count=1) for before in pages]
    assert [[line.evening.number for line in page] for page in found] == [[1], [3], [2], []]


def test_pages_do_not_depend_on_the_numbers_of_another_club(db: None) -> None:
    """Both clubs have numbers 1 and 2; the other one played its own ten years before, and ten years after."""
    others = [played(None, years_ago=ago) for ago in (10, -10)]
    own = played(None, years_ago=0).club
    for club in (others[0].club, own, others[1].club):
        played(club, years_ago=1)
    assert [one.number for one in latest_evenings(own, before=1)] == [2]
    assert [one.number for one in latest_evenings(own, before=2)] == []


def test_evenings_of_one_moment_go_by_number(db: None) -> None:
    first = played(None, years_ago=0)
    played(first.club, years_ago=0)
    assert [one.number for one in latest_evenings(first.club)] == [2, 1]
    assert [one.number for one in latest_evenings(first.club, before=2)] == [1]


def test_the_unit_of_the_last_evening_comes_first(evenings: list[PlayedEvening]) -> None:
    played(evenings[0].club, years_ago=1, unit="beer")
    assert units_of_club(evenings[0].club) == ["EUR", "beer"]


def test_a_club_that_has_not_played_for_a_year_shows_all_years(client: Client, db: None) -> None:
    evening = played(None, years_ago=3)
    page = client.get(reverse("web:club", args=[evening.club.keeper_token]), headers={"accept-language": "en"})
    board = client.get(reverse("web:board", args=[evening.club.keeper_token]), headers={"accept-language": "en"})
    for answer in (page, board):
        assert all(name in answer.content.decode() for name in PEOPLE)
    assert "this page shows all years" in board.content.decode()
