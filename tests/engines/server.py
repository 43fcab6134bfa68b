"""A server of its own for the other engines; without a network is a server that has ended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.support.process import free_port, manage, serving


class Server:
    """`manage.py serve` on one port and one data folder, ended and started again as often as a story wants."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self._port = free_port()
        self._running = ExitStack()
        self._is_running = False

    @property
    def url(self) -> str:
        return f"http://localhost:{self._port}"

    def start(self) -> None:
        self._running.enter_context(serving("--host", "127.0.0.1", data=self.data, port=self._port))
        self._is_running = True

    def start_if_stopped(self) -> None:
        if not self._is_running:
            self.start()

    def stop(self) -> None:
        self._running.close()
        self._is_running = False

    def audit(self) -> str:
        """What the operator's own audit says about the books; empty where all is right."""
        result = manage("audit", "--data", str(self.data))
        return "" if result.returncode == 0 else result.stdout + result.stderr


@contextmanager
def running(data: Path) -> Iterator[Server]:
    server = Server(data)
    server.start()
    try:
        yield server
    finally:
        server.stop()
