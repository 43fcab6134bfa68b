"""What an error sends to a service outside: a real server breaks, and a real one receives."""

from __future__ import annotations

import gzip
import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import brotli
import pytest

from tests.house.test_outage import Site
from tests.support.process import manage, serving

pytestmark = [pytest.mark.once, pytest.mark.sampled]

MOST_S = 30
SECRET = "Änna vom Unterwirt"
KEY = "0123456789abcdef0123456789abcdef"


class Service(ThreadingHTTPServer):
    """Takes what is sent, as the service would."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Receiver)
        self.received: list[bytes] = []
        self.heads: list[str] = []

    @property
    def dsn(self) -> str:
        return f"http://{KEY}@127.0.0.1:{self.server_port}/1"

    def until(self, count: int) -> None:
        deadline = time.monotonic() + MOST_S
        while len(self.received) < count and time.monotonic() < deadline:
            time.sleep(0.05)
        assert len(self.received) >= count

    def events(self) -> list[dict[str, Any]]:
        """An envelope is a line for itself, then a line and a body for each item."""
        return [json.loads(line) for text in self.received for line in text.splitlines() if b'"exception"' in line]


class _Receiver(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        unpack = {"gzip": gzip.decompress, "br": brotli.decompress}.get(self.headers.get("Content-Encoding", ""), bytes)
        self.server.heads.append(str(self.headers))
        self.server.received.append(unpack(raw))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def service() -> Iterator[Service]:
    with Service() as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield found
        found.shutdown()


@contextmanager
def _site_with_broken_evening(data: Path, *, dsn: str = "") -> Iterator[Site]:
    """An evening whose agreed end nobody can read any more: the error's own text names somebody."""
    with serving("--host", "127.0.0.1", data=data, SENTRY_DSN=dsn) as server:
        one = Site(server=server)
        one.open_evening()
        with closing(sqlite3.connect(data / "scorebook.sqlite3", isolation_level=None)) as file:
            for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                file.execute(f'DROP TRIGGER "{name}"')
            file.execute("UPDATE play_evening SET agreed_end = ?", [json.dumps({"at": SECRET})])
        yield one


def test_it_reports_where_it_broke_and_nothing_of_people(service: Service, tmp_path: Path) -> None:
    with _site_with_broken_evening(tmp_path, dsn=service.dsn) as one:
        path = f"/t/{one.scribe}/?was={one.watch}"
        headers = {"Cookie": "csrftoken=geheim-1", "Authorization": "Bearer geheim-2", "User_Agent": "geheim-3"}
        answers = [one.ask(path, **headers) for _ in range(3)]
        answers.append(one.ask(f"{one.evening}/hands", body={"id": "x", "note": "geheim-4"}, **headers))
        assert [answer.status for answer in answers[:3]] == [500] * 3
        service.until(1)
        assert one.server.stop() == 0
        printed = one.server.printed + one.server.rest()
    assert SECRET in printed  # so the error does say it, in the operator's own log
    first = service.events()[0]
    assert set(first) <= {"event_id", "timestamp", "platform", "level", "logger", "exception", "tags"}
    assert first["tags"] == {"request": answers[0].headers["x-request-id"]}
    frames = [frame for kind in first["exception"]["values"] for frame in kind["stacktrace"]["frames"]]
    assert any(frame["in_app"] and frame["lineno"] for frame in frames)
    assert {name for frame in frames for name in frame} == {"module", "filename", "function", "lineno", "in_app"}
    assert sum(event["tags"] == first["tags"] for event in service.events()) == 1
    for sent in (b"\n".join(service.received).decode(), json.dumps(service.events(), ensure_ascii=False)):
        secrets = [one.scribe, one.watch, SECRET, "Unterwirt", "Beppo", "geheim", str(tmp_path), "csrf", "sqlite3"]
        assert [name for name in secrets if name in sent] == []


def test_what_repeats_is_sent_once_a_minute(service: Service, tmp_path: Path) -> None:
    with _site_with_broken_evening(tmp_path, dsn=service.dsn) as one:
        for _ in range(20):
            assert one.ask(f"/t/{one.scribe}/").status == 500
        assert one.server.stop() == 0
    assert len(service.events()) == 1


def test_a_service_that_is_away_holds_nobody_up(service: Service, tmp_path: Path) -> None:
    dsn = service.dsn
    service.shutdown()
    service.server_close()
    with _site_with_broken_evening(tmp_path, dsn=dsn) as one:
        assert one.ask(f"/t/{one.scribe}/").status == 500
        assert one.ask("/").status == 200
        assert one.server.stop() == 0


def test_without_the_setting_nothing_is_sent_and_nothing_loaded(service: Service, tmp_path: Path) -> None:
    with _site_with_broken_evening(tmp_path) as one:
        assert one.ask(f"/t/{one.scribe}/").status == 500
        assert one.server.stop() == 0
    assert service.received == []
    program = (
        "import scorebook.server.rsgi, sys; print([n for n in ('sentry_sdk', 'prometheus_client') if n in sys.modules])"
    )
    assert manage("shell", "--no-imports", "--data", str(tmp_path), "-c", program).stdout == "[]\n"


@pytest.mark.parametrize(
    "dsn", ["https://errors.example/1", "ftp://key@errors.example/1", "https://key@errors.example/", "key", "https://["]
)
def test_an_address_that_is_none_stops_the_start_and_is_not_repeated(tmp_path: Path, dsn: str) -> None:
    result = manage("check", "--data", str(tmp_path), SENTRY_DSN=dsn)
    assert result.returncode == 1 and "SENTRY_DSN: not an address" in result.stderr
    assert dsn not in result.stderr.replace("https://key@errors.example/1", "")
