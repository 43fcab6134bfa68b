"""What two clubs that are one remember together is shown below the link of either."""

import re
from collections.abc import Sequence
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client

from scorebook.standings.services.linking import link_club, unlink_club
from tests.standings.club_season import Club2026
from tests.support.hall_evenings import closed_evening
from tests.support.page import markup, squeezed
from tests.support.paged_evening import text_of
from tests.support.played_evening import NINE_O_CLOCK, PlayedEvening, solo

PAGES = [
    "",
    "board",
    "board?as=csv",
    "ratings",
    "hall",
    "cup",
    "partners",
    "search",
    "years/2026/",
    "seasons",
]
NAMING = {
    "board": "Anna",
    "board?as=csv": "Anna",
    "ratings": "Emil",
    "hall": "Anna",
    "cup": "Anna",
    "search": "Anna",
    "years/2026/": "Emil",
}


@pytest.fixture
def clubs(db: None) -> Sequence[PlayedEvening]:
    """Anna, Beppo and Cilli play in both, Done in the first and Emil in the second alone."""
    first = closed_evening("Anna Beppo Cilli Done", [solo("Anna")])
    second = closed_evening("Anna Beppo Cilli Emil", [solo("Anna")], at=NINE_O_CLOCK + timedelta(days=1))
    link_club(club=first.club, other=second.club, key=uuid4(), by="club link", at=NINE_O_CLOCK)
    return first, second


@pytest.mark.parametrize("which", [0, 1], ids=["the first", "the second"])
@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_either_club_is_there(
    client: Client, clubs: Sequence[PlayedEvening], which: int, page: str
) -> None:
    answer = client.get(f"/c/{clubs[which].club.keeper_token}/{page}")
    assert answer.status_code == 200
    assert NAMING.get(page, "") in squeezed(text_of(answer))


def test_no_link_leads_to_the_people_of_a_club_that_is_unlinked(client: Client, clubs: Sequence[PlayedEvening]) -> None:
    first, second = clubs
    table = Club2026(club=first.club, evenings=[first], clock=NINE_O_CLOCK + timedelta(days=2))
    season = table.agree()
    table.close()
    unlink_club(club=first.club, other=second.club, key=uuid4(), by="club link", at=table.clock)
    club = f"/c/{first.club.keeper_token}/"
    for page in (club, f"{club}seasons/{season.id}/"):
        people = set(re.findall(r'href="(/c/[^/"]+/people/[^"]+)"', markup(client.get(page))))
        assert len(people) == 4
        assert all(client.get(path).status_code == 200 for path in people)
