"""Sixty queued hands in one request, over one connection, beside the limit of one client, hand by hand."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks import phone
from benchmarks.benchmark_run import BenchmarkRun
from benchmarks.figures import Figure
from benchmarks.limit import pgbench
from benchmarks.machine import Spread, own_cpu_s, ratios
from benchmarks.phone import Connection, Table
from benchmarks.site import Site, served

HANDS, MOST_IN_EVENING, LEAST = 60, 3_000, 1.0


def run(bench: BenchmarkRun) -> Iterator[Figure]:
    postgres, seconds = bench.postgres, bench.extent.seconds
    limit = pgbench(postgres, 1, bench.folder)
    hands_s, limits_s, cpu_ms, limit_cpu_ms = [], [], [], []
    with served(database=postgres.create("batch")) as site:
        queue = Queue(site, phone.opened(site.port))
        queue.rate(1)  # warms the caches
        for _ in range(bench.extent.turns):
            before = postgres.cpu_s() + own_cpu_s()
            limits_s.append(limit.rate(1, seconds))
            limit_cpu_ms.append(1000 * (postgres.cpu_s() + own_cpu_s() - before) / (limits_s[-1] * seconds))
            before = postgres.cpu_s() + site.cpu_s()
            hands_s.append(queue.rate(seconds))
            cpu_ms.append(1000 * (postgres.cpu_s() + site.cpu_s() - before) / (hands_s[-1] * seconds))
    print(f"batch of {HANDS}: {Spread(hands_s):.0f} hands/s, {Spread(cpu_ms):.2f} ms of CPU a hand")
    print(f"limit: {Spread(limits_s):.0f} hands/s, {Spread(limit_cpu_ms):.2f} ms of CPU a hand")
    ratio, by_cpu = ratios(hands_s, limits_s), ratios(limit_cpu_ms, cpu_ms)
    yield Figure("batch", f"{ratio:.2f}; by CPU {by_cpu:.2f}", ratio.median >= LEAST)


@dataclass
class Queue:
    """A phone that sends sixty hands at once, repeatedly; a full evening is followed by another."""

    site: Site
    table: Table
    known: int = 0

    def rate(self, seconds: float) -> float:
        """Return hands per second; opening an evening does not count."""
        connection, hands, took = Connection(self.site.port), 0, 0.0
        while took < seconds:
            if self.known >= MOST_IN_EVENING:
                self.table, self.known = phone.opened(self.site.port, club=self.table.club), 0
            began = time.perf_counter()
            phone.record_batch(connection, self.table, self.known, HANDS)
            took += time.perf_counter() - began
            self.known += HANDS
            hands += HANDS
        connection.close()
        return hands / took
