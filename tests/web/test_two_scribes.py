"""Two phones hold the scribe's link of one evening: each sees the other's hands, and nobody strikes another's out."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorebook.play.models import HandEvent
from tests.support.browser import OpenPage
from tests.support.offline_network import Cellar
from tests.support.paged_evening import start
from tests.support.touch import Thumb, opens_offline, totals

pytestmark = pytest.mark.browser
PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
LOST = "Failed to load resource"
# What the pill beside the heading says, from the first moment on.
PILL = """new MutationObserver(() => {
  const pill = document.querySelector(".kept");
  if (pill?.textContent) heard(pill.textContent);
}).observe(document, { subtree: true, childList: true });"""
IN_TURN = 12  # hands
ON_SERVER = '.kept[data-kept="server"]'


@pytest.fixture
def table(transactional_db: None) -> str:
    """The path of the scribe's page of a new evening."""
    return start(Client(), *PEOPLE).url("table")


@pytest.fixture
def anna(table: str, open_page: OpenPage, net: Cellar, phone: BrowserContext) -> Iterator[Thumb]:
    """Anna's phone, whose network can be cut."""
    thumb = Thumb(open_page(net.url + table, context=phone, expected_errors=LOST), javascript=True)
    opens_offline(thumb.page)
    yield thumb
    thumb.page.close()


@pytest.fixture
def beppo(table: str, open_page: OpenPage, live_server: LiveServer, other_phone: BrowserContext) -> Iterator[Thumb]:
    """Beppo's phone, with the same link and a network of its own."""
    thumb = Thumb(open_page(live_server.url + table, context=other_phone, expected_errors=LOST), javascript=True)
    opens_offline(thumb.page)
    yield thumb
    thumb.page.close()


def wait_for_hand(thumb: Thumb, no: int) -> None:
    expect(thumb.page.locator("h1")).to_have_text(f"Spiel {no}")


def record(thumb: Thumb, no: int, players: dict[str, str], **chips: str) -> None:
    thumb.write(players, **chips)
    expect(thumb.page.locator(".record")).to_be_enabled()
    thumb.tap(thumb.page.locator(".record"))
    wait_for_hand(thumb, no + 1)


def cut_off(thumb: Thumb, net: Cellar) -> None:
    """Without a network, and the page opened anew, so that it is drawn from what the phone knows."""
    net.is_cut = True
    thumb.page.reload()
    expect(thumb.page.locator(".kept")).not_to_be_empty()


def back_online(thumb: Thumb, net: Cellar) -> None:
    net.is_cut = False
    thumb.page.evaluate("dispatchEvent(new Event('online'))")


