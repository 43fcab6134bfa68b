"""A hand through HTTP on SQLite beside the same rows in plain sqlite3, which syncs like the product.

Eight scribes in eight clubs; on the other side eight processes with a connection each. All files lie in one folder,
because the disk has the last word. The figure is that of two workers, as on PostgreSQL: one for each core, which the
eight processes have as well. Beside it that of one, as `serve` starts by itself.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks import phone
from benchmarks.benchmark_run import BenchmarkRun
from benchmarks.figures import Figure
from benchmarks.limit import sqlite_rate, sqlite_statements
from benchmarks.machine import Spread, own_cpu_s, ratios
from benchmarks.phone import Scribe
from benchmarks.site import Site, served

SCRIBES, LEAST = 8, 0.3
PLAIN, ONE, TWO = "plain sqlite3", "one worker", "two workers"


def run(bench: BenchmarkRun) -> Iterator[Figure]:
    seconds = bench.extent.seconds
    rates: dict[str, list[float]] = {name: [] for name in (PLAIN, ONE, TWO)}
    cpu_ms: dict[str, list[float]] = {name: [] for name in rates}
    with (
        tempfile.TemporaryDirectory(dir=bench.folder) as name,
        served(data=Path(name, "one")) as one,
        served(data=Path(name, "two"), workers=2) as two,
    ):
        plain = Path(name, "plain")
        statements = sqlite_statements(plain, SCRIBES)
        sites = {ONE: (one, _scribes(one)), TWO: (two, _scribes(two))}
        for turn in range(1, bench.extent.turns + 1):
            before = own_cpu_s()
            rates[PLAIN].append(sqlite_rate(plain / "scorebook.sqlite3", statements, seconds, turn))
            cpu_ms[PLAIN].append(1000 * (own_cpu_s() - before) / (rates[PLAIN][-1] * seconds))
            for kind, (site, scribes) in sites.items():
                before = site.cpu_s()
                hands = len(phone.at_once([scribe.write for scribe in scribes], seconds))
                rates[kind].append(hands / seconds)
                cpu_ms[kind].append(1000 * (site.cpu_s() - before) / hands)
    for kind, found in rates.items():
        print(f"{kind:<13} {Spread(found):.0f} hands/s, {Spread(cpu_ms[kind]):.2f} ms of CPU a hand")
    ratio, by_cpu = ratios(rates[TWO], rates[PLAIN]), ratios(cpu_ms[PLAIN], cpu_ms[TWO])
    beside = ratios(rates[ONE], rates[PLAIN])
    yield Figure("sqlite", f"{ratio:.2f}; by CPU {by_cpu:.2f}; with one worker {beside:.2f}", ratio.median >= LEAST)


def _scribes(site: Site) -> list[Scribe]:
    """Return scribes in clubs of their own, after a hand that warms the caches."""
    scribes = [Scribe(site.port, phone.opened(site.port)) for _ in range(SCRIBES)]
    phone.at_once([scribe.write for scribe in scribes], 1)
    return scribes
