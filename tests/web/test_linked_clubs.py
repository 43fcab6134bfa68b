"""Two clubs that are one: every page that tells of both knows everybody by name."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from scorebook.clubs.models import Club
from scorebook.standings.order import link_club
from tests.support.paged_evening import text_of
from tests.support.played_evening import new_evening, rufer


@pytest.fixture
def clubs(db: None) -> tuple[Club, Club]:
    """The Krone belongs to the Stammtisch now; each has played and closed an evening."""
    found = []
    for names in (("Anna", "Beppo", "Cilli", "Done"), ("Emmi", "Fritz", "Gustl", "Hans")):
        evening = new_evening(*names)
        evening.record(rufer(*names[:2]))
        evening.close()
        found.append(evening)
    first, second = found
    link_club(club=first.club, other=second.club, key=uuid4(), by="club link", at=first.now())
    return first.club, second.club


@pytest.mark.parametrize("page", ["board?period=all", "board?period=all&as=csv", "ratings"])
def test_whoever_played_in_either_club_is_named_in_both(client: Client, clubs: tuple[Club, Club], page: str) -> None:
    for club in clubs:
        said = text_of(client.get(f"/c/{club.link_token}/{page}"))
        assert "Anna" in said and "Emmi" in said


@pytest.mark.parametrize("page", ["", "hall", "partners", "cup", "seasons", "years/2026/", "search", "order", "tab"])
def test_every_page_of_the_two_opens(client: Client, clubs: tuple[Club, Club], page: str) -> None:
    for club in clubs:
        assert client.get(f"/c/{club.link_token}/{page}").status_code == 200
