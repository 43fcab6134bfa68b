"""Caddy with the project's file in front of the server: a certificate, whose word is taken, and events as they come."""

import http.client
import json
import ssl
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.deploy.sandbox import require
from tests.support.asking import PLAYERS
from tests.support.process import ROOT, environment, free_port, serving

pytestmark = [pytest.mark.once, pytest.mark.thorough]
START_TIMEOUT_S = 30
END_TIMEOUT_S = 10
ANSWER_TIMEOUT_S = 30  # Caddy itself waits ten seconds for a server


@dataclass(frozen=True, kw_only=True)
class Proxy:
    process: "subprocess.Popen[bytes]"
    port: int
    certificate: Path

    def line(self) -> http.client.HTTPSConnection:
        trusted = ssl.create_default_context(cafile=str(self.certificate))
        return http.client.HTTPSConnection("localhost", self.port, timeout=ANSWER_TIMEOUT_S, context=trusted)

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, bytes]:
        with closing(self.line()) as line:
            text = None if body is None else json.dumps(body)
            line.request(method, path, body=text, headers={"Content-Type": "application/json", **headers})
            answer = line.getresponse()
            return answer.status, answer.read()


@contextmanager
def _running_caddy(folder: Path, upstream: int) -> Iterator[Proxy]:
    """For `localhost` Caddy makes a certificate of its own."""
    port = free_port()
    options = f"{{\n\tadmin off\n\tskip_install_trust\n\thttp_port {free_port()}\n\thttps_port {port}\n"
    (folder / "Caddyfile").write_text((ROOT / "deploy/Caddyfile").read_text().replace("{\n", options, 1))
    variables = environment(HOME=str(folder), XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder))
    variables |= {"SCOREBOOK_DOMAIN": "localhost", "SCOREBOOK_UPSTREAM": f"127.0.0.1:{upstream}"}
    command = ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env=variables, stdout=log, stderr=log)
    proxy = Proxy(process=process, port=port, certificate=folder / "caddy/pki/authorities/local/root.crt")
    try:
        _wait_for(proxy, folder / "log")
        yield proxy
    finally:
        process.terminate()
        process.wait(timeout=END_TIMEOUT_S)


def _wait_for(proxy: Proxy, log: Path) -> None:
    deadline = time.monotonic() + START_TIMEOUT_S
    while True:
        try:
            proxy.ask("GET", "/")
            return
        except OSError:
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Proxy]:
    require("caddy")
    with serving(
        "--host", "127.0.0.1", data=tmp_path / "data", SCOREBOOK_HTTPS="on", SCOREBOOK_ALLOWED_HOSTS="localhost",
        SCOREBOOK_CSRF_TRUSTED_ORIGINS="https://localhost",
    ) as server, _running_caddy(tmp_path, server.port) as up:  # fmt: skip
        yield up


def test_the_proxy_says_itself_how_a_request_came(proxy: Proxy) -> None:
    assert proxy.ask("GET", "/")[0] == 200
    # Believed, this would be sent on to the certificate, again and again.
    assert proxy.ask("GET", "/", **{"X-Forwarded-Proto": "http"})[0] == 200


def test_events_pass_as_they_come(proxy: Proxy) -> None:
    sheet = _new_sheet(proxy)
    anna, _, cilli, _ = (player["id"] for player in sheet["people"])
    scribe, watch = (sheet["links"][kind]["token"] for kind in ("scribe", "watch"))
    with closing(proxy.line()) as line:
        line.request("GET", f"/w/{watch}/changes")
        stream = line.getresponse()
        first = _next_event(stream)
        hand = {"kind": "bavarian.rufer", "declarer": anna, "partner": cilli, "won": True}
        recorded = {"id": str(uuid4()), "known_hands": 0, "hand": hand}
        assert proxy.ask("POST", f"/api/v1/evenings/{scribe}/hands", recorded)[0] == 201
        assert _next_event(stream) != first


def test_it_ends_although_somebody_looks_on(proxy: Proxy) -> None:
    watch = _new_sheet(proxy)["links"]["watch"]["token"]
    with closing(proxy.line()) as line:
        line.request("GET", f"/w/{watch}/changes")
        _next_event(line.getresponse())
        proxy.process.terminate()
        assert proxy.process.wait(timeout=END_TIMEOUT_S) == 0


class _StartedAgain(BaseHTTPRequestHandler):
    """Stands for Scorebook: on a machine that is at work, a real start may take longer than Caddy waits."""

    def do_GET(self) -> None:
        self.send_response_only(200)
        self.send_header("Content-Length", "0")
        self.end_headers()


def test_who_asks_while_scorebook_starts_again_waits_and_no_link_is_logged(tmp_path: Path) -> None:
    require("caddy")
    port = free_port()
    with ThreadPoolExecutor(1) as threads, _running_caddy(tmp_path, port) as up:
        waiting = threads.submit(up.ask, "GET", "/")
        time.sleep(0.5)  # nobody listens meanwhile
        assert not waiting.done()
        with HTTPServer(("127.0.0.1", port), _StartedAgain) as back:
            back.handle_request()
        assert waiting.result(timeout=ANSWER_TIMEOUT_S)[0] == 200
        assert up.ask("GET", "/t/geheim/", Referer="https://localhost/c/geheim/")[0] == 502
        log = (tmp_path / "log").read_text()
        assert "connection refused" in log and "geheim" not in log


def _new_sheet(proxy: Proxy) -> Any:
    wanted = {"id": str(uuid4()), "game": "bavarian", "unit": "EUR", "stake_minor": 1, "people": PLAYERS}
    status, answer = proxy.ask("POST", "/api/v1/evenings", wanted)
    assert status == 201, (status, answer)
    return json.loads(answer)


def _next_event(stream: http.client.HTTPResponse) -> bytes:
    """Fails by the connection's timeout where the proxy keeps it back."""
    while not (line := stream.readline()).startswith(b"data: "):
        assert line, "the stream has ended"
    return line
