"""The scribe's thumb in a real browser: it taps what a person would tap, and counts."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

FIRST_VISIT_MS = 60_000
OPEN_AS_PARSED = """new MutationObserver((_, observer) => {
  const fold = document.querySelector("%s");
  if (!fold) return;
  observer.disconnect();
  // By the time the script listens, this is over.
  document.addEventListener("toggle", (event) => event.stopImmediatePropagation(), { capture: true, once: true });
  fold.open = true;
}).observe(document, { subtree: true, childList: true });"""
PRESET = {
    "contract": "rufer",
    "won": "yes",
    "level": "plain",
    "top_trumps": "0",
    "kontra": "0",
    "laid": "0",
    "march": "",
}


class Thumb:
    def __init__(self, page: Page, *, javascript: bool) -> None:
        self.page = page
        self.javascript = javascript
        self.taps = 0

    def tap(self, target: Locator) -> None:
        target.tap()
        self.taps += 1

    def chip(self, name: str, value: str) -> Locator:
        return self.page.locator(f'#entry label:has([name="{name}"][value="{value}"])')

    def choose(self, name: str, value: str) -> None:
        """One tap, or two for what lies behind "more" or beyond the least of a call; none for what is chosen."""
        one = self.page.locator(f'#entry [name="{name}"][value="{value}"]')
        if one.is_checked():
            return
        chip = self.chip(name, value)
        if not chip.is_visible():
            call = self.page.locator(f'.call:has([name="{name}"]) > summary')
            self.tap(call if call.count() else self.page.locator("label:has(.show-more)"))
        if not one.is_checked():
            self.tap(chip)

    def name(self, field: str, player: str) -> None:
        """A player: one row of buttons with a script, a row for each part without."""
        if self.javascript:
            self.tap(self.page.locator("[data-seat]", has_text=player))
        else:
            self.tap(self.page.locator(f".row-{field} label", has_text=player))

    def write(self, players: dict[str, str], *, card_points: str = "", **chips: str) -> None:
        self.choose("contract", chips.pop("contract", "rufer"))
        for field, player in players.items():
            self.name(field, player)
        if card_points:
            self.page.locator("#card_points").fill(card_points)
            self.taps += 1 + len(card_points)
        for name, value in chips.items():
            self.choose(name, value)

    def record(self) -> None:
        """Tap the big button and wait until the page is the next one."""
        button = self.page.locator(".record")
        expect(button).to_be_enabled()
        with self.page.expect_navigation():
            self.tap(button)

    def throw_in(self) -> None:
        with self.page.expect_navigation():
            self.tap(self.page.locator("button.thrown"))

    def press(self, text: str) -> None:
        with self.page.expect_navigation():
            self.tap(self.page.get_by_role("button", name=text, exact=True).first)

    def follow(self, text: str) -> None:
        with self.page.expect_navigation():
            self.tap(self.page.get_by_role("link", name=text, exact=True).first)

    def start(self, *names: str) -> None:
        """Start an evening from the front page."""
        self.begin(*names)
        # The script takes the club's link out of the address as soon as the phone has it. For the browser that is a
        # navigation: a later wait for the next page would end with it.
        expect(self.page).not_to_have_url(re.compile("#"))

    def begin(self, *names: str) -> None:
        """Fill in and send the form of the front page, which is shut on a phone that goes on with something."""
        if self.page.locator("#new:not([open])").count():
            self.tap(self.page.locator("#new > summary"))
        for place, name in enumerate(names):
            self.page.locator('[name="names"]').nth(place).fill(name)
        self.press("Abend anfangen")
        come_to_table(self.page)


def come_to_table(page: Page) -> None:
    """Without a script a new club's page of links comes before the table."""
    if page.url.endswith("/links"):
        with page.expect_navigation():
            page.locator("#evenings a.plain-only").first.tap()


def opens_offline(page: Page) -> None:
    """Waits until the phone holds all that it needs without a network; its first visit fetches every file."""
    page.locator('.kept[data-opens="offline"]').wait_for(state="attached", timeout=FIRST_VISIT_MS)


def opens_before_its_script(page: Page, css: str) -> None:
    """On the next page the fold opens as soon as it is parsed, as under a quick finger on a slow phone."""
    page.add_init_script(OPEN_AS_PARSED % css)


def totals(page: Page) -> dict[str, str]:
    """Name -> points as the page shows them."""
    return {
        total.locator(".name").inner_text(): total.locator(".figure").first.inner_text()
        for total in page.locator(".total").all()
    }
