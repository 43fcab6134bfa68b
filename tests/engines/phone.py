"""A thumb on a page in any engine: it taps what a person would tap and waits for what a person would see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    JavascriptException,
    NoSuchElementException,
    NoSuchFrameException,
    StaleElementReferenceException,
    TimeoutException,
)
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from tests.support.thumb import HOLDS, LOADED, address_of

WAIT_S = 30
SAME_FOR = 5  # looks, a tenth of a second apart
# A page on its way to the next one.
MOVING = (
    StaleElementReferenceException,
    NoSuchElementException,
    NoSuchFrameException,  # a script that the next page cut short, in WebKit
    ElementNotInteractableException,
    ElementClickInterceptedException,
    JavascriptException,
)
FIND = """const [css, text] = arguments;
return [...document.querySelectorAll(css)].find((one) => one.getClientRects().length && one.checkVisibility()
  && (text === null || one.textContent.trim() === text)) ?? null;"""
# Under the bar that stays at the lower edge nothing can be tapped.
SHOW = "arguments[0].scrollIntoView({ block: 'center' });"
# The page may still move under the finger, as long as its lists come from the phone's storage.
IS_STEADY = """const [one, done] = arguments, place = () => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y, width, height].join();
};
const before = place();
setTimeout(() => done(one.isConnected && before === place()), 50);"""
IS_OPEN = "return arguments[0].matches('summary') ? arguments[0].parentElement.open : null;"
SEEN = """return [...document.querySelectorAll(arguments[0])].filter((one) => one.getClientRects().length)
  .map((one) => one.innerText).join(" ");"""
TOTALS = """return Object.fromEntries([...document.querySelectorAll(".total")].map((one) =>
  [one.querySelector(".name").textContent.trim(), one.querySelector(".figure").textContent.trim()]));"""
SLIDES = "return document.documentElement.scrollWidth - innerWidth;"


class Phone:
    def __init__(self, driver: WebDriver, *, base_url: str) -> None:
        self.driver = driver
        self.base_url = base_url
        self.is_online = True

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    def open(self, path: str) -> None:
        self.driver.get(path if path.startswith("http") else f"{self.base_url}{path}")

    def reload(self) -> None:
        # The driver's own refresh goes round the service worker in Firefox.
        self.run("window.wasHere = true; location.reload();")
        self.until(lambda: self.run(f"return !window.wasHere && ({LOADED})()"))

    def until(self, holds: Callable[[], object]) -> Any:
        """Gives what `holds` gave when it first held."""
        return WebDriverWait(self.driver, WAIT_S, poll_frequency=0.1, ignored_exceptions=MOVING).until(
            lambda _: holds()
        )

    def sees(self, css: str, text: str) -> None:
        """Waits until what is seen at `css` contains `text`."""
        self.until(lambda: text in (self.text(css) or ""))

    def text(self, css: str) -> str:
        """Not the driver's own text, which is empty in WebKit for what is cut off by an ellipsis."""
        found = self.run("return document.querySelector(arguments[0])?.textContent ?? ''", css)
        return " ".join(str(found).split())

    def find(self, css: str, text: str | None = None) -> WebElement:
        found: WebElement = self.until(lambda: self.run(FIND, css, text))
        return found

    @property
    def address(self) -> str:
        return address_of(str(self.driver.current_url))

    def has(self, css: str) -> None:
        self.until(lambda: self.run("return document.querySelector(arguments[0]) !== null", css))

    def loads(self) -> None:
        self.until(lambda: self.run(f"return ({LOADED})()"))

    def settles(self) -> None:
        """Wait until the address has been the same for half a second."""
        seen: list[str] = []

        def is_same() -> bool:
            seen.append(self.address if self.run(f"return ({LOADED})()") else "")
            return len(seen) > SAME_FOR and bool(seen[-1]) and len(set(seen[-SAME_FOR:])) == 1

        self.until(is_same)

    def holds_hands(self, count: int) -> None:
        script = f"const [count, done] = arguments; ({HOLDS})(count).then(done);"
        self.until(lambda: self.driver.execute_async_script(script, count))

    def visible_text(self, css: str) -> str:
        return " ".join(str(self.run(SEEN, css)).split())

    def tap(self, css: str, text: str | None = None) -> None:
        """Once, where a person would tap; the summary of a fold until the fold has opened, or closed."""
        before: list[bool | None] = []

        def tapped() -> bool:
            one = self.find(css, text)
            before.append(self.run(IS_OPEN, one))
            if before[0] is not None and before[-1] != before[0]:
                return True
            self.run(SHOW, one)
            if not self.driver.execute_async_script(IS_STEADY, one):
                return False
            one.click()
            return before[0] is None or self.run(IS_OPEN, one) != before[0]

        self.until(tapped)

    def type(self, css: str, text: str) -> None:
        field = self.find(css)
        self.run(SHOW, field)
        field.clear()
        field.send_keys(text)

    def choose(self, name: str, value: str) -> None:
        """A chip of the entry form; the rare contracts lie behind "more", the doublings in their call."""
        chip = f'#entry label:has([name="{name}"][value="{value}"])'
        call = f'.call:has([name="{name}"]) > summary'
        is_call = self.run(FIND, call, None) is not None
        self._tap_until(f"{chip}:has(:checked)", chip, otherwise=call if is_call else "#entry label:has(.show-more)")
        if is_call:
            self.tap("h1")  # shuts the choices, which lie over what follows

    def seat(self, name: str) -> None:
        self._tap_until("[data-seat][aria-pressed=true] > .name", "[data-seat] > .name", name)

    def _tap_until(self, reached: str, css: str, text: str | None = None, *, otherwise: str = "") -> None:
        """Taps again where the page moved under the finger; `otherwise` is tapped where there is no such place."""

        def holds() -> bool:
            if self.run(FIND, reached, text) is None:
                one = self.run(FIND, css, text) or self.run(FIND, otherwise or css, None)
                self.run(SHOW, one)
                one.click()
            return self.run(FIND, reached, text) is not None

        self.until(holds)

    def sees_totals(self, expected: dict[str, str]) -> None:
        """Waits until these people have these totals.

        Raises: AssertionError with the totals that are seen instead.
        """
        try:
            self.until(lambda: expected.items() <= self.run(TOTALS).items())
        except TimeoutException as error:
            raise AssertionError(f"{self.run(TOTALS)} instead of {expected}") from error

    def slides_sideways(self) -> bool:
        return bool(self.run(SLIDES) > 0)
