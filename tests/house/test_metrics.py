"""What the counters say, of several workers, after one of them was killed, and where they may be read."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import urlencode
from uuid import UUID, uuid4

import pytest

from rules.hand_tags import untag_hand
from scorebook.core.keys import new_key, uuid_at_time
from tests.books.disk import full, small_disk
from tests.support.asking import ANSWER_S, Evening, new_evening, send
from tests.support.postgres import children_of
from tests.support.process import Serving, manage, serving

pytestmark = [pytest.mark.once, pytest.mark.sampled]

TOKEN = "a-token-of-the-monitoring-system"
MOST_S = 30
MINUTE_MS = 60_000


def _get_response(server: Serving, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=ANSWER_S)) as line:
        line.request("GET", path, headers=headers)
        answer = line.getresponse()
        return answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read()


def _metric_figures(server: Serving) -> Mapping[str, float]:
    """By name with labels, as they are written."""
    status, headers, text = _get_response(server, "/metrics", Authorization=f"Bearer {TOKEN}")
    assert status == 200 and headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = [line.rpartition(" ") for line in text.decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def _happens_in_time(is_so: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + MOST_S
    while time.monotonic() < deadline:
        if is_so():
            return True
        time.sleep(0.1)
    return False


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    data = tmp_path_factory.mktemp("data")
    with serving("--host", "127.0.0.1", "--workers", "2", data=data, SCOREBOOK_METRICS_TOKEN=TOKEN) as server:
        yield server


class Counted:
    """What has been added since."""

    def __init__(self, server: Serving) -> None:
        self._server, self._before = server, _metric_figures(server)

    def added(self, name: str) -> float:
        return _metric_figures(self._server).get(name, 0) - self._before.get(name, 0)


def _hand_to_post(evening: Evening, known: int, key: UUID | None = None) -> dict[str, object]:
    return {"id": str(key or new_key()), "known_hands": known, "hand": evening.hand}


def test_hands_and_conflicts_over_the_api(server: Serving) -> None:
    evening = new_evening(server)
    counted = Counted(server)
    first = _hand_to_post(evening, 0)
    for status in (201, 200):  # sent twice
        code, text = send(server, "POST", evening.hands_path, first)
        assert code == status
    assert send(server, "POST", evening.hands_path, _hand_to_post(evening, 0))[0] == 409
    event = json.loads(text)["hand"]["id"]
    correction = {"id": str(uuid4()), "replaces": event, "hand": evening.hand | {"won": False}}
    assert send(server, "PUT", f"{evening.hands_path}/1", correction)[0] == 200
    assert send(server, "PUT", f"{evening.hands_path}/1", correction)[0] == 200
    striking = {"id": str(uuid4()), "replaces": correction["id"]}
    assert send(server, "POST", f"{evening.hands_path}/1/undo", striking)[0] == 200
    typed = {"id": str(uuid4()), "known_hands": 1, "lines": "Anna+Cilli Rufer Eichel 94\nBeppo+Done Rufer Eichel 70"}
    assert send(server, "POST", f"{evening.hands_path}/lines", typed)[0] == 201
    for verb, count in (("recorded", 3), ("corrected", 1), ("struck_out", 1)):
        assert counted.added(f'scorebook_hands_total{{door="api",verb="{verb}"}}') == count, verb
    assert counted.added('scorebook_conflicts_total{door="api"}') == 1
    assert counted.added('scorebook_refusals_total{code="stale_hand",door="api"}') == 1


def test_hands_that_a_phone_sent_later(server: Serving) -> None:
    evening = new_evening(server)
    counted, now_ms = Counted(server), time.time_ns() // 1_000_000
    made = [uuid_at_time(at_ms=now_ms - minutes * MINUTE_MS, chance=minutes) for minutes in (90, 2, 0)] + [uuid4()]
    batch = {"known_hands": 0, "hands": [{"id": str(key), "hand": evening.hand} for key in made]}
    for status in (201, 200):
        assert send(server, "POST", f"{evening.hands_path}/batch", batch)[0] == status
    assert counted.added("scorebook_hands_sent_later_total") == 2
    assert counted.added('scorebook_hands_total{door="api",verb="recorded"}') == 4


def _post_form(server: Serving, path: str, form: Mapping[str, object]) -> int:
    cookie = "x" * 32
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=ANSWER_S)) as line:
        fields = urlencode({**form, "csrfmiddlewaretoken": cookie}, doseq=True)
        kind = "application/x-www-form-urlencoded"
        line.request("POST", path, fields, {"Cookie": f"csrftoken={cookie}", "Content-Type": kind})
        return line.getresponse().status


def test_hands_conflicts_and_refusals_on_pages(server: Serving) -> None:
    evening = new_evening(server)
    counted, table = Counted(server), f"/t/{evening.scribe}/"
    form = {**untag_hand(evening.hand), "won": "yes", "key": str(uuid4()), "known_hands": 0}
    assert [_post_form(server, table, form) for _ in range(2)] == [302, 302]
    assert _post_form(server, table, form | {"key": str(uuid4())}) == 409
    assert _post_form(server, table, {"key": str(uuid4()), "known_hands": 1}) == 422
    page = _get_response(server, f"{table}hands/1/")[2].decode()
    [event] = set(re.findall(r'name="replaces" value="([^"]+)"', page))
    corrected = form | {"key": str(uuid4()), "replaces": event, "won": "no"}
    assert _post_form(server, f"{table}hands/1/", corrected) == 302
    assert _post_form(server, f"{table}hands/1/", corrected | {"key": str(uuid4())}) == 409
    lines = {"key": str(uuid4()), "known_hands": 1, "lines": "Anna+Cilli Rufer Eichel 94"}
    assert _post_form(server, f"{table}type", lines) == 302
    page = _get_response(server, f"{table}hands/2/")[2].decode()
    [event] = set(re.findall(r'name="replaces" value="([^"]+)"', page))
    assert _post_form(server, f"{table}hands/2/void", {"key": str(uuid4()), "replaces": event}) == 302
    for verb, count in (("recorded", 2), ("corrected", 1), ("struck_out", 1)):
        assert counted.added(f'scorebook_hands_total{{door="page",verb="{verb}"}}') == count, verb
    assert counted.added('scorebook_conflicts_total{door="page"}') == 2
    assert counted.added('scorebook_refusals_total{code="conflict",door="page"}') == 2
    assert counted.added('scorebook_refusals_total{code="unprocessable_entity",door="page"}') == 1
    assert counted.added('scorebook_requests_total{door="page",status="3xx"}') == 5
    assert counted.added('scorebook_request_seconds_count{door="page"}') == 10


def test_watchers_and_what_is_left_when_workers_are_killed(server: Serving) -> None:
    evening = new_evening(server)
    assert send(server, "POST", evening.hands_path, _hand_to_post(evening, 0))[0] == 201
    before = _metric_figures(server)
    with ExitStack() as stack:
        for _ in range(6):
            line = stack.enter_context(closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=ANSWER_S)))
            line.request("GET", f"/t/{evening.scribe}/changes")
            assert line.getresponse().status == 200
        assert _happens_in_time(lambda: _metric_figures(server)["scorebook_watchers"] == 6)
        # One after the other: the kernel may have given all watchers to either.
        killed = set[int]()
        for worker in children_of(server.pid):
            os.kill(worker, signal.SIGKILL)
            killed.add(worker)
            assert _happens_in_time(lambda: len(set(children_of(server.pid)) - killed) == 2)
        assert _happens_in_time(lambda: _metric_figures(server)["scorebook_watchers"] < 6)
    assert _happens_in_time(lambda: _metric_figures(server)["scorebook_watchers"] == 0)
    hands = 'scorebook_hands_total{door="api",verb="recorded"}'
    assert _metric_figures(server)[hands] == before[hands]


@pytest.mark.parametrize("header", ["", "Bearer", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", TOKEN])
def test_without_the_token_it_is_not_there(server: Serving, header: str) -> None:
    head = {"Authorization": header} if header else {}
    status, headers, text = _get_response(server, "/metrics", **head)
    other_status, other_headers, other_text = _get_response(server, "/metricx", **head)
    assert (status, other_status) == (404, 404)
    assert _comparable_headers(headers) == _comparable_headers(other_headers)
    tokens = re.compile(rb'value="[A-Za-z0-9]{64}"|/metric[sx]')
    assert tokens.sub(b"", text) == tokens.sub(b"", other_text)


def _comparable_headers(headers: Mapping[str, str]) -> Mapping[str, object]:
    """Without what differs from answer to answer; the two may come from two workers, each with an order of its own."""
    unlike = {"x-request-id", "date", "set-cookie", "expires", "content-length"}
    return {name: sorted(text.split("; ")) for name, text in headers.items() if name not in unlike}


def test_nothing_of_a_club_stands_there(server: Serving) -> None:
    evening = new_evening(server)
    text = _get_response(server, "/metrics", Authorization=f"Bearer {TOKEN}")[2].decode()
    assert [name for name in (evening.scribe, "Anna", "127.0.0.1") if name in text] == []


def test_without_the_setting_there_are_no_counters(tmp_path: Path) -> None:
    with serving("--host", "127.0.0.1", data=tmp_path) as server:
        assert _get_response(server, "/metrics", Authorization=f"Bearer {TOKEN}")[0] == 404
        assert _get_response(server, "/metrics", Authorization="Bearer ")[0] == 404
        [worker] = children_of(server.pid)
        assert "prometheus" not in Path(f"/proc/{worker}/maps").read_text()
    assert not (tmp_path / "metrics").exists()


def test_a_start_counts_anew(tmp_path: Path) -> None:
    requests = 'scorebook_requests_total{door="page",status="2xx"}'
    for _ in range(2):
        with serving("--host", "127.0.0.1", data=tmp_path, SCOREBOOK_METRICS_TOKEN=TOKEN) as server:
            assert _get_response(server, "/rules/")[0] == 200
            assert _metric_figures(server)[requests] == 1
            assert server.stop() == 0


def test_a_disk_that_is_full_ends_no_worker() -> None:
    """What is mapped into memory and has no place on the disk would end it (SIGBUS)."""
    with (
        small_disk(megabytes=48) as disk,
        serving("--host", "127.0.0.1", data=disk / "data", SCOREBOOK_METRICS_TOKEN=TOKEN) as server,
    ):
        [worker] = children_of(server.pid)
        assert _get_response(server, "/rules/")[0] == 200
        with full(disk):
            for path in ("/rules/", "/", "/nowhere", "/t/nobody/", "/api/v1/games", "/api/v1/evenings/x"):
                _get_response(server, path)
            assert _metric_figures(server)['scorebook_requests_total{door="page",status="2xx"}'] == 3
            assert children_of(server.pid) == [worker]
            os.kill(worker, signal.SIGKILL)
            assert _happens_in_time(lambda: _does_server_answer(server))
            assert _get_response(server, "/metrics", Authorization=f"Bearer {TOKEN}")[0] == 404
        assert server.stop() == 0
        assert "Nothing is counted" in server.rest()


def _does_server_answer(server: Serving) -> bool:
    try:
        return _get_response(server, "/alive")[0] == 200
    except OSError:
        return False


def test_a_token_that_is_too_short_stops_the_start_and_is_not_repeated(tmp_path: Path) -> None:
    result = manage("check", "--data", str(tmp_path), SCOREBOOK_METRICS_TOKEN="geheim")
    assert result.returncode == 1 and "SCOREBOOK_METRICS_TOKEN: needs at least 20" in result.stderr
    assert "geheim" not in result.stderr
