"""Everything tapped in the form of a hand outlives a reload, another page and a discarded tab, until it is recorded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.browser import OpenPage
from tests.support.offline_network import Cellar
from tests.support.paged_evening import PagedEvening, start
from tests.support.touch import Thumb, opens_offline

pytestmark = pytest.mark.browser
LOST = "Failed to load resource|navigator.vibrate"
TWO = {"declarer": "Anna", "partner": "Beppo"}
# Every field as a person sees it: what is chosen, what is typed.
TAPPED = """() => [...document.querySelectorAll("#entry :is(input, select)")]
  .filter(({ name, type }) => name && type !== "hidden")
  .filter(({ type, value, checked }) => (["radio", "checkbox"].includes(type) ? checked : value))
  .map(({ name, value }) => [name, value])"""


@pytest.fixture
def evening(transactional_db: None) -> PagedEvening:
    return start(Client())


@pytest.fixture
def anna(evening: PagedEvening, open_page: OpenPage, net: Cellar, phone: BrowserContext) -> Iterator[Thumb]:
    page = open_page(net.url + evening.url("table"), context=phone, expected_errors=LOST)
    opens_offline(page)
    yield Thumb(page, javascript=True)
    page.close()


def tapped(page: Page) -> Any:
    return page.evaluate(TAPPED)


def tap_a_whole_hand(thumb: Thumb) -> None:
    """Of every kind of field one: a chip, the seats, a text, a number, two lists of one name."""
    thumb.write(TWO, won="no", level="schneider", top_trumps="3", kontra="2", laid="1")
    options = thumb.page.locator(".options")
    options.locator("summary").tap()
    options.locator('[name="kontra_by"]').nth(1).select_option(label="Cilli")
    options.locator('[name="note"]').fill("Weißbier")


def opened_anew(thumb: Thumb) -> Thumb:
    """The tab was discarded; the address is opened again."""
    url, context = thumb.page.url, thumb.page.context
    thumb.page.close()
    page = context.new_page()
    page.goto(url)
    opens_offline(page)
    return Thumb(page, javascript=True)


@pytest.mark.parametrize("is_cut", [False, True], ids=["online", "offline"])
def test_all_that_was_tapped_is_there_again(anna: Thumb, net: Cellar, is_cut: bool) -> None:
    tap_a_whole_hand(anna)
    seats = anna.page.locator("[data-seat]").all_inner_texts()
    before = tapped(anna.page)
    assert ["note", "Weißbier"] in before and ["level", "schneider"] in before and ["kontra", "2"] in before
    net.is_cut = is_cut
    anna = opened_anew(anna)
    assert tapped(anna.page) == before
    expect(anna.page.locator("[data-seat]")).to_have_text(seats)
    expect(anna.page.locator(".record")).to_be_enabled()
    anna.page.reload()
    opens_offline(anna.page)
    assert tapped(anna.page) == before


def test_it_stays_over_an_undo_and_a_look_at_another_page(anna: Thumb, evening: PagedEvening) -> None:
    anna.write(TWO)
    anna.record()
    opens_offline(anna.page)
    anna.write({"declarer": "Cilli"}, contract="wenz")
    before = tapped(anna.page)
    with anna.page.expect_navigation():
        anna.tap(anna.page.locator("#last form button"))
    opens_offline(anna.page)
    assert tapped(anna.page) == before
    anna.page.goto(f"{anna.page.url}rules")
    anna.page.go_back()
    assert tapped(anna.page) == before


def test_it_goes_with_the_hand(anna: Thumb) -> None:
    untapped = tapped(anna.page)
    anna.write(TWO, level="schneider")
    anna.record()
    opens_offline(anna.page)
    assert tapped(anna.page) == untapped
    anna.page.reload()
    assert tapped(anna.page) == untapped


def test_it_is_not_taken_for_another_hand(anna: Thumb, evening: PagedEvening) -> None:
    """Another phone writes while this one's tab is gone."""
    untapped = tapped(anna.page)
    anna.write(TWO, level="schneider")
    anna.page.close()
    evening.record()
    page = anna.page.context.new_page()
    page.goto(anna.page.url)
    expect(page.locator("h1")).to_have_text("Spiel 2")
    assert tapped(page) == untapped
    page.close()


def test_it_is_not_taken_for_other_people(anna: Thumb, evening: PagedEvening) -> None:
    untapped = tapped(anna.page)
    anna.write(TWO, level="schneider")
    anna.page.close()
    evening.post("seats", player="", name="Emil", place="2")  # Anna deals, and sits out now
    page = anna.page.context.new_page()
    page.goto(anna.page.url)
    expect(page.locator("[data-seat] .name")).to_have_text(["Emil", "Beppo", "Cilli", "Done"])
    assert tapped(page) == untapped
    page.close()


def test_a_correction_keeps_its_own(anna: Thumb, evening: PagedEvening) -> None:
    evening.record()
    expect(anna.page.locator("h1")).to_have_text("Spiel 2")
    anna.choose("contract", "solo")
    page = anna.page
    page.goto(f"{page.url}hands/1/")
    expect(page.locator('[name="contract"][value="rufer"]')).to_be_checked()
    anna.choose("level", "schneider")
    before = tapped(page)
    page.reload()
    assert tapped(page) == before
    expect(page.locator(".record")).to_contain_text("+30")
    with page.expect_navigation():
        anna.tap(page.locator(".record"))
    expect(page.locator('#entry [name="contract"][value="solo"]')).to_be_checked()
