"""How long the fewest payments take: `python -m benchmarks.settlement`.

The worst case for each number of people: no two of them owe each other the same.
"""

import random
import sys
import time
from statistics import median

from scorebook.ledger.settlement import EXACT_UP_TO, fewest_payments

PEOPLE = (4, 8, 12, 15, 16, 20, 40)
ROUNDS = 9


def balances_of(dice: random.Random, people: int) -> dict[int, int]:
    amounts = dice.sample(range(1, 100_000), people - 1)
    signed = [amount * dice.choice((1, -1)) for amount in amounts]
    return dict(enumerate([*signed, -sum(signed)]))


def main() -> None:
    dice = random.Random(2026)
    print(f"exact up to {EXACT_UP_TO} people; Python {sys.version.split()[0]}")
    for people in PEOPLE:
        times_ns, payments = [], []
        for _ in range(ROUNDS):
            balances = balances_of(dice, people)
            started = time.perf_counter_ns()
            payments.append(len(fewest_payments(balances)))
            times_ns.append(time.perf_counter_ns() - started)
        how = "exact" if people <= EXACT_UP_TO else "greedy"
        print(f"{people:3} people: {median(times_ns) // 1000:>9,} us  {how:6}  {median(payments):.0f} payments")


if __name__ == "__main__":
    main()
