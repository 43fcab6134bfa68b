"""`manage.py serve` on data of its own, as an operator starts it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks.machine import ROOT, cpu_s, free_port, memory_mb, processes

OPEN_S, STOP_S = 60, 20


@dataclass(frozen=True)
class Site:
    port: int
    pid: int

    def cpu_s(self) -> float:
        return cpu_s(processes(self.pid))

    def memory_mb(self) -> int:
        return memory_mb(processes(self.pid))


@contextmanager
def served(
    *, data: Path | None = None, database: str = "", workers: int = 1, python: str = sys.executable
) -> Iterator[Site]:
    """data: None takes an empty folder. database: URL; without one the SQLite file of the folder."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"SCOREBOOK_DATA": str(data or folder), "DATABASE_URL": database}
        arguments = ("manage.py", "serve", "--host", "127.0.0.1", "--workers", str(workers), "--port", "PORT")
        with started(arguments, settings, python) as site:
            yield site


@contextmanager
def started(arguments: Sequence[str], settings: Mapping[str, str], python: str = sys.executable) -> Iterator[Site]:
    """Run a server with these arguments of Python, in which PORT stands for a free port."""
    port = free_port()
    with tempfile.TemporaryFile() as log:
        command = [python, *(word.replace("PORT", str(port)) for word in arguments)]
        server = subprocess.Popen(command, cwd=ROOT, env=os.environ | settings, stdout=log, stderr=log)
        try:
            _wait_until_open(port, server)
            yield Site(port, server.pid)
        finally:
            server.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                server.wait(STOP_S)
            server.kill()
            server.wait()


def _wait_until_open(port: int, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + OPEN_S
    while time.monotonic() < deadline and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise SystemExit("the server does not open")
