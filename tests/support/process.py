"""Scorebook in processes of its own, as an operator starts it."""

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parent.parent.parent
START_TIMEOUT_S = 60
STOP_TIMEOUT_S = 20


def environment(**variables: str) -> dict[str, str]:
    """The shell's environment with no setting of ours but these."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SCOREBOOK_", "DATABASE_URL", "SENTRY_", "DJANGO_", "LANG", "LC_", "PYTEST_"))
    }
    return kept | {"LANG": "en_US.UTF-8", "PYTHONIOENCODING": "utf-8"} | variables


def manage(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        env=environment(**variables),
        capture_output=True,
        text=True,
        timeout=START_TIMEOUT_S,
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Serving:
    """A running `manage.py serve` and what it has printed so far."""

    def __init__(self, process: "subprocess.Popen[bytes]", port: int) -> None:
        self._process = process
        self.port = port
        self.printed = ""

    def read_until(self, text: str) -> None:
        assert self._process.stdout is not None
        self.printed += _read_until(self._process.stdout, text)

    @property
    def pid(self) -> int:
        return self._process.pid

    def rest(self) -> str:
        """What it has printed since, once it has ended."""
        assert self._process.stdout is not None
        return self._process.stdout.read().decode(errors="replace")

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        self._process.send_signal(number)
        return self._process.wait(timeout=STOP_TIMEOUT_S)


def post_json(server: Serving, path: str, body: object) -> Any:
    request = urllib.request.Request(
        f"http://127.0.0.1:{server.port}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def _listen_to_hangups() -> None:
    """Tests that are themselves run under nohup would hand its deafness on."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@contextmanager
def serving(
    *arguments: str, data: Path, port: int | None = None, under: Sequence[str] = (), **variables: str
) -> Iterator[Serving]:
    """under: the command that starts it, such as a tracer."""
    port = port or free_port()
    serve = [sys.executable, str(ROOT / "manage.py"), "serve", "--data", str(data), "--port", str(port), *arguments]
    process = subprocess.Popen(
        [*under, *serve],
        env=environment(**variables),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        preexec_fn=_listen_to_hangups,
    )
    try:
        server = Serving(process, port)
        server.read_until("Ctrl-C")
        yield server
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(timeout=STOP_TIMEOUT_S)
        assert process.stdout is not None
        process.stdout.close()


def _read_until(stream: IO[bytes], text: str) -> str:
    deadline = time.monotonic() + START_TIMEOUT_S
    found = b""
    while text.encode() not in found:
        left = deadline - time.monotonic()
        ready, _, _ = select.select([stream], [], [], max(left, 0))
        part = os.read(stream.fileno(), 65536) if ready else b""
        if not part:
            raise AssertionError(f"{text!r} was not printed, but:\n{found.decode(errors='replace')}")
        found += part
    return found.decode()


def plain(text: str) -> str:
    """Without the terminal's colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
