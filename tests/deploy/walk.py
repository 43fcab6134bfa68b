"""The steps of an operator, however the server is started: it is ready, confined, and stopped under eight writers."""

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from tests.conftest import Figure
from tests.deploy.confined import children, confinement
from tests.support.eight_writers import EightWriters
from tests.support.process import ROOT, Serving

HANDS = 80
USER = 10001
Start = Callable[[], AbstractContextManager["Confined"]]


class Confined(Serving):
    """A server that another process started, in a space of its own; `first`: the first process in there."""

    def __init__(self, process: "subprocess.Popen[bytes]", port: int, output: Path, *, first: int) -> None:
        super().__init__(process, port, output)
        self.first = first

    def ends(self) -> int:
        """Its exit code, once it has ended."""
        return self._process.wait(timeout=30)


def assert_is_ready(server: Serving, python: str = sys.executable) -> None:
    command = [python, "-I", str(ROOT / "deploy/ready.py"), "--port", str(server.port), "--wait", "10"]
    ready = subprocess.run(command, capture_output=True, text=True)
    assert ready.returncode == 0, ready.stderr


def assert_is_confined(server: Confined, *, writable: set[str]) -> None:
    """Of all its processes none is root or can become it, and all see the system read only."""
    every = [server.first, *children(server.first)]
    assert len(every) > 1 and confinement(server.first).pid == 1
    for pid in every:
        found = confinement(pid)
        assert (found.uid, found.capabilities, found.gains_none) == (USER, 0, True)
        assert found.writable == writable


def walk_under_writers(start: Start, stop: Callable[[Confined], None], figure: Figure, name: str) -> None:
    """stop: sends SIGTERM as the operator would."""
    with start() as server:
        assert_is_ready(server)
        writers = EightWriters(server)
        writers.wait_for(HANDS)
        sent = time.monotonic()
        stop(server)
        code = server.ends()
        took = time.monotonic() - sent
        writers.wait_for_end()
        assert code == 0, server.rest()
    with start() as server:
        beyond = writers.assert_each_is_there_once(server)
        stop(server)
        assert server.ends() == 0
    figure(
        f"{name}: SIGTERM under 8 writers, ended after {took:.2f} s; {writers.hands} hands acknowledged and there, "
        f"{beyond} more whose answer was lost"
    )
