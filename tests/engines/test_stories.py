"""The evening's stories in WebKit, which is what every iPhone has, and in Firefox, at 360 by 740.

What cannot be driven so: a real iOS with its keyboard, notch and wake lock, and its storage that is erased after seven
days; an installed app; a finger, as both send a mouse; Firefox's own refresh, which goes round the service worker; and
WebKit's console.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.engines import stories
from tests.engines.phone import Phone
from tests.engines.server import Server
from tests.support.browser import PHONE
from tests.support.key_ring import COPIES

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
# Of each row of the form: where its answers begin, how wide they are, and how high the row is.
ROWS = """return Object.fromEntries([...document.querySelectorAll("#entry .row")]
  .filter((row) => row.getClientRects().length).map((row) => {
    const strips = [...row.querySelectorAll(".slide, .joined, .contracts, .seats, .won-and-points, .field")];
    const strip = strips.find((one) => one.checkVisibility()) ?? row;
    const { left, width } = strip.getBoundingClientRect();
    return [row.className, [left, width, row.getBoundingClientRect().height].map(Math.round)];
  }));"""
PAGES = (
    "/calculator/", "/calculator/?rules=palatinate/palatinate", "/calculator/?rules=sasku/sasku",
    "/calculator/?rules=asserufen/asserufen",
)  # fmt: skip
NEAR_PX = 4  # letters of another height may move a border


def test_a_first_evening(phone: Phone) -> None:
    stories.first_evening(phone)


def test_what_the_table_agreed_is_shown(phone: Phone) -> None:
    stories.agreed_customs(phone)


def test_a_hand_is_corrected_and_another_struck_out(phone: Phone) -> None:
    stories.correct_and_strike_out(phone)


def test_the_evening_is_closed_and_paid(phone: Phone) -> None:
    stories.close_and_pay(phone)


def test_ten_hands_without_a_network_and_then_home(phone: Phone, server: Server) -> None:
    stories.offline_for_ten_hands_then_home(phone, server)


def test_keys_go_from_one_engine_to_another_and_back(phone: Phone, chromium: Browser) -> None:
    link = stories.copy_keys(phone)
    context = chromium.new_context(base_url=phone.base_url, **PHONE)
    page = context.new_page()
    page.add_init_script(COPIES)
    page.goto(link)
    page.get_by_role("button", name="Übernehmen").tap()
    page.locator("#go-on a").wait_for()
    page.locator("#ring > summary").tap()
    page.get_by_role("button", name="Link kopieren").tap()
    page.get_by_text("Der Link ist kopiert.").wait_for()
    back = str(page.evaluate("window.copied"))
    context.close()
    assert back.partition("#")[2] == link.partition("#")[2]
    stories.take_keys_over(phone, back)


def test_the_rows_of_the_form_are_those_of_chromium(phone: Phone, chromium: Browser) -> None:
    """In WebKit the strip of a row was 95 px wide and had its legend above it: 64 px high instead of 48."""
    context = chromium.new_context(base_url=phone.base_url, **PHONE)
    page = context.new_page()
    for path in PAGES:
        page.goto(path)
        phone.open(path)
        expected, found = page.evaluate(f"() => {{ {ROWS} }}"), phone.run(ROWS)
        assert len(expected) > 4 and found.keys() == expected.keys()
        far = {
            row: (found[row], sizes)
            for row, sizes in expected.items()
            if any(abs(mine - theirs) > NEAR_PX for mine, theirs in zip(found[row], sizes, strict=True))
        }
        assert (path, far) == (path, {})
        assert not phone.slides_sideways()
    context.close()
