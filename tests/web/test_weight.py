"""What the table page weighs and what it takes a slow phone to show it; the figures are printed."""

from __future__ import annotations

import gzip
import secrets
from pathlib import Path

import brotli
import pytest
from django.conf import settings
from django.templatetags.static import static
from django.test import Client
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from scorebook.web.core.static_files import minify_source
from scorebook.web.offline.views import WEB, offline_shell_files
from tests.conftest import Figure
from tests.rules.test_bookkeeping import answers_of_the_phone, node
from tests.support.browser import OpenPage, main_thread_ms
from tests.support.extent import IS_CI
from tests.support.offline_network import cellar
from tests.support.paged_evening import PagedEvening
from tests.support.played_evening import new_evening, rufer
from tests.support.touch import opens_offline

MOST_BYTES = 60_000
SLOWDOWN = 4
ICONS = (".png", ".svg", "favicon.ico")
# What a browser or the page asks for in its own time, if it comes to it.
LATER = (".webmanifest", "/preview", "/sheet")

# The front page stores these for itself, and no table needs them.
KEY_RING = ("/web/keyring", "/web/keys.js", "/offline/keys")
KEY_RING_BYTES = 9_500


def wire_size(client: Client, path: str) -> tuple[int, int]:
    """Bytes of the compressed content and of the head before it."""
    answer = client.get(path, headers={"accept-encoding": "gzip, deflate, br"})  # as browsers ask over HTTPS
    assert answer.status_code == 200, path
    return len(answer.getvalue()), sum(len(f"{name}: {text}\r\n") for name, text in answer.items())


