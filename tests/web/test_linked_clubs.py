"""What two clubs that are one remember together is shown below the link of either."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client

from scorebook.standings.services.linking import link_club
from tests.support.hall_evenings import closed_evening
from tests.support.page import squeezed
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
