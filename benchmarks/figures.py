"""The figures with a goal: the former value, the value to reach, and the present one."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import machine

COLUMNS = 120
DOCUMENT = machine.ROOT / "docs" / "benchmarks.md"


@dataclass(frozen=True)
class Goal:
    """before: measured at 3f4ee1f on 2026-11-21. to_reach: the limit for the present figure."""

    what: str
    before: str
    to_reach: str


GOALS = {
    "hands_clubs": Goal("hand through HTTP / limit, 8 clubs, PostgreSQL", "0.083", ">= 0.25"),
    "hands_club": Goal("the same, 8 evenings of one club", "0.056", ">= 0.15"),
    "batch": Goal("batch of 60 / limit, a hand", "0.09", ">= 1.0"),
    "ihatemoney": Goal("hand / ihatemoney adding a bill", "0.89", ">= 3"),
    "hordak": Goal("batch / django-hordak bulk, a hand", "0.14", ">= 3"),
    "sqlite": Goal("SQLite: hand / the same rows in plain sqlite3 with FULL, 8 clients", "not measured", ">= 0.3"),
    "pages": Goal(
        "pages of a club of a million hands in 20,000 evenings / of 1,000 in 20, each",
        "up to x106 at 100,000", "<= 1.5",
    ),
    "slowest_page": Goal("the slowest of these pages at a million hands", "55 s at 100,000", "< 100 ms"),
    "memory_page": Goal("the slowest page of the club's standings at a million hands", "there was none", "< 100 ms"),
    "record_grown": Goal("record a hand at a million hands / at 1,000", "1.07", "<= 1.1"),
    "correct": Goal("evening of 2,000 hands: correct hand 1", "850 ms", "< 150 ms"),
    "table_page": Goal("evening of 2,000 hands: CPU of the table page", "1.2 s", "< 100 ms"),
    "watchers": Goal(
        "1,000 watchers of 100 evenings, 40 hands a sheet, a hand a minute each", "95 % of a core", "< 15 %"
    ),
    "rules": Goal("a million hands read and scored, one process", "115 s of CPU", "< 30 s"),
    "audit": Goal("a million hands audited, two cores", "17 min", "< 4 min"),
    "settlement_16": Goal("settlement of 16 people, any amounts", "175-1,217 ms", "< 5 ms"),
    "settlement_22": Goal("settlement of 22 people, any amounts", "not exact", "< 200 ms, exact"),
    "ratings": Goal("ratings of 20,000 evenings replayed, without a database", "there were none", "< 5 s"),
    "phone": Goal("table page at 4x slowdown: main thread until the first form", "703 ms (busy)", "<= 200 ms"),
    "memory": Goal("memory of `serve` at rest", "PSS 69 MB", "<= 69 MB"),
    "start": Goal("start of `serve` to the first answer", "1.7 s", "< 1.5 s"),
}  # fmt: skip


@dataclass(frozen=True)
class Figure:
    """goal: of GOALS. is_reached: None where nothing was measured; now then says why."""

    goal: str
    now: str
    is_reached: bool | None


def not_measured(goal: str, why: str) -> Figure:
    return Figure(goal, f"not measured: {why}", None)


def markdown(figures: Iterable[Figure]) -> str:
    """Return a table of all goals; the last column is empty for those that the run did not measure."""
    found = {one.goal: one for one in figures}
    rows = [
        (goal.what, goal.before, goal.to_reach, _now(found[name]) if name in found else "")
        for name, goal in GOALS.items()
    ]
    return "\n".join(_row(row) for row in (("figure", "before", "to reach", "now"), ("---",) * 4, *rows))


def _now(figure: Figure) -> str:
    return f"{figure.now}, **missed**" if figure.is_reached is False else figure.now


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


ABOUT = (
    "The project's goals, as `python -m benchmarks --write` measured them last: medians (least-most) of turns."
    " [benchmarks/README.md](../benchmarks/README.md) says how; *before* is commit 3f4ee1f, on 2026-11-21."
)


def write(figures: Iterable[Figure], *, how: str, path: Path = DOCUMENT) -> None:
    """Write docs/benchmarks.md. how: machine, commit, loads, and all else a reader needs to know of the run."""
    about, run = (textwrap.fill(text, COLUMNS, break_on_hyphens=False) for text in (ABOUT, how))
    path.write_text(f"# Benchmarks\n\n{about}\n\n{run}\n\n{markdown(figures)}\n", encoding="utf-8")
