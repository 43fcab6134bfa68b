"""Every part of the table page after every way in which it changes, on two phones, beside the page opened anew."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.support.browser import OpenPage
from tests.support.extent import in_ci
from tests.support.offline_network import Cellar
from tests.support.paged_evening import PagedEvening, start
from tests.support.touch import Thumb, opens_offline

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
FOUR = ("Anna", "Beppo", "Cilli", "Done")
FIVE = (*FOUR, "Emil")
LOST = "Failed to load resource"
WITHIN_S = 20
ON_SERVER = '.kept[data-kept="server"]'
# What is visible of each part; not how far a passing note still is from passing.
PARTS = """() => {
  const parts = {
    heading: ".bar h1", pill: ".kept", dealer: ".who", seats: "[data-seat]", form: "#entry .row", record: ".record",
    dealers: ".out-of-turn", conflict: "#conflict", end: "#end", last: "#last", totals: ".total", pot: "#pot",
    chart: "#chart", plan: "#plan", lines: "#lines",
  };
  const shown = (element) => element.checkVisibility() && element.innerText.replace(/\\s+/g, " ").trim();
  const texts = (selector) => [...document.querySelectorAll(selector)].map(shown).filter(Boolean);
  const found = Object.entries(parts).map(([name, selector]) => [name, texts(selector)]);
  return { title: document.title, ...Object.fromEntries(found) };
}"""
Parts = dict[str, list[str] | str]


@dataclass
class TwoPhones:
    """Anna's network can be cut; Beppo's cannot."""

    anna: Thumb
    beppo: Thumb
    net: Cellar
    evening: PagedEvening

    @property
    def next_no(self) -> int:
        return self.evening.now().hand_count + 1

    def player(self, name: str) -> str:
        return str(self.evening.stored.club.players.get(name=name).pk)

    def cut(self) -> None:
        self.net.is_cut = True
        expect(self.anna.page.locator(".kept")).to_have_text("kein Netz")

    def mend(self) -> None:
        self.net.is_cut = False
        self.anna.page.evaluate("dispatchEvent(new Event('online'))")
        expect(self.anna.page.locator(f"#conflict, {ON_SERVER}").first).to_be_visible()


def parts_of(page: Page) -> Parts:
    found: Parts = page.evaluate(PARTS)
    return found


def differences(thumb: Thumb) -> dict[str, tuple[list[str] | str, list[str] | str]]:
    """Part -> what the page shows, and what it shows opened anew, once neither changes any more."""
    page = thumb.page
    fresh = page.context.new_page()
    fresh.goto(page.url)
    opens_offline(fresh)
    try:
        end = time.monotonic() + WITHIN_S
        while True:
            shown, anew = parts_of(page), parts_of(fresh)
            found = {name: (shown[name], anew[name]) for name in shown if shown[name] != anew[name]}
            if not found or time.monotonic() > end:
                return found
            page.wait_for_timeout(200)
    finally:
        fresh.close()


def record(thumb: Thumb, no: int, **chips: str) -> None:
    """Hand `no`: a Solo of the first one who does not sit out."""
    thumb.write({}, contract="solo")
    thumb.tap(thumb.page.locator("[data-seat]").first)
    for name, value in {"trump_suit": "hearts", **chips}.items():
        thumb.choose(name, value)
    expect(thumb.page.locator(".record")).to_be_enabled()
    thumb.tap(thumb.page.locator(".record"))
    expect(thumb.page.locator("h1")).to_have_text(f"Spiel {no + 1}")


def strike(thumb: Thumb, no: int) -> None:
    # Before its scripts have run the page sends a form instead, and the page that comes back tells nothing.
    expect(thumb.page.locator("html.remembers")).to_be_attached()
    thumb.tap(thumb.page.locator("#last").get_by_role("button", name="rückgängig"))
    expect(thumb.page.locator("[data-passing]")).to_contain_text(f"Spiel {no} ist durchgestrichen")


def correct(thumb: Thumb, no: int) -> None:
    page = thumb.page
    page.locator(f"#hand-{no} summary").tap()
    page.locator(f"#hand-{no}").get_by_text(re.compile("ändern")).first.tap()
    expect(page.locator("h1")).to_have_text(f"Spiel {no}")
    thumb.choose("level", "schneider")
    expect(page.locator(".record")).to_contain_text("Schneider")
    thumb.tap(page.locator(".record"))
    expect(page.locator(f"#hand-{no} .tag").first).to_have_text("geändert")


def seat(two: TwoPhones, **fields: object) -> None:
    """Beppo sits somebody down or lets them go home, and comes back to the table."""
    page = two.beppo.page
    page.goto(f"{page.url}people")
    assert two.evening.post("seats", **fields).status_code == 302
    page.go_back()
    opens_offline(page)


# -- causes ------------------------------------------------------------------------------------------------------------


def a_hand(two: TwoPhones) -> None:
    record(two.beppo, two.next_no)


def a_hand_while_another_is_tapped(two: TwoPhones) -> None:
    two.anna.choose("contract", "wenz")
    two.anna.name("declarer", "Done")
    two.anna.choose("level", "schneider")
    no = two.next_no
    record(two.beppo, no)
    # By then what is tapped is for that hand, and kept as such.
    kept = '(hand) => Object.values(localStorage).some((one) => one.startsWith(`{"hand":"${hand} `))'
    two.anna.page.wait_for_function(kept, arg=no + 1)


def two_hands_in_turn(two: TwoPhones) -> None:
    no = two.next_no
    record(two.beppo, no)
    expect(two.anna.page.locator("h1")).to_have_text(f"Spiel {no + 1}")
    record(two.anna, no + 1)


def thrown_in(two: TwoPhones) -> None:
    two.beppo.tap(two.beppo.page.locator("button.thrown"))
    expect(two.beppo.page.locator("#last")).to_contain_text("Zusammengeworfen")


def an_undo(two: TwoPhones) -> None:
    no = two.next_no
    record(two.beppo, no)
    strike(two.beppo, no)


def a_correction(two: TwoPhones) -> None:
    correct(two.beppo, 1)


def a_correction_of_the_last_hand(two: TwoPhones) -> None:
    correct(two.beppo, two.next_no - 1)


def a_hand_without_a_network(two: TwoPhones) -> None:
    two.cut()
    record(two.anna, two.next_no)


def a_sync(two: TwoPhones) -> None:
    a_hand_without_a_network(two)
    two.mend()


def a_sync_of_an_undo(two: TwoPhones) -> None:
    no = two.next_no
    record(two.anna, no)
    opens_offline(two.anna.page)
    two.cut()
    strike(two.anna, no)
    two.mend()


def a_sync_of_a_correction(two: TwoPhones) -> None:
    two.cut()
    two.anna.page.reload()
    expect(two.anna.page.locator(".kept")).not_to_be_empty()
    correct(two.anna, 1)
    two.mend()


def a_conflict(two: TwoPhones) -> None:
    a_hand_without_a_network(two)
    record(two.beppo, two.next_no, level="schneider")
    two.mend()
    expect(two.anna.page.locator("#conflict")).to_be_visible()


def resolved(choice: str) -> Callable[[TwoPhones], None]:
    def cause(two: TwoPhones) -> None:
        a_conflict(two)
        two.anna.page.locator("#conflict").get_by_role("button", name=re.compile(choice)).tap()
        expect(two.anna.page.locator(ON_SERVER)).to_be_visible()

    return cause


def somebody_joins(two: TwoPhones) -> None:
    seat(two, player="", name="Frieda", place="2")


def somebody_leaves(two: TwoPhones) -> None:
    somebody_joins(two)
    seat(two, leaves=two.player("Frieda"))


def somebody_comes_back(two: TwoPhones) -> None:
    somebody_leaves(two)
    seat(two, player=two.player("Frieda"), name="", place="2")


CAUSES: dict[str, Callable[[TwoPhones], None]] = {
    "hand": a_hand,
    "hand while another is tapped": a_hand_while_another_is_tapped,
    "two hands in turn": two_hands_in_turn,
    "thrown in": thrown_in,
    "undo": an_undo,
    "correction": a_correction,
    "correction of the last hand": a_correction_of_the_last_hand,
    "hand without a network": a_hand_without_a_network,
    "sync": a_sync,
    "sync of an undo": a_sync_of_an_undo,
    "sync of a correction": a_sync_of_a_correction,
    "conflict": a_conflict,
    "conflict, both count": resolved("^Beide stimmen"),
    "conflict, theirs counts": resolved("^Das andere stimmt"),
    "conflict, mine replaces": resolved(r"^Meins stimmt: Spiel \d+ ersetzen$"),
    "join": somebody_joins,
    "leave": somebody_leaves,
    "come back": somebody_comes_back,
}
SOME = ("hand while another is tapped", "sync", "conflict")
WALKED = [
    pytest.param(cause, names, id=f"{name}, {len(names)}")
    for name, cause in CAUSES.items()
    for names in in_ci((FOUR, FIVE), otherwise=(FOUR,) if name in SOME else ())
]


@pytest.fixture
def two(
    request: pytest.FixtureRequest,
    transactional_db: None,
    open_page: OpenPage,
    live_server: LiveServer,
    net: Cellar,
    phone: BrowserContext,
    other_phone: BrowserContext,
) -> Iterator[TwoPhones]:
    evening = start(Client(), *request.param)
    evening.record(declarer="Cilli", partner="Done")
    evening.record(declarer="Cilli", partner="Beppo", won="no")
    table = evening.url("table")
    anna = Thumb(open_page(net.url + table, context=phone, expected_errors=LOST), javascript=True)
    beppo = Thumb(open_page(live_server.url + table, context=other_phone, expected_errors=LOST), javascript=True)
    for thumb in (anna, beppo):
        opens_offline(thumb.page)
    yield TwoPhones(anna=anna, beppo=beppo, net=net, evening=evening)
    for thumb in (anna, beppo):
        thumb.page.close()


@pytest.mark.parametrize(("cause", "two"), WALKED, indirect=["two"])
def test_the_page_shows_after_every_change_what_it_shows_opened_anew(
    cause: Callable[[TwoPhones], None], two: TwoPhones
) -> None:
    cause(two)
    assert differences(two.anna) == {}
    assert differences(two.beppo) == {}
