"""A long import while another club plays: `python -m benchmarks.imports [--lines 100000] [--postgresql] [--hands]`.

Writes a file of so many lines, serves a site, and runs `manage.py import_evenings --write` for a club.
Meanwhile a scribe of another club records a hand every tenth of a second through HTTP. Prints the CPU of an evening,
how long it took, and how long the slowest hand waited. With `--undo` the import is then undone in the same way.

A line is a result (`date,name,amount`, four to an evening); with `--hands` it is a hand, fifty to an evening.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from threading import Event, Thread

from benchmarks import phone
from benchmarks.machine import ROOT, load_average, own_cpu_s
from benchmarks.phone import Scribe
from benchmarks.postgresql import private_postgres
from benchmarks.site import served

PLAYERS = ("Anna", "Beppo", "Cilli", "Done")
HANDS = 50
PAUSE_S = 0.1
FIRST_DAY = date(1950, 1, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--hands", action="store_true", help="a sheet of hands instead of results")
    parser.add_argument("--postgresql", action="store_true", help="instead of SQLite")
    parser.add_argument("--undo", action="store_true", help="and undo it, which takes longer")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, _database(on_postgresql=options.postgresql) as database:
        folder = Path(name)
        file, evenings = folder / "evenings.csv", -(-options.lines // (HANDS if options.hands else len(PLAYERS)))
        file.write_text("\n".join(_sheet(evenings) if options.hands else _results(evenings)))
        measure(folder, file, database, evenings=evenings, is_undone=options.undo)


@contextmanager
def _database(*, on_postgresql: bool) -> Iterator[str]:
    """Yield its URL; empty for the SQLite file of the data folder."""
    if not on_postgresql:
        yield ""
        return
    with private_postgres() as postgres:
        yield postgres.create("imports")


def measure(folder: Path, file: Path, database: str, *, evenings: int, is_undone: bool) -> None:
    with served(data=folder / "data", database=database) as site:
        club, scribe = phone.opened(site.port), Scribe(site.port, phone.opened(site.port))
        settings = os.environ | {"SCOREBOOK_DATA": str(folder / "data"), "DATABASE_URL": database}
        verbs = [("import_evenings", club.club, str(file), "--write"), ("undo_import", club.club)]
        for words in verbs if is_undone else verbs[:1]:
            arguments = [*words] if words[0] != "undo_import" else [*words, _import_id(settings, club.club)]
            with _played(scribe) as hands:
                began, before = time.monotonic(), own_cpu_s()
                subprocess.run(
                    [sys.executable, "manage.py", *arguments],
                    cwd=ROOT, env=settings, check=True, stdout=subprocess.DEVNULL,
                )  # fmt: skip
                took_s, cpu_s = time.monotonic() - began, own_cpu_s() - before
            print(
                f"{words[0]} of {evenings:,} evenings on {'PostgreSQL' if database else 'SQLite'}: {took_s:.0f} s, "
                f"{1000 * cpu_s / evenings:.2f} ms of CPU an evening; "
                f"{hands}; load {load_average()}",
                flush=True,
            )


def _import_id(settings: dict[str, str], club: str) -> str:
    listed = subprocess.run(
        [sys.executable, "manage.py", "undo_import", club],
        cwd=ROOT, env=settings, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return listed.stdout.split()[0]


@dataclass(kw_only=True)
class _Waits:
    """The time of each hand, in seconds."""

    seconds: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        waits_ms = sorted(1000 * one for one in self.seconds)
        most_ms, count = waits_ms[len(waits_ms) * 99 // 100], len(waits_ms)
        return f"{count:,} hands of another club, 99 of 100 within {most_ms:.0f} ms, the slowest {waits_ms[-1]:.0f} ms"


@contextmanager
def _played(scribe: Scribe) -> Iterator[_Waits]:
    """Record a hand after each pause, as long as the block lasts. Raises if one is refused."""
    waits, is_over, errors = _Waits(), Event(), list[Exception]()

    def play() -> None:
        try:
            while not is_over.wait(PAUSE_S):
                began = time.monotonic()
                scribe.write()
                waits.seconds.append(time.monotonic() - began)
        except Exception as error:
            errors.append(error)

    thread = Thread(target=play)
    thread.start()
    try:
        yield waits
    finally:
        is_over.set()
        thread.join()
    if errors:
        raise errors[0]


def _results(evenings: int) -> Iterator[str]:
    yield "date,name,amount"
    for number in range(evenings):
        day = FIRST_DAY + timedelta(days=number)
        for name, amount in zip(PLAYERS, ("1.20", "-0.40", "-0.40", "-0.40"), strict=True):
            yield f"{day},{name},{amount}"


def _sheet(evenings: int) -> Iterator[str]:
    yield "date;players;contract;declarer;partner;card points"
    for number in range(evenings):
        day = FIRST_DAY + timedelta(days=number)
        yield f"{day};{', '.join(PLAYERS)};Rufer;Anna;Cilli;74"
        yield from (f";;Wenz;{PLAYERS[hand % 4]};;{50 + hand}" for hand in range(1, HANDS))


if __name__ == "__main__":
    main()
