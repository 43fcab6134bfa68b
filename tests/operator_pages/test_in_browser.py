"""The operator's pages in a real browser: nothing that the content security policy refuses, nothing that axe finds.

`open_page` fails at the end where a page wrote an error to the console, as a browser does for what a policy refuses.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorebook.accounts.models import User
from scorebook.clubs.models import Club
from tests.operator_pages.conftest import NAME, PASSWORD
from tests.support.browser import PHONE_HEIGHT, PHONE_WIDTH, OpenPage
from tests.support.played_evening import PlayedEvening, new_evening, rufer
from tests.web.test_axe import findings

pytestmark = pytest.mark.browser
DESK = {"width": 1280, "height": 800}
PHONE = {"width": PHONE_WIDTH, "height": PHONE_HEIGHT}


@pytest.fixture
def evening(transactional_db: None) -> PlayedEvening:
    User.objects.create_superuser(NAME, PASSWORD)
    found = new_evening("Anna", "Beppo", "Cilli", "Done")
    found.record(rufer("Anna", "Beppo"))
    return found


def log_in(page: Page) -> None:
    page.get_by_label("Username").fill(NAME)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="All data")).to_be_visible()


def pages_of(evening: PlayedEvening) -> dict[str, str]:
    club, anna = f"/admin/clubs/club/{evening.club.pk}", f"/admin/clubs/player/{evening.players['Anna'].pk}"
    return {
        "index": "/admin/", "clubs": "/admin/clubs/club/", "club": f"{club}/change/", "history": f"{club}/history/",
        "links": f"{club}/links/", "people": "/admin/clubs/player/", "person": f"{anna}/change/",
        "name": f"{anna}/name/", "evenings": "/admin/play/evening/", "events": "/admin/play/handevent/",
        "evening": f"/admin/play/evening/{evening.stored.pk}/change/", "app": "/admin/play/",
    }  # fmt: skip


def is_as_wide_as_the_window(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.thorough
def test_axe_finds_nothing(evening: PlayedEvening, open_page: OpenPage) -> None:
    # It copies a stylesheet that another one imports into the page, which the policy refuses.
    page = open_page("/admin/", locale="en-GB", expected_errors="inline style|404")
    found = {"login": findings(page)}
    log_in(page)
    for name, path in pages_of(evening).items():
        page.goto(path)
        found[name] = findings(page)
    page.get_by_role("link", name="Home").click()
    page.get_by_label("Name, id or link").fill("LINDE")
    page.get_by_role("button", name="Find").click()
    found["found"] = findings(page)
    wrong = [f"{name}: {line}" for name, lines in found.items() for line in lines]
    assert not wrong, "\n".join(wrong)


def test_nothing_is_refused_in_either_theme_and_width(evening: PlayedEvening, open_page: OpenPage) -> None:
    page = open_page("/admin/", locale="en-GB")
    log_in(page)
    for name, path in pages_of(evening).items():
        page.goto(path)
        for size in (PHONE, DESK):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                _keep_picture(page, f"{name}-{size['width']}-{theme}")


def _keep_picture(page: Page, name: str) -> None:
    """To look at, where somebody says where."""
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def test_a_club_is_found_by_its_link_and_given_a_new_one(evening: PlayedEvening, open_page: OpenPage) -> None:
    page = open_page("/admin/", locale="en-GB")
    log_in(page)
    page.get_by_label("Name, id or link").fill(f"http://pub.example/t/{evening.stored.scribe_token}/")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("heading", name="Stammtisch Linde")).to_be_visible()
    assert evening.stored.scribe_token not in page.url
    page.get_by_role("link", name="New links").click()
    page.get_by_role("button", name="Make new links").click()
    new = Club.objects.get().keeper_token
    expect(page.get_by_text(re.compile(f"/c/{new}/"))).to_be_visible()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    assert page.evaluate("document.querySelector('img').naturalWidth") > 100
    assert is_as_wide_as_the_window(page)
    _keep_picture(page, "renewed-360-dark")
    page.get_by_role("link", name="Back to the club").click()
    assert new not in page.content()


def test_a_name_is_hidden(evening: PlayedEvening, open_page: OpenPage) -> None:
    page = open_page("/admin/", locale="en-GB")
    log_in(page)
    page.get_by_label("Name, id or link").fill("LINDE")
    page.get_by_role("button", name="Find").click()
    _keep_picture(page, "found-360-dark")
    page.get_by_role("link", name="Stammtisch Linde").click()
    page.get_by_role("link", name="Anna").click()
    page.get_by_role("link", name="Hide name").click()
    page.get_by_role("button", name="Hide name").click()
    expect(page.get_by_text("The name is hidden.").first).to_be_visible()
    assert "Anna" not in page.content()
    page.get_by_role("link", name="Show the name again").click()
    page.get_by_role("button", name="Show the name again").click()
    expect(page.get_by_role("heading", name="Anna")).to_be_visible()
