"""Streams of changes from a server of its own: what phones hear that look on, and when they end."""

from __future__ import annotations

import asyncio
import http.client
import json
import time
import urllib.parse
from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from scorebook.server import streams as streams_module
from scorebook.server.streams import Streams
from tests.support.asking import ANSWER_S, PLAYERS, send
from tests.support.browser import OpenPage
from tests.support.process import STOP_TIMEOUT_S, Serving, serving
from tests.support.touch import opens_offline

pytestmark = [pytest.mark.once, pytest.mark.sampled]
ASKS_EVERY_MS = 2800  # offline/table.js, where no stream comes
BACK_MS = 20_000


class Watched:
    """An evening on that server."""

    def __init__(self, server: Serving) -> None:
        self.server = server
        wanted = {"id": str(uuid4()), "game": "bavarian", "unit": "EUR", "stake_minor": 1, "people": PLAYERS}
        self.hands, sheet = 0, self._post_json("evenings", wanted)
        self.scribe, self.watch = (sheet["links"][kind]["token"] for kind in ("scribe", "watch"))
        self._players = [player["id"] for player in sheet["people"]]

    @property
    def changes(self) -> str:
        return f"/w/{self.watch}/changes"

    def record(self) -> None:
        hand = {"kind": "bavarian.rufer", "declarer": self._players[0], "partner": self._players[2], "won": True}
        self._post_json(f"evenings/{self.scribe}/hands", {"id": str(uuid4()), "known_hands": self.hands, "hand": hand})
        self.hands += 1

    def renew(self) -> None:
        self._post_json(f"evenings/{self.scribe}/links/watch", {"id": str(uuid4())})

    def _post_json(self, path: str, body: object) -> Any:
        status, text = send(self.server, "POST", f"/api/v1/{path}", body)
        assert status in (200, 201), text
        return json.loads(text)


class Stream:
    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self._answer = answer
        self.status, self.headers = answer.status, answer.headers

    def next_version(self) -> str | None:
        """None where the stream has ended."""
        while line := self._answer.readline():
            if line.startswith(b"data: "):
                return line[6:].decode().strip()
        return None

    def version_after(self, old: str) -> str | None:
        """Another one than that."""
        while (version := self.next_version()) == old:
            pass
        return version


@contextmanager
def streamed(server: Serving, path: str, **headers: str) -> Iterator[Stream]:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=STOP_TIMEOUT_S)
    line.request("GET", path, headers=headers)
    try:
        yield Stream(line.getresponse())
    finally:
        line.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving("--host", "127.0.0.1", "--workers", "2", data=tmp_path_factory.mktemp("data")) as server:
        yield server


def test_a_hand_is_streamed_whichever_worker_recorded_it(server: Serving) -> None:
    evening = Watched(server)
    with streamed(server, evening.changes) as one, streamed(server, evening.changes) as other:
        versions = [one.next_version()]
        assert versions == [other.next_version()]
        for _ in range(3):
            evening.record()
            versions.append(one.version_after(str(versions[-1])))
            assert other.version_after(str(versions[-2])) == versions[-1]
        assert len(set(versions)) == 4
        assert one.headers["Content-Type"] == "text/event-stream"
        assert one.headers["X-Accel-Buffering"] == "no"
        assert "default-src 'none'" in one.headers["Content-Security-Policy"]  # through all that other answers pass
    status, sheet = send(server, "GET", f"/w/{evening.watch}/sheet")
    assert status == 200 and b'id="hand-3"' in sheet


def test_a_renewed_link_ends_its_stream(server: Serving) -> None:
    evening = Watched(server)
    with streamed(server, evening.changes) as stream:
        version = stream.next_version()
        assert version
        evening.renew()
        evening.record()
        assert stream.version_after(version) is None
    with streamed(server, evening.changes) as stream:
        assert stream.status == 404


def test_a_stream_is_refused_like_any_other_request(server: Serving) -> None:
    evening = Watched(server)
    with streamed(server, evening.changes, Host="rebound.example") as stream:
        assert stream.status == 400
    for path in (f"/w/{evening.scribe}/changes", f"/t/{evening.watch}/changes", "/w/nothing/changes"):
        with streamed(server, path) as stream:
            assert stream.status == 404


def test_streams_do_not_keep_the_server_from_ending(tmp_path: Path) -> None:
    with serving("--host", "127.0.0.1", data=tmp_path) as server:
        evening = Watched(server)
        with streamed(server, evening.changes) as one, streamed(server, evening.changes) as other:
            assert one.next_version() == other.next_version()
            assert server.stop() == 0
            assert one.next_version() is None
            assert other.next_version() is None
        output = server.rest()
        assert "Killing" not in output
        assert evening.watch not in output and "Traceback" not in output


@pytest.mark.browser
def test_the_page_hears_of_a_hand_and_of_the_end_of_its_link(server: Serving, open_page: OpenPage) -> None:
    evening = Watched(server)
    asking: list[str] = []
    page = open_page(f"/w/{evening.watch}/", at=f"http://localhost:{server.port}", expected_errors="404")
    page.on("request", lambda request: asking.append(urllib.parse.urlsplit(request.url).path.rpartition("/")[2]))
    for no in (1, 2):
        evening.record()
        expect(page.locator(f"#hand-{no}")).to_be_attached()
    assert asking.count("sheet") == 2  # it asks for what is new and never whether there is anything
    evening.renew()
    expect(page.locator("#watched")).to_have_count(0)


