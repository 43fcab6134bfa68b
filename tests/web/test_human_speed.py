"""From the front page to the first hand form at the speed of a person: keys and taps are counted, time is estimated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser import OpenPage

pytestmark = pytest.mark.browser
NAMES = ("Anna", "Beppo", "Cilli", "Done")
# A thumb on glass, and a page over a slow mobile network as Lighthouse measures the front page and the table page.
S_PER_KEY, S_PER_TAP, S_PER_PAGE = 0.25, 1.0, 1.3
KEY_DELAY_MS = 5


@dataclass
class Person:
    page: Page
    keys: int = 0
    taps: int = 0
    pages: int = 1

    def tap(self, target: Locator) -> None:
        target.tap()
        self.taps += 1

    def types(self, text: str) -> None:
        """Into whatever has the focus, as a keyboard does."""
        self.page.locator(":focus").press_sequentially(text, delay=KEY_DELAY_MS)
        self.keys += len(text)

    def enter(self) -> None:
        self.page.keyboard.press("Enter")
        self.keys += 1

    @property
    def seconds(self) -> float:
        return self.keys * S_PER_KEY + self.taps * S_PER_TAP + self.pages * S_PER_PAGE


def by_keyboard(person: Person) -> None:
    """Enter leads from name to name, and from the last one to the table."""
    person.tap(person.page.locator('[name="names"]').first)
    for name in NAMES:
        person.types(name)
        person.enter()


def by_thumb(person: Person) -> None:
    for place, name in enumerate(NAMES):
        person.tap(person.page.locator('[name="names"]').nth(place))
        person.types(name)
    person.tap(person.page.locator(".start .button-main"))


@pytest.mark.parametrize(("way", "taps", "keys"), [(by_keyboard, 1, 22), (by_thumb, 5, 18)])
def test_from_nothing_to_the_first_hand(
    open_page: OpenPage,
    record_property: Callable[[str, object], None],
    way: Callable[[Person], None],
    taps: int,
    keys: int,
) -> None:
    person = Person(open_page("/"))
    way(person)
    person.pages += 1
    expect(person.page.locator(".seat .name")).to_have_text(NAMES)
    expect(person.page.locator(".record")).to_be_visible()
    assert (person.taps, person.keys) == (taps, keys)
    record_property(
        "figure",
        f"First hand form {way.__name__.replace('_', ' ')}: {taps} taps and {keys} keys, {person.seconds:.1f} s at "
        f"{S_PER_TAP} s a tap, {S_PER_KEY} s a key and {S_PER_PAGE} s for each of {person.pages} pages",
    )
