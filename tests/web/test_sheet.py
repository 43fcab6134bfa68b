"""The sheet on a phone: names in sight, a line for each hand, its sentence at a tap, all of it on paper."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import OpenPage
from tests.support.offline_network import Cellar
from tests.support.played_evening import PlayedEvening, new_evening, rufer
from tests.support.touch import opens_offline

pytestmark = pytest.mark.browser

HANDS = 30
LINE_PX, ROUND_PX = 32, 24  # at most: of a hand, and of the line that names a round
TOP = "(one) => one.getBoundingClientRect().top"
ROWS = """() => [...document.querySelectorAll(".sheet tbody")].map((body) => {
  const read = (one) => one.textContent.replace(/\\s+/g, " ").trim();
  const cells = [...body.querySelectorAll(".round td, .no, .no ~ td")].map((one) => [one.className, read(one)]);
  const tags = [...body.querySelectorAll(".tag")].map(read);
  return [body.id, body.className, cells, read(body.querySelector(".text")), tags];
})"""
HEIGHT = "(one) => one.getBoundingClientRect().height"


def long_evening() -> PlayedEvening:
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    for _ in range(HANDS):
        table.record(rufer("Anna", "Beppo"))
    table.void(HANDS - 1)
    table.correct(HANDS - 2, rufer("Anna", "Cilli"))
    return table


def path_of(link: str, table: PlayedEvening) -> str:
    return f"/{link}/{table.stored.scribe_token if link == 't' else table.stored.watch_token}/"


def sentence(page: Page, no: int) -> object:
    """Whether the sentence of a hand is drawn, and not only there to be read out."""
    text = page.locator(f"#hand-{no} .text")
    return text.evaluate("(one) => one.checkVisibility({ opacityProperty: true })")


@pytest.mark.parametrize("link", ["t", "w"])
def test_the_names_stay_over_their_columns(open_page: OpenPage, link: str) -> None:
    page = open_page(path_of(link, long_evening()))
    page.locator("#hand-1").scroll_into_view_if_needed()
    page.evaluate("window.scrollBy(0, -40)")
    names = page.locator(".sheet thead th").nth(1)
    below = page.locator(".bar").evaluate("(one) => Math.max(0, one.getBoundingClientRect().bottom)")
    assert names.evaluate(TOP) == pytest.approx(below, abs=1)
    # A name is drawn there, and no figure that slides past it.
    drawn = "(one) => { const { x, y } = one.getBoundingClientRect(); return document.elementFromPoint(x + 9, y + 9); }"
    assert names.evaluate(f"(one) => one.closest('thead').contains(({drawn})(one))")


@pytest.mark.parametrize("link", ["t", "w"])
def test_a_hand_is_one_line(open_page: OpenPage, link: str) -> None:
    page = open_page(path_of(link, long_evening()))
    heights = page.locator(".sheet tbody").evaluate_all(f"(all) => all.map({HEIGHT})")
    rounds = page.locator(".sheet .round").count()
    assert len(heights) == HANDS and rounds == HANDS // 4 + 1
    assert min(heights) <= LINE_PX and sum(heights) <= HANDS * LINE_PX + rounds * ROUND_PX
    widths = page.locator(".sheet summary").first.bounding_box(), page.locator(".sheet").bounding_box()
    assert widths[0] and widths[1] and widths[0]["width"] > widths[1]["width"] - 8 and widths[0]["height"] >= 24


@pytest.mark.parametrize("javascript", [True, False])
def test_a_tap_on_a_hand_opens_its_sentence_and_closes_it(open_page: OpenPage, *, javascript: bool) -> None:
    page = open_page(path_of("t", long_evening()), javascript=javascript)
    figure = page.locator("#hand-7 td").first
    totals = page.locator("#hand-7 small").first
    for is_open in (False, True, False):
        assert sentence(page, 7) is is_open
        expect(totals).to_be_visible(visible=is_open)
        figure.scroll_into_view_if_needed()
        box = figure.bounding_box()
        assert box
        page.touchscreen.tap(box["x"] + 5, box["y"] + box["height"] / 2)
    if javascript:
        opens_offline(page)


def test_the_keyboard_opens_a_sentence(open_page: OpenPage) -> None:
    page = open_page(path_of("w", long_evening()))
    page.locator("#hand-9 summary").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('tbody').id") == "hand-8"
    page.keyboard.press("Enter")
    assert sentence(page, 8) is True and sentence(page, 7) is False


def test_a_focused_hand_is_never_below_the_names(open_page: OpenPage) -> None:
    page = open_page(path_of("w", long_evening()))
    page.locator("#hand-1 summary").focus()
    for _ in range(20):
        page.keyboard.press("Shift+Tab")
        names = page.locator(".sheet thead").evaluate("(one) => one.rows[0].cells[0].getBoundingClientRect().bottom")
        assert page.evaluate("document.activeElement.getBoundingClientRect().top") >= names - 2


@pytest.mark.parametrize("link", ["t", "w"])
def test_paper_has_every_sentence_and_total(open_page: OpenPage, link: str) -> None:
    page = open_page(path_of(link, long_evening()))
    page.emulate_media(media="print")
    for no in (1, HANDS - 1):
        assert sentence(page, no) is True
        expect(page.locator(f"#hand-{no} small").first).to_be_visible()
    below, figures = (page.locator(f"#hand-5 {part}").evaluate(TOP) for part in (".text", ".no"))
    assert below > figures


def test_without_a_network_the_sheet_is_the_same(open_page: OpenPage, net: Cellar) -> None:
    """With a hand that was struck out, a corrected one, and the rounds."""
    page = open_page(path_of("t", long_evening()), at=net.url, expected_errors="Failed to load resource")
    opens_offline(page)
    net.is_cut = True
    page.locator("button.thrown").tap()
    expect(page.locator("h1")).to_have_text(f"Spiel {HANDS + 2}")
    drawn = page.evaluate(ROWS)
    net.is_cut = False
    expect(page.locator('.kept[data-kept="server"]')).to_be_visible(timeout=60_000)
    page.reload()
    rendered = page.evaluate(ROWS)
    # The hand of this phone was still on its way.
    assert drawn[0].pop() == [*rendered[0].pop(), "wartet"]
    assert drawn == rendered and len(drawn) == HANDS + 1
