"""What a phone of Apple wants: letters of 16 px in every field, or it enlarges the page when somebody taps one."""

from __future__ import annotations

from uuid import uuid4

import pytest
from playwright.sync_api import Page

from scorebook.standings.services import closing as standings
from tests.support.browser import OpenPage
from tests.support.played_evening import PlayedEvening
from tests.web.test_axe import books_kept, open_pages, settled_in_part, table

__all__ = ["table"]  # the fixture
pytestmark = pytest.mark.browser
NOT_TYPED_INTO = "[type=hidden], [type=radio], [type=checkbox], [type=submit]"
SMALL = f"""() => [...document.querySelectorAll("input, select, textarea")]
  .filter((one) => !one.matches("{NOT_TYPED_INTO}") && parseFloat(getComputedStyle(one).fontSize) < 16)
  .map((one) => `${{one.name}} ${{getComputedStyle(one).fontSize}}`)"""
SLOW = """() => [...document.querySelectorAll("a, button, summary, label, input:not([type=hidden]), select")]
  .filter((one) => getComputedStyle(one).touchAction !== "manipulation").map((one) => one.outerHTML.slice(0, 80))"""


def wrong(page: Page, path: str) -> list[str]:
    page.goto(path)
    if page.locator("#operations").count():  # drawn by a script
        page.locator("#operations .opblock").first.wait_for()
    found: list[str] = page.evaluate(SMALL) + page.evaluate(SLOW)
    return found


@pytest.mark.thorough
def test_no_field_has_letters_below_16_px_and_no_target_waits_for_a_second_tap(
    table: PlayedEvening, open_page: OpenPage
) -> None:
    page = open_page("/", expected_errors="404")
    found = {name: wrong(page, path) for name, path in {**open_pages(table), **books_kept(table)}.items()}
    standings.close_evening(evening=table.fresh(), key=uuid4(), at=table.now(), by="scribe")
    for name in ("", "settle/ways", *settled_in_part(table)):
        found[f"closed {name}"] = wrong(page, f"/t/{table.link}/{name}")
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_the_house_rules_too(open_page: OpenPage) -> None:
    page = open_page("/")
    page.locator(".house > summary").tap()
    page.locator('[name="rules_of"]').wait_for(state="attached")
    assert page.evaluate(SMALL) == []
