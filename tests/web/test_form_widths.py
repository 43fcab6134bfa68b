"""Nothing of a form is cut off, touches its neighbour or leaves its box, whatever font the phone brings."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page

from tests.support.browser import PHONE_WIDTH, OpenPage
from tests.support.paged_evening import start

pytestmark = pytest.mark.browser

# Firefox without Roboto or Segoe falls back to a face as wide as this one.
WIDE = "* { font-family: 'DejaVu Sans', Verdana, sans-serif !important; letter-spacing: 0.03em }"
ADOPT = "(css) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); document.adoptedStyleSheets = [sheet]; }"
OUTSIDE = """() => [...document.querySelectorAll('#entry .chip > span')].filter((chip) => chip.getClientRects().length)
  .filter((chip) => {
    const box = chip.getBoundingClientRect(), text = document.createRange();
    text.selectNodeContents(chip);
    const slides = chip.closest('.slide') !== null;
    return [...text.getClientRects()].some(({ left, right }) => left < box.left - 0.5 || right > box.right + 0.5)
      || (!slides && (box.left < -0.5 || box.right > innerWidth + 0.5));
  }).map((chip) => chip.textContent.trim())"""
TOUCHING = """() => [...document.querySelectorAll('.won-and-points')].flatMap((box) => {
    const chips = [...box.querySelectorAll('.chip > span')].map((one) => one.getBoundingClientRect());
    const field = box.querySelector('.points-field').getBoundingClientRect();
    return chips.some(({ right, bottom }) => field.width && right > field.left && bottom > field.top)
      ? ['lies over the card points'] : [];
  })"""


def choose(page: Page, contract: str) -> None:
    page.locator(f'#entry [name="contract"][value="{contract}"]').evaluate(
        "(one) => { one.checked = true; one.dispatchEvent(new Event('change', { bubbles: true })); }"
    )


def cut_off(page: Page) -> dict[str, Any]:
    """What leaves its chip or the page, and results that lie over the field of card points, for each contract."""
    contracts = page.locator('#entry [name="contract"]').evaluate_all("(all) => all.map((one) => one.value)")
    found: dict[str, Any] = {}
    for contract in contracts:
        choose(page, contract)
        if bad := page.evaluate(OUTSIDE) + page.evaluate(TOUCHING):
            found[contract] = bad
        if page.evaluate("document.documentElement.scrollWidth") > PHONE_WIDTH:
            found[contract] = [*bad, "the page slides sideways"]
    return found


@pytest.mark.parametrize("font", ["", WIDE], ids=["usual", "wide"])
@pytest.mark.parametrize(("game", "offer"), [("bavarian", "pub"), ("sasku", "strokes_10"), ("palatinate", "cents_10")])
def test_every_chip_holds_its_words(open_page: OpenPage, client: Client, game: str, offer: str, font: str) -> None:
    people = ("Anna", "Beppo", "Sebastian", "Hannelore")
    evening = start(client, *people, **{"game": game, f"stake_{game}": offer})
    page = open_page(f"/t/{evening.stored.scribe_token}/")
    if font:
        page.evaluate(ADOPT, font)
    assert cut_off(page) == {}
