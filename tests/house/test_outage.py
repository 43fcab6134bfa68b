"""The database is away, stands still or is read-only: everybody gets an answer in time, and nothing typed is lost."""

import json
import re
import sqlite3
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from email.message import Message
from html import unescape
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import psycopg
import pytest

from scorebook.web.games import offers_of_game
from tests.support import postgres
from tests.support.process import Serving, manage, serving

# The server may take this long by its settings, and a busy machine longer; what hangs takes for ever.
TIMEOUT_S, FOREVER_S = 2, 60
TYPED = {
    "stake_bavarian": offers_of_game("bavarian")[0].id,
    "names": ["Änna <b>", "Beppo", "Cilli", "Done"],
    "game": "bavarian",
    "key": "8c6a1f0e-6a55-4c0b-9e4e-5d1a3c1f2b11",
}


pytestmark = pytest.mark.thorough


@dataclass(frozen=True, kw_only=True)
class Answer:
    status: int
    headers: dict[str, str]
    text: str

    @property
    def error(self) -> dict[str, object]:
        found: dict[str, object] = json.loads(self.text)["error"]
        return found


@dataclass(kw_only=True)
class Site:
    server: Serving
    scribe: str = ""
    watch: str = ""

    def ask(self, path: str, *, form: object = None, body: object = None, **headers: str) -> Answer:
        raw = urlencode(form, doseq=True).encode() if isinstance(form, dict) else None
        if body is not None:
            raw, headers = json.dumps(body).encode(), {"Content-Type": "application/json", **headers}
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        request = urllib.request.Request(f"http://127.0.0.1:{self.server.port}{path}", data=raw, headers=named)
        try:
            with urllib.request.urlopen(request, timeout=FOREVER_S) as answer:
                return Answer(
                    status=answer.status, headers=_lower_case_headers(answer.headers), text=answer.read().decode()
                )
        except urllib.error.HTTPError as answer:
            with answer:
                return Answer(
                    status=answer.code, headers=_lower_case_headers(answer.headers), text=answer.read().decode()
                )

    def open_evening(self) -> None:
        sheet = json.loads(self.ask("/api/v1/evenings", body=opening()).text)
        self.scribe, self.watch = (sheet["links"][link]["token"] for link in ("scribe", "watch"))

    @property
    def evening(self) -> str:
        return f"/api/v1/evenings/{self.scribe}"

    def post_typed(self) -> Answer:
        """As a browser does that has loaded the page before."""
        token = "a" * 32
        return self.ask("/", form={**TYPED, "csrfmiddlewaretoken": token}, Cookie=f"csrftoken={token}")


def _lower_case_headers(headers: Message) -> dict[str, str]:
    return {name.lower(): str(text) for name, text in headers.items()}


def opening() -> dict[str, object]:
    table = {"game": "bavarian", "preset": "pub_10_20_50", "unit": "EUR", "stake_minor": 1}
    return {"id": str(uuid4()), "people": ["Anna", "Beppo", "Cilli", "Done"], **table}


@contextmanager
def site(data: Path, url: str) -> Iterator[Site]:
    timeout = str(TIMEOUT_S)
    with serving("--host", "127.0.0.1", data=data, DATABASE_URL=url, SCOREBOOK_DATABASE_TIMEOUT=timeout) as server:
        found = Site(server=server)
        found.open_evening()
        yield found


@pytest.fixture(scope="module")
def cluster() -> Iterator[postgres.Server]:
    with postgres.crashing_server() as server:
        with psycopg.connect(server.url.replace("/scorebook?", "/postgres?"), autocommit=True) as admin:
            admin.execute("CREATE DATABASE scorebook")
        yield server


@pytest.fixture
def on_cluster(cluster: postgres.Server, tmp_path: Path) -> Iterator[Site]:
    with site(tmp_path, cluster.url) as found:
        yield found


def everybody_gets_an_answer(site: Site) -> None:
    """Reader, writer, watcher and who starts an evening; none of them with a fault of ours."""
    answers = [
        site.ask(site.evening),
        site.ask("/api/v1/evenings", body=opening()),
        site.ask(f"/t/{site.scribe}/"),
        site.ask(f"/w/{site.watch}/sheet", If_None_Match='"1-0-0-0.de"'),
        site.post_typed(),
    ]
    assert [one.status for one in answers] == [503] * len(answers)
    assert all(int(one.headers["retry-after"]) > 0 for one in answers)
    for one in answers[:2]:
        assert (one.error["code"], one.error["field"]) == ("unavailable", "request")
        assert one.error["problems"] == [{name: one.error[name] for name in ("code", "field", "message")}]
    assert "Gerade nicht erreichbar" in answers[2].text
    typed = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', answers[4].text)
    assert [unescape(text) for name, text in typed if name == "names"] == TYPED["names"]
    assert ("key", TYPED["key"]) in typed


def all_is_well(site: Site) -> None:
    assert site.ask(site.evening).status == 200
    assert site.ask("/api/v1/evenings", body=opening()).status == 201


