"""The most groups, where every partition cannot be tried: tables whose answer is known by how they are made."""

import random
from collections.abc import Callable, Iterable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorebook.ledger.parting import Parting, most_zero_sum_groups
from scorebook.ledger.settlement import fewest_payments
from tests.ledger.test_settlement import (
    balances_after,
    balances_named,
    groups_by_all_partitions,
    largest_to_largest,
    random_balances,
)
from tests.support.extent import in_ci

pytestmark = pytest.mark.once


def groups_by_seating(amounts: Sequence[int]) -> int:
    """Seat people one after the other; a group ends where the sum is 0. The best order of every set of people."""
    size = 1 << len(amounts)
    total, most = [0] * size, [0] * size
    for members in range(1, size):
        lowest = members & -members
        total[members] = total[members ^ lowest] + amounts[lowest.bit_length() - 1]
        left, best = members, 0
        while left:
            last = left & -left
            best = max(best, most[members ^ last])
            left ^= last
        most[members] = best + (total[members] == 0)
    return most[-1]


def checked_parting(parting: Parting, amounts: Sequence[int]) -> Parting:
    assert sorted(place for group in parting.groups for place in group) == list(range(len(amounts)))
    assert all(sum(amounts[place] for place in group) == 0 for group in parting.groups)
    return parting


def without_zeros(amounts: Iterable[int]) -> list[int]:
    return [amount for amount in amounts if amount]


@pytest.mark.parametrize(
    ("people", "tables"),
    [
        (13, 4),
        (14, 2),
        pytest.param(16, 8, marks=pytest.mark.thorough),
        pytest.param(18, 3, marks=pytest.mark.thorough),
    ],
)
@pytest.mark.parametrize("largest", [12, 40, 200])
def test_as_many_groups_as_the_best_order_to_sit_in(people: int, tables: int, largest: int) -> None:
    dice = random.Random(people * largest)
    for _ in range(tables):
        amounts = without_zeros(random_balances(dice, people, largest))
        parting = checked_parting(most_zero_sum_groups(amounts), amounts)
        assert parting.is_proven and len(parting.groups) == groups_by_seating(amounts)


@pytest.mark.parametrize("tables", [(8, 8), (11, 11), (7, 7, 8), (10, 9, 3), (5, 5, 6, 6), (8, 8, 9), (7, 7, 7, 7, 7)])
@pytest.mark.parametrize("largest", [9, 20, 60])
def test_tables_that_can_have_no_group_together_are_parted_like_each_of_them(
    tables: tuple[int, ...], largest: int
) -> None:
    """At each table the amounts are so much larger that nobody there is paid by those of the tables before."""
    dice = random.Random(sum(tables) * largest)
    for _ in range(10):
        amounts: list[int] = []
        wanted = 0
        for number, people in enumerate(tables):
            table = without_zeros(random_balances(dice, people, largest))
            amounts += [amount * 10_000**number for amount in table]
            wanted += groups_by_all_partitions(tuple(sorted(table)))
        dice.shuffle(amounts)
        parting = checked_parting(most_zero_sum_groups(amounts), amounts)
        assert parting.is_proven and len(parting.groups) == wanted


@pytest.mark.parametrize("groups", [3, 7, 9, 12])
def test_threes_that_were_dealt_are_found_again(groups: int) -> None:
    """Two who are owed and one who owes: there cannot be more groups than people who owe."""
    dice = random.Random(groups)
    for _ in range(20):
        owed = [(dice.randint(1, 60), dice.randint(1, 60)) for _ in range(groups)]
        amounts = [amount for one, other in owed for amount in (one, other, -one - other)]
        dice.shuffle(amounts)
        parting = checked_parting(most_zero_sum_groups(amounts), amounts)
        assert parting.is_proven and len(parting.groups) == groups


def any_amounts(dice: random.Random, people: int) -> list[int]:
    return [dice.choice((1, -1)) * amount for amount in dice.sample(range(1, 100_000), people - 1)]


def whole_ten_cents(dice: random.Random, people: int) -> list[int]:
    return [dice.choice((1, -1)) * 10 * dice.randint(1, 200) for _ in range(people - 1)]


def few_amounts(dice: random.Random, people: int) -> list[int]:
    amounts = [dice.choice((1, -1)) * amount for amount in dice.sample(range(1, 60), 6)]
    return [dice.choice(amounts) for _ in range(people - 1)]


def all_different(dice: random.Random, people: int) -> list[int]:
    """So that there are no pairs, and as many groups as can be."""
    return [dice.choice((1, -1)) * amount for amount in dice.sample(range(1, people + 10), people - 1)]


def few_are_owed(dice: random.Random, people: int) -> list[int]:
    owed = [dice.randint(1, 400) for _ in range(5)]
    return [*owed, *(-dice.randint(1, 100) for _ in range(people - 6))]


@pytest.mark.parametrize("kind", [any_amounts, whole_ten_cents, few_amounts, all_different, few_are_owed])
@pytest.mark.parametrize("people", [17, 20, 22])
def test_up_to_22_people_are_proven_whatever_they_owe(
    kind: Callable[[random.Random, int], list[int]], people: int
) -> None:
    dice = random.Random(people)
    for _ in range(30):
        table = kind(dice, people)
        amounts = without_zeros([*table, -sum(table)])
        assert checked_parting(most_zero_sum_groups(amounts), amounts).is_proven


def test_the_order_of_the_amounts_decides_only_who_of_equals_is_in_which_group() -> None:
    dice = random.Random(5)
    for _ in range(40):
        amounts = without_zeros(random_balances(dice, 20, 15))
        shuffled = dice.sample(amounts, len(amounts))
        parted = [
            sorted(sorted(table[place] for place in group) for group in most_zero_sum_groups(table).groups)
            for table in (amounts, shuffled)
        ]
        assert parted[0] == parted[1]


def test_nobody_is_in_no_group() -> None:
    assert most_zero_sum_groups([]) == Parting(groups=(), is_proven=True)
    assert most_zero_sum_groups([5, -5], steps=0) == Parting(groups=((0, 1),), is_proven=True)


def test_without_steps_only_pairs_are_found() -> None:
    amounts = [30, -10, -20, 40, -15, -25, 7, -7]
    assert most_zero_sum_groups(amounts, steps=0) == Parting(groups=((6, 7), (0, 1, 2, 3, 4, 5)), is_proven=False)
    assert len(most_zero_sum_groups(amounts).groups) == 3


@settings(max_examples=in_ci(400, otherwise=100))
@given(
    amounts=st.lists(st.integers(-300, 300) | st.integers(-6, 6), max_size=30),
    steps=st.integers(0, 4_000) | st.just(100_000),
)
def test_every_plan_brings_all_to_nothing(amounts: list[int], steps: int) -> None:
    balances = balances_named([*amounts, -sum(amounts)])
    found = fewest_payments(balances, steps=steps)
    assert set(balances_after(balances, found.payments).values()) == {0}
    assert len(found.payments) <= min(largest_to_largest(balances), max(0, len(without_zeros(balances.values())) - 1))
    assert not found.is_proven or len(found.payments) <= len(fewest_payments(balances, steps=2 * steps).payments)
