"""What every benchmark measures with: processes, their CPU and memory, the machine and its load, medians of turns.

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
    """The processes of these numbers and all that they have started, and those have."""
    child_of: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        if stat := _stat(int(folder.name)):
            child_of.setdefault(int(stat[1]), []).append(int(folder.name))
    found = list(parents)
    for one in found:  # it grows on the way
        found += child_of.get(one, [])
    return found


def cpu_s(pids: Iterable[int]) -> float:
    """User and system, with that of children that have ended and were waited for."""
    return sum(int(ticks) for pid in pids for ticks in _stat(pid)[11:15]) / TICKS_PER_S


def own_cpu_s() -> float:
    """Of this process and of those that it has started and seen end."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def memory_mb(pids: Iterable[int]) -> int:
    """What the processes share counts once: their proportional set size."""
    rollups = (Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in pids)
    return sum(int(line.split()[1]) for text in rollups for line in text.splitlines() if line.startswith("Pss:")) >> 10


def _stat(pid: int) -> list[str]:
    """The fields behind the name, which may hold anything; none where the process has ended."""
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
    """What several turns gave, of which one alone says little on a busy machine."""

    values: Sequence[float]

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    def __format__(self, spec: str) -> str:
        least, most = min(self.values), max(self.values)
        median = format(self.median, spec)
        return median if len(self.values) == 1 else f"{median} ({least:{spec}}-{most:{spec}})"


def ratios(over: Sequence[float], under: Sequence[float]) -> Spread:
    """Turn by turn: what made the machine slow made it slow for both."""
    return Spread([one / other for one, other in zip(over, under, strict=True)])


# -- the machine --------------------------------------------------------------------------------------------------


def load_average() -> str:
    return "{:.1f}".format(*os.getloadavg())


@contextmanager
def told(part: str) -> Iterator[None]:
    """Prints when a part begins and ends, with the load of the machine at both."""
    print(f"\n## {part} ({datetime.now(UTC):%H:%M:%S} UTC, load before {load_average()})", flush=True)
    started = time.monotonic()
    yield
    print(f"   {part} took {time.monotonic() - started:.0f} s, load after {load_average()}", flush=True)


def description() -> str:
    """Machine, day, commit and versions, in Markdown."""
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in PACKAGES)
    memory_gb = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{_cpu_model()}, {os.cpu_count()} cores, {memory_gb:.0f} GB, {platform.system()} {platform.release()}; "
        f"Python {platform.python_version()}, {versions}; {datetime.now(UTC):%Y-%m-%d}, commit {commit()}"
    )


def commit() -> str:
    """Short; with a plus where files differ from it, and a question mark outside a clone."""
    asked = ["git", "describe", "--always", "--dirty=+", "--exclude=*"]
    found = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "?"


def _cpu_model() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine())
