"""A hand through HTTP beside the limit: 8 scribes who write without a pause, on PostgreSQL with two workers.

The limit is pgbench, with 8 clients in 8 clubs, which writes the same rows (`limit`). Scribes write in 8 clubs, and in
8 evenings of one club, where everybody waits for the club's books. In turns A B A B; CPU is that of all processes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks import phone
from benchmarks.benchmark_run import BenchmarkRun
from benchmarks.figures import Figure
from benchmarks.limit import pgbench
from benchmarks.machine import Spread, own_cpu_s, ratios
from benchmarks.phone import Scribe
from benchmarks.site import Site, served

SCRIBES, WORKERS = 8, 2
LEAST = {"hands_clubs": 0.25, "hands_club": 0.15}


def run(bench: BenchmarkRun) -> Iterator[Figure]:
    postgres, seconds = bench.postgres, bench.extent.seconds
    limit = pgbench(postgres, SCRIBES, bench.folder)
    rates: dict[str, list[float]] = {name: [] for name in ("limit", *LEAST)}
    cpu_ms: dict[str, list[float]] = {name: [] for name in rates}
    with served(database=postgres.create("hands"), workers=WORKERS) as site:
        kinds = {"hands_clubs": _writers(site, one_club=False), "hands_club": _writers(site, one_club=True)}
        for scribes in kinds.values():
            phone.at_once([scribe.write for scribe in scribes], 1)  # warms the caches
        for _ in range(bench.extent.turns):
            before = postgres.cpu_s() + own_cpu_s()
            rate = limit.rate(SCRIBES, seconds)
            _add(rates, cpu_ms, "limit", rate, (postgres.cpu_s() + own_cpu_s() - before) / (rate * seconds))
            for name, scribes in kinds.items():
                before = postgres.cpu_s() + site.cpu_s()
                hands = len(phone.at_once([scribe.write for scribe in scribes], seconds))
                _add(rates, cpu_ms, name, hands / seconds, (postgres.cpu_s() + site.cpu_s() - before) / hands)
    for name in rates:
        print(f"{name:<12} {Spread(rates[name]):.0f} hands/s, {Spread(cpu_ms[name]):.2f} ms of CPU a hand")
    for name, least in LEAST.items():
        ratio, by_cpu = ratios(rates[name], rates["limit"]), ratios(cpu_ms["limit"], cpu_ms[name])
        yield Figure(name, f"{ratio:.3f}; by CPU {by_cpu:.3f}", ratio.median >= least)


def _writers(site: Site, *, one_club: bool) -> Sequence[Scribe]:
    first = phone.opened(site.port)
    others = [phone.opened(site.port, club=first.club if one_club else None) for _ in range(SCRIBES - 1)]
    return [Scribe(site.port, table) for table in (first, *others)]


def _add(rates: dict[str, list[float]], cpu_ms: dict[str, list[float]], name: str, rate: float, cpu_s: float) -> None:
    rates[name].append(rate)
    cpu_ms[name].append(1000 * cpu_s)
