"""Small comforts: the chart, names that the phone remembers, passing the result on, a screen that stays awake."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.support.browser import OpenPage
from tests.support.offline_network import cellar
from tests.support.page import markup, squeezed
from tests.support.paged_evening import PagedEvening
from tests.support.played_evening import new_evening, rufer, solo
from tests.support.touch import Thumb, opens_offline
from tests.web.test_offline import LOST, PEOPLE, back_online, record


def curves(html: str) -> list[str]:
    return re.findall(r'<polyline class="p\d" points="([^"]+)"', html)


def chart(page: Page) -> str:
    return squeezed(page.locator("#chart figure").inner_html())


def test_chart_draws_a_curve_for_everybody(evening: PagedEvening) -> None:
    """Two won Rufers of 20: Anna and Beppo go up by 20 and 20, the others down; 80 points over 240 high."""
    evening.record()
    assert curves(markup(evening.get("table"))) == []
    evening.record()
    up, down = "0,120 320,60 640,0", "0,120 320,180 640,240"
    assert curves(markup(evening.get("table"))) == [up, up, down, down]


@pytest.mark.browser
def test_the_phone_draws_the_same_chart(open_page: OpenPage, live_server: LiveServer) -> None:
    with cellar(live_server.url) as net:
        thumb = Thumb(open_page("/", at=net.url, expected_errors=LOST), javascript=True)
        thumb.start(*PEOPLE)
        opens_offline(thumb.page)
        net.is_cut = True
        record(thumb, 1, {"declarer": "Anna", "partner": "Beppo"}, top_trumps="3")
        record(thumb, 2, {"declarer": "Cilli"}, contract="solo", trump_suit="hearts")
        record(thumb, 3, {"losers": "Done"}, contract="ramsch")
        on_phone = chart(thumb.page)
        assert len(curves(on_phone)) == 4
        back_online(thumb, net)
        expect(thumb.page.locator('.kept[data-kept="server"]')).to_be_visible()
        expect(thumb.page.locator("html.is-drawn")).to_have_count(0)
        assert chart(thumb.page) == on_phone


@pytest.mark.browser
def test_names_typed_once_are_offered_again(open_page: OpenPage) -> None:
    page = open_page("/")
    Thumb(page, javascript=True).start("Anna", "Beppo", "Cilli", "Done")
    page.goto("/")
    offered = page.locator("#known-names option").evaluate_all("(all) => all.map((one) => one.value)")
    assert offered == ["Anna", "Beppo", "Cilli", "Done"]
    expect(page.locator('[name="names"]').first).to_have_attribute("list", "known-names")


@pytest.mark.browser
def test_result_and_settlement_as_text_and_picture(open_page: OpenPage) -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    table.record(rufer("Anna", "Beppo"))
    table.record(solo("Cilli"))
    table.close()
    page = open_page(f"/t/{table.link}/settle")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".files > summary").tap()
    page.locator('[data-share="text"]').tap()
    expect(page.locator(".pass-on [role=status]")).to_have_text("Kopiert.")
    lines = page.evaluate("navigator.clipboard.readText()").replace("\u00a0", " ").split("\n")
    assert lines[1:8] == [
        "Stammtisch Linde · 20. November 2026 · 2 Spiele", "",
        "1. Cilli: +130 · +1,30 €", "2. Anna: −30 · −0,30 €", "2. Beppo: −30 · −0,30 €", "4. Done: −70 · −0,70 €", "",
    ]  # fmt: skip
    assert "Cilli: Solo in Herz, gewonnen" in lines[8]
    assert sorted(lines[-3:]) == ["Anna → Cilli: 0,30 €", "Beppo → Cilli: 0,30 €", "Done → Cilli: 0,70 €"]
    with page.expect_download() as picture:
        page.locator('[data-share="picture"]').tap()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")


def test_who_shares_a_running_evening_says_how_it_stands(evening: PagedEvening) -> None:
    watch = f"/w/{evening.stored.watch_token}/"
    evening.record()
    assert 'data-title="So steht es"' in markup(evening.client.get(watch))
    evening.post("close")
    assert 'data-title="So ging es aus"' in markup(evening.client.get(watch))


# As WebKit does: nothing without a tap. What a browser makes of the lock itself is its own.
ONLY_IN_A_TAP = """window.requests = []; window.locks = [];
WakeLock.prototype.request = async () => {
  requests.push(navigator.userActivation.isActive);
  if (!navigator.userActivation.isActive) throw new DOMException("not in a tap", "NotAllowedError");
  const lock = new EventTarget();
  locks.push(lock);
  return lock;
};"""


@pytest.mark.browser
def test_the_screen_stays_awake_at_the_table(open_page: OpenPage) -> None:
    """The lock is requested at once, again at the first tap if refused, and again when the phone takes it back."""
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    page = open_page("/")
    page.add_init_script(ONLY_IN_A_TAP)
    page.goto(f"/t/{table.stored.scribe_token}/")
    assert page.evaluate("requests") == [False]
    page.locator("[data-seat]").first.tap()
    page.wait_for_function("locks.length === 1")
    page.locator("[data-seat]").first.tap()
    assert page.evaluate("requests") == [False, True]
    page.evaluate("locks[0].dispatchEvent(new Event('release'))")
    page.wait_for_function("requests.length > 2")
