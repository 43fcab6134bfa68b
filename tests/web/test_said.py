"""A hand reads the same just recorded on the phone, on the server's page, and after the page is loaded again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser import OpenPage
from tests.web.cellar import cellar
from tests.web.test_offline import LOST, PEOPLE, back_online, opens_offline, record, throw_in
from tests.web.thumb import Thumb

pytestmark = pytest.mark.browser
SAID = [
    "Zusammengeworfen",
    "Ramsch: Cilli verliert",
    "Beppo: Solo in Gras, gewonnen mit Schneider, Stoß",
    "Anna mit Done: Rufer, gewonnen mit Schneider, 94 Augen, 3 Laufende, gelegt",
]


def said(page: Page) -> list[str]:
    """The newest hand first."""
    return [text.strip() for text in page.locator(".sheet .said").all_text_contents()]


def test_a_hand_reads_the_same_on_the_phone_and_on_the_server(open_page: OpenPage, live_server: LiveServer) -> None:
    with cellar(live_server.url) as net:
        thumb = Thumb(open_page("/", at=net.url, expected_errors=LOST), javascript=True)
        thumb.start(*PEOPLE)
        opens_offline(thumb.page)
        net.is_cut = True
        record(thumb, 1, {"declarer": "Anna", "partner": "Done"}, card_points="94", top_trumps="3", laid="1")
        record(thumb, 2, {"declarer": "Beppo"}, contract="solo", trump_suit="leaves", level="schneider", kontra="1")
        record(thumb, 3, {"losers": "Cilli"}, contract="ramsch")
        throw_in(thumb, 4)
        assert said(thumb.page) == SAID
        expect(thumb.page.locator("#last .said")).to_have_text(SAID[0])
        with thumb.page.expect_navigation():
            back_online(thumb, net)
        expect(thumb.page.locator('.kept[data-kept="server"]')).to_be_visible()
        assert said(thumb.page) == SAID
