"""A hand through HTTP on SQLite beside the same rows in plain sqlite3, which syncs as the product does.

Eight scribes in eight clubs; on the other side eight processes with a connection each, on a file of their own. With
one worker, as `serve` starts by itself.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks import phone
from benchmarks.asked import Asked
from benchmarks.figures import Figure
from benchmarks.limit import sqlite_rate, sqlite_statements
from benchmarks.machine import Spread, own_cpu_s, ratios
from benchmarks.phone import Scribe
from benchmarks.site import served

SCRIBES, LEAST = 8, 0.3


def run(asked: Asked) -> Iterator[Figure]:
    seconds = asked.extent.seconds
    hands_s, plain_s, cpu_ms, plain_cpu_ms = [], [], [], []
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder, served() as site:
        statements = sqlite_statements(Path(folder), SCRIBES)
        writes = [Scribe(site.port, phone.opened(site.port)).write for _ in range(SCRIBES)]
        phone.at_once(writes, 1)  # what is loaded once is loaded
        for turn in range(1, asked.extent.turns + 1):
            before = own_cpu_s()
            plain_s.append(sqlite_rate(Path(folder) / "scorebook.sqlite3", statements, seconds, turn))
            plain_cpu_ms.append(1000 * (own_cpu_s() - before) / (plain_s[-1] * seconds))
            before = site.cpu_s()
            hands = len(phone.at_once(writes, seconds))
            hands_s.append(hands / seconds)
            cpu_ms.append(1000 * (site.cpu_s() - before) / hands)
    print(f"hand: {Spread(hands_s):.0f} hands/s, {Spread(cpu_ms):.2f} ms of CPU a hand")
    print(f"plain sqlite3: {Spread(plain_s):.0f} hands/s, {Spread(plain_cpu_ms):.2f} ms of CPU a hand")
    ratio, by_cpu = ratios(hands_s, plain_s), ratios(plain_cpu_ms, cpu_ms)
    yield Figure("sqlite", f"{ratio:.2f}; by CPU {by_cpu:.2f}", ratio.median >= LEAST)
