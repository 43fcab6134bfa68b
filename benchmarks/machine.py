"""Measuring tools of every benchmark: processes, their CPU and memory, the machine and its load, medians of turns.

Linux only: it reads /proc.
"""

from __future__ import annotations

import os
import platform
import socket
import statistics
import subprocess
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TICKS_PER_S = os.sysconf("SC_CLK_TCK")
PACKAGES = ("Django", "djangorestframework", "psycopg", "granian")


# -- processes ----------------------------------------------------------------------------------------------------


def processes(*parents: int) -> list[int]:
    """Return these processes and all their descendants."""
    child_of: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        if stat := _stat(int(folder.name)):
            child_of.setdefault(int(stat[1]), []).append(int(folder.name))
    found = list(parents)
    for one in found:  # it grows on the way
        found += child_of.get(one, [])
    return found


def cpu_s(pids: Iterable[int]) -> float:
    """Return user and system time, with that of ended children that were waited for."""
    return sum(int(ticks) for pid in pids for ticks in _stat(pid)[11:15]) / TICKS_PER_S


def own_cpu_s() -> float:
    """Return the time of this process and of its ended children."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def memory_mb(pids: Iterable[int]) -> int:
    """Return the proportional set size: shared memory counts once."""
    rollups = (Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in pids)
    return sum(int(line.split()[1]) for text in rollups for line in text.splitlines() if line.startswith("Pss:")) >> 10


def _stat(pid: int) -> list[str]:
    """Return the fields behind the name, which may hold anything; empty if the process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return []


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# -- turns --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spread:
    """The results of several turns; a single one says little on a busy machine."""

    values: Sequence[float]

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    def __format__(self, spec: str) -> str:
        least, most = min(self.values), max(self.values)
        median = format(self.median, spec)
        return median if len(self.values) == 1 else f"{median} ({least:{spec}}-{most:{spec}})"


def ratios(over: Sequence[float], under: Sequence[float]) -> Spread:
    """Return the ratio of each turn, since a slow machine was slow for both sides."""
    return Spread([one / other for one, other in zip(over, under, strict=True)])


# -- the machine --------------------------------------------------------------------------------------------------


def load_average() -> str:
    return "{:.1f}".format(*os.getloadavg())


@contextmanager
def timed_part(part: str) -> Iterator[None]:
    """Print the begin and the end of a part, with the load of the machine."""
    print(f"\n## {part} ({datetime.now(UTC):%H:%M:%S} UTC, load before {load_average()})", flush=True)
    started = time.monotonic()
    yield
    print(f"   {part} took {time.monotonic() - started:.0f} s, load after {load_average()}", flush=True)


def description() -> str:
    """Return machine, day, commit and versions in Markdown."""
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in PACKAGES)
    memory_gb = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{_cpu_model()}, {os.cpu_count()} cores, {memory_gb:.0f} GB, {platform.system()} {platform.release()}; "
        f"Python {platform.python_version()}, {versions}; {datetime.now(UTC):%Y-%m-%d}, commit {commit()}"
    )


def commit() -> str:
    """Return the short hash, with a plus if files differ from it; a question mark outside a clone."""
    command = ["git", "describe", "--always", "--dirty=+", "--exclude=*"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "?"


def _cpu_model() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine())
