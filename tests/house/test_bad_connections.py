"""Broken requests of strangers and dead phones: everybody else is served meanwhile."""

import http.client
import json
import os
import re
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from rules.hand_tags import untag_hand
from scorebook.server.request_bodies import MAX_BODY_BYTES
from scorebook.server.rsgi import BODY_TIMEOUT_S
from tests.conftest import Figure
from tests.support.asking import ANSWER_S, new_evening, send
from tests.support.process import Serving, serving

pytestmark = [pytest.mark.once, pytest.mark.sampled]

STUCK = 40
IDLE = 1_000
HEAD = "HTTP/1.1\r\nHost: localhost\r\n"
FROM_OUR_PAGE = f"Cookie: csrftoken={'x' * 32}\r\nX-CSRFToken: {'x' * 32}\r\n"


@pytest.fixture(scope="module")
def temporary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for temporary files of the server."""
    return tmp_path_factory.mktemp("temporary")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, temporary: Path) -> Iterator[Serving]:
    with serving("--host", "127.0.0.1", data=tmp_path_factory.mktemp("data"), TMPDIR=str(temporary)) as server:
        yield server


def _connected_socket(server: Serving, *, buffer: int | None = None) -> socket.socket:
    """buffer: of so many bytes, for somebody who reads slowly."""
    line = socket.socket()
    if buffer:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    line.settimeout(BODY_TIMEOUT_S + ANSWER_S)
    line.connect(("127.0.0.1", server.port))
    return line


@contextmanager
def _send_raw_request(server: Serving, request: str | bytes, *, buffer: int | None = None) -> Iterator[socket.socket]:
    with _connected_socket(server, buffer=buffer) as line:
        line.sendall(request.encode() if isinstance(request, str) else request)
        yield line


def _read_response(line: socket.socket) -> tuple[int, dict[str, str], bytes]:
    answer = http.client.HTTPResponse(line)
    answer.begin()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


def test_unfinished_bodies_slow_readers_and_idle_phones_stop_nobody(server: Serving, figure: Figure) -> None:
    evening = new_evening(server)
    first_hand = {"id": str(uuid4()), "known_hands": 0, "hand": evening.hand}
    unfinished = f"POST /api/v1/hands/score {HEAD}Content-Type: application/json\r\nContent-Length: 300\r\n\r\n{{"
    with ExitStack() as stack:
        for _ in range(IDLE):
            stack.enter_context(_connected_socket(server))
        for _ in range(STUCK):
            stack.enter_context(_send_raw_request(server, f"GET /rules/bavarian/ {HEAD}\r\n", buffer=1024))
            stack.enter_context(_send_raw_request(server, unfinished))
        started = time.perf_counter()
        assert send(server, "POST", evening.hands_path, first_hand)[0] == 201
        assert send(server, "GET", "/")[0] == 200
        took_ms = 1000 * (time.perf_counter() - started)
    figure(f"{STUCK} unfinished bodies, {STUCK} slow readers, {IDLE} idle: a hand and a page in {took_ms:.0f} ms")


def test_a_body_that_does_not_come_is_given_up(server: Serving) -> None:
    request = f"POST /api/v1/hands/score {HEAD}Content-Type: application/json\r\nContent-Length: 300\r\n\r\n{{"
    with _send_raw_request(server, request) as line:
        status, headers, text = _read_response(line)
    assert (status, json.loads(text)["error"]["code"]) == (408, "body_too_slow")
    assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/", "/api/v1/hands/score", "/nowhere"])
def test_an_upload_is_refused_before_any_of_it_is_kept(
    server: Serving, temporary: Path, path: str, figure: Figure
) -> None:
    megabytes, part = 50, b"x" * 65_536
    head = f"POST {path} {HEAD}{FROM_OUR_PAGE}Content-Type: multipart/form-data; boundary=b\r\n"
    head += f"Content-Length: {megabytes << 20}\r\n\r\n"
    taken = 0
    with _send_raw_request(
        server, head + '--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
    ) as line:
        try:
            while taken < megabytes << 20:
                taken += line.send(part)
        except OSError:
            pass  # it hung up, as it should
    assert list(temporary.iterdir()) == []
    assert taken < megabytes << 20
    figure(f"{path}: an upload of {megabytes} MB was hung up on after {taken / 2**20:.1f} MB, none of them on the disk")


@pytest.mark.parametrize(
    ("path", "status"), [("/", 413), ("/api/v1/hands/score", 413), ("/api/v1/evenings/guessed/hands", 413)]
)
def test_a_body_that_is_too_large_is_refused_in_words(server: Serving, path: str, status: int) -> None:
    head = f"POST {path} {HEAD}Accept-Language: en\r\nContent-Type: application/json\r\n"
    with _send_raw_request(server, f"{head}Content-Length: {MAX_BODY_BYTES + 1}\r\n\r\n") as line:
        found, headers, text = _read_response(line)
    assert found == status
    words = json.loads(text)["error"]["message"] if path.startswith("/api/") else text.decode()
    assert re.search("too large|more than any form", words)


@pytest.mark.parametrize("path", ["/", "/api/v1/hands/score"])
def test_a_body_without_a_length_is_refused(server: Serving, path: str) -> None:
    with _send_raw_request(
        server, f"POST {path} {HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
    ) as line:
        assert _read_response(line)[0] == 411


def test_half_a_form_is_never_taken_for_a_whole_one(server: Serving) -> None:
    evening = new_evening(server)
    table = f"/t/{evening.scribe}/"
    with _send_raw_request(server, f"GET {table} {HEAD}\r\n") as line:
        _, headers, page = _read_response(line)
    fields = dict(re.findall(r'name="(csrfmiddlewaretoken|key|known_hands)" value="([^"]+)"', page.decode()))
    whole = urlencode(fields | dict(untag_hand(evening.hand)) | {"won": "yes"})
    cookie = headers["set-cookie"].split(";")[0]
    head = f"POST {table} {HEAD}Cookie: {cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    length = len(whole) + len("&card_points=91")
    with _send_raw_request(server, f"{head}Content-Length: {length}\r\n\r\n{whole}") as line:
        line.shutdown(socket.SHUT_WR)
        line.recv(1)
    with _send_raw_request(server, f"{head}Content-Length: {len(whole)}\r\n\r\n{whole}") as line:
        assert _read_response(line)[0] == 302
    written = json.loads(send(server, "GET", f"/api/v1/evenings/{evening.scribe}")[1])
    assert [hand["no"] for hand in written["hands"]] == [1]


def test_a_header_with_an_underscore_is_not_taken_for_that_of_a_proxy(tmp_path: Path) -> None:
    with serving("--host", "127.0.0.1", data=tmp_path, SCOREBOOK_HTTPS="on") as server:
        for name, status in (("X_Forwarded_Proto", 301), ("X-Forwarded-Proto", 200)):
            with _send_raw_request(server, f"GET / {HEAD}{name}: https\r\n\r\n") as line:
                assert _read_response(line)[0] == status


def test_a_form_with_thousands_of_fields_is_refused_in_words_and_logged_nowhere(tmp_path: Path) -> None:
    body = "&".join(f"name={number}" for number in range(2_000))
    head = f"POST / {HEAD}{FROM_OUR_PAGE}"
    head += "Accept-Language: en\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    with serving("--host", "127.0.0.1", data=tmp_path) as server:
        with _send_raw_request(server, f"{head}Content-Length: {len(body)}\r\n\r\n{body}") as line:
            status, _, page = _read_response(line)
        assert (status, b"Scorebook" in page) == (400, True)
        server.stop()
        assert "Traceback" not in server.rest()


def test_bodies_that_do_not_come_do_not_keep_the_server_from_ending(tmp_path: Path) -> None:
    with serving("--host", "127.0.0.1", data=tmp_path) as server:
        request = f"POST /api/v1/evenings {HEAD}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
        with _send_raw_request(server, request) as one, _send_raw_request(server, request) as other:
            send(server, "GET", "/api/v1/games")  # by then both heads were read
            assert server.stop() == 0
            assert {_read_response(one)[0], _read_response(other)[0]} == {503}
        assert "Killing" not in server.rest()


def test_nor_do_those_that_begin_while_it_ends(tmp_path: Path) -> None:
    with serving("--host", "127.0.0.1", data=tmp_path) as server:
        with _send_raw_request(server, "POST /api/v1/evenings HTTP/1.1\r\n") as line:
            send(server, "GET", "/api/v1/games")
            os.kill(server.pid, signal.SIGTERM)
            line.sendall(b"Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
            assert _read_response(line)[0] == 503
            assert server.stop() == 0
        assert "Killing" not in server.rest()
