"""People write and read while their club moves: their phones lose no hand, and every page opens, here or there."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from tests.conftest import Figure
from tests.moving.sites import Installation, two_databases
from tests.support.asking import PLAYERS
from tests.support.process import free_port, serving

pytestmark = [pytest.mark.once, pytest.mark.long]
SCRIBES, HANDS_BEFORE, HANDS_AFTER, PATIENCE_S = 4, 12, 12, 120
PAUSE_S = 0.05


@dataclass(slots=True, kw_only=True)
class Phone:
    """One that goes on at the other site as soon as it is sent there. site: such as http://127.0.0.1:8000."""

    site: str
    statuses: list[int] = field(default_factory=list)

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        text = None if body is None else json.dumps(body)
        with closing(http.client.HTTPConnection(urlsplit(self.site).netloc, timeout=PATIENCE_S)) as line:
            line.request(method, path, body=text, headers={"Content-Type": "application/json"})
            answer = line.getresponse()
            status, content = answer.status, answer.read()
        self.statuses.append(status)
        if status == 308:
            to = answer.headers["Location"]
            assert to.endswith(path)
            self.site = to.removesuffix(path)
        return status, content


@dataclass(slots=True, kw_only=True)
class Table:
    """An evening and its scribe, who sends each hand until it is acknowledged. Meanwhile somebody looks on."""

    scribe: Phone
    watcher: Phone
    path: str
    watch_path: str
    hand: dict[str, object]
    is_over: threading.Event
    acknowledged: list[str] = field(default_factory=list)

    def write(self) -> None:
        while not self.is_over.is_set():
            body = {"id": str(uuid4()), "known_hands": len(self.acknowledged), "hand": self.hand}
            while (status := self.scribe.ask("POST", f"{self.path}/hands", body)[0]) not in (200, 201):
                assert status in (308, 503), status
                time.sleep(PAUSE_S)
            self.acknowledged.append(str(body["id"]))

    def watch(self) -> None:
        while not self.is_over.is_set():
            for path in (self.watch_path, f"{self.watch_path}sheet"):
                self.watcher.ask("GET", path)
            time.sleep(PAUSE_S)

    def hands_there(self) -> list[str]:
        status, text = self.scribe.ask("GET", self.path)
        assert status == 200, text
        return [hand["id"] for hand in json.loads(text)["hands"]]


def opened_table(site: str, is_over: threading.Event, club: str = "") -> tuple[Table, str]:
    """The table, and the link of its club."""
    phone = Phone(site=site)
    more = {"club_token": club} if club else {}
    wanted = {"id": str(uuid4()), "game": "bavarian", "unit": "EUR", "stake_minor": 1, "people": PLAYERS, **more}
    status, text = phone.ask("POST", "/api/v1/evenings", wanted)
    assert status == 201, text
    sheet = json.loads(text)
    anna, _, cilli, _ = (player["id"] for player in sheet["people"])
    links = sheet["links"]
    table = Table(
        scribe=phone,
        watcher=Phone(site=site),
        path=f"/api/v1/evenings/{links['scribe']['token']}",
        watch_path=f"/w/{links['watch']['token']}/",
        hand={"kind": "bavarian.rufer", "declarer": anna, "partner": cilli, "won": True},
        is_over=is_over,
    )
    return table, club or links["club"]["token"]


@contextmanager
def served(folder: Path, database: str) -> Iterator[Installation]:
    port = free_port()
    site = Installation(folder=folder, url=f"http://127.0.0.1:{port}", database=database)
    with serving("--host", "127.0.0.1", data=folder, port=port, **site.variables):  # type: ignore[arg-type]
        yield site


@pytest.fixture(params=["sqlite", "postgresql"])
def databases(request: pytest.FixtureRequest) -> Iterator[tuple[str, str]]:
    """Addresses of two databases; empty for SQLite."""
    if request.param == "sqlite":
        yield "", ""
        return
    with two_databases() as urls:
        yield urls


def wait_until_written(tables: list[Table], count: int) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while min(len(table.acknowledged) for table in tables) < count:
        assert time.monotonic() < until_s
        time.sleep(PAUSE_S)


def test_no_hand_is_lost_and_every_page_opens(databases: tuple[str, str], tmp_path: Path, figure: Figure) -> None:
    with ExitStack() as both:
        names = zip(("old", "new"), databases, strict=True)
        old, new = (both.enter_context(served(tmp_path / name, database)) for name, database in names)
        is_over = threading.Event()
        first, club = opened_table(old.url, is_over)
        tables = [first, *(opened_table(old.url, is_over, club)[0] for _ in range(SCRIBES - 1))]
        stays, _ = opened_table(old.url, is_over)
        threads = [threading.Thread(target=work) for one in (*tables, stays) for work in (one.write, one.watch)]
        for thread in threads:
            thread.start()
        try:
            wait_until_written([*tables, stays], HANDS_BEFORE)
            said = old.move(club, new)
            written = max(len(table.acknowledged) for table in tables)
            wait_until_written(tables, written + HANDS_AFTER)
        finally:
            is_over.set()
            for thread in threads:
                thread.join(PATIENCE_S)
        for table in (*tables, stays):
            assert table.hands_there() == table.acknowledged
            # Between the two commits both sites send to each other.
            assert [status for status, _ in groupby(table.watcher.statuses)] in ([200], [200, 308, 200])
        assert {table.scribe.site for table in tables} == {new.url} and stays.scribe.site == old.url
        count = sum(len(table.acknowledged) for table in tables)
        refused = sum(table.scribe.statuses.count(503) for table in tables)
        figure(f"move under {SCRIBES} scribes: {said.splitlines()[0]}; {count} hands, {refused} times 503")
    assert old.is_right() and new.is_right()
