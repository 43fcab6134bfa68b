"""The workers of a real server, killed for real, and the process that watches over them."""

import json
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scorebook.server.serving import ListenAddress, check_port_is_free
from tests.support.asking import ANSWER_S, send
from tests.support.postgres import children_of, is_running
from tests.support.process import Serving, serving

pytestmark = [pytest.mark.once, pytest.mark.sampled]


def test_when_the_server_is_killed_its_workers_end_and_the_port_is_free(tmp_path: Path) -> None:
    with serving("--host", "127.0.0.1", "--workers", "2", data=tmp_path) as server:
        workers = children_of(server.pid)
        assert len(workers) == 2
        os.kill(server.pid, signal.SIGKILL)
        assert _happens_in_time(lambda: not any(map(is_running, workers)))
        with serving("--host", "127.0.0.1", data=tmp_path, port=server.port):
            assert send(server, "GET", "/")[0] == 200


def test_a_worker_that_was_killed_is_replaced_and_the_others_go_on(tmp_path: Path) -> None:
    with serving("--host", "127.0.0.1", "--workers", "3", data=tmp_path) as server:
        for _ in range(2):
            killed, *others = children_of(server.pid)
            os.kill(killed, signal.SIGKILL)
            assert _happens_in_time(lambda: len(set(children_of(server.pid)) - {killed}) == 3)  # noqa: B023 (asked at once)
            assert set(others) < set(children_of(server.pid))
            assert send(server, "GET", "/")[0] == 200
        assert server.stop() == 0
        printed = server.rest()
    assert printed.count("has ended") == 2
    assert "localhost" not in printed  # the address is announced once
    assert "Killing" not in printed


def test_where_the_log_is_json_it_says_so_too(tmp_path: Path) -> None:
    with serving("--host", "127.0.0.1", data=tmp_path, SCOREBOOK_LOG="json", SCOREBOOK_LOG_REQUESTS="off") as server:
        [worker] = children_of(server.pid)
        os.kill(worker, signal.SIGKILL)
        assert _happens_in_time(lambda: _does_server_answer(server))
        assert server.stop() == 0
        [line] = map(json.loads, server.rest().splitlines())
    assert line["message"] == f"Worker {worker} has ended: starting another"
    assert {"time", "level", "logger", "message", "request"} == line.keys()


def test_the_only_worker_is_replaced(tmp_path: Path) -> None:
    with serving("--host", "127.0.0.1", data=tmp_path) as server:
        [killed] = children_of(server.pid)
        os.kill(killed, signal.SIGKILL)
        assert _happens_in_time(lambda: _does_server_answer(server))
        assert server.stop() == 0


def test_a_server_that_replaces_its_worker_can_be_ended(tmp_path: Path) -> None:
    with serving("--host", "127.0.0.1", data=tmp_path) as server:
        [worker] = children_of(server.pid)
        os.kill(worker, signal.SIGKILL)
        time.sleep(0.2)  # long enough to see it, not to load everything
        assert server.stop() == 0
        check_port_is_free(ListenAddress(host="127.0.0.1", port=server.port))


@pytest.mark.thorough
def test_a_worker_that_does_not_end_is_killed(tmp_path: Path) -> None:
    with serving("--host", "127.0.0.1", data=tmp_path) as server:
        [worker] = children_of(server.pid)
        os.kill(worker, signal.SIGSTOP)
        assert server.stop() == 0
        assert f"Killing worker {worker}" in server.rest()
        assert not is_running(worker)


@pytest.mark.thorough
def test_nohup_keeps_it_from_hearing_of_its_terminal(tmp_path: Path) -> None:
    with serving("--host", "127.0.0.1", data=tmp_path, under=["nohup"]) as server:
        os.kill(server.pid, signal.SIGHUP)
        [worker] = children_of(server.pid)
        os.kill(worker, signal.SIGKILL)
        os.kill(server.pid, signal.SIGHUP)
        assert _happens_in_time(lambda: _does_server_answer(server))
        os.kill(server.pid, signal.SIGHUP)
        assert send(server, "GET", "/")[0] == 200
        assert server.stop() == 0


def _happens_in_time(holds: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + ANSWER_S
    while time.monotonic() < deadline:
        if holds():
            return True
        time.sleep(0.05)
    return False


def _does_server_answer(server: Serving) -> bool:
    try:
        return send(server, "GET", "/")[0] == 200
    except OSError:
        return False
