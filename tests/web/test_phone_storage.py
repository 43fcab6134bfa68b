"""Storage that is denied, full or taken away: the page says so before it matters, and no tap leaves the page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from scorebook.play.models import HandEvent
from tests.support.browser import OpenPage
from tests.support.offline_network import Cellar
from tests.support.paged_evening import PagedEvening, start
from tests.support.touch import Thumb, opens_offline

pytestmark = pytest.mark.browser
LOST = "Failed to load resource|navigator.vibrate"
NOT_WRITTEN = re.compile("Not saved|Nicht eingetragen")
TWO = {"declarer": "Anna", "partner": "Beppo"}
KEEPS_NOTHING = "main > .note-alarm"
DENIED = "IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); };"
REFUSED_LATER = """IDBFactory.prototype.open = () => {
  const request = {};
  setTimeout(() => { request.error = new DOMException('denied', 'InvalidStateError'); request.onerror(); });
  return request;
};"""
ALL_DENIED = (
    DENIED
    + """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
}
CacheStorage.prototype.open = CacheStorage.prototype.match = async () => {
  throw new DOMException("denied", "SecurityError");
};"""
)
FULL = """for (const name of ["put", "add"]) {
  const keeps = IDBObjectStore.prototype[name];
  IDBObjectStore.prototype[name] = function (...about) {
    const request = keeps.apply(this, about);
    this.transaction.abort();
    return request;
  };
}"""


@pytest.fixture
def evening(transactional_db: None) -> PagedEvening:
    return start(Client())


@pytest.fixture
def anna(evening: PagedEvening, open_page: OpenPage, net: Cellar, phone: BrowserContext) -> Iterator[Thumb]:
    page = open_page(net.url + evening.url("table"), context=phone, expected_errors=LOST)
    opens_offline(page)
    yield Thumb(page, javascript=True)
    page.close()


def without_storage(page: Page, script: str) -> None:
    page.add_init_script(script)
    page.reload()
    expect(page.locator(KEEPS_NOTHING)).to_contain_text(re.compile("storage|Speicher"))  # before anything is tapped


def tap_record(thumb: Thumb) -> None:
    expect(thumb.page.locator(".record")).to_be_enabled()
    thumb.tap(thumb.page.locator(".record"))


@pytest.mark.parametrize(
    "script", [DENIED, ALL_DENIED, REFUSED_LATER, FULL], ids=["denied", "all denied", "refused later", "full"]
)
def test_a_phone_that_keeps_nothing_says_so_and_loses_nothing(
    anna: Thumb, evening: PagedEvening, net: Cellar, script: str
) -> None:
    page = anna.page
    without_storage(page, script)
    anna.write(TWO)
    tap_record(anna)
    expect(page.locator("h1")).to_have_text("Spiel 2")
    assert HandEvent.objects.count() == 1
    anna.write(TWO, level="schneider")
    expect(page.locator(".record")).to_contain_text("+30")
    net.is_cut = True
    tap_record(anna)
    expect(page.locator("[data-passing]")).to_contain_text(NOT_WRITTEN)
    assert page.url.endswith(evening.url("table"))
    expect(page.locator("[data-seat][aria-pressed=true]")).to_have_count(2)
    expect(page.locator('#entry [name="level"][value="schneider"]')).to_be_checked()
    assert HandEvent.objects.count() == 1
    net.is_cut = False
    tap_record(anna)
    expect(page.locator("h1")).to_have_text("Spiel 3")
    assert HandEvent.objects.count() == 2
    assert evening.points()["Anna"] == 20 + 30


def test_a_phone_that_keeps_nothing_shows_the_hand_of_another_phone(anna: Thumb, evening: PagedEvening) -> None:
    page = anna.page
    without_storage(page, ALL_DENIED)
    anna.write({"declarer": "Cilli"}, contract="wenz")
    evening.record()
    expect(page.locator("h1")).to_have_text("Spiel 2")
    expect(page.locator("[data-passing]")).to_have_text(
        "Spiel 1 wurde auf einem anderen Handy eingetragen. Deins ist Spiel 2."
    )
    expect(page.locator("#hand-1")).to_be_attached()
    expect(page.locator("[data-seat][aria-pressed=true]")).to_have_count(1)
    expect(page.locator('#entry [name="contract"][value="wenz"]')).to_be_checked()
    expect(page.locator(KEEPS_NOTHING)).to_be_visible()
    tap_record(anna)
    expect(page.locator("h1")).to_have_text("Spiel 3")
    assert HandEvent.objects.count() == 2


@pytest.mark.parametrize("script", [DENIED, ALL_DENIED], ids=["denied", "all denied"])
@pytest.mark.parametrize("path", ["/", "/offline/"])
def test_the_list_of_evenings_says_that_the_phone_keeps_nothing(open_page: OpenPage, path: str, script: str) -> None:
    page = open_page(path)
    expect(page.locator(".refused")).to_be_hidden()
    page.add_init_script(script)
    page.reload()
    expect(page.locator(".refused")).to_have_text("Speicher voll oder gesperrt: Eintragen geht nur mit Netz.")
    expect(page.locator("#go-on, #begin")).to_be_hidden()


def test_an_evening_closes_on_a_phone_that_keeps_nothing(open_page: OpenPage, evening: PagedEvening) -> None:
    """The page of a closed evening and the page of a link that opens nothing have scripts that read the storage."""
    evening.record()
    page = open_page(evening.url("close"), expected_errors=LOST)
    page.add_init_script(ALL_DENIED)
    with page.expect_navigation():
        page.get_by_role("button", name="Abend abschließen").tap()
    page.goto("/t/nothing/")
    expect(page.locator("h1")).to_have_text("Seite nicht gefunden")


def test_an_evening_that_cannot_be_kept_is_not_started_offline_without_a_word(anna: Thumb, net: Cellar) -> None:
    page = anna.page
    page.goto(f"{net.url}/offline/")
    for name in ("Anna", "Beppo", "Cilli", "Done"):
        page.locator("#begin .known button", has_text=name).tap()
    page.evaluate(f"{FULL} null")  # what it gives is not a function
    page.locator("#begin [type=submit]").tap()
    expect(page.locator(".refused")).to_be_visible()
    assert page.url == f"{net.url}/offline/"


def test_an_answer_that_was_lost_is_not_written_twice(anna: Thumb, net: Cellar) -> None:
    page = anna.page
    without_storage(page, DENIED)
    anna.write(TWO)
    page.wait_for_timeout(200)
    net.loses_every = 1
    tap_record(anna)
    expect(page.locator("[data-passing]")).to_contain_text(NOT_WRITTEN)
    net.loses_every = 0
    tap_record(anna)
    expect(page.locator("h1")).to_have_text("Spiel 2")
    assert HandEvent.objects.count() == 1


def test_striking_out_and_throwing_in_stay_on_the_page_too(anna: Thumb, evening: PagedEvening, net: Cellar) -> None:
    page = anna.page
    evening.record()
    expect(page.locator("h1")).to_have_text("Spiel 2")
    without_storage(page, DENIED)
    net.is_cut = True
    for button in ("button.thrown", "#last form button"):
        anna.tap(page.locator(button))
        expect(page.locator("[data-passing]")).to_contain_text(NOT_WRITTEN)
        page.evaluate("document.querySelector('[data-passing]').remove()")
    assert page.url.endswith(evening.url("table"))
    net.is_cut = False
    anna.write({"declarer": "Cilli"}, contract="wenz")
    anna.tap(page.locator("#last form button"))
    expect(page.locator("#hand-1")).to_have_count(0)
    assert HandEvent.objects.count() == 2
    expect(page.locator('#entry [name="contract"][value="wenz"]')).to_be_checked()  # the next hand is still there


def test_what_the_browser_takes_away_is_kept_anew(anna: Thumb, net: Cellar) -> None:
    """As a browser that is short of room does, with the page open and a hand waiting."""
    page = anna.page
    net.is_cut = True
    expect(page.locator(".kept")).to_have_text("kein Netz")
    anna.write(TWO)
    tap_record(anna)
    expect(page.locator("h1")).to_have_text("Spiel 2")
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": net.url, "storageTypes": "indexeddb"})
    anna.write(TWO)
    tap_record(anna)
    expect(page.locator("h1")).to_have_text("Spiel 3")
    net.is_cut = False
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator('.kept[data-kept="server"]')).to_be_visible()
    assert HandEvent.objects.count() == 2
