"""The extent of a benchmark run, and the folder and PostgreSQL server that its parts share."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from benchmarks.postgresql import Postgres, private_postgres


@dataclass(frozen=True, kw_only=True)
class Extent:
    """hands: of the large club. turns: how often each measurement is repeated. seconds: of load in each turn.

    requests: of each page in one turn. recorded: hands in a row.
    """

    hands: int
    turns: int
    seconds: float
    long_evening: int = 2_000
    watchers: int = 1_000
    scored: int = 200_000
    requests: int = 12
    recorded: int = 100  # CPU is counted in steps of 10 ms by each process, and a hand takes 2

    def __str__(self) -> str:
        return f"{self.turns} turns of {self.seconds:g} s, a large club of {self.hands:,} hands"


WHOLE = Extent(hands=1_000_000, turns=5, seconds=8)
QUICK = Extent(hands=2_000, turns=1, seconds=1, long_evening=200, watchers=100, scored=10_000, requests=1, recorded=5)


class BenchmarkRun:
    """One run. keep: the folder in which filled databases and installed packages stay for the next one."""

    def __init__(self, extent: Extent, *, keep: Path | None, stack: ExitStack) -> None:
        self.extent, self._keep, self._stack = extent, keep, stack

    @cached_property
    def folder(self) -> Path:
        if self._keep:
            self._keep.mkdir(parents=True, exist_ok=True)
            return self._keep
        return Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="scorebook-benchmarks-")))

    @cached_property
    def postgres(self) -> Postgres:
        """Started when the first part needs it. Raises tests.support.postgres.PostgresMissing."""
        server = self._stack.enter_context(private_postgres(self._keep))
        print(f"   {server.version()}")
        return server


@contextmanager
def benchmark_run(extent: Extent, keep: Path | None = None) -> Iterator[BenchmarkRun]:
    with ExitStack() as stack:
        yield BenchmarkRun(extent, keep=keep, stack=stack)
