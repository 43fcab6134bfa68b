"""The issue's story in a real browser at 360 by 740, with a script and without."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import PHONE_HEIGHT, OpenPage
from tests.support.touch import Thumb, come_to_table, totals

pytestmark = pytest.mark.browser
PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
WITH_AND_WITHOUT = pytest.mark.parametrize("javascript", [True, False], ids=["script", "no-script"])


@pytest.fixture
def table(open_page: OpenPage) -> Thumb:
    """The table page of a new evening, with a script; Anna deals."""
    thumb = Thumb(open_page("/"), javascript=True)
    thumb.start(*PEOPLE)
    thumb.taps = 0
    return thumb


def record_ten_hands(thumb: Thumb) -> None:
    """Expected points are counted by hand beside each."""
    thumb.write({"declarer": "Anna", "partner": "Beppo"})
    thumb.record()  # A +20 B +20 C -20 D -20
    thumb.write({"declarer": "Cilli", "partner": "Done"}, won="no", level="schneider")
    thumb.record()  # A +30 B +30 C -30 D -30
    thumb.write({"declarer": "Beppo"}, contract="solo", trump_suit="leaves", level="schneider", kontra="1")
    thumb.record()  # (50 + 10) x 2: B +360, the others -120
    thumb.throw_in()
    thumb.write({"declarer": "Done"}, contract="wenz", top_trumps="2")
    thumb.record()  # 50 + 20: D +210, the others -70
    thumb.write({"losers": "Cilli", "maidens": "Anna"}, contract="ramsch")
    thumb.record()  # 20 x 2: C -120, the others +40
    thumb.write({"declarer": "Anna", "partner": "Done"}, card_points="94")
    thumb.record()  # 20 + 10: A +30 D +30 B -30 C -30
    thumb.write({"declarer": "Anna"}, contract="geier", won="no")
    thumb.record()  # 50: A -150, the others +50
    thumb.write({"declarer": "Beppo", "partner": "Cilli"}, laid="2")
    thumb.record()  # 20 x 4: B +80 C +80 A -80 D -80
    thumb.write({"declarer": "Cilli", "partner": "Anna"}, top_trumps="3")
    thumb.record()  # 20 + 30: C +50 A +50 B -50 D -50


@WITH_AND_WITHOUT
def test_an_evening_from_the_first_hand_to_the_leaderboard(open_page: OpenPage, javascript: bool) -> None:
    page = open_page("/", javascript=javascript)
    thumb = Thumb(page, javascript=javascript)
    thumb.start(*PEOPLE)
    record_ten_hands(thumb)
    assert totals(page) == {"Anna": "−250", "Beppo": "+430", "Cilli": "−210", "Done": "+30"}
    expect(page.locator("h1")).to_have_text("Spiel 11")

    correct_the_second(thumb)
    assert totals(page) == {"Anna": "−300", "Beppo": "+380", "Cilli": "−160", "Done": "+80"}
    strike_out_the_fifth(thumb)
    assert totals(page) == {"Anna": "−230", "Beppo": "+450", "Cilli": "−90", "Done": "−130"}
    expect(page.locator("#hand-5")).to_have_class("is-void")
    expect(page.locator("#hand-2 .tag")).to_have_text("geändert")

    table_url = page.url
    settle(thumb)
    thumb.follow("Neuer Abend mit denselben Leuten")
    assert [field.input_value() for field in page.locator('[name="names"]').all()][:4] == list(PEOPLE)
    thumb.press("Abend anfangen")
    come_to_table(thumb.page)
    assert page.url != table_url
    thumb.write({"declarer": "Anna", "partner": "Beppo"})
    thumb.record()

    open_menu(page)
    thumb.follow("Zum Stammtisch")
    board = {
        line.locator(".name").inner_text(): line.locator(".figure").first.inner_text()
        for line in page.locator(".ranks > .rank").all()
    }
    # The first three. The new evening counts once it is closed.
    assert list(board.items()) == [("Beppo", "+450"), ("Cilli", "−90"), ("Done", "−130")]


def sheet_of_the_server(thumb: Thumb) -> Page:
    """While the server is slow the phone draws the sheet itself; its own tests look at that one."""
    if thumb.javascript:
        expect(thumb.page.locator(".kept")).to_have_attribute("data-kept", "server", timeout=30_000)
    thumb.page.goto(thumb.page.url)
    return thumb.page


def correct_the_second(thumb: Thumb) -> None:
    page = sheet_of_the_server(thumb)
    page.locator("#hand-2 summary").tap()
    with page.expect_navigation():
        page.locator("#hand-2").get_by_role("link").tap()
    expect(page.locator('#entry [name="won"][value="no"]')).to_be_checked()
    thumb.choose("won", "yes")
    thumb.choose("level", "plain")
    thumb.record()


def strike_out_the_fifth(thumb: Thumb) -> None:
    page = sheet_of_the_server(thumb)
    page.locator("#hand-5 summary").tap()
    with page.expect_navigation():
        page.locator("#hand-5").get_by_role("link").tap()
    thumb.press("Spiel durchstreichen")


def settle(thumb: Thumb) -> None:
    page = thumb.page
    open_menu(page)
    thumb.follow("Abend abschließen")
    expect(page.locator(".payment")).to_have_count(3)
    thumb.press("Abend abschließen")
    assert sorted(re.sub(r"\s", " ", text) for text in page.locator(".payment > .figure").all_inner_texts()) == [
        "0,90 €", "1,30 €", "2,30 €",
    ]  # fmt: skip
    for _ in range(3):
        thumb.press("Als bezahlt abhaken")
    expect(page.get_by_text("Alles bezahlt.")).to_be_visible()


def open_menu(page: Page) -> None:
    page.locator(".menu > summary").tap()


def test_taps_for_a_won_rufer(table: Thumb) -> None:
    table.write({"declarer": "Anna", "partner": "Beppo"})
    expect(table.page.locator(".record")).to_contain_text("+20")
    table.record()
    assert table.taps == 3


def test_taps_for_a_lost_rufer(table: Thumb) -> None:
    table.write({"declarer": "Anna", "partner": "Beppo"}, won="no")
    table.record()
    assert table.taps == 4


def test_taps_for_a_solo_with_kontra_and_schneider(table: Thumb) -> None:
    table.write({"declarer": "Cilli"}, contract="solo", level="schneider", kontra="1")
    table.record()
    assert table.taps == 5
    assert totals(table.page)["Cilli"] == "+360"


def test_taps_for_a_ramsch_with_a_maiden(table: Thumb) -> None:
    table.write({"losers": "Cilli", "maidens": "Anna"}, contract="ramsch")
    table.record()
    assert table.taps == 4
    assert totals(table.page)["Cilli"] == "−120"


def test_once_the_loser_is_tapped_a_line_tells_of_the_maiden(table: Thumb) -> None:
    page, hint = table.page, table.page.locator(".maiden-hint")
    expect(hint).to_be_hidden()
    table.choose("contract", "ramsch")
    expect(hint).to_have_text("")
    before = page.locator("#entry .row:visible").evaluate_all("rows => rows.map((row) => row.offsetTop)")
    table.name("losers", "Cilli")
    expect(hint).to_have_text("Kein Stich? Namen antippen: Jungfrau.")
    assert page.locator("#entry .row:visible").evaluate_all("rows => rows.map((row) => row.offsetTop)") == before
    table.name("maidens", "Anna")
    expect(page.locator("[data-seat]", has_text="Anna")).to_contain_text("Jungfrau")
    table.choose("march", "1")
    expect(hint).to_have_text("")


def test_taps_for_thrown_in(table: Thumb) -> None:
    table.throw_in()
    assert table.taps == 1


def test_a_rufer_needs_no_scrolling(table: Thumb) -> None:
    table.write({"declarer": "Anna", "partner": "Beppo"})
    record = table.page.locator(".record")
    expect(record).to_contain_text("Rufer 20")
    last_row = table.page.locator(".options").bounding_box()
    button = record.bounding_box()
    assert last_row and button
    assert last_row["y"] + last_row["height"] <= button["y"]
    assert button["y"] + button["height"] <= PHONE_HEIGHT
    assert table.page.evaluate("scrollY") == 0
    assert table.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_targets_are_made_for_thumbs(table: Thumb) -> None:
    targets = table.page.locator("#entry .chip, #entry [data-seat], #entry .field, .record, .menu > summary").all()
    sizes = {target.inner_text() or "field": target.bounding_box() for target in targets if target.is_visible()}
    assert len(sizes) > 15
    assert {text: box for text, box in sizes.items() if box and (box["height"] < 47.9 or box["width"] < 44)} == {}


def test_record_waits_until_the_hand_is_whole(table: Thumb) -> None:
    record = table.page.locator(".record")
    expect(record).to_be_disabled()
    table.name("declarer", "Anna")
    expect(record).to_be_disabled()
    table.name("partner", "Beppo")
    expect(record).to_be_enabled()
    table.name("declarer", "Cilli")  # the third tap starts again
    expect(record).to_be_disabled()
    expect(table.page.locator('[data-role="declarer"]')).to_contain_text("Cilli")


def test_card_points_set_winner_and_level(table: Thumb) -> None:
    table.write({"declarer": "Anna", "partner": "Beppo"}, card_points="30")
    expect(table.page.locator(".record")).to_contain_text("−30")
    expect(table.page.locator('[name="won"][value="no"]')).to_be_checked()
    expect(table.page.locator('[name="level"][value="schneider"]')).to_be_checked()


def test_the_first_tap_on_a_figure_records_though_card_points_were_just_typed(table: Thumb) -> None:
    # The phone judges by itself, thus at once, in the middle of the tap: leaving the field is a change.
    expect(table.page.locator(".kept")).to_have_text("gespeichert")
    table.write({"declarer": "Anna", "partner": "Beppo"}, card_points="30")
    expect(table.page.locator(".record")).to_contain_text("−30")
    figure = table.page.locator(".record-points b").first.bounding_box()
    assert figure
    with table.page.expect_navigation():
        table.page.touchscreen.tap(figure["x"] + figure["width"] / 2, figure["y"] + figure["height"] / 2)
    expect(table.page.locator("#last")).to_contain_text("30")


def test_a_stoss_stays_over_a_reload_and_goes_with_the_hand(table: Thumb) -> None:
    table.choose("kontra", "2")
    table.page.reload()
    expect(table.page.locator('[name="kontra"][value="2"]')).to_be_checked()
    table.write({"declarer": "Anna", "partner": "Beppo"})
    expect(table.page.locator(".record")).to_contain_text("+80")
    table.record()
    expect(table.page.locator('[name="kontra"][value="0"]')).to_be_checked()


def test_undo_takes_the_hand_off_the_sheet(table: Thumb) -> None:
    table.write({"declarer": "Anna", "partner": "Beppo"})
    table.record()
    with table.page.expect_navigation():
        table.page.locator("[data-passing] button").tap()
    assert set(totals(table.page).values()) == {"0"}
    expect(table.page.locator("#hand-1, #last")).to_have_count(0)


def test_two_thumbs_on_record_write_one_hand(table: Thumb) -> None:
    table.write({"declarer": "Anna", "partner": "Beppo"})
    expect(table.page.locator(".record")).to_be_enabled()
    table.page.locator(".record").dblclick()
    expect(table.page.locator("h1")).to_have_text("Spiel 2")
    assert totals(table.page)["Anna"] == "+20"


@WITH_AND_WITHOUT
def test_bad_input_keeps_what_was_typed(open_page: OpenPage, javascript: bool) -> None:
    page = open_page("/", javascript=javascript, expected_errors="422")
    thumb = Thumb(page, javascript=javascript)
    thumb.start("Anna", "anna")
    assert [field.input_value() for field in page.locator('[name="names"]').all()][:2] == ["Anna", "anna"]
    expect(page.locator(".problem").filter(visible=True)).to_have_count(2)
    thumb.start(*PEOPLE)
    if javascript:
        return
    thumb.write({"declarer": "Anna"}, card_points="119", kontra="2")
    thumb.record()
    expect(page.locator("#card_points")).to_have_value("119")
    expect(page.locator('[name="kontra"][value="2"]')).to_be_checked()
    expect(page.locator(".problem").filter(visible=True)).to_have_count(2)


def test_second_scribe_sees_both_hands_without_a_script(open_page: OpenPage) -> None:
    first = open_page("/", javascript=False)
    mine = Thumb(first, javascript=False)
    mine.start(*PEOPLE)
    theirs = Thumb(open_page(first.url, javascript=False, expected_errors="409"), javascript=False)
    mine.write({"declarer": "Anna", "partner": "Beppo"})
    theirs.write({"declarer": "Cilli", "partner": "Done"}, level="schneider")
    mine.record()
    theirs.record()
    expect(theirs.page.locator(".versus")).to_contain_text("Anna mit Beppo: Rufer, gewonnen")
    expect(theirs.page.locator('[name="level"][value="schneider"]')).to_be_checked()
    theirs.record()
    expect(theirs.page.locator("h1")).to_have_text("Spiel 3")
    assert totals(theirs.page) == {"Anna": "−10", "Beppo": "−10", "Cilli": "+10", "Done": "+10"}


def test_others_see_a_new_hand_within_seconds(table: Thumb, open_page: OpenPage) -> None:
    watch = table.page.locator(".share a.address").get_attribute("href")
    assert watch
    other = open_page(watch, color_scheme="light")
    expect(other.locator(".total").first).to_contain_text("0")
    table.write({"declarer": "Anna", "partner": "Beppo"})
    table.record()
    expect(other.locator(".sheet")).to_contain_text("Anna mit Beppo: Rufer, gewonnen")


@WITH_AND_WITHOUT
def test_seven_people_and_a_late_comer(open_page: OpenPage, javascript: bool) -> None:
    page = open_page("/", javascript=javascript)
    thumb = Thumb(page, javascript=javascript)
    page.locator('label:has([name="game"][value="asserufen"])').tap()
    page.locator(".more-names summary").tap()
    thumb.start("Anna", "Beppo", "Cilli", "Done", "Emil", "Maximilian-Friedrich Obermeier")
    expect(page.locator(".who")).to_contain_text("setzen aus: Anna 0, Maximilian-Friedrich Obermeier 0")
    open_menu(page)
    thumb.follow("Kommen und Gehen")
    page.locator('[name="name"]').fill("Gretl")
    thumb.press("An den Tisch setzen")
    expect(page.locator("ol.list > li")).to_have_count(7)
    thumb.follow("Zurück zum Tisch")
    thumb.write({"declarer": "Beppo", "partner": "Cilli"}, contract="assrufen", level="schneider", top_trumps="4")
    thumb.record()
    assert totals(page)["Beppo"] == "+6"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360 if javascript else True


def test_on_a_tablet_the_form_stands_beside_the_sheet(table: Thumb) -> None:
    """And stays there while the sheet scrolls; on a phone one lies below the other."""
    page = table.page
    table.write({"declarer": "Anna", "partner": "Beppo"})
    table.record()
    form, sheet = page.locator("#entry").bounding_box(), page.locator("#sheet").bounding_box()
    assert form and sheet
    assert sheet["x"] == form["x"] and sheet["y"] > form["y"] + form["height"]
    page.set_viewport_size({"width": 768, "height": 1024})
    form, sheet = page.locator("#entry").bounding_box(), page.locator("#sheet").bounding_box()
    assert form and sheet
    assert form["x"] + form["width"] <= sheet["x"] and sheet["y"] < form["y"] + form["height"]
    assert page.evaluate("document.documentElement.scrollWidth") == 768
