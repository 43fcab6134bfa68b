"""A phone whose club moves: an open page leads to the other site, and what waits on the phone goes along."""

from __future__ import annotations

import json
import re
import shlex
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.browser import ACTION_TIMEOUT_MS, PHONE
from tests.support.process import ROOT, Serving, manage, serving
from tests.support.touch import Thumb, opens_offline
from tests.web.test_offline_evenings import begin

pytestmark = pytest.mark.browser
PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
BOX = "dialog.moved-here"
ADD, LEAVE = f"{BOX} .button-main", f"{BOX} .button:not(.button-main)"
TWO = {"declarer": "Anna", "partner": "Beppo"}
WRITINGS = """async () => {
  const opened = indexedDB.open("scorebook");
  await new Promise((resolve) => { opened.onsuccess = resolve; });
  const found = opened.result.transaction("writings").objectStore("writings").getAll();
  await new Promise((resolve) => { found.onsuccess = resolve; });
  return found.result;
}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """url: hosts differ, because a cookie of a host is sent to all its ports."""

    data: Path
    server: Serving
    url: str

    def read(self, path: str) -> Any:
        with urllib.request.urlopen(f"{self.url}{path}", timeout=30) as answer:
            return json.load(answer)

    def move(self, club: str, other: Site) -> None:
        receive = [sys.executable, str(ROOT / "manage.py"), "receive_club", "--data", str(other.data)]
        sites = ("--from", self.url, "--to", other.url, "--through", shlex.join(receive))
        done = manage("move_club", club, *sites, "--data", str(self.data))
        assert done.returncode == 0, done.stderr


@pytest.fixture
def sites(tmp_path: Path) -> Iterator[tuple[Site, Site]]:
    with ExitStack() as stack:
        found = []
        for host in ("localhost", "127.0.0.1"):
            data = tmp_path / host
            server = stack.enter_context(serving(data=data))
            found.append(Site(data=data, server=server, url=f"http://{host}:{server.port}"))
        yield found[0], found[1]


@pytest.fixture
def phone(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(**PHONE)
    context.set_default_timeout(ACTION_TIMEOUT_MS)
    yield context
    context.close()


def at_table(phone: BrowserContext, site: Site) -> Thumb:
    thumb = Thumb(phone.new_page(), javascript=True)
    thumb.page.goto(site.url)
    thumb.start(*PEOPLE)
    opens_offline(thumb.page)
    return thumb


def record(thumb: Thumb, no: int) -> None:
    thumb.write(TWO)
    expect(thumb.page.locator(".record")).to_be_enabled()
    thumb.tap(thumb.page.locator(".record"))
    expect(thumb.page.locator("h1")).to_have_text(f"Spiel {no + 1}")


def clubs_of(page: Page) -> dict[str, dict[str, str]]:
    page.wait_for_function("localStorage.clubs")
    return dict(json.loads(page.evaluate("localStorage.clubs")))


def club_of(page: Page) -> str:
    [club] = clubs_of(page)
    return club


def token_of(page: Page) -> str:
    return str(re.findall(r"/t/([\w.-]+)/", page.url)[0])


def is_at(page: Page, site: Site, path: str) -> None:
    expect(page).to_have_url(re.compile(f"^{re.escape(site.url)}{path}$"), timeout=60_000)


def test_hands_of_before_the_move_are_in_the_books_once(phone: BrowserContext, sites: tuple[Site, Site]) -> None:
    old, new = sites
    thumb = at_table(phone, old)
    page, club, token = thumb.page, club_of(thumb.page), token_of(thumb.page)
    phone.set_offline(True)
    for no in (1, 2, 3):
        record(thumb, no)
    written = [one["id"] for one in page.evaluate(WRITINGS)]
    old.move(club, new)
    phone.set_offline(False)
    expect(page.locator(BOX)).to_contain_text("3 Einträge", timeout=60_000)
    is_at(page, new, f"/t/{re.escape(token)}/.*")
    assert new.read(f"/api/v1/evenings/{token}")["hands"] == []
    page.locator(ADD).tap()
    expect(page.locator("h1")).to_have_text("Spiel 4")
    expect(page.locator(".kept")).to_have_attribute("data-kept", "server")
    assert [hand["id"] for hand in new.read(f"/api/v1/evenings/{token}")["hands"]] == written
    is_at(page, new, f"/t/{re.escape(token)}/")
    assert clubs_of(page)[club]["keeper"]


def test_an_open_watch_page_leads_to_the_other_site(phone: BrowserContext, sites: tuple[Site, Site]) -> None:
    old, new = sites
    thumb = at_table(phone, old)
    club, token = club_of(thumb.page), token_of(thumb.page)
    watch = str(old.read(f"/api/v1/evenings/{token}")["links"]["watch"]["token"])
    thumb.page.close()
    page = phone.new_page()
    page.goto(f"{old.url}/w/{watch}/")
    old.move(club, new)
    is_at(page, new, f"/w/{watch}/")


def test_a_phone_that_is_only_a_device_opens_the_club(
    phone: BrowserContext, chromium: Browser, sites: tuple[Site, Site]
) -> None:
    """Its address has no link; the table is open, and the keeper's phone has the keeper's link afterwards."""
    old, new = sites
    thumb = at_table(phone, old)
    keeper, club = clubs_of(thumb.page)[club_of(thumb.page)]["keeper"], club_of(thumb.page)
    member = old.read(f"/api/v1/clubs/{keeper}")["links"]["member"]["token"]
    with chromium.new_context(**PHONE) as other:
        page = other.new_page()
        page.goto(f"{old.url}/c/{member}/")
        is_at(page, old, f"/c/{club}/")
        thumb.page.goto(f"{old.url}/c/{keeper}/")
        is_at(thumb.page, old, f"/c/{club}/")
        old.move(club, new)
        page.reload()
        is_at(page, new, f"/c/{club}/")
        assert (clubs_of(page)[club]["member"], clubs_of(page)[club].get("keeper")) == (member, None)
        thumb.page.goto(f"{old.url}/c/{club}/")
        is_at(thumb.page, new, f"/c/{club}/")
        assert clubs_of(thumb.page)[club]["keeper"] == keeper


def test_an_evening_that_began_on_the_phone_goes_along(phone: BrowserContext, sites: tuple[Site, Site]) -> None:
    """On the front page of the old site a tap leads to the new one, and what waits for the other evening goes too."""
    old, new = sites
    thumb = at_table(phone, old)
    page, club, token = thumb.page, club_of(thumb.page), token_of(thumb.page)
    phone.set_offline(True)
    record(thumb, 1)
    page.goto(f"{old.url}/offline/")
    begin(page, *PEOPLE)
    record(thumb, 1)
    record(thumb, 2)
    started = page.url.removeprefix(old.url)
    page.goto(f"{old.url}/offline/")
    old.move(club, new)
    phone.set_offline(False)
    page.goto(old.url)
    link = page.locator(f'#going a[href="{started}"]')
    page.wait_for_load_state("networkidle")
    is_at(page, old, "/")
    link.tap()
    expect(page.locator(BOX)).to_contain_text("4 Einträge", timeout=60_000)
    page.locator(ADD).tap()
    expect(page.locator("h1")).to_have_text("Spiel 3", timeout=60_000)
    is_at(page, new, f"/t/(?!{re.escape(token)})[^/]+/")
    counts = [new.read(f"/api/v1/evenings/{one}")["hand_count"] for one in (token, token_of(page))]
    assert counts == [1, 2]
    assert len(page.evaluate(WRITINGS)) == 0
