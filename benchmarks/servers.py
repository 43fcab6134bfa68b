"""Servers side by side: hands, watchers, and phones that hang.

    python -m benchmarks.servers                   # three turns of every server that is installed
    python -m benchmarks.servers --turns 1 --server serve waitress

Each starts on an empty SQLite file of its own, one process with as many threads as `manage.py serve` has, unless its
name says otherwise. In turns, so that a machine that is busy for a while is so for all; printed are medians. The
others are not among our requirements: pip install waitress gunicorn.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks import phone, site, watchers
from benchmarks.machine import ROOT, Spread, processes
from benchmarks.phone import Scribe, Table
from benchmarks.site import Site
from benchmarks.watchers import Figures

SCRIBES, WATCHERS, EVENINGS = 8, 1_000, 100
STUCK, IDLE, PATIENCE_S = 40, 1_000, 15
HEAD = "HTTP/1.1\r\nHost: localhost\r\n"
WSGI = "scorebook.wsgi:application"
GRANIAN = ("granian", "--no-ws", "--host", "127.0.0.1", "--port", "PORT", "--backpressure", "8192")
COMMANDS: dict[str, Sequence[str]] = {
    "serve": ("manage.py", "serve", "--host", "127.0.0.1", "--port", "PORT"),
    "granian, WSGI": ("-m", *GRANIAN, "--interface", "wsgi", "--blocking-threads", "4", WSGI),
    "granian, WSGI, 64 threads": ("-m", *GRANIAN, "--interface", "wsgi", "--blocking-threads", "64", WSGI),
    "waitress": ("-m", "waitress", "--listen=127.0.0.1:PORT", "--connection-limit=8192", "--asyncore-use-poll", WSGI),
    "gunicorn, 64 threads": (
        "-m", "gunicorn", "-b", "127.0.0.1:PORT", "-k", "gthread", "--threads", "64",
        "--worker-connections", "8192", WSGI,
    ),
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Turn:
    """stuck_s: a hand and a page while others hang; None where they did not come in time."""

    hands_s: float
    hand_cpu_ms: float
    hand_ms: float
    watchers_percent: float
    watcher_ms: float
    stuck_s: float | None
    memory_mb: int


@contextmanager
def started(name: str, template: Path) -> Iterator[Site]:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(template, folder, dirs_exist_ok=True)
        settings = {"SCOREBOOK_DATA": folder, "DJANGO_SETTINGS_MODULE": "scorebook.settings", "PYTHONPATH": str(ROOT)}
        with site.started(COMMANDS[name], settings) as server:
            phone.opened(server.port)
            yield server


def stuck(port: int, table: Table) -> float | None:
    """Seconds for a hand and a page, while 1,000 phones are idle, 40 read slowly and 40 never end what they send."""

    def connected(stack: ExitStack, *, buffer: int = 0) -> socket.socket:
        line = stack.enter_context(socket.socket())
        if buffer:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        line.settimeout(PATIENCE_S)
        line.connect(("127.0.0.1", port))
        return line

    kind = "Content-Type: application/json\r\n"
    body = phone.hand_body(table, 0)
    hand = f"POST /api/v1/evenings/{table.scribe}/hands {HEAD}{kind}Content-Length: {len(body)}\r\n\r\n".encode() + body
    with ExitStack() as stack:
        for _ in range(IDLE):
            connected(stack)
        for _ in range(STUCK):
            connected(stack, buffer=1024).sendall(f"GET /rules/bavarian/ {HEAD}\r\n".encode())
            unfinished = f"POST /api/v1/hands/score {HEAD}{kind}Content-Length: 300\r\n\r\n{{"
            connected(stack).sendall(unfinished.encode())
        since = time.perf_counter()
        try:
            for request, status in ((hand, b"201"), (f"GET / {HEAD}\r\n".encode(), b"200")):
                line = connected(stack)
                line.sendall(request)
                if line.recv(12)[9:] != status:
                    return None
        except OSError:
            return None
        return time.perf_counter() - since


def turn(name: str, template: Path, seconds: float) -> Turn:
    with started(name, template) as server:
        port = server.port
        writing, watched = ([phone.opened(port) for _ in range(count)] for count in (SCRIBES, EVENINGS))
        before = server.cpu_s()
        hands = phone.at_once([Scribe(port, table).write for table in writing], seconds)
        hand_cpu_s = (server.cpu_s() - before) / len(hands)
        figures, percent = asyncio.run(_watched(server, watched, 2 * seconds))
        return Turn(
            hands_s=len(hands) / seconds,
            hand_cpu_ms=1000 * hand_cpu_s,
            hand_ms=1000 * statistics.median(hands),
            watchers_percent=percent,
            watcher_ms=1000 * statistics.median(figures.unchanged),
            stuck_s=stuck(port, phone.opened(port)),
            memory_mb=server.memory_mb(),
        )


async def _watched(server: Site, tables: Sequence[Table], seconds: float) -> tuple[Figures, float]:
    wanted = watchers.Load(watchers=WATCHERS, seconds=seconds)
    return await watchers.load(server.port, tables, processes(server.pid), wanted)


def line_of(name: str, turns: Sequence[Turn]) -> str:
    def median(field: str) -> float:
        return Spread([getattr(one, field) for one in turns]).median

    waits = [one.stuck_s for one in turns]
    hanging = "never" if None in waits else f"{max(one for one in waits if one is not None):.2f} s"
    return (
        f"{name:<26} {median('hands_s'):>7.0f} {median('hand_cpu_ms'):>8.1f} {median('hand_ms'):>7.0f}"
        f" {median('watchers_percent'):>8.0f} {median('watcher_ms'):>8.1f} {hanging:>9} {median('memory_mb'):>7.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--server", nargs="*", default=list(COMMANDS), choices=list(COMMANDS), metavar="NAME")
    options = parser.parse_args()
    names = [name for name in options.server if _is_installed(name)]
    with tempfile.TemporaryDirectory() as folder:
        migrate = [sys.executable, "manage.py", "migrate", "--data", folder, "--verbosity", "0"]
        subprocess.run(migrate, cwd=ROOT, check=True)
        turns: dict[str, list[Turn]] = {name: [] for name in names}
        for number in range(options.turns):
            for name in names:
                print(f"turn {number + 1}: {name}", file=sys.stderr)
                turns[name].append(turn(name, Path(folder), options.seconds))
    print(f"{'':<26} hands/s CPU/hand  a hand watchers a 304 in   hanging  memory")
    print(f"{'':<26}               ms      ms % of CPU       ms                 MB")
    for name in names:
        print(line_of(name, turns[name]))


def _is_installed(name: str) -> bool:
    module = COMMANDS[name][1] if COMMANDS[name][0] == "-m" else "django"
    return importlib.util.find_spec(module) is not None


if __name__ == "__main__":
    main()
