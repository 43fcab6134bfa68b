"""A Stoss called while a hand is played outlives the phone in a pocket, shows in the form, goes with the hand."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import OpenPage, OwnPhone
from tests.support.offline_network import Cellar
from tests.support.touch import Thumb, opens_offline

pytestmark = pytest.mark.browser
PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
WRITTEN_WITHIN_S = 30  # a browser writes its storage down in its own time


@pytest.fixture
def table(open_page: OpenPage, net: Cellar) -> Thumb:
    thumb = Thumb(open_page("/", at=net.url, expected_errors="Failed to load resource"), javascript=True)
    thumb.start(*PEOPLE)
    opens_offline(thumb.page)
    return thumb


def opened_anew(thumb: Thumb) -> Thumb:
    """The tab is gone; the address is opened again."""
    url, context = thumb.page.url, thumb.page.context
    thumb.page.close()
    page = context.new_page()
    page.goto(url)
    return Thumb(page, javascript=True)


def runs(page: Page) -> str:
    return " ".join(" ".join(page.locator(".call > summary").all_inner_texts()).split())


def test_it_shows_its_value_and_leaves_the_button_in_its_place(table: Thumb) -> None:
    button = table.page.locator(".record")
    before = button.bounding_box()
    table.choose("kontra", "2")
    table.choose("laid", "1")
    assert runs(table.page) == "Laufende Stoß × 4 Gelegt 1"
    table.tap(table.page.locator(".row-laid summary"))
    assert button.bounding_box() == before
    table.choose("kontra", "0")
    table.choose("laid", "0")
    assert runs(table.page) == "Laufende Stoß Gelegt"


def test_it_is_there_again_in_another_tab_with_and_without_a_network(table: Thumb, net: Cellar) -> None:
    table.choose("kontra", "2")
    table = opened_anew(table)
    expect(table.page.locator('[name="kontra"][value="2"]')).to_be_checked()
    net.is_cut = True
    table = opened_anew(table)
    expect(table.page.locator('[name="kontra"][value="2"]')).to_be_checked()
    assert runs(table.page) == "Laufende Stoß × 4 Gelegt"
    table.write({"declarer": "Anna", "partner": "Beppo"})
    expect(table.page.locator(".record")).to_contain_text("+80")
    table.tap(table.page.locator(".record"))
    expect(table.page.locator("h1")).to_have_text("Spiel 2")
    table.choose("kontra", "1")
    table = opened_anew(table)  # drawn by the phone alone
    expect(table.page.locator("h1")).to_have_text("Spiel 2")
    expect(table.page.locator('[name="kontra"][value="1"]')).to_be_checked()


def test_it_goes_with_the_hand(table: Thumb) -> None:
    table.choose("kontra", "1")
    table.write({"declarer": "Anna", "partner": "Beppo"})
    table.record()
    assert runs(opened_anew(table).page) == "Laufende Stoß Gelegt"


def test_a_correction_neither_takes_it_nor_brings_it(table: Thumb) -> None:
    table.write({"declarer": "Anna", "partner": "Beppo"})
    table.record()
    table.choose("kontra", "2")
    address = table.page.url
    table.page.goto(f"{address}hands/1/")
    expect(table.page.locator('[name="kontra"][value="0"]')).to_be_checked()
    table.choose("level", "schneider")
    table.record()
    expect(table.page.locator('[name="kontra"][value="2"]')).to_be_checked()


def test_closing_the_evening_ends_it(table: Thumb) -> None:
    table.write({"declarer": "Anna", "partner": "Beppo"})
    table.record()
    table.choose("kontra", "2")
    page, address = table.page, table.page.url
    assert page.evaluate("`taps ${location.pathname}` in localStorage")
    page.goto(f"{address}close")
    table.press("Abend abschließen")
    page.wait_for_function("!Object.keys(localStorage).some((key) => key.startsWith('taps '))")


@pytest.mark.thorough
def test_it_survives_a_killed_browser(net: Cellar, tmp_path: Path, chromium: Browser) -> None:
    profile = tmp_path / "profile"
    phone = OwnPhone(browser=chromium, profile=profile, base_url=net.url)
    table = Thumb(phone.context.new_page(), javascript=True)
    table.page.goto("/")
    table.start(*PEOPLE)
    table.choose("kontra", "2")
    address = table.page.url
    kept, until = profile / "Default" / "Local Storage" / "leveldb", time.monotonic() + WRITTEN_WITHIN_S
    while not any(b"taps " in file.read_bytes() for file in kept.glob("*.log")) and time.monotonic() < until:
        table.page.wait_for_timeout(100)
    phone.kill()

    phone = OwnPhone(browser=chromium, profile=profile, base_url=net.url)
    page = phone.context.new_page()
    page.goto(address)
    expect(page.locator('[name="kontra"][value="2"]')).to_be_checked()
    phone.close()
