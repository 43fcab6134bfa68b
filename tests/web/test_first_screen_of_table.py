"""The first screen of the table: the whole form and everybody's total, few other things to tap, and few taps a hand."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.conftest import Figure
from tests.support.browser import PHONE_HEIGHT, PHONE_WIDTH, OpenPage
from tests.support.paged_evening import start
from tests.support.played_evening import new_evening, rufer, solo
from tests.support.touch import Thumb, opens_offline
from tests.web.test_first_screen_of_settling import LANGUAGES, MAX_TARGETS, in_view
from tests.web.test_large_print import phone

pytestmark = pytest.mark.browser
PEOPLE = ("Sebastian", "Hannelore", "Katharina", "Maximilian", "Franziska", "Ferdinand", "Genoveva")
FOUR = ("Anna", "Beppo", "Cilli", "Done")
SMALLEST_TOTAL_PX = 12
MAX_TAPS = 50
BOTTOM = "(all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom + scrollY))"
LETTERS = "(all) => Math.min(...all.map((one) => parseFloat(getComputedStyle(one).fontSize)))"
COVERED = """() => [...document.querySelectorAll("[data-seat]")].filter((seat) => {
  const { left, top, width, height } = seat.getBoundingClientRect();
  return !seat.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((seat) => seat.innerText)"""

UNDER_CHOICES = """() => {
  const choices = document.querySelector(".call[open] > .slide").getBoundingClientRect();
  return [...document.querySelectorAll("#entry :is(summary, .seat, .chip)")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return one.checkVisibility() && !one.closest(".slide") && top < choices.bottom && bottom > choices.top
      && left < choices.right && right > choices.left;
  }).map((one) => one.innerText);
}"""


def table_of(people: int) -> str:
    names = PEOPLE[:people]
    table = new_evening(*names)
    for no in range(people):
        table.record(solo(names[(no + (people > 4)) % people], won=no % 2 == 0, kontra=max(2 - no, 0)))
    return f"/t/{table.stored.scribe_token}/"


def targets(page: Page) -> list[str]:
    """Links and buttons; the seats answer a question of the form, as its chips do."""
    seats = page.locator("[data-seat]").all_inner_texts()
    return [text for text in in_view(page) if text not in {seat.strip() for seat in seats}]


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("people", [4, 5, 6, 7])
def test_the_form_and_all_totals_are_on_the_first_screen(open_page: OpenPage, locale: str, people: int) -> None:
    page = open_page(table_of(people), locale=locale)
    for seat in page.locator("[data-seat]").all()[:2]:
        seat.tap()
    record = page.locator(".record")
    expect(record).to_be_enabled()
    assert page.evaluate("scrollY") == 0
    assert page.locator("#entry .row:visible, .record").evaluate_all(BOTTOM) <= PHONE_HEIGHT
    expect(page.locator(".record-points b")).to_have_count(4)  # zeros of those who sit out say nothing
    stands = page.locator("[data-seat] .stands")
    expect(stands).to_have_count(4)
    assert stands.evaluate_all(LETTERS) >= SMALLEST_TOTAL_PX
    sitting_out = page.locator(".who-rest")
    assert sitting_out.count() == (people > 4)
    for total in page.locator(".total").all():
        name, points = total.locator(".name").inner_text(), total.locator(".points").inner_text()
        seat = page.locator("[data-seat]", has_text=name)
        expect(seat if seat.count() else sitting_out).to_contain_text(points)
    assert len(targets(page)) <= MAX_TARGETS


@pytest.mark.parametrize("game", ["bavarian", "palatinate", "asserufen", "sasku", "schafskopf24", "bierkopf"])
@pytest.mark.parametrize("locale", LANGUAGES)
def test_every_game_has_its_whole_form_on_the_first_screen(
    open_page: OpenPage, client: Client, game: str, locale: str
) -> None:
    stakes = {"bavarian": "pub", "sasku": "strokes_10", "schafskopf24": "points", "bierkopf": "bierkopf"}
    evening = start(client, *PEOPLE[:4], **{"game": game, f"stake_{game}": stakes.get(game, "cents_10")})
    page = open_page(evening.url("table"), locale=locale)
    assert page.locator("#entry .row:visible, .record").evaluate_all(BOTTOM) <= PHONE_HEIGHT
    assert len(targets(page)) <= MAX_TARGETS


@pytest.mark.parametrize(("width", "letters"), [(360, 16), (360, 24), (320, 16)])
def test_the_record_button_covers_no_seat(chromium: Browser, live_server: LiveServer, width: int, letters: int) -> None:
    path = table_of(4)
    with phone(chromium, width, letters) as page:
        page.goto(live_server.url + path)
        expect(page.locator("[data-seat]")).to_have_count(4)
        assert page.evaluate(COVERED) == []


def test_the_heading_of_the_last_hand_is_one_line(open_page: OpenPage) -> None:
    table = new_evening(*FOUR)
    three = {"count": 3, "side": "declarer_side"}
    table.record(rufer("Anna", "Beppo", level="schneider", card_points=96, top_trumps=three))
    page = open_page(f"/t/{table.stored.scribe_token}/", locale="en-GB")
    for width in (320, PHONE_WIDTH, 600, 900, 1280, 1600):
        page.set_viewport_size({"width": width, "height": PHONE_HEIGHT})
        assert page.locator("#last h2").evaluate("(one) => one.getBoundingClientRect().height") < 50, width


def test_twelve_hands_and_a_correction_take_few_taps(open_page: OpenPage, figure: Figure) -> None:
    table = new_evening(*FOUR)
    thumb = Thumb(open_page(f"/t/{table.stored.scribe_token}/"), javascript=True)
    hands: tuple[tuple[dict[str, str] | None, dict[str, str]], ...] = (
        ({"declarer": "Anna", "partner": "Beppo"}, {}),
        ({"declarer": "Cilli", "partner": "Anna"}, {"won": "no"}),
        ({"declarer": "Done"}, {"contract": "solo", "trump_suit": "leaves"}),
        ({"declarer": "Beppo", "partner": "Done"}, {"level": "schneider"}),
        ({"declarer": "Anna", "partner": "Cilli"}, {"top_trumps": "3"}),
        (None, {}),
        ({"declarer": "Beppo"}, {"contract": "wenz"}),
        ({"losers": "Cilli"}, {"contract": "ramsch"}),
        ({"declarer": "Done", "partner": "Anna"}, {"kontra": "1", "won": "no"}),
        ({"declarer": "Cilli", "partner": "Beppo"}, {}),
        ({"declarer": "Anna"}, {"contract": "solo", "trump_suit": "hearts", "won": "no"}),
        ({"declarer": "Beppo", "partner": "Cilli"}, {}),
    )
    for who, chips in hands:
        if who is None:
            thumb.throw_in()
            continue
        thumb.write(who, **chips)
        thumb.record()
    opens_offline(thumb.page)
    with thumb.page.expect_navigation():
        thumb.tap(thumb.page.locator("#last").get_by_role("link", name="ändern"))
    thumb.choose("won", "no")
    thumb.record()
    expect(thumb.page.locator("h1")).to_have_text("Spiel 13")
    figure(f"Twelve hands and the correction of one: {thumb.taps} taps")
    assert thumb.taps <= MAX_TAPS


def test_a_call_shows_what_is_set_and_offers_the_others(open_page: OpenPage) -> None:
    table = new_evening(*FOUR)
    table.record(rufer("Anna", "Beppo"))
    page = open_page(f"/t/{table.stored.scribe_token}/")
    run, stoss = page.locator(".row-top"), page.locator(".row-kontra")
    run.locator("summary").tap()
    expect(run.locator(":checked")).to_have_value("3")
    expect(run.locator("summary b")).to_have_text("3")
    stoss.locator("summary").tap()
    expect(run.locator("details")).not_to_have_attribute("open", "")
    stoss.locator("label", has_text="× 8").tap()
    expect(stoss.locator("summary b")).to_have_text("× 8")
    expect(stoss.locator("details")).not_to_have_attribute("open", "")
    stoss.locator("summary").tap()
    expect(stoss.locator(":checked")).to_have_value("3")  # only the first tap sets the least
    stoss.locator("label", has_text="–").tap()
    expect(stoss.locator("summary b")).to_have_text("")
    # A Wenz pays from two on.
    page.locator('label:has([value="wenz"])').tap()
    run.locator("summary").tap()
    run.locator("label", has_text="–").tap()
    run.locator("summary").tap()
    expect(run.locator(":checked")).to_have_value("2")


@pytest.mark.parametrize(("width", "letters"), [(360, 16), (360, 24), (360, 32), (320, 16)])
def test_the_choices_of_a_call_cover_nothing(
    chromium: Browser, live_server: LiveServer, width: int, letters: int
) -> None:
    path = table_of(4)
    with phone(chromium, width, letters) as page:
        page.goto(live_server.url + path)
        for call in page.locator(".call").all():
            call.locator("summary").tap()
            expect(call.locator(".slide")).to_be_visible()
            assert page.evaluate(UNDER_CHOICES) == []
        page.locator(".options > summary").tap()
        expect(page.locator(".options")).to_have_attribute("open", "")
        expect(page.locator(".call[open]")).to_have_count(0)


def test_a_call_needs_no_script(open_page: OpenPage) -> None:
    thumb = Thumb(open_page(f"/t/{new_evening(*FOUR).stored.scribe_token}/", javascript=False), javascript=False)
    thumb.write({"declarer": "Anna", "partner": "Beppo"}, top_trumps="3", kontra="1")
    thumb.record()
    expect(thumb.page.locator("#last .text")).to_contain_text("3 Laufende, Stoß")


@pytest.mark.parametrize("javascript", [True, False])
def test_the_note_says_what_was_written_and_undoes_it(open_page: OpenPage, *, javascript: bool) -> None:
    page = open_page(f"/t/{new_evening(*FOUR).stored.scribe_token}/", javascript=javascript)
    thumb = Thumb(page, javascript=javascript)
    thumb.write({"declarer": "Anna", "partner": "Beppo"}, won="no", level="schneider")
    thumb.record()
    note = page.get_by_role("status").filter(has_text="Anna mit Beppo")
    expect(note).to_contain_text("Spiel 1: Anna mit Beppo: Rufer −30")
    first_chip = page.locator(".contracts .chip").first.bounding_box()
    place = note.bounding_box()
    assert place and first_chip and place["y"] + place["height"] <= first_chip["y"]
    with page.expect_navigation():
        note.get_by_role("button").tap()
    expect(page.locator("#last, .sheet")).to_have_count(0)
