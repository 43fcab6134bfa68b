"""What is acknowledged is on the disk: seen in the system calls of the server itself."""

import os
import re
import shutil
import time
from pathlib import Path
from uuid import uuid4

import pytest

from tests.support.asking import new_evening, send
from tests.support.process import STOP_TIMEOUT_S, serving

HANDS = 20
CALLS = "write,writev,pwrite64,pwritev,sendto,sendmsg,fsync,fdatasync"

pytestmark = pytest.mark.sqlite_only(reason="PostgreSQL syncs its own log")


@pytest.fixture
def tracer(tmp_path: Path) -> list[str]:
    if shutil.which("strace") is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no strace")
    # Every thread and worker, files by name; beside the server and not above it, so that signals reach the server.
    return ["strace", "-D", "-f", "-y", "-s", "12", "-e", f"trace={CALLS}", "-o", str(tmp_path / "calls")]


def test_the_log_is_synced_before_each_hand_is_acknowledged(tmp_path: Path, tracer: list[str]) -> None:
    with serving("--host", "127.0.0.1", data=tmp_path / "data", under=tracer) as server:
        evening = new_evening(server)
        for known_hands in range(HANDS):
            body = {"id": str(uuid4()), "known_hands": known_hands, "hand": evening.hand}
            assert send(server, "POST", evening.hands_path, body)[0] == 201
        server.stop()
    acknowledged, unsynced = _unsynced_acknowledgements(
        _calls_traced_until(tmp_path / "calls", until=f"{server.pid} +++ exited")
    )
    # One of them is the opening of the evening.
    assert (acknowledged, unsynced) == (HANDS + 1, [])


def _calls_traced_until(calls: Path, *, until: str) -> str:
    deadline = time.monotonic() + STOP_TIMEOUT_S
    while until not in (found := calls.read_text(errors="replace")) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


def _unsynced_acknowledgements(calls: str) -> tuple[int, list[int]]:
    """How many 201 were sent, and which of them while the log held something that was not synced, or nothing new."""
    acknowledged, unsynced = 0, []
    is_written = is_synced = False
    for line in calls.splitlines():
        if "-wal>" in line and re.search(r" p?write\w*\(", line):
            is_written, is_synced = True, False
        elif "-wal>" in line and re.search(r" f(data)?sync\(", line):
            is_synced = is_written
        elif '"HTTP/1.1 201' in line:
            acknowledged += 1
            if not is_synced:
                unsynced.append(acknowledged)
            is_written = is_synced = False
    return acknowledged, unsynced
