"""The fewest payments, against every way to do it."""

import random
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product

import pytest

from scorebook.ledger.parting import PROOF_STEPS
from scorebook.ledger.settlement import Payment, fewest_payments

pytestmark = pytest.mark.once


def balances_after(balances: Mapping[str, int], payments: Sequence[Payment[str]]) -> dict[str, int]:
    left = dict(balances)
    for payment in payments:
        assert payment.amount_minor > 0 and payment.payer != payment.payee
        left[payment.payer] += payment.amount_minor
        left[payment.payee] -= payment.amount_minor
    return left


def balances_named(amounts: Sequence[int]) -> dict[str, int]:
    return dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn", amounts, strict=False))


@cache
def fewest_by_all_graphs(amounts: tuple[int, ...]) -> int:
    """Try every set of pairs who could pay each other, smallest first: it settles if each island sums to 0."""
    people = range(len(amounts))
    for size in range(len(amounts)):
        for pairs in combinations(list(combinations(people, 2)), size):
            island = list(people)
            for one, other in pairs:
                island = [island[one] if at == island[other] else at for at in island]
            if all(sum(amounts[who] for who in people if island[who] == at) == 0 for at in set(island)):
                return size
    raise AssertionError(f"{amounts} cannot be settled")


@cache
def groups_by_all_partitions(amounts: tuple[int, ...]) -> int:
    """The largest number of groups that sum to 0, over every partition of the people."""
    if not amounts:
        return 0
    first, others = amounts[0], amounts[1:]
    best = -len(amounts)
    for size in range(len(others) + 1):
        for chosen in combinations(range(len(others)), size):
            if first + sum(others[index] for index in chosen) == 0:
                rest = tuple(value for index, value in enumerate(others) if index not in chosen)
                best = max(best, 1 + groups_by_all_partitions(rest))
    return best


def random_balances(dice: random.Random, people: int, largest: int) -> list[int]:
    amounts = [dice.randint(-largest, largest) for _ in range(people - 1)]
    return [*amounts, -sum(amounts)]


def largest_to_largest(balances: Mapping[str, int]) -> int:
    left, count = dict(balances), 0
    while any(left.values()):
        payer, payee = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        count += 1
    return count


def proven_payments(balances: Mapping[str, int]) -> tuple[Payment[str], ...]:
    found = fewest_payments(balances)
    assert found.is_proven
    return found.payments


def people_with_a_balance(balances: Mapping[str, int]) -> int:
    return sum(balance != 0 for balance in balances.values())


@pytest.mark.parametrize(("people", "largest"), [(2, 9), (3, 9), (4, 6), (5, 3)])
def test_every_small_table_is_settled_with_the_fewest_payments(people: int, largest: int) -> None:
    cases = 0
    for amounts in product(range(-largest, largest + 1), repeat=people - 1):
        balances = balances_named([*amounts, -sum(amounts)])
        payments = proven_payments(balances)
        assert set(balances_after(balances, payments).values()) == {0}
        assert len(payments) == fewest_by_all_graphs(tuple(sorted(balances.values())))
        cases += 1
    assert cases == (2 * largest + 1) ** (people - 1)


def test_the_two_ways_to_count_agree() -> None:
    for amounts in combinations_with_replacement(range(-4, 5), 5):
        if sum(amounts) == 0:
            people = tuple(amount for amount in amounts if amount)
            assert fewest_by_all_graphs(amounts) == len(people) - groups_by_all_partitions(people)


@pytest.mark.parametrize(
    ("people", "largest", "evenings"),
    [(6, 12, 1500), (7, 20, 1000), (8, 30, 600), (9, 8, 400), (10, 30, 300), (11, 12, 150), (12, 20, 100)],
)
def test_random_tables_are_settled_with_the_fewest_payments(people: int, largest: int, evenings: int) -> None:
    dice = random.Random(people)
    for _ in range(evenings):
        balances = balances_named(random_balances(dice, people, largest))
        payments = proven_payments(balances)
        owing = tuple(sorted(amount for amount in balances.values() if amount))
        assert set(balances_after(balances, payments).values()) == {0}
        assert len(payments) == len(owing) - groups_by_all_partitions(owing)
        assert len(payments) <= largest_to_largest(balances)


def test_the_plan_beats_largest_to_largest() -> None:
    balances = {"Anna": 60, "Beppo": 50, "Cilli": -50, "Dani": -40, "Emmi": -20}
    assert proven_payments(balances) == (
        Payment(payer="Cilli", payee="Beppo", amount_minor=50),
        Payment(payer="Dani", payee="Anna", amount_minor=40),
        Payment(payer="Emmi", payee="Anna", amount_minor=20),
    )
    assert largest_to_largest(balances) == 4


def test_after_each_payment_in_any_order_one_less_is_planned() -> None:
    dice = random.Random(4)
    for evening in range(300):
        people = dice.randint(18, 22) if evening % 30 == 0 else dice.randint(2, 7)
        balances = balances_named(random_balances(dice, people, 15 if people < 8 else 200))
        payments = list(proven_payments(balances))
        dice.shuffle(payments)
        for done in range(len(payments) + 1):
            left = balances_after(balances, payments[:done])
            assert len(proven_payments(left)) == len(payments) - done