def lines_logged(site: Site) -> list[str]:
    """What the server has printed since it was open, once it has ended; not the lines of requests."""
    assert site.server.stop() == 0
    return [line for line in site.server.rest().splitlines() if "scorebook.requests" not in line]


@pytest.mark.postgresql_only
def test_the_database_is_away_and_comes_back(cluster: postgres.Server, on_cluster: Site) -> None:
    with cluster.away():
        everybody_gets_an_answer(on_cluster)
    all_is_well(on_cluster)
    logged = lines_logged(on_cluster)
    assert [line for line in logged if "Traceback" in line or on_cluster.scribe in line] == []
    # Everybody got an answer, and the log one line.
    assert len(logged) == 1 and "The database does not answer" in logged[0]


@pytest.mark.postgresql_only
def test_the_database_stands_still_and_goes_on(cluster: postgres.Server, on_cluster: Site) -> None:
    with cluster.hung():
        everybody_gets_an_answer(on_cluster)
    all_is_well(on_cluster)


@pytest.mark.postgresql_only
def test_the_page_is_in_english_too(cluster: postgres.Server, on_cluster: Site) -> None:
    with cluster.hung():
        assert "Temporarily unavailable" in on_cluster.ask(f"/t/{on_cluster.scribe}/", Accept_Language="en").text


@pytest.mark.postgresql_only
def test_who_waits_for_a_lock_gets_an_answer_in_time(cluster: postgres.Server, on_cluster: Site) -> None:
    hand = {"id": str(uuid4()), "known_hands": 0, "hand": {"kind": "bavarian.thrown_in"}}
    with psycopg.connect(cluster.url) as other:
        other.execute("SELECT 1 FROM play_evening FOR UPDATE")
        answer = on_cluster.ask(f"{on_cluster.evening}/hands", body=hand)
        assert (answer.status, answer.error["code"]) == (503, "unavailable")
        assert on_cluster.ask(on_cluster.evening).status == 200
    assert on_cluster.ask(f"{on_cluster.evening}/hands", body=hand).status == 201


@pytest.mark.postgresql_only
def test_a_read_only_database_is_reported_as_away(cluster: postgres.Server, on_cluster: Site) -> None:
    with read_only(cluster):
        assert on_cluster.ask("/api/v1/evenings", body=opening()).status == 503
        assert on_cluster.ask(on_cluster.evening).status == 200
    all_is_well(on_cluster)


@contextmanager
def read_only(cluster: postgres.Server) -> Iterator[None]:
    """As a standby is, or a server whose disk the operator has to look after."""
    with psycopg.connect(cluster.url.replace("/scorebook?", "/postgres?"), autocommit=True) as admin:
        admin.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        admin.execute("SELECT pg_reload_conf()")
        wait_until_new_connections(cluster, "on")
        try:
            yield
        finally:
            admin.execute("ALTER SYSTEM RESET default_transaction_read_only")
            admin.execute("SELECT pg_reload_conf()")
            wait_until_new_connections(cluster, "off")


def wait_until_new_connections(cluster: postgres.Server, setting: str) -> None:
    deadline = time.monotonic() + FOREVER_S
    while time.monotonic() < deadline:
        with psycopg.connect(cluster.url) as one:
            if one.execute("SHOW default_transaction_read_only").fetchall() == [(setting,)]:
                return
    raise AssertionError(f"it never came to {setting}")


@pytest.mark.postgresql_only
def test_a_long_command_is_not_bound_by_what_a_request_may_wait(cluster: postgres.Server, tmp_path: Path) -> None:
    program = "from django.db import connection as c; c.cursor().execute('SELECT pg_sleep(1.5)'); print('slept')"
    settings = {"DATABASE_URL": cluster.url, "SCOREBOOK_DATABASE_TIMEOUT": "1"}
    done = manage("shell", "--no-imports", "--data", str(tmp_path), "-c", program, **settings)
    assert (done.returncode, done.stdout) == (0, "slept\n")


@pytest.mark.sqlite_only
def test_a_file_that_somebody_else_writes_is_reported_as_away(tmp_path: Path) -> None:
    file = tmp_path / "scorebook.sqlite3"
    with site(tmp_path, f"sqlite:///{file}") as found:
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            answer = found.ask("/api/v1/evenings", body=opening())
            assert (answer.status, answer.error["code"]) == (503, "unavailable")
            assert "Gerade nicht erreichbar" in found.post_typed().text
            assert found.ask(found.evening).status == 200
        all_is_well(found)


@pytest.mark.parametrize("text", ["0", "601", "8.5", "soon", "-1"])
def test_an_impossible_timeout_stops_the_start(tmp_path: Path, text: str) -> None:
    result = manage("check", "--data", str(tmp_path), SCOREBOOK_DATABASE_TIMEOUT=text)
    assert result.returncode == 1 and f"SCOREBOOK_DATABASE_TIMEOUT: {text!r}" in result.stderr
