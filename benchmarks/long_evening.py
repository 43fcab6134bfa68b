"""An evening of 2,000 hands: the cost of correcting its first hand and of opening the table page.

On PostgreSQL, as `serve` starts; after the first time, when all is loaded. The result of hand 1 is turned around each
time, so that all its money moves. CPU is that of the server and of PostgreSQL.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from uuid import uuid4

from benchmarks import phone
from benchmarks.benchmark_run import BenchmarkRun
from benchmarks.figures import Figure
from benchmarks.machine import Spread
from benchmarks.phone import Connection, Table
from benchmarks.site import served

REPEATS = 10  # in each turn
MOST_CORRECT_MS, MOST_PAGE_MS = 150, 100


def run(bench: BenchmarkRun) -> Iterator[Figure]:
    postgres = bench.postgres
    with served(database=postgres.create("long_evening")) as site:
        table = phone.opened(site.port, bench.extent.long_evening)
        connection = Connection(site.port)

        def measured(work: Callable[[], object]) -> tuple[float, float]:
            """Return the mean ms and ms of CPU."""
            before, began = postgres.cpu_s() + site.cpu_s(), time.perf_counter()
            for _ in range(REPEATS):
                work()
            took_s, cpu_s = time.perf_counter() - began, postgres.cpu_s() + site.cpu_s() - before
            return 1000 * took_s / REPEATS, 1000 * cpu_s / REPEATS

        correct, page = _Corrections(connection, table), f"/t/{table.scribe}/"
        correct()
        size = len(connection.get(page))
        corrected, shown = [], []
        for _ in range(bench.extent.turns):
            corrected.append(measured(correct))
            shown.append(measured(lambda: connection.get(page)))
    correct_ms, correct_cpu_ms = map(Spread, zip(*corrected, strict=True))
    page_ms, page_cpu_ms = map(Spread, zip(*shown, strict=True))
    print(f"correct hand 1 of {bench.extent.long_evening:,}: {correct_ms:.0f} ms, CPU {correct_cpu_ms:.0f} ms")
    print(f"table page: {page_ms:.0f} ms, CPU {page_cpu_ms:.0f} ms, {size:,} bytes compressed")
    now = f"{correct_ms:.0f} ms, CPU {correct_cpu_ms:.0f} ms"
    yield Figure("correct", now, correct_ms.median < MOST_CORRECT_MS)
    yield Figure("table_page", f"{page_cpu_ms:.0f} ms", page_cpu_ms.median < MOST_PAGE_MS)


class _Corrections:
    """Corrects hand 1 to won and lost in turns."""

    def __init__(self, connection: Connection, table: Table) -> None:
        self._connection, self._table = connection, table
        self._path, self._won = f"/api/v1/evenings/{table.scribe}/hands/1", True
        written = json.loads(connection.ask("GET", self._path)[1])
        self._replaces: str = written["events"][-1]["id"]

    def __call__(self) -> None:
        self._won = not self._won
        key = str(uuid4())
        correction = {"id": key, "replaces": self._replaces, "hand": phone.hand(self._table) | {"won": self._won}}
        status, content = self._connection.ask("PUT", self._path, json.dumps(correction).encode())
        if status != 200:
            raise RuntimeError(f"{status} {content!r}")
        self._replaces = key
