"""The club's page without scrolling: who leads, what is open, what happened last, and one action in gold."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Page, ViewportSize, expect

from scorebook.clubs.models import Club
from scorebook.operations import demo
from tests.support.browser import OpenPage
from tests.web.test_first_screen_of_settling import LANGUAGES, MAX_TARGETS, in_view

SCREEN: ViewportSize = {"width": 360, "height": 740}
MAX_PAGE_PX = 1_800
HEIGHT = "document.documentElement.scrollHeight"

pytestmark = pytest.mark.browser


@pytest.fixture
def club(transactional_db: None) -> Club:
    return demo.fill_demo_club(now=timezone.now())


def answers_in_view(page: Page) -> None:
    expect(page.locator("#board tbody tr").nth(2)).to_be_in_viewport(ratio=1)
    expect(page.locator("#open a")).to_be_in_viewport(ratio=1)
    expect(page.locator("#evenings li", has=page.locator(".crown")).first).to_be_in_viewport(ratio=1)


def test_the_club_answers_on_its_first_screen_and_is_short(club: Club, open_page: OpenPage) -> None:
    for locale in LANGUAGES:
        page = open_page(f"/c/{club.keeper_token}/", locale=locale)
        page.set_viewport_size(SCREEN)
        answers_in_view(page)
        assert len(in_view(page)) <= MAX_TARGETS, in_view(page)
        assert page.evaluate(HEIGHT) <= MAX_PAGE_PX
        expect(page.locator(".button-main")).to_have_count(1)
        expect(page.locator(".button-main")).to_be_in_viewport(ratio=1)
        page.locator("#open a").tap()
        expect(page.locator("#open .nets tbody tr").first).to_be_in_viewport()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_next_evening_starts_on_the_first_screen(club: Club, open_page: OpenPage, locale: str) -> None:
    page = open_page(f"/c/{club.keeper_token}/start", locale=locale)
    page.set_viewport_size(SCREEN)
    expect(page.locator(".note")).to_have_count(1)  # the keeper has not saved the link yet
    expect(page.locator(".button-main")).to_be_in_viewport(ratio=1)
