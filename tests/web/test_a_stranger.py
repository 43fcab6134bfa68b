"""Somebody who has never seen Scorebook stands before the club's page of the demo: so many taps, and no more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.utils import timezone, translation
from playwright.sync_api import Locator, Page, expect

from scorebook.clubs.models import Club
from scorebook.operations import demo
from tests.conftest import Figure
from tests.support.browser import OpenPage

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


@dataclass(kw_only=True)
class Stranger:
    """Who taps, and counts."""

    page: Page
    home: str
    taps: int = 0

    def begins(self) -> Stranger:
        self.page.goto(self.home)
        self.taps = 0
        return self

    def taps_on(self, name: str) -> Stranger:
        self.page.get_by_role("link", name=re.compile(rf"^{name}\b")).first.tap()
        self.taps += 1
        return self

    def sees(self, found: Locator) -> None:
        expect(found.first).to_be_in_viewport()


@pytest.fixture
def club(transactional_db: None) -> Iterator[Club]:
    with translation.override("de"):
        yield demo.fill_demo_club(now=timezone.now())


def test_what_a_club_argues_about_is_two_taps_away(club: Club, open_page: OpenPage, figure: Figure) -> None:
    home = f"/c/{club.keeper_token}/"
    stranger = Stranger(page=open_page(home, locale="de-DE"), home=home)
    page, taps = stranger.page, {}

    stranger.begins()
    leader = page.locator("#board tbody tr").first
    stranger.sees(leader)
    expect(leader).to_contain_text(re.compile(r"^\s*1\b"))
    taps["the season's leader"] = stranger.taps

    stranger.begins().taps_on("Resi").taps_on("Kontoauszug")
    stranger.sees(page.get_by_text(re.compile("bekommt noch|zahlt noch|nichts offen|schuldet noch|ist noch offen")))
    taps["own balance"] = stranger.taps

    stranger.begins().taps_on("Vroni")
    stranger.sees(page.get_by_text("Bester Partner", exact=True))
    stranger.sees(page.locator(".rivals").get_by_text("Xaver"))
    taps["the best partner"] = stranger.taps

    stranger.begins().taps_on("Ruhmeshalle")
    stranger.sees(page.get_by_text("Sie", exact=True))
    taps["the Sie of the house"] = stranger.taps

    figure("Taps of a stranger: " + ", ".join(f"{what} {count}" for what, count in taps.items()))
    most = {
        "the season's leader": 0, "own balance": 2, "the best partner": 2, "the Sie of the house": 2,
    }  # fmt: skip
    assert all(taps[what] <= count for what, count in most.items())
