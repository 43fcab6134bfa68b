"""The features a phone has at each kind of address: `python -m benchmarks.addresses`, for docs/https.md.

Chromium, Firefox and WebKit visit one table at each address. Then servers and network go, and each address is opened
again. All of it is in a network and a file system of its own (`unshare`), so it needs root on Linux; also openssl,
iproute2, caddy, libnss3-tools, chromium with chromium-driver, and what `tests/engines` needs. The test's authority
(CA), which the browsers trust, stands for a public one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service as ChromeService
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver

from tests.engines import launch
from tests.engines.phone import Phone
from tests.engines.stories import tell
from tests.support.process import serving

INSIDE = "--inside"
LAN, LAPTOP, OWN_NAME = "192.168.178.20", "laptop.local", "scorebook.example"
PLAIN, BEHIND = 8000, 8001
BUNDLE = Path("/etc/ssl/certs/ca-certificates.crt")
KEPT_S, PATIENCE_S = 10, 30
FACTS = """return {secure: isSecureContext, worker: !!navigator.serviceWorker, share: !!navigator.share,
  clipboard: !!navigator.clipboard};"""
IS_KEPT = "return document.querySelector('[data-opens=offline]') !== null"
PEOPLE = ["Anna", "Beppo", "Cilli", "Done"]
OPENING = {"game": "bavarian", "preset": "pub_10_20_50", "unit": "EUR", "stake_minor": 1, "people": PEOPLE}
CADDYFILE = """{{
    admin off
    auto_https off
}}
https://{own} {{
    tls {folder}/trusted.crt {folder}/trusted.key
    reverse_proxy 127.0.0.1:{port}
}}
https://{laptop} {{
    tls {folder}/own.crt {folder}/own.key
    reverse_proxy 127.0.0.1:{port}
}}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """is_warned: the browser warns before it, and the person goes on. flags: what Chromium must be started with."""

    url: str
    name: str
    is_warned: bool = False
    flags: tuple[str, ...] = ()


ADDRESSES = (
    Address(url=f"http://localhost:{PLAIN}", name="http://localhost"),
    Address(url=f"http://127.0.0.1:{PLAIN}", name="http://127.0.0.1"),
    Address(url=f"http://laptop.localhost:{PLAIN}", name="http://laptop.localhost"),
    Address(url=f"https://{OWN_NAME}", name="https, own name, certificate of a trusted authority"),
    Address(url=f"http://{LAPTOP}:{PLAIN}", name="http://laptop.local"),
    Address(url=f"http://{LAN}:{PLAIN}", name="http://192.168.178.20"),
)
WARNED = Address(url=f"https://{LAPTOP}", name="https, self-signed, warning accepted", is_warned=True)
FLAGGED = Address(
    url=f"http://{LAN}:{PLAIN}",
    name="http://192.168.178.20, named in chrome://flags of this phone",
    flags=(f"--unsafely-treat-insecure-origin-as-secure=http://{LAN}:{PLAIN}",),
)


