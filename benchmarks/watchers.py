"""Watchers, as watch.js makes them, while hands are recorded at their tables.

    python -m benchmarks.watchers                       # 1,000 watchers of 100 evenings for 30 seconds
    python -m benchmarks.watchers --watchers 200 --evenings 20 --seconds 10 --hands 100 --rate 2 --way poll

Starts a server of its own with an empty SQLite file, as `manage.py serve` does, and prints its CPU and memory, how
long hands and questions took, and how long after a hand was recorded its watchers had the new sheet. Each sheet holds
so many hands before the clock starts, and everybody has the first one: people come one by one. Linux only: it reads
/proc. The watchers run on the same machine and take their share of it.
"""

from __future__ import annotations

import argparse
import asyncio
import platform
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from benchmarks import phone
from benchmarks.benchmark_run import BenchmarkRun
from benchmarks.figures import Figure
from benchmarks.machine import Spread, cpu_s, load_average, processes
from benchmarks.phone import Table
from benchmarks.site import served

EVERY_S = 2.8
SETTLED_S = 3  # after the start
LOADED_S = 30  # how long a part of the whole run watches
MOST_PERCENT = 15
BROKEN = (asyncio.IncompleteReadError, ConnectionError)


@dataclass
class Figures:
    """Times in seconds, and counts.

    late:    from the answer to the scribe until a watcher has the new sheet.
    broken:  connections that the server closed.
    refused: questions answered 503.
    """

    unchanged: list[float] = field(default_factory=list)
    changed: list[float] = field(default_factory=list)
    hands: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    broken: int = 0
    refused: int = 0


@dataclass(frozen=True, kw_only=True)
class Load:
    """hands: on each sheet before the clock starts. rate: hands a minute in each evening."""

    watchers: int
    seconds: float
    hands: int = 0
    rate: float = 1.0
    way: str = "poll"


class Line:
    """One kept connection, as a browser has it; it reconnects if the server closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.broken = 0

    async def ask(self, method: str, path: str, headers: str = "", body: bytes = b"") -> tuple[int, str, float]:
        """Return status, ETag and seconds."""
        started = time.perf_counter()
        try:
            status, etag = await self._send(method, path, headers, body)
        except BROKEN:
            self.broken += 1
            self._streams = None
            status, etag = await self._send(method, path, headers, body)
        return status, etag, time.perf_counter() - started

    async def _send(self, method: str, path: str, headers: str, body: bytes) -> tuple[int, str]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        length = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        writer.write(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}{length}\r\n".encode() + body)
        status, fields = await read_head(reader)
        if "content-length" in fields:
            await reader.readexactly(int(fields["content-length"]))
        elif fields.get("transfer-encoding") == "chunked":
            while await read_chunk(reader):
                pass
        return status, fields.get("etag", "")


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    parts = (line.partition(": ") for line in lines[1:] if line)
    return int(lines[0].split(" ", 2)[1]), {name.lower(): value for name, _, value in parts}


async def read_chunk(reader: asyncio.StreamReader) -> bytes:
    size = int(await reader.readuntil(b"\r\n"), 16)
    return (await reader.readexactly(size + 2))[:-2]


class Watcher:
    def __init__(self, port: int, table: Table) -> None:
        self._port, self._table, self.line, self._etag = port, table, Line(port), ""

    async def ask(self) -> tuple[int, float]:
        known = f"If-None-Match: {self._etag}\r\n" if self._etag else ""
        headers = f"Accept-Encoding: gzip\r\n{known}"
        status, etag, took = await self.line.ask("GET", f"/w/{self._table.watch}/sheet", headers)
        assert status in (200, 304, 503), status
        self._etag = etag or self._etag
        return status, took

    async def _look(self, figures: Figures) -> None:
        status, took = await self.ask()
        if status == 503:
            figures.refused += 1
            return
        (figures.changed if status == 200 else figures.unchanged).append(took)
        if status == 200 and self._table.recorded:
            figures.late.append(time.monotonic() - self._table.recorded)

    async def poll(self, until: float, figures: Figures) -> None:
        await asyncio.sleep(random.uniform(0, EVERY_S))
        while time.monotonic() < until:
            began = time.monotonic()
            await self._look(figures)
            await asyncio.sleep(max(0.0, EVERY_S - (time.monotonic() - began)))

    async def open_stream(self) -> None:
        """Open the stream on a connection of its own, as a browser does."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(f"GET /w/{self._table.watch}/changes HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        status, _ = await read_head(reader)
        assert status == 200, status
        self._stream = reader, writer

    async def stream(self, until: float, figures: Figures) -> None:
        reader, writer = self._stream
        try:
            while left := max(0.0, until - time.monotonic()):
                event = await asyncio.wait_for(read_chunk(reader), left)
                version = event.decode().partition("data: ")[2].partition("\n")[0]
                if f'"{version}.' not in self._etag:
                    await self._look(figures)
        except TimeoutError:
            pass
        finally:
            writer.close()


