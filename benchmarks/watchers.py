"""Watchers who ask as often as watch.js does, while at their tables hands are recorded.

    python -m benchmarks.watchers                       # 1,000 watchers of 100 evenings for 30 seconds
    python -m benchmarks.watchers --watchers 200 --evenings 20 --seconds 10

Starts a server of its own with an empty SQLite file, as `manage.py serve` does, and prints its CPU and memory, and how
long hands and questions took. Everybody has the first sheet before the clock starts: people come one by one. Linux
only: it reads /proc. The watchers run on the same machine and take their share of it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

ROOT = Path(__file__).resolve().parent.parent
EVERY_S = 2.8
HAND_EVERY_S = 60.0  # at one table
PEOPLE = ("Anna", "Beppo", "Cilli", "Done")


@dataclass
class Figures:
    unchanged: list[float] = field(default_factory=list)
    changed: list[float] = field(default_factory=list)
    hands: list[float] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Table:
    scribe: str
    watch: str
    players: list[str]


class Line:
    """One kept connection, as a browser has it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, headers: str = "", body: bytes = b"") -> tuple[int, str, float]:
        """Status, ETag, seconds."""
        started = time.perf_counter()
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        length = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        writer.write(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}{length}\r\n".encode() + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        if "content-length" in fields:
            await reader.readexactly(int(fields["content-length"]))
        elif fields.get("transfer-encoding") == "chunked":
            while size := int(await reader.readuntil(b"\r\n"), 16):
                await reader.readexactly(size + 2)
            await reader.readexactly(2)
        etag = next((line[6:] for line in head.split("\r\n") if line.lower().startswith("etag: ")), "")
        return int(head.split(" ", 2)[1]), etag, time.perf_counter() - started


class Watcher:
    def __init__(self, port: int, table: Table) -> None:
        self._line, self._path, self._etag = Line(port), f"/w/{table.watch}/sheet", ""

    async def ask(self) -> tuple[int, float]:
        known = f"If-None-Match: {self._etag}\r\n" if self._etag else ""
        status, etag, took = await self._line.ask("GET", self._path, f"Accept-Encoding: gzip\r\n{known}")
        assert status in (200, 304), status
        self._etag = etag
        return status, took

    async def watch(self, until: float, figures: Figures) -> None:
        await asyncio.sleep(random.uniform(0, EVERY_S))
        while time.monotonic() < until:
            asked = time.monotonic()
            status, took = await self.ask()
            (figures.changed if status == 200 else figures.unchanged).append(took)
            await asyncio.sleep(max(0.0, EVERY_S - (time.monotonic() - asked)))


async def scribe(port: int, table: Table, until: float, figures: Figures) -> None:
    line, known = Line(port), 0
    await asyncio.sleep(min(random.uniform(0, HAND_EVERY_S), max(0.0, until - time.monotonic())))
    while time.monotonic() < until:
        hand = {"contract": "rufer", "declarer": table.players[0], "partner": table.players[2], "won": True}
        body = json.dumps({"id": str(uuid4()), "known_hands": known, "hand": hand}).encode()
        status, _, took = await line.ask("POST", f"/api/v1/evenings/{table.scribe}/hands", body=body)
        if status == 503:  # the one file of SQLite was not to be had in time; as the phone does, try again
            await asyncio.sleep(1)
            continue
        assert status == 201, status
        known += 1
        figures.hands.append(took)
        await asyncio.sleep(min(HAND_EVERY_S, max(0.0, until - time.monotonic())))


def opened(port: int) -> Table:
    body = {
        "id": str(uuid4()), "game": "bavarian", "preset": "pub_10_20_50", "unit": "EUR", "stake_minor": 1,
        "players": PEOPLE,
    }  # fmt: skip
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/v1/evenings",
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        sheet = json.load(answer)
    links = sheet["links"]
    return Table(
        scribe=links["scribe"]["token"], watch=links["watch"]["token"], players=[one["id"] for one in sheet["players"]]
    )


def processes(parent: int) -> list[int]:
    children = [
        int(folder.name)
        for folder in Path("/proc").iterdir()
        if folder.name.isdigit() and _stat(folder) and int(_stat(folder)[1]) == parent
    ]
    return [parent, *(one for child in children for one in processes(child))]


def _stat(folder: Path) -> list[str]:
    try:
        return (folder / "stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return []


def cpu_s(pids: list[int]) -> float:
    ticks = sum(int(one) for pid in pids for one in _stat(Path(f"/proc/{pid}"))[11:13])
    return ticks / os.sysconf("SC_CLK_TCK")


def memory_mb(pids: list[int]) -> int:
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE") // 2**20


def percentile(times: list[float], percent: int) -> str:
    if not times:
        return "–"
    return f"{sorted(times)[min(len(times) - 1, len(times) * percent // 100)] * 1000:.0f} ms"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_open(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server does not open")


async def load(
    port: int, tables: list[Table], pids: list[int], *, watchers: int, seconds: float
) -> tuple[Figures, float]:
    """Figures, and the server's CPU in percent."""
    figures, those = Figures(), [Watcher(port, tables[number % len(tables)]) for number in range(watchers)]
    for one in those:
        await one.ask()
    before, started = cpu_s(pids), time.monotonic()
    until = started + seconds
    await asyncio.gather(
        *(one.watch(until, figures) for one in those), *(scribe(port, table, until, figures) for table in tables)
    )
    return figures, 100 * (cpu_s(pids) - before) / (time.monotonic() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--evenings", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30.0)
    asked = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "SCOREBOOK_DATA": folder}
        command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
        try:
            wait_until_open(port)
            tables = [opened(port) for _ in range(asked.evenings)]
            pids = processes(server.pid)
            figures, percent = asyncio.run(load(port, tables, pids, watchers=asked.watchers, seconds=asked.seconds))
            print(
                f"{asked.watchers} watchers of {asked.evenings} evenings, {asked.seconds:.0f} s, {platform.platform()}"
            )
            print(f"server: {percent:.0f} % of one CPU, {memory_mb(pids)} MB")
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()
    for name, times in (("unchanged", figures.unchanged), ("new sheet", figures.changed), ("hand", figures.hands)):
        print(f"{name:>9}: {len(times):>6} x, median {percentile(times, 50)}, 99th percentile {percentile(times, 99)}")


if __name__ == "__main__":
    main()
