"""No network: an evening goes on in the cellar, and everything is on the server once, in order, afterwards."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from scorebook.clubs.models import Club
from scorebook.play.models import Evening, HandEvent
from scorebook.play.queries import evening_sheets
from tests.support.browser import OpenPage, OwnPhone
from tests.support.offline_network import Cellar
from tests.support.paged_evening import start
from tests.support.played_evening import new_evening
from tests.support.touch import Thumb, opens_offline, totals

pytestmark = pytest.mark.browser
PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
SYNC_TIMEOUT_MS = 60_000


@pytest.fixture
def at_table(open_page: OpenPage, net: Cellar) -> Thumb:
    """A table page that was visited once; its network can be cut."""
    thumb = Thumb(open_page("/", at=net.url, expected_errors=LOST), javascript=True)
    thumb.start(*PEOPLE)
    opens_offline(thumb.page)
    return thumb


# Who taps by a script has not touched the page, and a phone vibrates only for who has.
LOST = "Failed to load resource|navigator.vibrate"


def reopened(thumb: Thumb) -> Thumb:
    """The same address in a new page, as after a look at the clock."""
    url, context = thumb.page.url, thumb.page.context
    thumb.page.close()
    page = context.new_page()
    page.goto(url)
    return Thumb(page, javascript=True)


def wait_for_hand(page: Page, no: int) -> None:
    expect(page.locator("h1")).to_have_text(f"Spiel {no}")


def record(thumb: Thumb, no: int, players: dict[str, str], *, card_points: str = "", **chips: str) -> None:
    """Hand `no` with no network: the page goes on to the next one by itself."""
    thumb.write(players, card_points=card_points, **chips)
    expect(thumb.page.locator(".record")).to_be_enabled()
    thumb.tap(thumb.page.locator(".record"))
    wait_for_hand(thumb.page, no + 1)


def throw_in(thumb: Thumb, no: int) -> None:
    thumb.tap(thumb.page.locator("button.thrown"))
    wait_for_hand(thumb.page, no + 1)


def record_twenty(thumb: Thumb) -> None:
    two = {"declarer": "Anna", "partner": "Beppo"}
    record(thumb, 1, two)
    record(thumb, 2, {"declarer": "Cilli", "partner": "Done"}, won="no", level="schneider")
    record(thumb, 3, {"declarer": "Beppo"}, contract="solo", trump_suit="leaves", level="schneider", kontra="1")
    throw_in(thumb, 4)
    record(thumb, 5, {"declarer": "Done"}, contract="wenz", top_trumps="2")
    record(thumb, 6, {"losers": "Cilli", "maidens": "Anna"}, contract="ramsch")
    record(thumb, 7, {"declarer": "Anna", "partner": "Done"}, card_points="94")
    record(thumb, 8, {"declarer": "Anna"}, contract="geier", won="no")
    record(thumb, 9, {"declarer": "Beppo", "partner": "Cilli"}, laid="2")
    record(thumb, 10, {"declarer": "Cilli", "partner": "Anna"}, top_trumps="3")
    record(thumb, 11, two, card_points="30")
    record(thumb, 12, {"declarer": "Done", "partner": "Anna"}, kontra="2")
    record(thumb, 13, {"declarer": "Cilli"}, contract="solo", trump_suit="hearts", top_trumps="5")
    record(thumb, 14, {"losers": "Beppo"}, contract="ramsch")
    record(thumb, 15, {"declarer": "Beppo", "partner": "Anna"}, won="no", top_trumps="4")
    throw_in(thumb, 16)
    record(thumb, 17, {"declarer": "Anna"}, contract="wenz", level="schwarz")
    record(thumb, 18, {"declarer": "Done", "partner": "Cilli"}, card_points="120", level="schwarz")
    record(thumb, 19, {"declarer": "Beppo"}, contract="geier", laid="1", kontra="1")
    record(thumb, 20, {"losers": "Done", "maidens": "Beppo"}, contract="ramsch")


def correct(thumb: Thumb, no: int, **chips: str) -> None:
    line = thumb.page.locator(f"#hand-{no}")
    line.locator("summary").tap()
    line.get_by_role("button", name="ändern").tap()
    wait_for_hand(thumb.page, no)
    for name, value in chips.items():
        thumb.choose(name, value)
    thumb.tap(thumb.page.locator(".record"))
    expect(line.locator(".tag").first).to_have_text("geändert")


def test_a_page_that_came_before_its_sheet_records_without_a_network(at_table: Thumb, net: Cellar) -> None:
    """The network goes between the page with the first hand and the sheet that the phone asks for after it."""
    net.fails_once = {f"/api/v1/evenings/{at_table.page.url.rstrip('/').rpartition('/')[2]}"}
    two = {"declarer": "Anna", "partner": "Beppo"}
    at_table.write(two)
    at_table.record()
    net.is_cut = True
    thumb = reopened(at_table)
    record(thumb, 2, two)
    assert totals(thumb.page) == {"Anna": "+40", "Beppo": "+40", "Cilli": "−40", "Done": "−40"}


def test_a_tap_while_the_phone_still_reads_its_memory_counts(at_table: Thumb) -> None:
    """The evening has been read and what waits has not: the hand waits for that."""
    at_table.page.add_init_script("""
        const { getAll } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.getAll = function (...about) {
            if (this.name === "writings" && !sessionStorage.tapped) {
                sessionStorage.tapped = "once";
                document.querySelector("button.thrown").click();
            }
            return getAll.apply(this, about);
        };
    """)
    at_table.page.reload()
    wait_for_hand(at_table.page, 2)
    expect(at_table.page.locator('.kept[data-kept="server"]')).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    assert at_table.page.evaluate("sessionStorage.tapped") == "once"
    assert HandEvent.objects.count() == 1


def test_a_sheet_that_did_not_come_is_requested_again_and_what_was_tapped_stays(
    client: Client, open_page: OpenPage, net: Cellar
) -> None:
    """Another phone writes, and of the page that shows it and its sheet only the page comes."""
    evening = start(client)
    page = open_page(evening.url("table"), at=net.url, expected_errors=LOST)
    opens_offline(page)
    evening.record()
    sheet_path = f"/api/v1/evenings/{evening.stored.scribe_token}"
    net.fails_once = {sheet_path}
    with page.expect_response(lambda answer: answer.url.endswith(sheet_path)):
        page.reload()
        thumb = Thumb(page, javascript=True)
        thumb.name("declarer", "Anna")
    net.is_cut = True
    thumb.name("partner", "Beppo")
    expect(page.locator(".record")).to_be_enabled()
    thumb.tap(page.locator(".record"))
    wait_for_hand(page, 3)
    assert totals(page) == {"Anna": "+40", "Beppo": "+40", "Cilli": "−40", "Done": "−40"}


def test_a_tapped_seat_stays_marked_when_a_delivery_fails(at_table: Thumb, net: Cellar) -> None:
    """The table is drawn anew after each attempt, and the form keeps the declarer."""
    net.is_cut = True
    record(at_table, 1, {"declarer": "Anna", "partner": "Beppo"})
    page = at_table.page
    page.locator("[data-seat]", has_text="Cilli").tap()
    page.evaluate("document.querySelector('#lines').lastElementChild.dataset.before = ''")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#lines > [data-before]")).to_have_count(0)  # drawn anew
    marked = page.locator("[data-seat][aria-pressed=true]")
    expect(marked).to_have_count(1)
    expect(marked).to_contain_text("Cilli")
    expect(marked.locator("small")).to_have_text("spielt")
    page.locator("[data-seat]", has_text="Cilli").tap()
    expect(marked).to_have_count(0)
    expect(page.locator("[data-seat]", has_text="Cilli").locator("small")).not_to_have_text("spielt")


def test_hands_in_a_row_go_together_and_a_lost_answer_writes_none_twice(at_table: Thumb, net: Cellar) -> None:
    sent: list[int] = []

    def remembered(request: Request) -> None:
        if request.url.endswith("/hands/batch"):
            sent.append(len((request.post_data_json or {})["hands"]))
        assert not request.url.endswith("/hands")

    page = at_table.page
    page.on("request", remembered)
    net.is_cut = True
    for no in range(1, 6):
        throw_in(at_table, no)
    expect(page.locator(".kept")).to_contain_text("5 zu senden")
    while_cut = len(sent)
    net.loses_every = 1
    net.is_cut = False
    while not net.lost:
        page.wait_for_timeout(100)
    net.loses_every = 0
    expect(page.locator('.kept[data-kept="server"]')).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    assert set(sent[while_cut:]) == {5}
    keys = list(HandEvent.objects.order_by("seq").values_list("pk", flat=True))
    assert (len(keys), {key.version for key in keys}) == (5, {7})
    assert keys == sorted(keys)  # they begin with the time


@pytest.mark.thorough
def test_twenty_hands_in_a_cellar_survive_a_killed_browser_and_lost_answers(
    live_server: LiveServer, net: Cellar, tmp_path: Path, chromium: Browser
) -> None:
    """Cut the network, open the page, record 20, correct two, kill the process, restore a bad network."""
    phone = OwnPhone(browser=chromium, profile=tmp_path / "profile", base_url=net.url)
    page = phone.context.new_page()
    page.goto("/")
    first = Thumb(page, javascript=True)
    first.start(*PEOPLE)
    opens_offline(page)
    url = page.url
    page.close()

    net.is_cut = True
    page = phone.context.new_page()
    page.goto(url)
    thumb = Thumb(page, javascript=True)
    record_twenty(thumb)
    correct(thumb, 2, won="yes")
    correct(thumb, 9, laid="0")
    expect(page.locator(".kept")).to_contain_text("22 zu senden")
    before = totals(page)
    phone.kill()

    phone = OwnPhone(browser=chromium, profile=tmp_path / "profile", base_url=net.url)
    page = phone.context.new_page()
    page.goto(url)
    expect(page.locator(".kept")).to_contain_text("22 zu senden")
    assert totals(page) == before
    assert HandEvent.objects.count() == 0

    net.loses_every = 2
    net.is_cut = False
    expect(page.locator('.kept[data-kept="server"]')).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    net.loses_every = 0
    assert net.lost >= 2 and HandEvent.objects.filter(kind="recorded").count() == 20
    page.reload()
    assert totals(page) == before
    phone.close()

    evening = Evening.objects.get()
    sheet = evening_sheets.evening_sheet(evening)
    assert [line.no for line in sheet.lines] == list(range(1, 21))
    assert {line.no for line in sheet.lines if line.corrected} == {2, 9}
    events = HandEvent.objects.filter(kind__in=[HandEvent.Kind.RECORDED, HandEvent.Kind.CORRECTED])
    assert events.count() == 22
    assert {line.player.name: line.points for line in sheet.players} == {
        name: int(points.replace("−", "-").replace("+", "").replace(".", "")) for name, points in before.items()
    }


def back_online(thumb: Thumb, net: Cellar) -> None:
    net.is_cut = False
    thumb.page.evaluate("dispatchEvent(new Event('online'))")


def test_striking_out_and_the_settlement_without_a_network(at_table: Thumb, net: Cellar) -> None:
    net.is_cut = True
    thumb = reopened(at_table)
    page = thumb.page
    record(thumb, 1, {"declarer": "Anna", "partner": "Beppo"})
    expect(page.locator('[data-seat][aria-pressed="true"]')).to_have_count(0)  # nobody has played the next hand yet
    record(thumb, 2, {"declarer": "Cilli"}, contract="solo", trump_suit="hearts")
    page.locator("#plan summary").tap()
    expect(page.locator("#plan .payment")).to_have_count(3)
    expect(page.locator("#plan")).to_contain_text("Nur die Spiele dieses Abends, ohne den Deckel.")
    expect(page.locator("#plan")).not_to_contain_text("Alle sind quitt")
    thumb.tap(page.locator("[data-passing] button"))
    expect(page.locator("#hand-2")).to_have_count(0)  # undone before anybody saw it
    expect(page.locator("#plan .payment .figure")).to_have_text(["0,20\u00a0€", "0,20\u00a0€"])
    expect(page.locator(".who b").first).to_have_text("Beppo")  # the deal goes back
    thumb.tap(page.locator("[data-passing]").get_by_text("ändern"))
    expect(page.locator("h1")).to_have_text("Spiel 2")
    thumb.tap(page.locator(".back-to-next"))
    back_online(thumb, net)
    expect(page.locator('.kept[data-kept="server"]')).to_be_visible()
    assert totals(page) == {"Anna": "+20", "Beppo": "+20", "Cilli": "−20", "Done": "−20"}
    expect(page.locator("#hand-2")).to_have_count(0)


def test_the_settlement_of_a_hand_that_was_thrown_in_without_a_network(at_table: Thumb, net: Cellar) -> None:
    net.is_cut = True
    page = reopened(at_table).page
    page.locator("button.thrown").tap()
    expect(page.locator("#plan p")).to_have_text(["Nur die Spiele dieses Abends, ohne den Deckel.", "Alle sind quitt."])
    expect(page.locator("#plan ul")).to_have_count(0)


def test_the_values_of_a_hand_struck_out_without_a_network_stay_readable(at_table: Thumb, net: Cellar) -> None:
    net.is_cut = True
    thumb = reopened(at_table)
    for no in (1, 2):
        record(thumb, no, {"declarer": "Anna", "partner": "Beppo"})
    page = thumb.page
    page.locator("#hand-1 summary").tap()
    thumb.tap(page.locator("#hand-1 [data-void]"))
    expect(page.locator("#hand-1")).to_have_class("is-void")
    expect(page.locator("#hand-1 del")).to_have_text(["+20", "+20", "−20", "−20"])
    # Something was written between hand 2 and its end, so it was no slip of the finger: the server says the same.
    page.locator("#hand-2 summary").tap()
    thumb.tap(page.locator("#hand-2 [data-void]"))
    expect(page.locator("#hand-2")).to_have_class("is-void")


def test_a_link_that_is_the_first_page_ever_comes_once_and_opens_offline(
    client: Client, open_page: OpenPage, net: Cellar
) -> None:
    evening = start(client)
    evening.record()
    path = evening.url("table")
    page = open_page(path, at=net.url, expected_errors=LOST)
    opens_offline(page)
    page.reload()
    opens_offline(page)
    assert net.times[path] == 2  # the visit and the reload
    net.times.clear()
    fresh = open_page(path, at=net.url, expected_errors=LOST)  # another phone
    opens_offline(fresh)
    assert net.times[path] == net.times[f"{path}lookup"] == 1
    net.is_cut = True
    thumb = reopened(Thumb(fresh, javascript=True))
    assert "script-src 'self'" in (policy(thumb.page) or "")
    record(thumb, 2, {"declarer": "Anna", "partner": "Beppo"})
    assert totals(thumb.page) == {"Anna": "+40", "Beppo": "+40", "Cilli": "−40", "Done": "−40"}


def test_bock_and_pot_are_shown_without_a_network(client: Client, open_page: OpenPage, net: Cellar) -> None:
    """A lost solo brings Bock for everybody, a hand thrown in a pot: above the form and below the totals, as ever."""
    evening = start(client, stake_bavarian="everything")
    page = open_page(evening.url("table"), at=net.url, expected_errors=LOST)
    opens_offline(page)
    net.is_cut = True
    thumb = reopened(Thumb(page, javascript=True))
    throw_in(thumb, 1)
    record(thumb, 2, {"declarer": "Beppo"}, contract="wenz", won="no")
    texts = [thumb.page.locator(".who").inner_text(), thumb.page.locator("#pot").inner_text()]
    assert "Bock: Dieses Spiel zählt × 2" in texts[0]
    back_online(thumb, net)
    expect(thumb.page.locator('.kept[data-kept="server"]')).to_be_visible()
    again = [thumb.page.locator(".who").inner_text(), thumb.page.locator("#pot").inner_text()]
    assert [" ".join(text.split()) for text in again] == [" ".join(text.split()) for text in texts]


@pytest.mark.parametrize(("unit", "text"), [("JPY", "200 JPY"), ("USD", "2,00 USD"), ("BHD", "0,200 BHD")])
def test_amounts_of_a_currency_without_a_network(open_page: OpenPage, net: Cellar, unit: str, text: str) -> None:
    """A Rufer of 20 points at a stake of 10, drawn by the phone and then by the server."""
    table = new_evening(*PEOPLE, unit=unit, stake_minor=10)
    page = open_page(f"/t/{table.stored.scribe_token}/", at=net.url, expected_errors=LOST)
    opens_offline(page)
    net.is_cut = True
    thumb = reopened(Thumb(page, javascript=True))
    record(thumb, 1, {"declarer": "Anna", "partner": "Beppo"})
    owed = [f"+{text}", f"+{text}", f"\u2212{text}", f"\u2212{text}"]
    assert amounts_owed(thumb.page) == owed
    back_online(thumb, net)
    expect(thumb.page.locator('.kept[data-kept="server"]')).to_be_visible()
    assert amounts_owed(reopened(thumb).page) == owed and table.balances()["Anna"] == 200


def amounts_owed(page: Page) -> list[str]:
    return [text.replace("\u00a0", " ") for text in page.locator(".totals .owed").all_inner_texts()]


def policy(page: Page) -> str | None:
    """The content security policy of the page as the phone keeps it."""
    kept: str | None = page.evaluate(
        "caches.match(location.pathname).then((page) => page.headers.get('Content-Security-Policy'))"
    )
    return kept


def drawn(page: Page) -> list[str]:
    """Row by row the strokes of both teams, and the notes beside them."""
    return [" ".join(text.split()) for text in page.locator(".paper td").all_inner_texts()]


def test_the_strokes_of_sasku_without_a_network(client: Client, open_page: OpenPage, net: Cellar) -> None:
    """The paper, the teams in their places and the sentences: as the server shows them once it knows."""
    evening = start(client, game="sasku", stake_sasku="games_50")
    evening.post("table", **evening.by_id({"contract": "passed", "team": "Beppo", "level": "plain"}), known_hands=0)
    page = open_page(evening.url("table"), at=net.url, expected_errors=LOST)
    opens_offline(page)
    teams = page.locator(".teams .chip").all_inner_texts()
    net.is_cut = True
    thumb = reopened(Thumb(page, javascript=True))
    record(thumb, 2, {"declarer": "Cilli"}, trump_suit="diamonds", level="schneider", contract="trumps")
    record(thumb, 3, {}, contract="passed", team=evening.ids["Anna"])
    record(thumb, 4, {"declarer": "Done"}, trump_suit="clubs", level="schwarz", contract="trumps")
    record(thumb, 5, {"declarer": "Anna"}, trump_suit="clubs", level="schwarz", contract="trumps")
    assert thumb.page.locator(".teams .chip").all_inner_texts() == teams
    found, sums = drawn(thumb.page), thumb.page.locator("#hand-4 .small").all_text_contents()[-1:]
    assert found == ["7", "17 Lambapea", "16 Lambapea", "0", "0", "0"]
    back_online(thumb, net)
    expect(thumb.page.locator('.kept[data-kept="server"]')).to_be_visible()
    assert drawn(thumb.page) == found
    assert thumb.page.locator(".teams .chip").all_inner_texts() == teams
    assert [one.replace("\u00a0", " ") for one in sums] == [
        "Lambapea, die ganze Partie 16; Beppo, Done gewinnen die Partie 17 : 7"
    ]


def test_new_links_take_along_what_waits_on_this_phone(net: Cellar, at_table: Thumb) -> None:
    page, old = at_table.page, at_table.page.url
    net.is_cut = True
    throw_in(at_table, 1)
    page.goto("about:blank")  # the table page would send the hand by itself
    net.is_cut = False
    evening = Evening.objects.select_related("club").get()
    page.goto(f"{net.url}/t/{evening.club.member_token}.{evening.pk}/links")
    page.locator("button[name=scribe]").click()
    page.locator("#moved").wait_for(state="attached")
    page.goto(f"{net.url}/t/{Evening.objects.get().scribe_token}/")
    wait_for_hand(page, 2)
    expect(page.locator('.kept[data-kept="server"]')).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    assert page.url != old
    assert HandEvent.objects.count() == 1


@pytest.mark.parametrize("is_cut", [True, False], ids=["waiting hand", "hand in the form"])
def test_a_hand_goes_on_under_links_that_another_phone_made(
    net: Cellar, at_table: Thumb, client: Client, is_cut: bool
) -> None:
    """This phone has a key of the club, so it finds the evening again."""
    page, old = at_table.page, at_table.page.url
    club = Club.objects.get()
    net.is_cut = is_cut
    if is_cut:
        throw_in(at_table, 1)
    assert client.post(f"/c/{club.keeper_token}/links/member", {"key": uuid4()}).status_code == 302
    if is_cut:
        back_online(at_table, net)
    else:
        throw_in(at_table, 1)
    expect(page.locator('.kept[data-kept="server"]')).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    page.goto(old)
    wait_for_hand(page, 2)
    assert page.url == f"{net.url}/t/{Evening.objects.get().scribe_token}/" != old
    assert HandEvent.objects.count() == 1


@pytest.mark.parametrize("status", [502, 504])
def test_it_goes_on_where_a_proxy_finds_no_server(at_table: Thumb, net: Cellar, status: int) -> None:
    """As while Scorebook is updated: an empty page is nothing to write on."""
    table = at_table.page.url
    net.answers_itself = status
    at_table.page.goto(net.url)
    expect(at_table.page.locator("h1")).to_have_text("Ohne Netz")
    at_table.page.goto(table)
    record(at_table, 1, {"declarer": "Anna", "partner": "Beppo"})
    expect(at_table.page.locator(".kept")).to_contain_text("1 zu senden")
    net.answers_itself = 0
    expect(at_table.page.locator('.kept[data-kept="server"]')).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    assert HandEvent.objects.count() == 1
