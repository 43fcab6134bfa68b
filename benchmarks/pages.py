"""The cost of a large club's pages: a club of a million hands beside one of a thousand.

Each has a server of its own on one PostgreSQL. Pages are requested in turns over a kept connection; CPU is that of the
server and of PostgreSQL. The club is played by `filled_club`, the statements are those of its most frequent player.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks import phone
from benchmarks.benchmark_run import BenchmarkRun, Extent
from benchmarks.figures import Figure
from benchmarks.machine import Spread, ratios
from benchmarks.phone import Connection, Scribe
from benchmarks.postgresql import Postgres, filled
from benchmarks.site import Site, served
from scorebook.clubs.roles import LINK_SEPARATOR

SMALL = 1_000
MOST_GROWTH, MOST_MS, MOST_GROWTH_OF_RECORDING = 1.5, 100, 1.1
RECORD = "record a hand"
ROWS = 4  # of recorded hands in one turn
PAGES = {
    "club page": "/c/{club}/",
    "API club": "/api/v1/clubs/{club}",
    "API evenings": "/api/v1/clubs/{club}/evenings",
    "tab": "/c/{club}/tab",
    "API board": "/api/v1/clubs/{club}/boards/points",
    "statement page": "/c/{club}/players/{player}/",
    "API statement": "/api/v1/clubs/{club}/people/{player}/statement",
    "API lines of a statement": "/api/v1/clubs/{club}/people/{player}/statement/lines",
    "API evenings of a statement": "/api/v1/clubs/{club}/people/{player}/statement/evenings",
}
# Pages of standings: only their time counts, since they show more as the club grows.
STANDINGS = {
    "board of a year": "/c/{club}/board",
    "board of all places": "/c/{club}/board?measure=places&period=all",
    "person": "/c/{club}/people/{player}/",
    "partners": "/c/{club}/partners",
    "partners of all years": "/c/{club}/partners?period=all",
    "hall": "/c/{club}/hall",
    "cup": "/c/{club}/cup",
    "year": "/c/{club}/years/{year}/",
    "season": "/c/{club}/seasons/{open_season}/",
    "closed season": "/c/{club}/seasons/{closed_season}/",
    "ratings": "/c/{club}/ratings",
    "search": "/c/{club}/search?person={player}",
    "search of notes": "/c/{club}/search?note=nowhere",
    "order": "/c/{club}/order",
    "end of an evening": "/t/{evening}/settle",
}


@dataclass
class Grown:
    """A club with its server. wall_ms, cpu_ms: of each page, the median or mean of each turn."""

    site: Site
    links: Mapping[str, str]
    postgres: Postgres
    wall_ms: dict[str, list[float]]
    cpu_ms: dict[str, list[float]]

    def measure(self, what: str, times: list[float], cpu_s: float) -> None:
        self.wall_ms.setdefault(what, []).append(1000 * statistics.median(times))
        self.cpu_ms.setdefault(what, []).append(1000 * cpu_s / len(times))

    def cpu_s(self) -> float:
        return self.site.cpu_s() + self.postgres.cpu_s()


def run(bench: BenchmarkRun) -> Iterator[Figure]:
    postgres = bench.postgres
    small, large = (f"pages_{hands}" for hands in (SMALL, bench.extent.hands))
    for name, hands in ((small, SMALL), (large, bench.extent.hands)):
        postgres.copy(filled(postgres, hands), name)
    with served(database=postgres.url(small)) as one, served(database=postgres.url(large)) as other:
        clubs = [Grown(site, _links(postgres, name), postgres, {}, {}) for site, name in ((one, small), (other, large))]
        _measure(clubs, bench.extent)  # warms the caches
        for club in clubs:
            club.wall_ms.clear()
            club.cpu_ms.clear()
        for _ in range(bench.extent.turns):
            _measure(clubs, bench.extent)
    for name in (small, large):
        postgres.drop(name)
    yield from _figures(bench, *clubs)


def _measure(clubs: Sequence[Grown], extent: Extent) -> None:
    """Measure page by page, so that both clubs see the same machine."""
    for name, path in {**PAGES, **STANDINGS}.items():
        for club in clubs:
            _ask(club, name, path, extent.requests)
    _record(clubs, extent.recorded)


def _ask(club: Grown, name: str, path: str, requests: int) -> None:
    connection, path = Connection(club.site.port), path.format(**club.links)
    before = club.cpu_s()
    times = [_seconds(lambda: connection.get(path)) for _ in range(requests)]
    club.measure(name, times, club.cpu_s() - before)
    connection.close()


def _record(clubs: Sequence[Grown], count: int) -> None:
    """Record rows of so many hands in a new evening of each club."""
    tables = [phone.opened(club.site.port, 1, club=club.links["club"]) for club in clubs]
    scribes = [Scribe(club.site.port, table, 1) for club, table in zip(clubs, tables, strict=True)]
    times, cpu_s = [list[float]() for _ in clubs], [0.0 for _ in clubs]
    for _ in range(ROWS):
        for place, club in enumerate(clubs):
            before = club.cpu_s()
            times[place] += [_seconds(scribes[place].write) for _ in range(count)]
            cpu_s[place] += club.cpu_s() - before
    for club, took, cpu in zip(clubs, times, cpu_s, strict=True):
        club.measure(RECORD, took, cpu)


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _links(postgres: Postgres, database: str) -> Mapping[str, str]:
    """Return the club's link, the player with the most seats, the evening that was closed last, and the two seasons.

    The evening by the club's link: its own for the scribe has expired.
    """
    with postgres.connected(database) as connection:
        club, player = connection.execute(
            "SELECT club.keeper_token, seat.player_id FROM clubs_club AS club JOIN play_seat AS seat"
            " ON seat.club_id = club.id GROUP BY 1, 2 ORDER BY count(*) DESC LIMIT 1"
        ).fetchone() or ("", "")
        evening, year = connection.execute(
            "SELECT id, extract(year FROM started_at)::int FROM play_evening WHERE closed_at IS NOT NULL"
            " ORDER BY number DESC LIMIT 1"
        ).fetchone() or ("", 0)
        open_season, closed_season = connection.execute(
            "SELECT min(season::text) FILTER (WHERE closings = 0), min(season::text) FILTER (WHERE closings = 1) FROM ("
            "SELECT season, count(*) FILTER (WHERE kind = 'closed') AS closings FROM standings_seasonevent GROUP BY 1"
            ") AS seasons"
        ).fetchone() or ("", "")
    return {
        "club": str(club),
        "player": str(player),
        "evening": f"{club}{LINK_SEPARATOR}{evening}",
        "year": str(year),
        "open_season": str(open_season),
        "closed_season": str(closed_season),
    }


def _figures(bench: BenchmarkRun, small: Grown, large: Grown) -> Iterator[Figure]:
    print(f"{'':<16} {'ms at':>24} {'ms at':>24} {'growth':>18}   CPU: ms, ms and growth")
    print(f"{'':<16} {SMALL:>24,} {bench.extent.hands:>24,}")
    for what in small.wall_ms:
        wall, cpu = _row(small.wall_ms[what], large.wall_ms[what]), _row(small.cpu_ms[what], large.cpu_ms[what])
        print(f"{what:<16} {wall[0]:>24} {wall[1]:>24} {wall[2]:>18}   {', '.join(cpu)}")
    yield from _figures_of_pages(small, large)
    recorded = ratios(large.cpu_ms[RECORD], small.cpu_ms[RECORD])
    yield Figure("record_grown", f"{recorded:.2f} (CPU)", recorded.median <= MOST_GROWTH_OF_RECORDING)


def _figures_of_pages(small: Grown, large: Grown) -> Iterator[Figure]:
    growth = {what: ratios(large.wall_ms[what], small.wall_ms[what]) for what in PAGES}
    slowest = max(PAGES, key=lambda what: Spread(large.wall_ms[what]).median)
    took = Spread(large.wall_ms[slowest])
    each = ", ".join(f"{what} {growth[what].median:.2f}" for what in PAGES)
    yield Figure("pages", each, max(one.median for one in growth.values()) <= MOST_GROWTH)
    yield _slowest_standings_page(large)
    yield Figure("slowest_page", f"{took:.0f} ms ({slowest})", took.median < MOST_MS)


def _slowest_standings_page(large: Grown) -> Figure:
    slowest = max(STANDINGS, key=lambda what: Spread(large.wall_ms[what]).median)
    took = Spread(large.wall_ms[slowest])
    return Figure("memory_page", f"{took:.0f} ms ({slowest})", took.median < MOST_MS)


def _row(small: list[float], large: list[float]) -> tuple[str, str, str]:
    return f"{Spread(small):.1f}", f"{Spread(large):.1f}", f"x{ratios(large, small):.2f}"
