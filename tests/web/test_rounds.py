"""Where an evening stands in its rounds: on the pages, in the API, and on a phone that counts by itself."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.templatetags.static import static
from django.test import Client
from playwright.sync_api import expect

from rules import PRESETS
from tests.support.browser import OpenPage
from tests.support.offline_network import Cellar
from tests.support.played_evening import THROWN_IN, PlayedEvening, new_evening, rufer
from tests.support.touch import Thumb, opens_offline

STANDING = """async ([script, sheet, lookup]) => {
  const { standing } = await import(script), table = await (await fetch(lookup)).json();
  const { hands, place } = standing({ sheet, table }, []), of = (at) => at && [at.no, at.hand, at.of];
  return [...hands.map((hand) => of(hand.place) ?? null), of(place)];
}"""
SETTLED = {"contract": "agreed", "points": {"Anna": -10, "Beppo": 10}, "why": "looked into the cards"}


def a_long_evening() -> PlayedEvening:
    """With everything that is no deal, and people who come and go."""
    table = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=PRESETS["bavarian"]["pub_everything"])
    for hand in (rufer("Anna", "Beppo", ober_holder="Cilli"), THROWN_IN, {**SETTLED, "was_dealt": False}, SETTLED):
        table.record(hand)
    table.record(rufer("Anna", "Done"))
    table.record(rufer("Beppo", "Done"))
    table.void(6)
    table.void(2)  # in the middle: the deal has passed on
    table.join("Emil", place=3)
    table.record(rufer("Beppo", "Done"))
    table.record({"contract": "round", "round": "last"})
    for _deal in range(3):
        table.record(rufer("Beppo", "Done"), dealer="Anna")
    table.leave("Emil")
    return table


def a_tied_evening() -> PlayedEvening:
    table = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=PRESETS["sasku"]["sasku"])
    trumps = {"contract": "trumps", "declarer": "Anna", "trump_suit": "hearts"}
    for hand in ({**trumps, "card_points": 60}, {"contract": "replay", "card_points": 60}, {"contract": "replay"}):
        table.record(hand if "card_points" in hand else {**hand, "card_points": 70})
    table.record({**trumps, "card_points": 80})
    return table


@pytest.mark.browser
@pytest.mark.parametrize("evening", [a_long_evening, a_tied_evening])
def test_the_phone_counts_the_rounds_as_the_server_does(open_page: OpenPage, client: Client, evening: Any) -> None:
    table = evening()
    token = table.stored.scribe_token
    sheet = client.get(f"/api/v1/evenings/{token}").json()
    expected = [one and [one["no"], one["hand"], one["of"]] for one in (line.pop("round") for line in sheet["hands"])]
    expected.append(list(sheet["next"]["round"].values()))
    arguments = [static("web/offline/standing.js"), json.loads(json.dumps(sheet)), f"/t/{token}/lookup"]
    assert open_page("/").evaluate(STANDING, arguments) == expected
    assert None in expected and expected[-1] is not None


@pytest.mark.django_db
@pytest.mark.parametrize("link", ["t", "w"])
def test_the_sheet_says_where_it_stands_and_names_each_round_once(client: Client, link: str) -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    token = table.stored.scribe_token if link == "t" else table.stored.watch_token
    for _deal in range(3):
        table.record(rufer("Anna", "Beppo"))
    before = client.get(f"/{link}/{token}/", headers={"accept-language": "en"}).content.decode()
    assert ("Round 1, hand 4 of 4" in before, heads(before)) == (True, [("3", "Round 1")])
    for _deal in range(2):
        table.record(rufer("Anna", "Beppo"))
    after = client.get(f"/{link}/{token}/", headers={"accept-language": "de"}).content.decode()
    assert ("Runde 2, Spiel 2 von 4" in after, heads(after)) == (True, [("5", "Runde 2"), ("4", "Runde 1")])


def heads(page: str) -> list[tuple[str, str]]:
    """The hands above which the sheet names a round, and how."""
    sheet = page.partition('<table class="sheet')[2].partition("</table>")[0]
    return re.findall(r'id="hand-(\d+)">\s*<tr class="round">\s*<td[^>]*>\s*(.*?)\s*</td>', sheet)


@pytest.mark.thorough
@pytest.mark.browser
def test_without_a_network_the_sheet_names_the_same_rounds(open_page: OpenPage, net: Cellar) -> None:
    thumb = Thumb(open_page("/", at=net.url, expected_errors="Failed to load resource"), javascript=True)
    thumb.start("Anna", "Beppo", "Cilli", "Done")
    page = thumb.page
    opens_offline(page)
    net.is_cut = True
    for no in range(1, 6):
        thumb.tap(page.locator("button.thrown"))
        expect(page.locator("h1")).to_have_text(f"Spiel {no + 1}")
    expect(page.locator(".who .round")).to_have_text("Runde 2, Spiel 2 von 4")
    rounds = page.locator(".sheet .round"), page.locator("#hand-5 .round, #hand-4 .round")
    for named in rounds:
        expect(named).to_have_text(["Runde 2", "Runde 1"])
    net.is_cut = False
    expect(page.locator('.kept[data-kept="server"]')).to_be_visible(timeout=60_000)
    page.reload()
    for named in rounds:
        expect(named).to_have_text(["Runde 2", "Runde 1"])


@pytest.mark.browser
def test_the_form_proposes_what_is_due(open_page: OpenPage, net: Cellar) -> None:
    """B21, B82: after a thrown-in hand a Muss, on the page of the server and on that of the phone; then a Rufer."""
    ruleset = PRESETS["bavarian"]["pub_10_20_50"].with_house_rules({"after_thrown_in": "muss"})
    table = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=ruleset)
    page = open_page(f"/t/{table.stored.scribe_token}/", at=net.url, expected_errors="Failed to load resource")
    thumb = Thumb(page, javascript=True)
    opens_offline(page)
    proposed = page.locator('[name="contract"]:checked')
    expect(proposed).to_have_value("rufer")
    thumb.tap(page.locator("button.thrown"))
    expect(page.locator("h1")).to_have_text("Spiel 2")
    expect(proposed).to_have_value("muss")
    page.reload()
    expect(proposed).to_have_value("muss")
    net.is_cut = True
    for field, player in (("declarer", "Anna"), ("partner", "Beppo")):
        thumb.name(field, player)
    thumb.choose("won", "yes")
    thumb.tap(page.locator(".record"))
    expect(page.locator("h1")).to_have_text("Spiel 3")
    expect(proposed).to_have_value("rufer")
