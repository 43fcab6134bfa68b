"""All figures that the project holds itself to, in one run: `python -m benchmarks`.

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
from benchmarks.asked import QUICK, WHOLE, Asked, asked
from benchmarks.figures import GOALS, Figure

# Name of the part -> its module, and the goals that it measures.
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
    told = _arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # not without the servers that it has started
    extent = QUICK if told.quick else WHOLE
    extent = replace(extent, hands=told.hands or extent.hands, turns=told.turns or extent.turns)
    here = machine.description()
    print(here)
    before, found = machine.load_average(), list[Figure]()
    with asked(extent, told.keep) as run:
        for part in told.parts or PARTS:
            with machine.told(part):
                found += measured(part, run)
    loads = f"load {before} before and {machine.load_average()} after"
    how = f"{here}; {loads}. Parts: {', '.join(told.parts or PARTS)}; {extent}."
    print(f"\n{how}\n\n{figures.markdown(found)}")
    if told.write:
        figures.write(found, how=how)
    return 0


def measured(part: str, run: Asked) -> Iterator[Figure]:
    """Where a part breaks, the others go on: a run takes an hour."""
    module, goals = PARTS[part]
    left = set(goals)
    try:
        for figure in import_module(f"benchmarks.{module}").run(run):
            left.discard(figure.goal)
            print(f"   {GOALS[figure.goal].what}: {figure.now} (to reach: {GOALS[figure.goal].to_reach})", flush=True)
            yield figure
    except Exception as error:
        print(f"   {part}: {type(error).__name__}: {error}", file=sys.stderr)
        yield from (figures.not_measured(goal, f"{type(error).__name__}") for goal in goals if goal in left)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all, if nobody says")
    parser.add_argument("--quick", action="store_true", help="small and once each: shows that all runs, not how fast")
    parser.add_argument("--hands", type=int, help="of the large club (default: a million)")
    parser.add_argument("--turns", type=int, help="how often each measurement is repeated")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where filled databases and peers stay")
    parser.add_argument("--write", action="store_true", help="write the table to docs/benchmarks.md")
    told = parser.parse_args()
    if unknown := set(told.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    return told


if __name__ == "__main__":
    sys.exit(main())
