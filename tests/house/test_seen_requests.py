"""A request has a name, and if the operator wants it a line: in no form of either stands a token."""

from __future__ import annotations

import http.client
import json
import re
import secrets
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from scorebook.core.logs import HIDDEN
from scorebook.core.monitoring import request_log
from scorebook.core.request_ids import WELL_FORMED
from tests.fuzz.addresses import Address, addresses
from tests.support.asking import new_evening, send
from tests.support.process import Serving, serving

pytestmark = pytest.mark.once

TOKEN = "Ab3_dEfGh-JkLmNoPqRsTu"
SIGNATURE = "x7Qz-signature_Of20Char"
ID = "5f0c2a34-7b52-4b33-9f0e-3a1f0f6f9a11"
NAMED = "scorebook-test.proxy.1"


# -- its name


def test_every_answer_has_a_name_of_its_own(client: Client) -> None:
    names = {client.get("/rules/").headers["X-Request-ID"] for _ in range(20)}
    assert len(names) == 20 and all(map(WELL_FORMED.fullmatch, names))


@pytest.mark.parametrize("name", [NAMED, "a1b2c3d4"])
def test_the_proxys_name_counts_behind_a_proxy_alone(client: Client, settings: Settings, name: str) -> None:
    assert client.get("/rules/", headers={"X-Request-ID": name}).headers["X-Request-ID"] != name
    settings.HTTPS = True
    assert client.get("/rules/", headers={"X-Request-ID": name}).headers["X-Request-ID"] == name


@pytest.mark.parametrize("name", ["", "short", "a" * 65, "with space 1", "line\nbreak12", "<script>alert", "Überzahl1"])
def test_a_name_that_is_none_is_not_taken(client: Client, settings: Settings, name: str) -> None:
    settings.HTTPS = True
    found = client.get("/rules/", HTTP_X_REQUEST_ID=name).headers["X-Request-ID"]
    assert found != name and WELL_FORMED.fullmatch(found)


# -- its address without what opens something


def _filled_address(address: Address) -> str:
    texts = {"int": "7", "uuid": ID, "board": "points", "feat": "sie"}
    return address.filled(
        *(SIGNATURE if name == "signature" else texts.get(kind, TOKEN) for kind, name in address.places)
    )


@pytest.mark.parametrize("address", addresses(), ids=lambda one: one.name)
def test_no_address_shows_what_opens_it(address: Address) -> None:
    path = _filled_address(address)
    shown = request_log.path_without_tokens(path)
    assert TOKEN not in shown and SIGNATURE not in shown
    assert (HIDDEN in shown) == (TOKEN in path or SIGNATURE in path)
    assert shown.count("/") == path.count("/")


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (f"/t/{TOKEN}/hands/7/void", "/t/<token>/hands/7/void"),
        (f"/api/v1/evenings/{TOKEN}/hands/batch", "/api/v1/evenings/<token>/hands/batch"),
        (f"/calendar/{ID}/de/{SIGNATURE}.ics", f"/calendar/{ID}/de/<token>.ics"),
        ("/rules/bavarian/pub_10_20_50/", "/rules/bavarian/pub_10_20_50/"),
        ("/service-worker.js", "/service-worker.js"),
        ("/t/short", "/t/<token>"),
        (f"/nowhere/{TOKEN}", "/nowhere/<token>"),
        (f"/{TOKEN.lower()}", "/<token>"),
        (f"/t//{TOKEN}/", "/t//<token>/"),
        (f"/https:/scorebook.example/t/{TOKEN}", "/<token>/<token>/t/<token>"),
        ("/a\nERROR b", "/<token>"),
        ("/wp-login.php", "/wp-login.php"),
    ],
)
def test_what_is_left_can_be_read(path: str, shown: str) -> None:
    assert request_log.path_without_tokens(path) == shown


# -- a server of its own


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    data = tmp_path_factory.mktemp("data")
    with serving("--host", "127.0.0.1", data=data, SCOREBOOK_LOG="json", SCOREBOOK_LOG_REQUESTS="on") as server:
        yield server


