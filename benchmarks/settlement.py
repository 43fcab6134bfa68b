"""How long the fewest payments take, and how often they are proven: `python -m benchmarks.settlement`.

evening: 40 hands of two against two or one against three. cents10: whole ten cents up to 20 EUR, where very many
groups sum to 0. any: amounts to the cent up to 1,000 EUR, where hardly any do. greedy: what would be planned without
a search, pairs and then the best of the ways that pay somebody off with each payment.
"""

import random
import sys
import time
from collections.abc import Callable
from statistics import mean, median

from scorebook.ledger.parting import PROOF_STEPS
from scorebook.ledger.settlement import fewest_payments

PEOPLE = (12, 16, 18, 20, 22, 25, 30, 35, 40)
ROUNDS = 15
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


def measure(kind: str, people: int) -> str:
    dice = random.Random(2026)
    times_ms, proven, payments, greedy = [], [], [], []
    for _ in range(ROUNDS):
        amounts = KINDS[kind](dice, people)
        balances = dict(enumerate([*amounts, -sum(amounts)]))
        started = time.perf_counter_ns()
        found = fewest_payments(balances)
        times_ms.append((time.perf_counter_ns() - started) / 1_000_000)
        proven.append(found.is_proven)
        payments.append(len(found.payments))
        greedy.append(len(fewest_payments(balances, steps=0).payments))
    return (
        f"{kind:>8} {people:6} {median(times_ms):10.1f} {max(times_ms):10.1f} {sum(proven):5} of {ROUNDS}"
        f" {mean(payments):9.1f} {mean(greedy):9.1f}"
    )


def main() -> None:
    print(f"{PROOF_STEPS:,} steps; Python {sys.version.split()[0]}")
    print("    kind people  ms median   ms most    proven  payments    greedy")
    for kind in KINDS:
        for people in PEOPLE:
            print(measure(kind, people), flush=True)


if __name__ == "__main__":
    main()
