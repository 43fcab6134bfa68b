"""The phone's own words without a network: those of the server, for a hand and for what one still lacks."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.support.browser import OpenPage
from tests.support.offline_network import cellar
from tests.support.paged_evening import start
from tests.support.touch import Thumb, opens_offline
from tests.web.test_offline import LOST, PEOPLE, back_online, record, throw_in

pytestmark = pytest.mark.browser
LINES = [
    "Zusammengeworfen",
    "Ramsch: Cilli verliert",
    "Beppo: Solo in Gras, Schneider gewonnen, Stoß",
    "Anna mit Done: Rufer, Schneider gewonnen, 94 Augen, 3 Laufende, gelegt",
]


def hand_lines(page: Page) -> list[str]:
    """The newest hand first."""
    return [text.strip() for text in page.locator(".sheet .text").all_text_contents()]


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
        assert hand_lines(thumb.page) == LINES
        expect(thumb.page.locator("#last .text")).to_have_text(LINES[0])
        back_online(thumb, net)
        expect(thumb.page.locator('.kept[data-kept="server"]')).to_be_visible()
        assert hand_lines(thumb.page) == LINES


LACKS = """(all) => {
  const form = document.querySelector("#entry");
  const [contract, fields] = all;
  form.reset();
  for (const [name, value] of [["contract", contract], ...fields]) {
    const found = [...form.querySelectorAll(`[name="${name}"]`)].filter((one) => !value || one.value === value)[0];
    if (found.type === "radio" || found.type === "checkbox") found.checked = true;
    else found.value = value || "1";
  }
  form.querySelector("[data-sum]").textContent = "";
  form.dispatchEvent(new Event("change"));
}"""
ANNA = ["declarer", ""]
UNFINISHED: dict[str, list[tuple[str, list[list[str]]]]] = {
    "bavarian/pub": [("rufer", []), ("rufer", [ANNA]), ("solo", []), ("ramsch", [])],
    "palatinate/cents_10": [("simple", [ANNA]), ("simple", [["trump_suit", "clubs"]])],
    "sasku/games_50": [("passed", []), ("trumps", [ANNA])],
    "schafskopf24/losers_10": [("queens", []), ("queens", [ANNA])],
    "bierkopf/bierkopf": [("bierkopf", [])],
}


@pytest.mark.parametrize("offer", UNFINISHED)
def test_the_button_names_what_is_missing_without_a_network_too(
    open_page: OpenPage, client: Client, live_server: LiveServer, offer: str
) -> None:
    game, _slash, stake = offer.partition("/")
    evening = start(client, **{"game": game, f"stake_{game}": stake})
    with cellar(live_server.url) as net:
        page = open_page(evening.url("table"), at=net.url, expected_errors=LOST)
        opens_offline(page)
        found: dict[str, str | None] = {}
        for net.is_cut in (False, True):
            for contract, fields in UNFINISHED[offer]:
                page.evaluate(LACKS, [contract, fields])
                expect(page.locator(".record")).to_be_disabled()
                expect(page.locator("[data-sum]")).not_to_be_empty()
                lacks = page.locator("[data-sum]").text_content()
                assert found.setdefault(f"{contract} {fields}", lacks) == lacks
        assert all(text and text.endswith("?") for text in found.values())


def test_closing_without_a_network_says_why_it_waits(open_page: OpenPage, live_server: LiveServer) -> None:
    with cellar(live_server.url) as net:
        thumb = Thumb(open_page("/", at=net.url, expected_errors=LOST), javascript=True)
        thumb.start(*PEOPLE)
        page = thumb.page
        opens_offline(page)
        table = page.url
        net.is_cut = True
        throw_in(thumb, 1)
        page.locator(".menu > summary").tap()
        page.get_by_role("link", name="Abend abschließen").tap()
        closing = page.locator("#closing")
        expect(closing).to_contain_text("Abschließen geht nur mit Netz, damit alle dieselben Zahlungen sehen.")
        expect(closing).to_contain_text("bleiben die ungesendeten Spiele auf diesem Handy: 1.")
        closing.get_by_role("link").tap()
        expect(page).to_have_url(table)
        expect(page.locator("h1")).to_have_text("Spiel 2")
