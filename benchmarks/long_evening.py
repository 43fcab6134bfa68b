"""An evening of 2,000 hands: what it costs to correct its first, and to open the page of its scribe.

On PostgreSQL, as `serve` starts; after the first time, when all is loaded. The result of hand 1 is turned around each
time, so that all its money moves. CPU is that of the server and of PostgreSQL.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from uuid import uuid4

from benchmarks import phone
from benchmarks.asked import Asked
from benchmarks.figures import Figure
from benchmarks.machine import Spread
from benchmarks.phone import Connection, Table
from benchmarks.site import served

ASKED = 10  # in each turn
MOST_CORRECT_MS, MOST_PAGE_MS = 150, 100


def run(asked: Asked) -> Iterator[Figure]:
    postgres = asked.postgres
    with served(database=postgres.create("long_evening")) as site:
        table = phone.opened(site.port, asked.extent.long_evening)
        connection = Connection(site.port)

        def measured(work: Callable[[], object]) -> tuple[float, float]:
            """ms and ms of CPU, of one of several."""
            before, began = postgres.cpu_s() + site.cpu_s(), time.perf_counter()
            for _ in range(ASKED):
                work()
            took_s, cpu_s = time.perf_counter() - began, postgres.cpu_s() + site.cpu_s() - before
            return 1000 * took_s / ASKED, 1000 * cpu_s / ASKED

        correct, page = _Corrections(connection, table), f"/t/{table.scribe}/"
        correct()
        size = len(connection.get(page))
        corrected, shown = [], []
        for _ in range(asked.extent.turns):
            corrected.append(measured(correct))
            shown.append(measured(lambda: connection.get(page)))
    correct_ms, correct_cpu_ms = map(Spread, zip(*corrected, strict=True))
    page_ms, page_cpu_ms = map(Spread, zip(*shown, strict=True))
    print(f"correct hand 1 of {asked.extent.long_evening:,}: {correct_ms:.0f} ms, CPU {correct_cpu_ms:.0f} ms")
    print(f"table page: {page_ms:.0f} ms, CPU {page_cpu_ms:.0f} ms, {size:,} bytes compressed")
    now = f"{correct_ms:.0f} ms, CPU {correct_cpu_ms:.0f} ms"
    yield Figure("correct", now, correct_ms.median < MOST_CORRECT_MS)
    yield Figure("table_page", f"{page_cpu_ms:.0f} ms", page_cpu_ms.median < MOST_PAGE_MS)


class _Corrections:
    """Hand 1, won and lost in turns."""

    def __init__(self, connection: Connection, table: Table) -> None:
        self._connection, self._table = connection, table
        self._path, self._won = f"/api/v1/evenings/{table.scribe}/hands/1", True
        written = json.loads(connection.ask("GET", self._path)[1])
        self._replaces: str = written["events"][-1]["id"]

    def __call__(self) -> None:
        self._won = not self._won
        key = str(uuid4())
        told = {"id": key, "replaces": self._replaces, "hand": phone.hand(self._table) | {"won": self._won}}
        status, content = self._connection.ask("PUT", self._path, json.dumps(told).encode())
        if status != 200:
            raise RuntimeError(f"{status} {content!r}")
        self._replaces = key
