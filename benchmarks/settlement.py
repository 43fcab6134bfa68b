"""The time for the fewest payments, and how often they are proven minimal: `python -m benchmarks.settlement`.

evening: 40 hands of two against two or one against three. cents10: whole ten cents up to 20 EUR, where very many
groups sum to 0. any: amounts to the cent up to 1,000 EUR, where hardly any do. greedy: the plan without a
search, pairs and then the best of the ways in which each payment pays one person off.
"""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import mean, median

from benchmarks.benchmark_run import BenchmarkRun
from benchmarks.figures import Figure
from benchmarks.machine import description, load_average
from scorebook.ledger.parting import PROOF_STEPS
from scorebook.ledger.settlement import fewest_payments

PEOPLE = (12, 16, 18, 20, 22, 25, 30, 35, 40)
ROUNDS = 15
MOST_MS = {16: 5, 22: 200}
Dice = random.Random


def evening(dice: Dice, people: int) -> list[int]:
    amounts = [0] * people
    for _ in range(40):
        value = dice.choice((10, 20, 20, 20, 30, 50, 60, 100))
        shares = (1, 1, -1, -1) if dice.random() < 0.7 else dice.choice(((3, -1, -1, -1), (-3, 1, 1, 1)))
        for seat, share in zip(dice.sample(range(people), 4), shares, strict=True):
            amounts[seat] += share * value
    return amounts[:-1]


def cents10(dice: Dice, people: int) -> list[int]:
    return [dice.choice((1, -1)) * dice.randint(1, 200) * 10 for _ in range(people - 1)]


def any_amounts(dice: Dice, people: int) -> list[int]:
    return [dice.choice((1, -1)) * amount for amount in dice.sample(range(1, 100_000), people - 1)]


KINDS: dict[str, Callable[[Dice, int], list[int]]] = {"evening": evening, "cents10": cents10, "any": any_amounts}


@dataclass(frozen=True, kw_only=True)
class Settled:
    """Results of each round. greedy: payments without a search."""

    times_ms: list[float]
    proven: list[bool]
    payments: list[int]
    greedy: list[int]


def measure(kind: str, people: int) -> Settled:
    dice = random.Random(2026)
    found = Settled(times_ms=[], proven=[], payments=[], greedy=[])
    for _ in range(ROUNDS):
        amounts = KINDS[kind](dice, people)
        balances = dict(enumerate([*amounts, -sum(amounts)]))
        started = time.perf_counter_ns()
        plan = fewest_payments(balances)
        found.times_ms.append((time.perf_counter_ns() - started) / 1_000_000)
        found.proven.append(plan.is_proven)
        found.payments.append(len(plan.payments))
        found.greedy.append(len(fewest_payments(balances, steps=0).payments))
    return found


def line_of(kind: str, people: int, found: Settled) -> str:
    return (
        f"{kind:>8} {people:6} {median(found.times_ms):10.1f} {max(found.times_ms):10.1f}"
        f" {sum(found.proven):5} of {ROUNDS} {mean(found.payments):9.1f} {mean(found.greedy):9.1f}"
    )


def run(bench: BenchmarkRun) -> Iterator[Figure]:
    """Yield the median of the slowest kind of amounts."""
    for people, most_ms in MOST_MS.items():
        found = {kind: measure(kind, people) for kind in KINDS}
        for kind, one in found.items():
            print(line_of(kind, people, one))
        longest = max(found, key=lambda kind: median(found[kind].times_ms))
        slowest, is_exact = median(found[longest].times_ms), all(all(one.proven) for one in found.values())
        proof = "all exact" if is_exact else "not all exact"
        most = max(max(one.times_ms) for one in found.values())
        now = f"{slowest:.1f} ms ({longest}), most {most:.0f} ms; {proof}"
        yield Figure(f"settlement_{people}", now, slowest < most_ms and is_exact)


def main() -> None:
    print(f"{PROOF_STEPS:,} steps; {description()}, load {load_average()}")
    print("    kind people  ms median   ms most    proven  payments    greedy")
    for kind in KINDS:
        for people in PEOPLE:
            print(line_of(kind, people, measure(kind, people)), flush=True)


if __name__ == "__main__":
    main()