def test_the_order_of_the_people_has_no_influence() -> None:
    balances = {"Anna": 30, "Beppo": 30, "Cilli": -20, "Dani": -20, "Emmi": -20, "Fritz": 0}
    plans = {fewest_payments(dict(order)).payments for order in permutations(balances.items())}
    assert len(plans) == 1


@pytest.mark.parametrize("steps", [0, 3_000, PROOF_STEPS])
def test_nor_has_it_at_a_large_table_proven_or_not(steps: int) -> None:
    dice = random.Random(20)
    items = [*balances_named(random_balances(dice, 20, 40)).items()]
    plans = set()
    for _ in range(20):
        dice.shuffle(items)
        plans.add(fewest_payments(dict(items), steps=steps))
    assert len(plans) == 1


def test_the_largest_payment_comes_first() -> None:
    amounts = [
        payment.amount_minor for payment in proven_payments({"Anna": 100, "Beppo": -10, "Cilli": -70, "Dani": -20})
    ]
    assert amounts == [70, 20, 10]


def test_nobody_owes_nothing_to_pay() -> None:
    assert proven_payments({}) == () == proven_payments({"Anna": 0, "Beppo": 0})


def test_who_is_even_is_left_alone() -> None:
    [payment] = proven_payments({"Anna": 5, "Beppo": 0, "Cilli": -5})
    assert payment == Payment(payer="Cilli", payee="Anna", amount_minor=5)


@pytest.mark.parametrize("balances", [{"Anna": 1}, {"Anna": 5, "Beppo": -4}])
def test_balances_that_leak_are_refused(balances: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="not to 0"):
        fewest_payments(balances)


@pytest.mark.parametrize("amount", [1.0, True])
def test_a_balance_is_an_int(amount: int) -> None:
    with pytest.raises(TypeError):
        fewest_payments({"Anna": amount, "Beppo": -1})


@pytest.mark.parametrize("people", [16, 22, 23, 40])
def test_a_whole_club_is_settled(people: int) -> None:
    dice = random.Random(people)
    balances = balances_named(random_balances(dice, people, 10_000))
    payments = fewest_payments(balances).payments
    assert set(balances_after(balances, payments).values()) == {0}
    assert len(payments) <= min(people - 1, largest_to_largest(balances))


@pytest.mark.parametrize("steps", [0, 1_000, 30_000])
def test_a_plan_without_proof_is_the_best_that_was_found(steps: int) -> None:
    """Never more payments than with fewer steps, nor than from largest to largest."""
    dice = random.Random(7)
    unproven = 0
    for _ in range(60):
        balances = balances_named(random_balances(dice, 22, 200))
        found = fewest_payments(balances, steps=steps)
        assert set(balances_after(balances, found.payments).values()) == {0}
        assert len(found.payments) <= min(largest_to_largest(balances), people_with_a_balance(balances) - 1)
        assert len(proven_payments(balances)) <= len(found.payments) <= len(fewest_payments(balances, steps=0).payments)
        unproven += not found.is_proven
    assert unproven > 0 or steps == 30_000


@pytest.mark.parametrize("amounts", [(1, 6, 10, -2, -3, -12), (-1, -6, -10, 2, 3, 12)])
def test_a_cent_is_settled_without_proof_too(amounts: tuple[int, ...]) -> None:
    """No smaller group sums to 0, so that six people need five payments."""
    balances = balances_named(amounts)
    found = fewest_payments(balances, steps=0)
    assert not found.is_proven and len(found.payments) == 5
    assert set(balances_after(balances, found.payments).values()) == {0}


def test_what_is_not_proven_says_so() -> None:
    """Forty people with any amounts: more of them may sum to 0 than can be looked through."""
    dice = random.Random(40)
    balances = balances_named([dice.choice((1, -1)) * amount for amount in dice.sample(range(1, 100_000), 39)])
    balances["n"] = -sum(balances.values())
    found = fewest_payments(balances)
    assert not found.is_proven
    assert set(balances_after(balances, found.payments).values()) == {0}
    assert len(found.payments) <= largest_to_largest(balances)


@pytest.mark.parametrize("creditors", [15, 16, 21, 39])
def test_one_who_owes_everybody_is_proven_however_many_there_are(creditors: int) -> None:
    """One who owes many people different amounts; pairs that owe each other the same change nothing."""
    amounts = list(range(1, creditors + 1))
    balances = balances_named([-sum(amounts), *amounts])
    pairs = {f"{name} of a pair": amount for name, amount in balances_named([1000, -1000] * 3).items()}
    assert len(proven_payments(balances)) == creditors
    assert len(proven_payments(balances | pairs)) == creditors + 3


def test_pairs_that_owe_each_other_the_same_are_proven_however_many_there_are() -> None:
    pairs = [sign * amount for amount in range(1, 16) for sign in (1, -1)]
    assert len(proven_payments(balances_named(pairs))) == 15