@pytest.mark.browser
def test_the_table_page_with_all_it_needs_offline(
    live_server: LiveServer, open_page: OpenPage, client: Client, figure: Figure, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The padding of a compressed page has a random length; here each has the mean.
    monkeypatch.setattr(secrets, "randbelow", lambda limit: limit // 2)
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    for _ in range(5):
        table.record(rufer("Anna", "Beppo"))
    with cellar(live_server.url) as net:
        page = open_page("/", at=net.url)
        page.evaluate("navigator.serviceWorker.ready.then(() => {})")
        net.sizes.clear()
        page.goto(f"/t/{table.stored.scribe_token}/")
        opens_offline(page)
        page.close()
        paths = {path for path in net.sizes if not path.endswith((*ICONS, *LATER))}
        paths -= {path for path in paths if any(part in path for part in KEY_RING)}
    # The live server of the tests hands files out by itself; this way they come as the real one sends them, each once
    # because they may be kept for ever.
    paths |= {"/service-worker.js", "/offline/", *(static(path) for path in offline_shell_files())}
    sizes = {path: wire_size(client, path) for path in paths if not path.endswith(ICONS)}
    total, heads = (sum(parts) for parts in zip(*sizes.values(), strict=True))
    figure(f"Table page with everything it needs offline: {total:,} bytes compressed, {heads:,} of heads beside")
    for path, (size, _) in sorted(sizes.items(), key=lambda item: -item[1][0]):
        figure(f"  {size:>7,}  {path.replace(settings.STATIC_URL, '/static/')}")
    assert total <= MOST_BYTES


@pytest.mark.django_db
def test_the_key_ring_that_the_front_page_stores_for_offline(client: Client, figure: Figure) -> None:
    scripts = sorted((WEB / "web/keyring").glob("*.js"))
    assert len(scripts) > 5
    paths = ["/offline/keys", static("web/keys.js"), static("web/keyring.css")]
    paths += [static(path.relative_to(WEB).as_posix()) for path in scripts]
    total = sum(wire_size(client, path)[0] for path in paths)
    figure(f"Key ring with its scripts: {total:,} bytes compressed")
    assert total <= KEY_RING_BYTES


@pytest.mark.browser
def test_the_first_hand_form_on_a_slow_phone(open_page: OpenPage, figure: Figure) -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done")
    page = open_page("/offline/")
    busy_ms = main_thread_ms(page, f"/t/{table.stored.scribe_token}/", slowdown=SLOWDOWN)
    figure(f"First hand form at {SLOWDOWN}x CPU slowdown: {busy_ms} ms of main-thread time")
    page.locator("[data-seat]").first.tap()
    page.locator("[data-seat]").nth(1).tap()
    expect(page.locator(".record")).to_be_enabled()


@pytest.mark.django_db
def test_files_are_compressed_and_kept_for_ever(client: Client) -> None:
    answer = client.get(f"{settings.STATIC_URL}web/scorebook.css", headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert "immutable" in answer["Cache-Control"]


SOURCES = sorted(path for path in WEB.rglob("*") if path.suffix in (".js", ".css"))


KINDS = {".js": "text/javascript", ".css": "text/css"}


@pytest.mark.parametrize("path", SOURCES, ids=[path.name for path in SOURCES])
def test_comments_stay_behind(path: Path) -> None:
    source = path.read_bytes()
    sent = minify_source(source, content_type=KINDS[path.suffix])
    assert len(sent) < len(source) and b"\n//" not in sent and b"/*" not in sent


def test_the_phone_reckons_the_same_with_short_names(tmp_path: Path) -> None:
    if node() is None and not IS_CI:
        pytest.skip("no node on this machine")
    source = WEB / "web/bookkeeping.js"
    short = tmp_path / "short.mjs"
    short.write_bytes(minify_source(source.read_bytes(), content_type="text/javascript"))
    assert answers_of_the_phone(short) == answers_of_the_phone(source)


@pytest.mark.django_db
def test_what_is_sent_compressed_is_the_minified_file(client: Client) -> None:
    path = WEB / "web/offline/store.js"
    answer = client.get(static("web/offline/store.js"), headers={"accept-encoding": "gzip"})
    assert gzip.decompress(answer.getvalue()) == minify_source(path.read_bytes(), content_type="text/javascript")
    assert int(answer["Content-Length"]) == len(answer.getvalue()) and "Accept-Encoding" in answer["Vary"]
    better = client.get(static("web/offline/store.js"), headers={"accept-encoding": "gzip, deflate, br;q=0.9"})
    assert better["Content-Encoding"] == "br" and len(better.getvalue()) < len(answer.getvalue())
    assert brotli.decompress(better.getvalue()) == gzip.decompress(answer.getvalue())
    refused = client.get(static("web/offline/store.js"), headers={"accept-encoding": "br;q=0, gzip"})
    assert refused["Content-Encoding"] == "gzip"
    whole = client.get(static("web/offline/store.js"))
    assert b"".join(whole) == path.read_bytes()


def test_pages_are_compressed(evening: PagedEvening) -> None:
    answer = evening.client.get(evening.url("table"), headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"


@pytest.mark.parametrize("path", ["/t/{}/", "/api/v1/evenings/{}"])
def test_answers_are_compressed_better_where_a_browser_can_read_it(evening: PagedEvening, path: str) -> None:
    """And of another length each time, so that the length reveals nothing of the content (BREACH)."""
    here = path.format(evening.stored.scribe_token)
    found = [evening.client.get(here, headers={"accept-encoding": "gzip, deflate, br"}) for _ in range(8)]
    read = [brotli.decompress(one.content) for one in found]
    assert {one["Content-Encoding"] for one in found} == {"br"} and "Accept-Encoding" in found[0]["Vary"]
    assert {len(one) for one in read} == {len(evening.client.get(here).content)}
    assert len({len(one.content) for one in found}) > 1
    assert [int(one["Content-Length"]) for one in found] == [len(one.content) for one in found]


def test_the_indentation_of_templates_is_for_readers(evening: PagedEvening) -> None:
    page = evening.client.get(evening.url("table")).content
    assert b"<fieldset" in page and b"\n " not in page