def undo_buttons(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^(Rückgängig|rückgängig|durchstreichen)$"))


def events() -> list[tuple[int, str]]:
    return list(HandEvent.objects.order_by("seq").values_list("no", "kind"))


def test_undo_in_a_conflict_cannot_strike_the_hand_of_another(anna: Thumb, beppo: Thumb, net: Cellar) -> None:
    """Anna records in the cellar, Beppo upstairs. Back again Anna gets a question; her undo does not hit his hand."""
    cut_off(anna, net)
    record(anna, 1, {"declarer": "Cilli", "partner": "Done"})
    expect(undo_buttons(anna.page).first).to_be_visible()
    record(beppo, 1, {"declarer": "Anna", "partner": "Beppo"})
    back_online(anna, net)
    expect(anna.page.locator("#conflict")).to_be_visible()
    for button in undo_buttons(anna.page).all():
        expect(button).to_be_hidden()
    assert events() == [(1, "recorded")]


def test_undo_after_a_conflict_takes_back_ones_own_hand(anna: Thumb, beppo: Thumb, net: Cellar) -> None:
    cut_off(anna, net)
    record(anna, 1, {"declarer": "Cilli", "partner": "Done"})
    record(beppo, 1, {"declarer": "Anna", "partner": "Beppo"})
    back_online(anna, net)
    anna.page.locator('#conflict [data-choice="both"]').tap()
    expect(anna.page.locator(ON_SERVER)).to_be_visible()
    anna.tap(anna.page.locator("#last").get_by_role("button", name="rückgängig"))
    expect(anna.page.locator("#hand-2")).to_have_count(0)
    expect(anna.page.locator(ON_SERVER)).to_be_visible()
    assert events() == [(1, "recorded"), (2, "recorded"), (2, "voided")]


def test_the_pill_never_says_that_a_hand_waits_while_the_server_answers(anna: Thumb) -> None:
    announced: list[str] = []
    anna.page.expose_function("heard", lambda text: announced.append(text))
    anna.page.add_init_script(PILL)
    for no in (1, 2, 3):
        anna.write({"declarer": "Anna", "partner": "Beppo"})
        anna.record()
        wait_for_hand(anna, no + 1)
        opens_offline(anna.page)
    assert [text for text in announced if "zu senden" in text] == []
    assert "gespeichert" in [text.strip() for text in announced]


def test_what_is_tapped_while_the_page_changes_over_to_the_server_survives(anna: Thumb, net: Cellar) -> None:
    cut_off(anna, net)
    record(anna, 1, {"declarer": "Anna", "partner": "Beppo"})
    anna.choose("contract", "solo")
    anna.choose("kontra", "2")
    anna.page.locator("#card_points").fill("70")
    back_online(anna, net)
    expect(anna.page.locator(ON_SERVER)).to_be_visible()
    expect(anna.page.locator("html")).not_to_have_class(re.compile("is-drawn"))
    for name, value in (("contract", "solo"), ("kontra", "2")):
        expect(anna.page.locator(f'#entry [name="{name}"][value="{value}"]')).to_be_checked()
    expect(anna.page.locator("#card_points")).to_have_value("70")
    anna.name("declarer", "Cilli")
    anna.record()
    assert totals(anna.page)["Cilli"] == "+580"  # 50 x 4, from each of three, and 20 of the Rufer lost


@pytest.mark.thorough
@pytest.mark.long
def test_two_phones_record_in_turn_without_a_conflict(anna: Thumb, beppo: Thumb) -> None:
    """Each waits until it sees the other's hand; it never has to choose, and never reloads by hand."""
    conflicts: list[str] = []
    for thumb in (anna, beppo):
        thumb.page.on("response", lambda answer: conflicts.append(answer.url) if answer.status == 409 else None)
    for no in range(1, IN_TURN + 1):
        thumb = (anna, beppo)[no % 2]
        wait_for_hand(thumb, no)
        declarer, partner = PEOPLE[no % 4], PEOPLE[(no + 1) % 4]
        thumb.write({"declarer": declarer, "partner": partner}, won="yes" if no % 3 else "no")
        thumb.record()
    for thumb in (anna, beppo):
        wait_for_hand(thumb, IN_TURN + 1)
        expect(thumb.page.locator("#conflict")).to_have_count(0)
        expect(thumb.page.locator(ON_SERVER)).to_be_visible()
    assert conflicts == []
    assert totals(anna.page) == totals(beppo.page)
    assert events() == [(no, "recorded") for no in range(1, IN_TURN + 1)]


def test_a_half_made_entry_stays_when_another_phone_writes(anna: Thumb, beppo: Thumb) -> None:
    anna.choose("contract", "wenz")
    anna.name("declarer", "Cilli")
    anna.choose("kontra", "1")
    anna.page.locator("#card_points").fill("9")
    anna.page.locator("#card_points").press("End")
    record(beppo, 1, {"declarer": "Anna", "partner": "Beppo"})
    wait_for_hand(anna, 2)
    page = anna.page
    expect(page.locator("[data-passing]")).to_have_text(
        "Spiel 1 wurde auf einem anderen Handy eingetragen. Deins ist Spiel 2."
    )
    expect(page.locator(".who")).to_contain_text("gibt: Beppo")
    expect(page.locator("[data-seat]", has_text="Beppo")).to_contain_text("gibt")
    expect(page.locator("[data-seat][aria-pressed=true]")).to_contain_text("Cilli")
    expect(page.locator("#last")).to_contain_text("Anna mit Beppo: Rufer, gewonnen")
    expect(page.locator("#last form")).to_have_count(0)  # it is not Anna's hand that would be undone
    assert totals(page)["Anna"] == "+20"
    page.keyboard.type("4")  # the field still has the focus
    anna.record()
    assert totals(page)["Cilli"] == "+340"  # (50 + 10) x 2 from each of three, and 20 of the Rufer lost
    assert events() == [(1, "recorded"), (2, "recorded")]


def test_the_form_is_made_anew_where_the_people_change_and_keeps_the_taps(anna: Thumb, beppo: Thumb) -> None:
    """Emil sits down on Beppo's phone: who deals sits out now. What Anna tapped is still tapped."""
    anna.choose("contract", "solo")
    anna.name("declarer", "Done")
    anna.choose("level", "schneider")
    page = beppo.page
    page.goto(f"{page.url}people")
    page.locator('[name="name"]').fill("Emil")
    with page.expect_navigation():
        page.get_by_role("button", name="An den Tisch setzen").tap()
    expect(anna.page.locator("[data-seat] .name")).to_have_text(["Beppo", "Cilli", "Done", "Emil"])
    expect(anna.page.locator(".who")).to_contain_text("setzt aus: Anna")
    expect(anna.page.locator("[data-seat][aria-pressed=true]")).to_contain_text("Done")
    anna.record()
    assert totals(anna.page)["Done"] == "+180"
    assert totals(anna.page)["Emil"] == "−60"


def test_what_another_phone_wrote_is_known_without_a_network_too(anna: Thumb, beppo: Thumb, net: Cellar) -> None:
    record(beppo, 1, {"declarer": "Anna", "partner": "Beppo"})
    wait_for_hand(anna, 2)
    cut_off(anna, net)
    wait_for_hand(anna, 2)
    record(anna, 2, {"declarer": "Anna", "partner": "Beppo"})
    assert totals(anna.page)["Anna"] == "+40"
    back_online(anna, net)
    expect(anna.page.locator(ON_SERVER)).to_be_visible()
    assert events() == [(1, "recorded"), (2, "recorded")]


def test_the_pill_says_when_nobody_answers(anna: Thumb, net: Cellar) -> None:
    net.is_cut = True
    expect(anna.page.locator(".kept")).to_have_text("kein Netz")
    net.is_cut = False
    expect(anna.page.locator(ON_SERVER)).to_be_visible()


def test_an_evening_that_another_phone_closes_is_closed_here(anna: Thumb, beppo: Thumb) -> None:
    page = beppo.page
    page.goto(f"{page.url}close")
    with page.expect_navigation():
        page.get_by_role("button", name="Abend abschließen").tap()
    expect(anna.page.locator("h1")).to_have_text("Abend abgeschlossen")


def test_a_phone_that_cannot_time_a_request_itself_sends_all_the_same(anna: Thumb) -> None:
    """As iOS before 16: there is no AbortSignal.timeout."""
    anna.page.add_init_script("delete AbortSignal.timeout;")
    anna.page.reload()
    opens_offline(anna.page)
    anna.write({"declarer": "Anna", "partner": "Beppo"})
    anna.record()
    wait_for_hand(anna, 2)
    expect(anna.page.locator(ON_SERVER)).to_be_visible()
    assert events() == [(1, "recorded")]