async def scribe(port: int, table: Table, known: int, every_s: float, until: float, figures: Figures) -> None:
    line = Line(port)
    await asyncio.sleep(min(random.uniform(0, every_s), max(0.0, until - time.monotonic())))
    while time.monotonic() < until:
        body, path = phone.hand_body(table, known), f"/api/v1/evenings/{table.scribe}/hands"
        status, _, took = await line.ask("POST", path, body=body)
        if status == 503:  # the SQLite file stayed locked; try again, as the phone does
            await asyncio.sleep(1)
            continue
        assert status in (200, 201), status
        table.recorded = time.monotonic()
        known += 1
        figures.hands.append(took)
        await asyncio.sleep(min(every_s, max(0.0, until - time.monotonic())))


def percentile(times: list[float], percent: int) -> str:
    if not times:
        return "–"
    return f"{sorted(times)[min(len(times) - 1, len(times) * percent // 100)] * 1000:.0f} ms"


async def load(port: int, tables: Sequence[Table], pids: Sequence[int], wanted: Load) -> tuple[Figures, float]:
    """Return the figures, and the server's CPU in percent."""
    figures = Figures()
    those = [Watcher(port, tables[number % len(tables)]) for number in range(wanted.watchers)]
    for one in those:
        await one.ask()
        if wanted.way == "stream":
            await one.open_stream()
    before, started = cpu_s(pids), time.monotonic()
    until = started + wanted.seconds
    watching = (one.stream(until, figures) if wanted.way == "stream" else one.poll(until, figures) for one in those)
    writing = (scribe(port, table, wanted.hands, 60 / wanted.rate, until, figures) for table in tables if wanted.rate)
    await asyncio.gather(*watching, *writing)
    figures.broken = sum(one.line.broken for one in those)
    return figures, 100 * (cpu_s(pids) - before) / (time.monotonic() - started)


def print_figures(figures: Figures) -> None:
    named = {"unchanged": figures.unchanged, "new sheet": figures.changed, "hand": figures.hands, "late": figures.late}
    for name, times in named.items():
        print(f"{name:>9}: {len(times):>6} x, median {percentile(times, 50)}, 99th percentile {percentile(times, 99)}")
    if figures.refused:
        print(f"{figures.refused} questions were refused: the server had no time for them")
    if figures.broken:
        print(f"{figures.broken} connections were closed by the server and made anew")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--evenings", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--hands", type=int, default=40, help="on each sheet before the clock starts")
    parser.add_argument("--rate", type=float, default=1.0, help="hands a minute in each evening")
    parser.add_argument("--way", choices=("stream", "poll"), default="stream")
    parser.add_argument("--workers", type=int, default=1)
    return parser.parse_args()


@dataclass(frozen=True, kw_only=True)
class Watched:
    """percent: of one CPU, taken by the server. at_rest_mb, memory_mb: of its processes, before the load and after."""

    figures: Figures
    percent: float
    memory_mb: int
    at_rest_mb: int


def watched(wanted: Load, *, evenings: int, workers: int = 1) -> Watched:
    with served(workers=workers) as site:
        time.sleep(SETTLED_S)
        at_rest_mb = site.memory_mb()
        tables = [phone.opened(site.port, wanted.hands) for _ in range(evenings)]
        figures, percent = asyncio.run(load(site.port, tables, processes(site.pid), wanted))
        return Watched(figures=figures, percent=percent, memory_mb=site.memory_mb(), at_rest_mb=at_rest_mb)


def run(bench: BenchmarkRun) -> Iterator[Figure]:
    watchers = bench.extent.watchers
    wanted = Load(watchers=watchers, seconds=min(LOADED_S, 10 * bench.extent.seconds), hands=40, way="stream")
    turns = [watched(wanted, evenings=max(1, watchers // 10)) for _ in range(min(3, bench.extent.turns))]
    percent = Spread([one.percent for one in turns])
    print(f"{watchers} watchers: {percent:.1f} % of a core, {Spread([one.memory_mb for one in turns]):.0f} MB (PSS)")
    print_figures(turns[-1].figures)
    yield Figure("watchers", f"{percent:.1f} % of a core", percent.median < MOST_PERCENT)


def main() -> None:
    options = arguments()
    wanted = Load(
        watchers=options.watchers, seconds=options.seconds, hands=options.hands, rate=options.rate, way=options.way
    )
    found = watched(wanted, evenings=options.evenings, workers=options.workers)
    print(f"{options.watchers} watchers of {options.evenings} evenings, {options.way}, {options.hands} hands a sheet, ")
    print(f"{options.rate:g} hands a minute and evening, {options.seconds:.0f} s, {platform.platform()}, ", end="")
    print(f"load {load_average()}")
    print(f"server: {found.percent:.0f} % of one CPU, {found.memory_mb} MB (PSS), {found.at_rest_mb} MB at rest")
    print_figures(found.figures)


if __name__ == "__main__":
    main()
