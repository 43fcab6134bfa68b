"""Every page on a narrow phone and with large letters: nothing is wider than the screen, and no name is broken.

WCAG 1.4.10. The letters grow as people set them in their phone; a page that is only zoomed would be another test.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from django.urls import resolve
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from scorebook.clubs.services import rename_player
from tests.support.played_evening import PlayedEvening, new_evening, rufer, solo
from tests.web.test_axe import PAGES_WITHOUT_ONE, every_page, pages_of_the_site
from tests.web.test_large_print import OPEN_ALL, phone

pytestmark = pytest.mark.browser

NAMES = {"Anna": "Hannelore", "Beppo": "Alexander", "Cilli": "Katharina", "Done": "Sebastian"}
# Words that stay whole on a usual phone.
WHOLE = [*NAMES.values(), "EUR", "CHF", "N."]
AWRY = """([whole, name]) => {
  const found = [], { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`${name}: ${scrollWidth} wide`);
  const isUnseen = (one) => !one.checkVisibility() || one.closest(".unseen, template, script, svg, select, textarea");
  const seenParts = (range) => [...range.getClientRects()].filter(({ width }) => width > 0.5);
  // Up to the first box that scrolls; a box that ends in dots says that it has more, except for a heading.
  function isCut(from, { left, right }) {
    for (let box = from; box !== document.body; box = box.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(box), own = box.getBoundingClientRect();
      if (overflowX === "auto" || (textOverflow === "ellipsis" && box.localName !== "h1")) return false;
      if (overflowX !== "visible" && (left < own.left - 1 || right > own.right + 1)) return true;
    }
    return left < -1 || right > clientWidth + 1;
  }
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || isUnseen(parent)) continue;
    range.selectNodeContents(text);
    if (seenParts(range).some((part) => isCut(parent, part))) found.push(`${name}: cut off: ${text.data.trim()}`);
    for (const word of whole) {
      for (let at = text.data.indexOf(word); at >= 0; at = text.data.indexOf(word, at + 1)) {
        range.setStart(text, at);
        range.setEnd(text, at + word.length);
        const lines = new Set(seenParts(range).map(({ top }) => Math.round(top))).size;
        if (lines > 1) found.push(`${name}: broken: ${word}`);
      }
    }
  }
  return [...new Set(found)];
}"""


@pytest.fixture
def table() -> PlayedEvening:
    """Long names, and evenings of three units in one year."""
    evening = new_evening(*NAMES)
    for unit in ("CHF", "litre/litres"):
        other = new_evening("Emil", "Fanny", "Gustl", "Hans", club=evening.club, unit=unit, at=evening.now())
        for _ in range(3):
            other.record(solo("Emil"))
        other.close()
    evening.record(rufer("Beppo", "Done"))
    evening.record(solo("Cilli", won=False, kontra=1))
    evening.correct(1, rufer("Beppo", "Done", won=False))
    evening.void(2)
    evening.record(rufer("Anna", "Beppo", level="schneider"))
    for name, longer in NAMES.items():
        rename_player(player=evening.players[name], name=longer, by="club link", at=evening.now())
    return evening


@pytest.mark.long
@pytest.mark.parametrize(
    ("letters", "locale"),
    [
        (16, "de-DE"),
        pytest.param(32, "de-DE", marks=pytest.mark.thorough),
        pytest.param(16, "en-GB", marks=pytest.mark.thorough),
        pytest.param(32, "en-GB", marks=pytest.mark.thorough),
    ],
)
def test_every_page_fits_a_narrow_phone(
    chromium: Browser, live_server: LiveServer, table: PlayedEvening, letters: int, locale: str
) -> None:
    found, seen = list[str](), set[str]()
    with phone(chromium, 360, letters, locale) as page:
        page.on("framenavigated", lambda frame: seen.add(urlsplit(frame.url).path))
        for name, path in every_page(table):
            page.goto(live_server.url + path)
            page.evaluate(OPEN_ALL)
            found += awry(page, name, WHOLE if letters == 16 else [])
            page.set_viewport_size({"width": 320, "height": 740})
            found += awry(page, f"{name} at 320", [])
            page.set_viewport_size({"width": 360, "height": 740})
    visited = {resolve(path).url_name for path in seen - {"/nothing"}}
    assert pages_of_the_site() - visited == PAGES_WITHOUT_ONE
    assert found == []


def awry(page: Page, name: str, whole: list[str]) -> list[str]:
    return list(page.evaluate(AWRY, [whole, name]))
