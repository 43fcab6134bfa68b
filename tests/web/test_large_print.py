"""The form of a hand in large letters and on narrow phones: nothing leaves its box or breaks inside a word.

All other pages: `test_every_page_fits.py`.

The letters grow as people set them in their phone; a page that is only zoomed would be another test.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests.support.browser import PHONE, launch
from tests.support.paged_evening import start
from tests.support.played_evening import new_evening, rufer

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

PEOPLE = ("Sebastian", "Katharina", "Alexander", "Hannelore")
GAMES = {
    "bavarian": "pub",
    "palatinate": "cents_10",
    "asserufen": "cents_10",
    "sasku": "strokes_10",
    "schafskopf24": "points",
    "bierkopf": "bierkopf",
}
SIZES = [(1280, 16), (360, 16), (320, 16), (360, 24), (320, 24), (360, 32)]
# Where a language is hyphenated by the browser, and this one has no dictionary of it.
HYPHENATED = ["Uhrzeigersinn?", "zusammengeworfen"]
AWRY = """(hyphenated) => {
  const found = [], boxes = ".chip, .button, .seat, .total, .record, th, td, .card, .game, label, fieldset, p, li";
  const isSeen = (one) => one.checkVisibility() && !one.closest(".unseen, .slide, .scroll");
  const { scrollWidth, clientWidth } = document.documentElement; // what is too wide widens innerWidth on a phone
  if (scrollWidth > clientWidth) found.push(`page: ${scrollWidth}`);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const parent = text.parentElement;
    if (!isSeen(parent) || parent.closest("template, script, svg, select, textarea, .address")) continue;
    const box = (parent.closest(boxes) ?? parent).getBoundingClientRect();
    for (const { 0: word, index } of text.data.matchAll(/[^\\s\\u00ad-]+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const parts = [...range.getClientRects()].filter(({ width }) => width > 0.5);
      const left = Math.min(...parts.map((one) => one.left)), right = Math.max(...parts.map((one) => one.right));
      const lines = new Set(parts.map(({ top }) => Math.round(top))).size;
      if (lines > 1 && !hyphenated.includes(word)) found.push(`broken: ${word}`);
      if (right > box.right + 0.6 || left < box.left - 0.6) found.push(`outside its box: ${word}`);
    }
  }
  return [...new Set(found)];
}"""
OPEN_ALL = "document.querySelectorAll('details:not(.menu)').forEach((one) => { one.open = true; })"


@contextmanager
def phone(browser: Browser, width: int, letters: int, locale: str = "de-DE") -> Iterator[Page]:
    """With its letters set to so many pixels, which a browser takes when it starts."""
    other = launch(browser.browser_type, f"--blink-settings=defaultFontSize={letters}")
    shape: dict[str, Any] = {**PHONE, "viewport": {"width": width, "height": 740}, "locale": locale}
    page = other.new_context(**shape).new_page()
    yield page
    other.close()


def awry(page: Page) -> list[str]:
    page.evaluate(OPEN_ALL)
    return list(page.evaluate(AWRY, HYPHENATED))


def awry_by_contract(page: Page) -> dict[str, list[str]]:
    found = {}
    for one in page.locator('#entry [name="contract"]').all():
        one.evaluate("(one) => { one.checked = true; one.dispatchEvent(new Event('change', { bubbles: true })); }")
        if bad := awry(page):
            found[one.get_attribute("value") or ""] = bad
    return found


@pytest.mark.parametrize(("width", "letters"), SIZES, ids=[f"{width}px-{letters}px" for width, letters in SIZES])
def test_large_letters_find_room(
    chromium: Browser, live_server: LiveServer, client: Client, width: int, letters: int
) -> None:
    tables = {}
    for game, offer in GAMES.items():
        evening = start(client, *PEOPLE, **{"game": game, f"stake_{game}": offer})
        tables[game] = f"/t/{evening.stored.scribe_token}/"
    played = new_evening(*PEOPLE)
    played.record(rufer("Sebastian", "Katharina"))
    pages = {"start": "/", "cards": f"{tables['bavarian']}cards", "played": f"/t/{played.stored.scribe_token}/"}
    with phone(chromium, width, letters) as page:
        for name, path in pages.items():
            page.goto(live_server.url + path)
            assert (name, awry(page)) == (name, [])
        for game, path in tables.items():
            page.goto(live_server.url + path)
            page.locator(".show-more").evaluate_all("(all) => all.forEach((one) => { one.checked = true; })")
            assert (game, awry_by_contract(page)) == (game, {})
