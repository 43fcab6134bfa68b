"""A phone in the tests' hand: the machine's Chromium, driven through Playwright."""

import os
import re
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, Protocol
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    CDPSession,
    ConsoleMessage,
    Error,
    Page,
    Request,
    expect,
    sync_playwright,
)

# The first is the same engine without the surroundings of a window, which take more of a machine than our pages do.
COMMANDS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
MACOS = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
FLAGS = [
    "--no-sandbox",  # Chromium's sandbox does not start as root, as in a container
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Below the pages' own requests too (service workers, preconnects): no host but this machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
]
PHONE_WIDTH, PHONE_HEIGHT = 360, 740
ACTION_TIMEOUT_MS = 20_000  # two cores with all the tests on them have taken more than five seconds for a page
PHONE: dict[str, Any] = {
    "viewport": {"width": PHONE_WIDTH, "height": PHONE_HEIGHT},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
    "color_scheme": "dark",
    "locale": "de-DE",
    "timezone_id": "Europe/Berlin",
}


class ChromiumMissing(Exception):
    pass


class OpenPage(Protocol):
    def __call__(
        self,
        path: str = "/",
        *,
        javascript: bool = True,
        color_scheme: Literal["dark", "light"] = "dark",
        locale: str = "de-DE",
        expected_errors: str | None = None,
        context: BrowserContext | None = None,
        at: str | None = None,
    ) -> Page: ...


@contextmanager
def launched() -> Iterator[Browser]:
    """Raises ChromiumMissing."""
    # Playwright keeps an event loop running in this thread, in which Django would refuse every query.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=ACTION_TIMEOUT_MS)
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        yield browser
        browser.close()


def launch(engine: BrowserType, *flags: str) -> Browser:
    """Raises ChromiumMissing. flags: what a browser takes only when it starts."""
    return engine.launch(executable_path=_executable(Path(engine.executable_path)), args=[*FLAGS, *flags])


def main_thread_ms(page: Page, path: str, *, slowdown: int) -> int:
    """How long a phone that is so many times slower is busy with a page until its first form is there.

    It knows the site, and its work for the page before is done: a first visit stores all that works offline.
    """
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.wait_for_load_state("networkidle")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    before = _task_ms(session)
    # By then the form's script has run. Looking at the page before would be work on its main thread.
    page.goto(path, wait_until="domcontentloaded")
    return _task_ms(session) - before


def _task_ms(session: CDPSession) -> int:
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return int((metrics["TaskDuration"] - metrics["DevToolsCommandDuration"]) * 1000)


class OwnPhone:
    """A browser process of its own with a profile that outlives it, for what must survive its end."""

    def __init__(self, *, browser: Browser, profile: Path, base_url: str) -> None:
        self.context = browser.browser_type.launch_persistent_context(
            profile,
            executable_path=_executable(Path(browser.browser_type.executable_path)),
            args=FLAGS,
            base_url=base_url,
            **PHONE,
        )
        self.context.set_default_timeout(ACTION_TIMEOUT_MS)
        owner = self.context.browser
        assert owner
        processes = owner.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        self._pids = [process["id"] for process in processes if process["type"] == "browser"]

    def kill(self) -> None:
        """As when the battery is empty: nothing is written down on the way out."""
        for pid in self._pids:
            os.kill(pid, signal.SIGKILL)
        # Playwright may or may not have noticed by then.
        with suppress(Error):
            self.context.close()

    def close(self) -> None:
        self.context.close()


def _executable(from_wheel: Path) -> Path:
    installed = (Path(found) for command in COMMANDS if (found := shutil.which(command)))
    for path in (*installed, MACOS, from_wheel):
        if path.exists():
            return path
    raise ChromiumMissing(f"no Chromium on this machine: looked for {', '.join(COMMANDS)}")


class Pages:
    """The phones of one test, and everything about them that must not have happened."""

    def __init__(self, *, browser: Browser, base_url: str) -> None:
        self._browser = browser
        self._base_url = base_url
        self._contexts: list[BrowserContext] = []
        self.problems: list[str] = []

    def open(
        self,
        path: str = "/",
        *,
        javascript: bool = True,
        color_scheme: Literal["dark", "light"] = "dark",
        locale: str = "de-DE",
        expected_errors: str | None = None,
        context: BrowserContext | None = None,
        at: str | None = None,
    ) -> Page:
        """A new page at `path`, in a new phone unless `context` is one that is already in use.

        at: another address of the server, where its network can be cut.
        expected_errors: a regular expression of console errors that belong to the test, such as "404".
        """
        base_url = at or self._base_url
        context = context or self._phone(base_url, javascript=javascript, color_scheme=color_scheme, locale=locale)
        page, host = context.new_page(), urlsplit(urljoin(base_url, path)).netloc
        page.on("request", lambda request: self._only_our_host(request, host))
        page.on("console", lambda message: self._heard(message, expected_errors))
        page.on("pageerror", lambda error: self.problems.append(f"script error on {page.url}: {error}"))
        page.goto(path)
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()

    def _phone(
        self, base_url: str, *, javascript: bool, color_scheme: Literal["dark", "light"], locale: str
    ) -> BrowserContext:
        context = self._browser.new_context(
            base_url=base_url,
            java_script_enabled=javascript,
            **PHONE | {"color_scheme": color_scheme, "locale": locale},
        )
        context.set_default_timeout(ACTION_TIMEOUT_MS)
        self._contexts.append(context)
        return context

    def _only_our_host(self, request: Request, host: str) -> None:
        """Chromium finds no other host (FLAGS); here a page that looks for one is noted."""
        address = urlsplit(request.url)
        if address.scheme in ("http", "https") and address.netloc != host:
            self.problems.append(f"request to another host: {request.url}")

    def _heard(self, message: ConsoleMessage, expected: str | None) -> None:
        # A browser with a window asks for this by itself where a page names no icon.
        if message.location["url"].endswith("/favicon.ico"):
            return
        if message.type == "error" and not (expected and re.search(expected, message.text)):
            self.problems.append(f"console error: {message.text} ({message.location})")