def _get_response(server: Serving, path: str, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as line:
        line.request(method, path)
        answer = line.getresponse()
        return answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read()


class Lines:
    """The lines of the log from now on."""

    def __init__(self, server: Serving) -> None:
        self._server = server
        begin = f"/begin-{secrets.token_hex(2)}"
        _get_response(server, begin)
        server.read_until_it(lambda printed: begin in printed and printed.endswith("\n"), f"has a line of {begin}")
        self._start = len(server.printed)

    def read_lines(self, *, count: int) -> list[dict[str, Any]]:
        """At least so many, each an object."""
        self._server.read_until_it(
            lambda printed: printed.count("\n", self._start) >= count and printed.endswith("\n"),
            f"has {count} lines more",
        )
        return [json.loads(line) for line in self._server.printed[self._start :].splitlines()]


def test_a_line_a_request_and_each_is_an_object(server: Serving) -> None:
    evening = new_evening(server)
    style = re.search(rb'href="(/static/[^"]+\.css)"', _get_response(server, "/rules/")[2])
    assert style
    log = Lines(server)
    sheet = f"/api/v1/evenings/{evening.scribe}"
    status, headers, body = _get_response(server, f"{sheet}?was={TOKEN}")
    _get_response(server, f"/t/{evening.scribe}/", "HEAD")
    _get_response(server, style[1].decode())
    for path in ("/alive", "/ready", f"/nowhere/{TOKEN}"):
        _get_response(server, path)
    send(server, "POST", evening.hands_path, {"id": "none"})
    lines = log.read_lines(count=5)
    assert [(one["method"], one["path"], one["status"]) for one in lines] == [
        ("GET", "/api/v1/evenings/<token>", status),
        ("HEAD", "/t/<token>/", 200),
        ("GET", style[1].decode(), 200),
        ("GET", "/nowhere/<token>", 404),
        ("POST", "/api/v1/evenings/<token>/hands", 400),
    ]
    first = lines[0]
    assert (first["bytes"], first["request"]) == (len(body), headers["x-request-id"])
    assert first["logger"] == "scorebook.requests" and first["time"].endswith("+00:00") and first["ms"] >= 0
    assert evening.scribe not in server.printed and TOKEN not in server.printed


def test_the_same_request_a_hundred_times_is_a_hundred_lines(server: Serving) -> None:
    log = Lines(server)
    for _ in range(100):
        _get_response(server, "/rules/")
    assert len(log.read_lines(count=100)) == 100


@pytest.mark.parametrize(
    ("rest", "breaks_off", "status"),
    [("Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", False, 411), ("Content-Length: 300\r\n\r\n{", True, 400)],
)
def test_early_refusals_and_broken_requests_have_a_line_too(
    server: Serving, rest: str, breaks_off: bool, status: int
) -> None:
    log = Lines(server)
    head = "POST /api/v1/hands/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=30)) as line:
        line.sendall((head + rest).encode())
        # Only in the middle of a body: to granian whoever ends a whole request like this has hung up; nobody is
        # answered, and one in ten to fifty never comes to Scorebook.
        if breaks_off:
            line.shutdown(socket.SHUT_WR)
        assert line.recv(12) == f"HTTP/1.1 {status}".encode()
        assert [one["status"] for one in log.read_lines(count=1)] == [status]


def test_a_stream_has_a_line_when_it_begins(server: Serving) -> None:
    evening = new_evening(server)
    log = Lines(server)
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as line:
        line.request("GET", f"/t/{evening.scribe}/changes")
        answer = line.getresponse()
        assert answer.status == 200 and WELL_FORMED.fullmatch(answer.headers["X-Request-ID"])
    lines = log.read_lines(count=1)
    assert [one["path"] for one in lines if one["path"].endswith("changes")] == ["/t/<token>/changes"]


def test_without_the_setting_nothing_is_logged_of_a_request(tmp_path: Path) -> None:
    with serving("--host", "127.0.0.1", data=tmp_path, SCOREBOOK_LOG_REQUESTS="off") as server:
        assert _get_response(server, "/")[0] == 200
        assert server.stop() == 0
        assert server.rest() == ""
