"""The menu of an evening closes as menus do; without a script a tap on its word opens and closes it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import OpenPage
from tests.support.played_evening import new_evening

pytestmark = pytest.mark.browser


def opened(open_page: OpenPage, *, javascript: bool = True) -> Page:
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    page = open_page(f"/t/{table.stored.scribe_token}/", javascript=javascript)
    page.locator(".menu > summary").tap()
    expect(page.locator(".menu > ul")).to_be_visible()
    return page


def test_a_tap_beside_it_closes_it(open_page: OpenPage) -> None:
    page = opened(open_page)
    page.touchscreen.tap(20, 600)
    expect(page.locator(".menu > ul")).to_be_hidden()


def test_esc_closes_it_and_goes_back_to_its_word(open_page: OpenPage) -> None:
    page = opened(open_page)
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator(".menu > ul")).to_be_hidden()
    expect(page.locator(".menu > summary")).to_be_focused()


def test_a_choice_on_the_same_page_closes_it(open_page: OpenPage) -> None:
    page = opened(open_page)
    page.get_by_role("link", name="Zuschauen lassen (QR)").first.tap()
    expect(page.locator(".menu > ul")).to_be_hidden()
    expect(page.locator("#share > .qr")).to_be_visible()


def groups(page: Page) -> dict[str, list[str]]:
    menu = page.locator(".menu > ul > li").all()
    return {one.locator("p").inner_text(): one.locator("li:visible > a").all_inner_texts() for one in menu}


def test_it_has_three_groups_and_last_of_all_the_end_of_the_evening(open_page: OpenPage) -> None:
    page = opened(open_page)
    assert groups(page) == {
        "Jetzt": ["Kommen und Gehen", "Spiele als Text eingeben", "Zuschauen lassen (QR)"],
        "Nachschlagen": ["Unsere Regeln", "Karten zählen", "Rechner"],
        "Schluss": ["Festes Ende", "Abend abschließen"],
    }
    # Strong, but not in the gold of the button that records a hand.
    colours = "(one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one.ownerDocument.body).color]"
    last = page.locator(".menu a:visible").last
    assert len(set(last.evaluate(colours))) == 1
    box = last.bounding_box()
    assert box and box["height"] >= 44


def test_on_the_other_pages_it_leads_back_to_the_table(open_page: OpenPage) -> None:
    page = opened(open_page)
    page.locator(".menu").get_by_role("link", name="Kommen und Gehen").tap()
    page.locator(".menu > summary").tap()
    assert groups(page)["Jetzt"][0] == "Tisch"


def test_without_a_script_its_word_opens_and_closes_it(open_page: OpenPage) -> None:
    page = opened(open_page, javascript=False)
    page.locator(".menu > summary").tap()
    expect(page.locator(".menu > ul")).to_be_hidden()
