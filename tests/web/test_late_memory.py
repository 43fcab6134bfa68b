"""The memory of a table page comes after the page itself, and nothing that is sent meanwhile is lost."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from playwright.sync_api import Route, expect

from tests.support.browser import OpenPage
from tests.support.key_ring import evenings_of
from tests.support.offline_network import Cellar
from tests.support.paged_evening import PagedEvening, start
from tests.support.played_evening import new_evening
from tests.support.touch import Thumb, opens_offline

MEMORY = re.compile(r"/web/offline/table\.js$")
# What a service worker answers, no test can hold back.
NO_WORKER = "navigator.serviceWorker.ready.then((one) => one.unregister())"


@pytest.mark.browser
def test_a_hand_that_is_sent_before_the_memory_is_there_waits_for_it(open_page: OpenPage) -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    # A form that is sent by a timer may come too late for the phone to vibrate.
    page, held = open_page(f"/t/{table.stored.scribe_token}/", expected_errors="navigator.vibrate"), list[Route]()
    opens_offline(page)
    page.evaluate(NO_WORKER)
    page.route(MEMORY, lambda route: held.append(route))
    page.reload(wait_until="domcontentloaded")
    thumb = Thumb(page, javascript=True)
    thumb.write({"declarer": "Anna", "partner": "Beppo"})
    with page.expect_response(re.compile(r"/hands/batch$")) as sent:  # a memory sends so, and no form does
        page.locator(".record").tap()
        page.wait_for_timeout(300)
        held[0].continue_()
    assert sent.value.status == 201
    expect(page.locator("h1")).to_contain_text("2")


@pytest.mark.browser
def test_a_memory_that_does_not_come_keeps_no_hand_back(open_page: OpenPage) -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    page = open_page("/", expected_errors="Failed to load resource")
    page.evaluate(NO_WORKER)
    page.add_init_script("performance.now = () => window.passedMs ?? 0;")
    page.route(MEMORY, lambda route: route.abort())
    page.goto(f"/t/{table.stored.scribe_token}/", wait_until="domcontentloaded")
    thumb = Thumb(page, javascript=True)
    thumb.write({"declarer": "Anna", "partner": "Beppo"})
    page.locator(".record").tap()
    page.wait_for_timeout(500)  # a form that is not held is there by then
    table.stored.refresh_from_db()
    assert table.stored.hand_count == 0
    page.evaluate("window.passedMs = 10_000")
    expect(page.locator("h1")).to_contain_text("2")
    table.stored.refresh_from_db()
    assert table.stored.hand_count == 1


@pytest.mark.browser
@pytest.mark.parametrize("end", ["/lookup", "/offline/evenings.js", "/api/v1/evenings/{token}"])
def test_a_first_visit_is_kept_although_a_file_did_not_come(
    client: Client, open_page: OpenPage, net: Cellar, end: str
) -> None:
    """The second file is one that the service worker alone asks for: without it the browser gives its install up.

    The third is the sheet, without which the evening is in no list of the phone.
    """
    evening = start(client)
    net.fails_once = {end.format(token=evening.stored.scribe_token)}
    page = open_page(evening.url("table"), at=net.url, expected_errors="Failed to load resource")
    opens_offline(page)
    assert not net.fails_once
    assert evenings_of(page)[evening.stored.scribe_token]["sheet"]


def test_before_the_form_a_browser_is_given_its_own_scripts_alone(evening: PagedEvening) -> None:
    page = evening.client.get(evening.url("table")).content.decode()
    assert re.findall(r'<script[^>]* src="[^"]*/web/([^"]+)"', page) == ["on.js", "table.js"]
    assert re.findall(r'<script[^>]* data-src="[^"]*/web/([^"]+)"', page) == ["offline/table.js", "link.js"]


def test_the_part_that_is_awaited_before_anything_is_painted_is_there(evening: PagedEvening) -> None:
    """Otherwise nothing would be painted before all of the page is read."""
    page = evening.client.get(evening.url("table")).content.decode()
    (awaited,) = re.findall(r'<link rel="expect" href="#([^"]+)" blocking="render">', page)
    assert page.index('id="entry"') < page.index(f'id="{awaited}"')