def main() -> None:
    if INSIDE not in sys.argv:
        command = ["unshare", "--net", "--mount", sys.executable, "-m", "benchmarks.addresses", *sys.argv[1:], INSIDE]
        sys.exit(subprocess.run(command).returncode)
    engines = [one for one in sys.argv[1:] if not one.startswith("--")] or ["chromium", "firefox", "webkit"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        _make_network(folder)
        _make_certificates(folder)
        for engine in engines:
            _measure(engine, folder)


def _run(*command: object, **how: object) -> None:
    subprocess.run(list(map(str, command)), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **how)  # type: ignore[call-overload]


def _make_network(folder: Path) -> None:
    _run("ip", "link", "set", "lo", "up")
    _run("ip", "link", "add", "lan", "type", "veth", "peer", "name", "router")
    _run("ip", "link", "set", "router", "up")
    _plug_in()
    hosts = folder / "hosts"
    hosts.write_text(f"127.0.0.1 localhost laptop.localhost\n{LAN} {LAPTOP} {OWN_NAME}\n")
    _run("mount", "--bind", hosts, "/etc/hosts")


def _plug_in() -> None:
    _run("ip", "link", "set", "lan", "up")
    _run("ip", "addr", "replace", f"{LAN}/24", "dev", "lan")
    _run("ip", "route", "replace", "default", "via", "192.168.178.1", "dev", "lan")


def _make_certificates(folder: Path) -> None:
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"]
    ca, extensions = ["-CA", "ca.crt", "-CAkey", "ca.key"], "basicConstraints=critical,CA:FALSE"
    _run("openssl", "req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=Test CA", cwd=folder)
    for name, host, signed in (("trusted", OWN_NAME, ca), ("own", LAPTOP, [])):
        names = ["-subj", f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}", "-addext", extensions]
        out = ["-keyout", f"{name}.key", "-out", f"{name}.crt"]
        _run("openssl", "req", "-x509", *key, *signed, *names, *out, cwd=folder)
    _make_trusted(folder)


def _make_trusted(folder: Path) -> None:
    """Trust the CA in the system (WebKit), the user's database (Chromium) and the profile (Firefox)."""
    bundle = folder / "bundle.crt"
    bundle.write_bytes(BUNDLE.read_bytes() + (folder / "ca.crt").read_bytes())
    _run("mount", "--bind", bundle, BUNDLE)
    for store in (folder / "home/.pki/nssdb", folder / "firefox"):
        _trust_in(store, folder / "ca.crt")


def _trust_in(store: Path, authority: Path) -> None:
    store.mkdir(parents=True)
    _run("certutil", "-d", f"sql:{store}", "-N", "--empty-password")
    _run("certutil", "-d", f"sql:{store}", "-A", "-t", "C,,", "-n", "test", "-i", authority)


def _measure(engine: str, folder: Path) -> None:
    # A browser for each kind: a certificate it accepted must not count for the other addresses. And a driven WebKit
    # has a private session, which drops the worker of a page soon after the page is left.
    usual: list[Sequence[Address]] = [[one] for one in ADDRESSES] if engine == "webkit" else [ADDRESSES]
    kinds = [[WARNED]] if "--warned" in sys.argv else [*usual, [WARNED], *([[FLAGGED]] if engine == "chromium" else [])]
    for addresses in kinds:
        with ExitStack() as stack:
            own = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            servers = stack.enter_context(ExitStack())
            scribe = servers.enter_context(_served(folder, own / "data"))
            driver = stack.enter_context(_browser(engine, folder, own, addresses[0]))
            version = f"{driver.capabilities['browserName']} {driver.capabilities['browserVersion']}"
            print(f"\n{version}", flush=True)
            seen = [_visit(driver, address, scribe) for address in addresses]
            servers.close()
            _run("ip", "link", "set", "lan", "down")
            result = _record_hand_offline(Phone(driver, base_url=""))
            again = [_opens(driver, address, scribe) for address in addresses]
            _plug_in()
        for address, facts, opens in zip(addresses, seen, again, strict=True):
            print(f"  {address.name}: {facts}, opens without a network: {opens}", flush=True)
        print(f"  the page that was still open, {addresses[-1].name}: {result}", flush=True)


@contextmanager
def _served(folder: Path, data: Path) -> Iterator[str]:
    """Yield the link of a scribe."""
    hosts = ",".join(("localhost", "127.0.0.1", "laptop.localhost", LAN, LAPTOP, OWN_NAME))
    file = folder / "Caddyfile"
    file.write_text(CADDYFILE.format(own=OWN_NAME, laptop=LAPTOP, folder=folder, port=BEHIND))
    origins = f"https://{OWN_NAME},https://{LAPTOP}"
    settings = {"SCOREBOOK_ALLOWED_HOSTS": hosts, "SCOREBOOK_CSRF_TRUSTED_ORIGINS": origins}
    with (
        serving(data=data, port=PLAIN, first_start=True, **settings),
        serving(data=data, port=BEHIND, first_start=False, SCOREBOOK_HTTPS="on", **settings),
    ):
        environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
        command = ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]
        caddy = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        try:
            request = urllib.request.Request(
                f"http://localhost:{PLAIN}/api/v1/evenings",
                json.dumps({"id": str(uuid4()), **OPENING}).encode(),
                {"Content-Type": "application/json"},
            )
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                yield json.load(answer)["links"]["scribe"]["token"]
        finally:
            caddy.kill()  # terminate() would wait for streams
            caddy.wait(PATIENCE_S)