@pytest.mark.browser
def test_another_scribe_hears_of_a_hand_and_asks_for_nothing_else(server: Serving, open_page: OpenPage) -> None:
    evening = Watched(server)
    sheet = f"/t/{evening.scribe}/sheet"
    page = open_page(f"/t/{evening.scribe}/", at=f"http://localhost:{server.port}")
    opens_offline(page)
    page.wait_for_timeout(ASKS_EVERY_MS)  # until the stream has sent something
    asking: list[str] = []
    page.on("request", lambda request: asking.append(urllib.parse.urlsplit(request.url).path))
    for no in (1, 2):
        evening.record()
        expect(page.locator(f"#hand-{no}")).to_be_attached()
    page.wait_for_timeout(2 * ASKS_EVERY_MS)  # a page without a stream would have sent two requests
    assert asking.count(sheet) == 2


@pytest.mark.thorough
@pytest.mark.browser
def test_a_scribe_is_shown_that_the_server_is_gone_and_that_it_is_back(tmp_path: Path, open_page: OpenPage) -> None:
    gone = "Failed to load resource|ERR_"
    with serving("--host", "127.0.0.1", data=tmp_path) as server:
        evening = Watched(server)
        page = open_page(f"/t/{evening.scribe}/", at=f"http://localhost:{server.port}", expected_errors=gone)
        opens_offline(page)
        expect(page.locator('.kept[data-kept="server"]')).to_be_attached()
        server.stop()
    expect(page.locator('.kept[data-kept="away"]')).to_be_attached(timeout=BACK_MS)
    with serving("--host", "127.0.0.1", data=tmp_path, port=server.port) as back:
        expect(page.locator('.kept[data-kept="server"]')).to_be_attached(timeout=BACK_MS)
        evening.server = back
        evening.record()
        expect(page.locator("#hand-1")).to_be_attached(timeout=BACK_MS)
        page.close()


class Phone:
    """What the server hands over for one connection."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.hung_up = asyncio.get_running_loop().create_future()

    async def client_disconnect(self) -> None:
        await self.hung_up

    def response_stream(self, status: int, headers: list[tuple[str, str]]) -> Phone:
        return self

    async def send_bytes(self, part: bytes) -> None:
        self.heard.append(part)

    async def hears(self, count: int) -> list[bytes]:
        deadline = time.monotonic() + ANSWER_S
        while len(self.heard) < count and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        return self.heard


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams_module, "EVERY_S", 0.02)
    monkeypatch.setattr(streams_module, "REPEAT_S", 0.3)
    monkeypatch.setattr(Streams, "_read_versions", lambda self, paths: self._versions(paths))


def run_in_loop(story: Callable[[], Coroutine[None, None, None]]) -> None:
    """In a thread of its own: Playwright keeps a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(story())).result()


def followed(streams: Streams, phone: Phone, first: bytes = b"data: 1\n\n") -> asyncio.Task[None]:
    return asyncio.create_task(streams.follow("/w/here/changes", cast(Any, phone), [], first))


@pytest.mark.usefixtures("quick")
def test_each_version_is_sent_once_and_then_from_time_to_time() -> None:
    async def story() -> None:
        version = "1"
        streams = Streams(lambda paths: dict.fromkeys(paths, version))
        phone = Phone()
        following = followed(streams, phone)
        await phone.hears(1)
        version = "2"
        assert await phone.hears(2) == [b"data: 1\n\n", b"data: 2\n\n"]
        assert await phone.hears(3) == [b"data: 1\n\n", b"data: 2\n\n", b"data: 2\n\n"]
        streams.end()
        await asyncio.wait_for(following, ANSWER_S)
        assert not streams.has_room

    run_in_loop(story)


@pytest.mark.usefixtures("quick")
def test_who_hangs_up_makes_room_for_another() -> None:
    async def story() -> None:
        streams = Streams(lambda paths: dict.fromkeys(paths, "1"), most=2)
        phones, rooms = [Phone(), Phone()], [streams.has_room]
        following = [followed(streams, phone) for phone in phones]
        await phones[1].hears(1)
        rooms.append(streams.has_room)
        phones[0].hung_up.set_result(None)
        await asyncio.wait_for(following[0], ANSWER_S)
        rooms.append(streams.has_room)
        assert rooms == [True, False, True]
        streams.end()
        await asyncio.wait_for(following[1], ANSWER_S)

    run_in_loop(story)


@pytest.mark.usefixtures("quick")
def test_streams_outlive_a_database_that_is_away() -> None:
    found: list[Mapping[str, str] | None] = [None, None, {"/w/here/changes": "2"}]

    def versions(paths: Collection[str]) -> Mapping[str, str]:
        return cast(Mapping[str, str], found.pop(0) if len(found) > 1 else found[0])

    async def story() -> None:
        streams, phone = Streams(versions), Phone()
        following = followed(streams, phone)
        assert await phone.hears(2) == [b"data: 1\n\n", b"data: 2\n\n"]
        streams.end()
        await asyncio.wait_for(following, ANSWER_S)

    run_in_loop(story)
