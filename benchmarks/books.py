"""The speed of audit, backup and restore: `python -m benchmarks.books [evenings]`.

Plays that many evenings of forty hands in a SQLite file of its own (`filled_club`), then runs the commands on it: the
audit in one process and in two, and the audit since an anchor of everything.

As a part of `python -m benchmarks` it audits the large club of `pages` on PostgreSQL with two processes.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from benchmarks.benchmark_run import BenchmarkRun
from benchmarks.figures import Figure
from benchmarks.filled_club import play
from benchmarks.machine import ROOT, load_average, own_cpu_s
from benchmarks.postgresql import filled

HANDS = 40
NAMES = ("Anna", "Beppo", "Cilli", "Done", "Emmi")
PROCESSES, MOST_S, PATIENCE_S, MILLION = 2, 4 * 60, 20 * 60, 1_000_000


def run(bench: BenchmarkRun) -> Iterator[Figure]:
    postgres, hands = bench.postgres, bench.extent.hands
    database = filled(postgres, hands)
    with tempfile.TemporaryDirectory() as folder:
        settings = {"DATABASE_URL": postgres.url(database), "SCOREBOOK_DATA": folder}
        command = [sys.executable, "manage.py", "audit", "--processes", str(PROCESSES)]
        began, cpu = time.perf_counter(), own_cpu_s() + postgres.cpu_s()
        if not _ends_in_time(command, settings):
            yield Figure("audit", f"stopped after {PATIENCE_S // 60} min", False)
            return
        took_s, cpu_s = time.perf_counter() - began, own_cpu_s() + postgres.cpu_s() - cpu
    for_a_million = MILLION / hands
    text = f"{for_a_million * took_s:.0f} s, CPU {for_a_million * cpu_s:.0f} s"
    if hands != MILLION:
        text += f" (scaled from {hands:,})"
    yield Figure("audit", text, for_a_million * took_s < MOST_S)


def _ends_in_time(command: Sequence[str], settings: Mapping[str, str]) -> bool:
    """Return whether the audit ended in time. Raises: CalledProcessError if it finds a difference."""
    audit = subprocess.Popen(command, cwd=ROOT, env=os.environ | settings, start_new_session=True)
    try:
        status = audit.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        os.killpg(audit.pid, signal.SIGKILL)  # its workers with it
        audit.wait()
        return False
    if status:
        raise subprocess.CalledProcessError(status, command)
    return True


def main(evenings: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"SCOREBOOK_DATA": folder, "DJANGO_SETTINGS_MODULE": "scorebook.settings", "DATABASE_URL": ""}
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        file = Path(folder) / "scorebook.backup"
        timed(
            f"play {evenings} evenings of {HANDS} hands",
            evenings * HANDS,
            lambda: play(evenings, hands=HANDS, names=NAMES, report=print),
        )
        anchor = Path(folder) / "anchor"
        call_command("anchor", to=str(anchor))
        for processes in (1, 2):
            audit = partial(call_command, "audit", processes=processes)
            timed(f"audit by {processes}", evenings * HANDS, audit)
        since = partial(call_command, "audit", anchor=anchor, since_anchor=True)
        timed("audit since an anchor", evenings * HANDS, since)
        timed("backup", evenings * HANDS, lambda: call_command("backup", str(file)))
        timed("restore", evenings * HANDS, lambda: call_command("restore", str(file), replace=True))


def timed(what: str, hands: int, work: Callable[[], object]) -> None:
    """Print the time of `work`, and the CPU of this process and its ended children."""
    started, cpu = time.perf_counter_ns(), own_cpu_s()
    work()
    took_ms = (time.perf_counter_ns() - started) // 1_000_000
    cpu_us = (own_cpu_s() - cpu) / hands * 1_000_000
    print(
        f"{what}: {took_ms:,} ms, {hands * 1000 // max(took_ms, 1):,} hands/s, {cpu_us:,.0f} us of CPU a hand, "
        f"load {load_average()}",
        flush=True,
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
