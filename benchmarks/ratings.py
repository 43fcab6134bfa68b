"""The time to replay the ratings of 20,000 evenings: `python -m benchmarks.ratings`.

The ratings alone, without a database: the evenings are in memory, four of twelve people each, with points by chance.
"""

import random
import time
from collections.abc import Iterator

from benchmarks.benchmark_run import BenchmarkRun
from benchmarks.figures import Figure
from benchmarks.machine import Spread, description, load_average
from scorebook.standings.ratings.rating_model import SkillEstimate, rate_evening

EVENINGS = 20_000
PEOPLE = 12
MOST_S = 5


def played() -> list[dict[int, int]]:
    dice = random.Random(2026)
    return [
        {person: dice.randint(-300, 300) for person in dice.sample(range(PEOPLE), 4)} for _evening in range(EVENINGS)
    ]


def replay_s(evenings: list[dict[int, int]]) -> float:
    ratings: dict[int, SkillEstimate] = {}
    started = time.perf_counter()
    for points in evenings:
        ratings |= rate_evening(ratings, points)
    return time.perf_counter() - started


def run(bench: BenchmarkRun) -> Iterator[Figure]:
    evenings = played()
    found = Spread([replay_s(evenings) for _turn in range(bench.extent.turns)])
    yield Figure("ratings", f"{found:.2f} s", found.median < MOST_S)


def main() -> None:
    print(f"{description()}, load {load_average()}")
    evenings = played()
    for _turn in range(5):
        print(f"{EVENINGS:,} evenings of four: {replay_s(evenings):.2f} s")


if __name__ == "__main__":
    main()