@contextmanager
def _browser(engine: str, folder: Path, own: Path, address: Address) -> Iterator[WebDriver]:
    if engine != "chromium":
        # A driver cannot dismiss their warnings, so it accepts the certificate instead.
        is_lenient = address.is_warned
        if engine == "firefox":
            shutil.copytree(folder / "firefox", own / "profile")
        with launch.launched(engine, own, accepts_any_certificate=is_lenient) as driver:
            yield driver
        return
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in ("--headless=new", "--no-sandbox", "--window-size=400,800", *address.flags):
        options.add_argument(flag)
    options.add_experimental_option("prefs", {"intl.accept_languages": "de-DE,de"})
    environment = {**os.environ, "HOME": str(folder / "home")}
    driver = webdriver.Chrome(options, ChromeService(shutil.which("chromedriver"), env=environment))
    try:
        driver.set_page_load_timeout(PATIENCE_S)
        yield driver
    finally:
        driver.quit()


def _visit(driver: WebDriver, address: Address, scribe: str) -> dict[str, object]:
    with_warning: dict[str, object] = {}
    try:
        driver.get(f"{address.url}/t/{scribe}/")
    except WebDriverException as error:
        with_warning = {"at first": type(error).__name__}
    if not driver.find_elements(By.ID, "entry"):
        _go_on(driver)
    deadline = time.monotonic() + KEPT_S
    while not (is_kept := driver.execute_script(IS_KEPT)) and time.monotonic() < deadline:
        time.sleep(0.2)
    facts = {**with_warning, **driver.execute_script(FACTS), "kept": is_kept}
    if "chrome" in driver.capabilities["browserName"]:
        errors = driver.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"]
        facts["not installable"] = [error["errorId"] for error in errors]
    return facts


def _go_on(driver: WebDriver) -> None:
    """Dismiss Chromium's warning, as a person does."""
    ActionChains(driver).send_keys("thisisunsafe").perform()
    deadline = time.monotonic() + PATIENCE_S
    while not driver.find_elements(By.ID, "entry"):
        assert time.monotonic() < deadline, "the warning is still there"
        time.sleep(0.2)


def _record_hand_offline(phone: Phone) -> str:
    phone.is_online = False
    try:
        tell(phone, 1, "Anna", "Beppo")
    except (WebDriverException, AssertionError) as error:
        return f"no hand is taken, {type(error).__name__}: {phone.text('h1')}, {phone.text('.kept')}"
    return f"hand 1 is taken, and the page says: {phone.text('.kept')}"


def _opens(driver: WebDriver, address: Address, scribe: str) -> str:
    try:
        driver.get("about:blank")
        driver.get(f"{address.url}/t/{scribe}/")
        deadline = time.monotonic() + KEPT_S
        while not driver.find_elements(By.ID, "entry"):
            if time.monotonic() > deadline:
                return f"no, {driver.current_url.partition('/t/')[0]} shows: {driver.title or 'nothing'}"
            time.sleep(0.2)
    except WebDriverException as error:
        return f"no, {(error.msg or type(error).__name__).splitlines()[0][:80]}"
    return "yes"


if __name__ == "__main__":
    main()
