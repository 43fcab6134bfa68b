"""The time until `serve` answers, and its memory then, at a second start.

In an environment with requirements.txt and nothing else, as an operator has it: packages of the tests would be loaded
too, wherever a library takes what it finds.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.benchmark_run import BenchmarkRun
from benchmarks.environments import installed
from benchmarks.figures import Figure
from benchmarks.machine import ROOT, Spread
from benchmarks.phone import Connection
from benchmarks.site import served

SETTLED_S = 3  # after the first answer
MOST_MB, MOST_S = 69, 1.5


def run(bench: BenchmarkRun) -> Iterator[Figure]:
    times, cpu, memory = [], [], []
    python = installed(bench.folder, "operator", ROOT / "requirements.txt")
    with tempfile.TemporaryDirectory() as folder:
        with served(data=Path(folder), python=python):
            pass
        for _ in range(bench.extent.turns):
            began = time.perf_counter()
            with served(data=Path(folder), python=python) as site:
                Connection(site.port).get("/")
                times.append(time.perf_counter() - began)
                cpu.append(site.cpu_s())
                time.sleep(SETTLED_S)
                memory.append(site.memory_mb())
    print(f"start to the first answer: {Spread(times):.2f} s, CPU {Spread(cpu):.2f} s; PSS {Spread(memory):.0f} MB")
    yield Figure("memory", f"PSS {Spread(memory):.0f} MB", Spread(memory).median <= MOST_MB)
    yield Figure("start", f"{Spread(times):.2f} s, CPU {Spread(cpu):.2f} s", Spread(times).median < MOST_S)
