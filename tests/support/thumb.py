"""A thumb on a page, the same for Playwright as for the driver of the other engines (`tests.engines.phone`)."""

from __future__ import annotations

from typing import Protocol
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Locator, expect

HOLDS = """(count) => new Promise((resolve) => {
  indexedDB.open("scorebook").onsuccess = ({ target: { result: database } }) => {
    const both = database.transaction(["evenings", "writings"]);
    const evenings = both.objectStore("evenings").getAll(), waiting = both.objectStore("writings").count();
    both.oncomplete = () => {
      database.close();
      resolve(waiting.result === 0 && evenings.result.some(({ sheet }) => sheet?.hand_count === count));
    };
  };
})"""
LOADED = "() => document.readyState === 'complete'"
SEEN = """(found) => found.filter((one) => one.getClientRects().length).map((one) => one.innerText).join(" ")"""


class Thumb(Protocol):
    def open(self, path: str) -> None: ...

    def tap(self, css: str, text: str | None = None) -> None: ...

    def find(self, css: str) -> object:
        """Wait until something is to be seen at `css`."""
        ...

    def has(self, css: str) -> None:
        """Wait until the page has such an element, to be seen or not."""
        ...

    def loads(self) -> None:
        """Wait until the page's scripts have run."""
        ...

    def settles(self) -> None:
        """Wait until no script leads to another page any more."""
        ...

    def holds_hands(self, count: int) -> None:
        """Wait until the phone's storage holds the sheet of an evening with so many hands, and nothing is unsent.

        WebKit's storage may stop for good if a page is left in the middle of a write.
        """
        ...

    def type(self, css: str, text: str) -> None: ...

    def sees(self, css: str, text: str) -> None: ...

    def text(self, css: str) -> str: ...

    def visible_text(self, css: str) -> str: ...

    @property
    def address(self) -> str:
        """The path in the address bar, with query and fragment."""
        ...


class ChromiumThumb:
    """A phone of its own: what it stores is on no other."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.page = context.new_page()

    def open(self, path: str) -> None:
        self.page.goto(path)

    def tap(self, css: str, text: str | None = None) -> None:
        self._find(css, text).tap()

    def find(self, css: str) -> object:
        found = self._find(css, None)
        expect(found).to_be_attached()
        return found

    def has(self, css: str) -> None:
        expect(self.page.locator(css).first).to_be_attached()

    def loads(self) -> None:
        self.page.wait_for_function(LOADED)

    def settles(self) -> None:
        self.page.wait_for_load_state("networkidle")

    def holds_hands(self, count: int) -> None:
        self.page.wait_for_function(HOLDS, arg=count)

    def type(self, css: str, text: str) -> None:
        self.page.locator(css).fill(text)

    def sees(self, css: str, text: str) -> None:
        expect(self.page.locator(css).filter(has_text=text).first).to_be_attached()

    def text(self, css: str) -> str:
        return " ".join((self.page.locator(css).first.text_content() or "").split())

    def visible_text(self, css: str) -> str:
        return " ".join(str(self.page.locator(css).evaluate_all(SEEN)).split())

    @property
    def address(self) -> str:
        return address_of(self.page.url)

    @property
    def device_cookies(self) -> list[str]:
        names = [cookie.get("name", "") for cookie in self.context.cookies()]
        return [name for name in names if name.startswith("club-")]

    def _find(self, css: str, text: str | None) -> Locator:
        found = self.page.locator(css).filter(visible=True)
        return (found if text is None else found.filter(has_text=text)).first


def address_of(url: str) -> str:
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "") + (f"#{parts.fragment}" if parts.fragment else "")
