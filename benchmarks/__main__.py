"""Measure every figure that has a goal, in one run: `python -m benchmarks`.

    python -m benchmarks --keep FOLDER --write     # all parts; the filled club stays for the next time
    python -m benchmarks hands batch pages         # only these parts
    python -m benchmarks --quick                   # small and once each: does everything run?

Prints each figure with its limit or peer, in turns A B A B, as the median (least-most), and at the end one table.
Linux, with PostgreSQL (or the one of tests/requirements.txt) and Chromium. The peers are installed by pip into an
environment of their own, the first time: that downloads.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from benchmarks import figures, machine
from benchmarks.benchmark_run import QUICK, WHOLE, BenchmarkRun, benchmark_run
from benchmarks.figures import GOALS, Figure

# Name of the part -> its module and its goals.
PARTS = {
    "hands": ("hands", ("hands_clubs", "hands_club")),
    "batch": ("batch", ("batch",)),
    "peers": ("peers", ("ihatemoney", "hordak")),
    "sqlite": ("sqlite", ("sqlite",)),
    "pages": ("pages", ("pages", "slowest_page", "memory_page", "record_grown")),
    "long_evening": ("long_evening", ("correct", "table_page")),
    "watchers": ("watchers", ("watchers",)),
    "rules": ("rules", ("rules",)),
    "audit": ("books", ("audit",)),
    "settlement": ("settlement", ("settlement_16", "settlement_22")),
    "ratings": ("ratings", ("ratings",)),
    "phone": ("slow_phone", ("phone",)),
    "start": ("start", ("memory", "start")),
}


def main() -> int:
    options = _arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # so that the servers it started end too
    extent = QUICK if options.quick else WHOLE
    extent = replace(extent, hands=options.hands or extent.hands, turns=options.turns or extent.turns)
    here = machine.description()
    print(here)
    before, found = machine.load_average(), list[Figure]()
    with benchmark_run(extent, options.keep) as bench:
        for part in options.parts or PARTS:
            with machine.timed_part(part):
                found += measured(part, bench)
    loads = f"load {before} before and {machine.load_average()} after"
    how = f"{here}; {loads}. Parts: {', '.join(options.parts or PARTS)}; {extent}."
    print(f"\n{how}\n\n{figures.markdown(found)}")
    if options.write:
        figures.write(found, how=how)
    return 0


def measured(part: str, bench: BenchmarkRun) -> Iterator[Figure]:
    """Yield the figures of a part. If it breaks, its goals are not measured and the run goes on: it takes an hour."""
    module, goals = PARTS[part]
    left = set(goals)
    try:
        for figure in import_module(f"benchmarks.{module}").run(bench):
            left.discard(figure.goal)
            print(f"   {GOALS[figure.goal].what}: {figure.now} (to reach: {GOALS[figure.goal].to_reach})", flush=True)
            yield figure
    except Exception as error:
        print(f"   {part}: {type(error).__name__}: {error}", file=sys.stderr)
        yield from (figures.not_measured(goal, f"{type(error).__name__}") for goal in goals if goal in left)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all by default")
    parser.add_argument("--quick", action="store_true", help="small and once each: shows that all runs, not how fast")
    parser.add_argument("--hands", type=int, help="of the large club (default: a million)")
    parser.add_argument("--turns", type=int, help="how often each measurement is repeated")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where filled databases and peers stay")
    parser.add_argument("--write", action="store_true", help="write the table to docs/benchmarks.md")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    return options


if __name__ == "__main__":
    sys.exit(main())
