"""Caddy with a certificate before a real server, as docs/https.md sets them up: forms, cookies, streams, budgets."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from scorebook.core.budgets import BUDGETS
from tests.conftest import Figure
from tests.support import log_search
from tests.support.asking import PLAYERS
from tests.support.extent import IS_CI
from tests.support.process import START_TIMEOUT_S, STOP_TIMEOUT_S, Serving, free_port, serving

pytestmark = [pytest.mark.once, pytest.mark.thorough]

CADDYFILE = """{{
    admin off
    auto_https disable_redirects
    skip_install_trust
    storage file_system {folder}
}}
https://localhost:{port} {{
    tls internal
    reverse_proxy 127.0.0.1:{served}
}}
"""
MOST = int(BUDGETS["opening"].partition("/")[0])
EVENING = {"game": "bavarian", "unit": "EUR", "stake_minor": 1, "people": PLAYERS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Proxy:
    """port: of the proxy. trust: what a client believes who knows its authority."""

    port: int
    trust: ssl.SSLContext
    server: Serving

    def line(self, *, client: str = "127.0.0.1") -> http.client.HTTPSConnection:
        """client: the address from which somebody asks."""
        return http.client.HTTPSConnection(
            "localhost", self.port, context=self.trust, timeout=STOP_TIMEOUT_S, source_address=(client, 0)
        )

    def ask(
        self, method: str, path: str, body: str | None = None, *, client: str = "127.0.0.1", **headers: str
    ) -> tuple[int, http.client.HTTPMessage, str]:
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(self.line(client=client)) as line:
            line.request(method, path, body, fields)
            answer = line.getresponse()
            return answer.status, answer.headers, answer.read().decode()

    def post(self, path: str, body: object, **how: str) -> tuple[int, str]:
        status, _, text = self.ask("POST", f"/api/v1/{path}", json.dumps(body), Content_Type="application/json", **how)
        return status, text


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Proxy]:
    if not shutil.which("caddy"):
        if IS_CI:
            pytest.fail("this needs caddy: apt-get install --no-install-recommends caddy")
        pytest.skip("no caddy on this machine")
    port, data = free_port(), tmp_path / "data"
    origin = f"https://localhost:{port}"
    with (
        serving(
            "--host",
            "127.0.0.1",
            data=data,
            SCOREBOOK_HTTPS="on",
            SCOREBOOK_ALLOWED_HOSTS="localhost",
            SCOREBOOK_CSRF_TRUSTED_ORIGINS=origin,
        ) as server,
        _running_caddy(tmp_path, port=port, served=server.port) as trust,
    ):
        yield Proxy(port=port, trust=trust, server=server)


@contextmanager
def _running_caddy(folder: Path, *, port: int, served: int) -> Iterator[ssl.SSLContext]:
    file = folder / "Caddyfile"
    file.write_text(CADDYFILE.format(folder=folder / "caddy", port=port, served=served))
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with log_search.kept_output() as output:
        command = ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]
        caddy = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
        try:
            yield _trust_once_open(folder / "caddy/pki/authorities/local/root.crt", port)
        finally:
            caddy.kill()  # on a request to end, it waits for every stream to end by itself
            caddy.wait(STOP_TIMEOUT_S)


def _trust_once_open(root: Path, port: int) -> ssl.SSLContext:
    deadline = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < deadline:
        with suppress(OSError):
            trust = ssl.create_default_context(cafile=str(root))
            with closing(http.client.HTTPSConnection("localhost", port, context=trust, timeout=5)) as line:
                line.connect()
                return trust
        time.sleep(0.05)
    raise AssertionError("caddy does not open")


def test_pages_forms_and_cookies_are_those_of_a_secure_address(proxy: Proxy) -> None:
    status, headers, page = proxy.ask("GET", "/")
    assert status == 200
    assert headers["Strict-Transport-Security"] == f"max-age={365 * 24 * 3600}"
    assert "Secure" in headers["Set-Cookie"]
    cookie = headers["Set-Cookie"].partition(";")[0]
    [token] = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)) or [""]
    typed = {"key": uuid4(), "game": "bavarian", "stake_bavarian": "school", "names": PLAYERS, "first_dealer": "0",
             "phone": "1"}  # fmt: skip
    form = urlencode({**typed, "csrfmiddlewaretoken": token}, doseq=True)
    origin = f"https://localhost:{proxy.port}"
    sent = {"Content_Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    assert proxy.ask("POST", "/", form, Origin="https://other.example", **sent)[0] == 403
    status, headers, _ = proxy.ask("POST", "/", form, Origin=origin, **sent)
    assert status == 302
    status, _, links = proxy.ask("GET", f"{headers['Location'].partition('?')[0]}links")
    assert status == 200 and f"{origin}/w/" in links
    assert "gehen auf jedem Handy auch ohne Netz auf" in " ".join(links.split())


def test_who_comes_past_the_proxy_is_sent_to_it(proxy: Proxy) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", proxy.server.port, timeout=STOP_TIMEOUT_S)) as line:
        line.request("GET", "/", headers={"Host": "localhost"})
        answer = line.getresponse()
        assert (answer.status, answer.headers["Location"]) == (301, "https://localhost/")


def test_a_hand_reaches_who_looks_on_at_once(proxy: Proxy, figure: Figure) -> None:
    status, text = proxy.post("evenings", {"id": str(uuid4()), **EVENING})
    assert status == 201, text
    evening = json.loads(text)
    watch, scribe = (evening["links"][kind]["token"] for kind in ("watch", "scribe"))
    anna, beppo = (player["id"] for player in evening["people"][:2])
    with closing(proxy.line()) as line:
        line.request("GET", f"/w/{watch}/changes")
        stream = line.getresponse()
        before = _next_version(stream)
        hand = {"kind": "bavarian.rufer", "declarer": anna, "partner": beppo, "won": True}
        assert proxy.post(f"evenings/{scribe}/hands", {"id": str(uuid4()), "known_hands": 0, "hand": hand})[0] == 201
        written = time.monotonic()
        while _next_version(stream) == before:
            pass
        late_s = time.monotonic() - written
    figure(f"Behind Caddy a hand reaches who looks on after {late_s:.1f} s")


def _next_version(stream: http.client.HTTPResponse) -> bytes:
    while line := stream.readline():
        if line.startswith(b"data: "):
            return line
    raise AssertionError("the stream has ended")


def test_a_budget_is_that_of_the_client_and_not_of_the_proxy(proxy: Proxy) -> None:
    """Nor that of an address which the client makes up."""
    statuses = []
    with closing(proxy.line()) as line:
        for number in range(MOST + 1):
            made_up = {"Content-Type": "application/json", "X-Forwarded-For": f"192.0.2.{number}"}
            line.request("POST", "/api/v1/evenings", json.dumps({"id": str(uuid4()), **EVENING}), made_up)
            answer = line.getresponse()
            answer.read()
            statuses.append(answer.status)
    assert statuses == [201] * MOST + [429]
    assert proxy.post("evenings", {"id": str(uuid4()), **EVENING}, client="127.0.0.2")[0] == 201
