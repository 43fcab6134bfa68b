"""The plan against other ways to settle, the ways people may choose instead, and small coins."""

import random
from collections.abc import Callable, Mapping

import debts  # type: ignore[import-untyped]
import pytest

from scorebook.ledger.settlement import (
    Payment,
    Rounding,
    direct_payments,
    explained_payments,
    fewest_payments,
    largest_creditor,
    payments_via_treasurer,
    rounding_changes,
)
from tests.ledger.test_settlement import balances_after, balances_named, largest_to_largest, random_balances
from tests.support.extent import in_ci

pytestmark = pytest.mark.once

EVENINGS = in_ci(10_000, otherwise=1_000)


def by_id(balances: Mapping[str, int]) -> int:
    """The first who owes pays the first who is owed."""
    left, count = dict(balances), 0
    while any(left.values()):
        payer = next(name for name in sorted(left) if left[name] < 0)
        payee = next(name for name in sorted(left) if left[name] > 0)
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        count += 1
    return count


def by_debts(balances: Mapping[str, int]) -> int:
    """The package `debts`, which counts in euros and leaves out who is even."""
    return len(debts.settle([(name, amount) for name, amount in balances.items() if amount]) or [])


def by_hands(dice: random.Random, people: int) -> dict[str, int]:
    """What an evening really leaves: sums of some stakes, among them many equal ones."""
    balances = balances_named([0] * people)
    for _ in range(dice.randint(3, 30)):
        table = dice.sample(sorted(balances), 4)
        value = dice.choice([20, 30, 40, 50, 60, 80, 150])
        sides = (table[:1], table[1:]) if dice.randrange(4) == 0 else (table[:2], table[2:])
        for side, sign in zip(sides, (1, -1), strict=True):
            for name in side:
                balances[name] += sign * value * (3 if len(side) == 1 else 1)
    return balances


@pytest.mark.parametrize("way", [largest_to_largest, by_id, by_debts])
def test_on_thousands_of_evenings_no_other_way_needs_fewer_payments(way: Callable[[Mapping[str, int]], int]) -> None:
    dice = random.Random(2026)
    fewer = 0
    for evening in range(EVENINGS):
        people = dice.randint(4, 8) if evening % 50 else dice.randint(9, 11)
        balances = by_hands(dice, people) if evening % 2 else balances_named(random_balances(dice, people, 100))
        count = len(fewest_payments(balances).payments)
        assert count <= way(balances)
        fewer += count < way(balances)
    print(f"{way.__name__}: the plan needs fewer payments on {fewer} of {EVENINGS} evenings, never more")
    assert fewer > 0


@pytest.mark.parametrize("people", [18, 24, 40])
def test_nor_in_a_whole_club(people: int) -> None:
    dice = random.Random(people)
    for _ in range(30):
        balances = balances_named(random_balances(dice, people, dice.choice([12, 400])))
        count = len(fewest_payments(balances).payments)
        assert count <= min(largest_to_largest(balances), by_id(balances), by_debts(balances), people - 1)


def test_one_for_all() -> None:
    balances = {"Anna": 130, "Beppo": -80, "Cilli": 20, "Dani": -70}
    payments = payments_via_treasurer(balances, "Cilli")
    assert set(balances_after(balances, payments).values()) == {0}
    assert {payment.payer for payment in payments} == {"Beppo", "Cilli", "Dani"}
    assert len(payments) == 3
    outside = payments_via_treasurer(balances, "Emmi")
    assert balances_after(balances | {"Emmi": 0}, outside) == dict.fromkeys([*balances, "Emmi"], 0)
    with pytest.raises(ValueError, match="not to 0"):
        payments_via_treasurer({"Anna": 5}, "Anna")


def test_direct_debts_settle_everybody_whatever_was_played() -> None:
    dice = random.Random(3)
    for _ in range(300):
        hands: list[dict[str, int]] = []
        in_pot = 0
        for _ in range(dice.randint(1, 12)):
            amounts = balances_named(random_balances(dice, 4, 50))
            pot = dice.choice([0, 0, dice.randint(-in_pot, 40)])
            amounts["A"] -= pot
            in_pot += pot
            hands.append(amounts | {"pot": pot})
        hands.append({"B": in_pot, "pot": -in_pot})
        balances: dict[str, int] = {}
        for hand in hands:
            balances = {name: balances.get(name, 0) + hand.get(name, 0) for name in "ABCD"}
        payments = direct_payments(hands, passing="pot")
        assert set(balances_after(balances, payments).values()) == {0}
        pairs = [frozenset((payment.payer, payment.payee)) for payment in payments]
        assert len(pairs) == len(set(pairs))  # each pair pays one way only


def test_direct_debts_are_those_of_the_hands() -> None:
    hands = [{"Anna": 30, "Beppo": -10, "Cilli": -20}, {"Beppo": 10, "Anna": -10}]
    assert direct_payments(hands) == [Payment(payer="Cilli", payee="Anna", amount_minor=20)]


@pytest.mark.parametrize("coin", [5, 10, 50])
def test_whole_coins_and_no_cent_lost(coin: int) -> None:
    dice = random.Random(coin)
    for _ in range(2000):
        balances = balances_named(random_balances(dice, dice.randint(2, 9), 400))
        to_kitty = rounding_changes(balances, coin=coin, to=Rounding.KITTY)
        assert all(-coin < change < 0 for change in to_kitty.values())
        assert all((balances[name] + to_kitty.get(name, 0)) % coin == 0 for name in balances)
        to_one = rounding_changes(balances, coin=coin, to=Rounding.LARGEST_CREDITOR)
        after = {name: balance + to_one.get(name, 0) for name, balance in balances.items()}
        assert sum(to_one.values()) == 0 == sum(after.values())
        assert all(balance % coin == 0 for balance in after.values())
        creditor = largest_creditor(balances)
        assert all(abs(change) * 2 <= coin for name, change in to_one.items() if name != creditor)
        assert all(payment.amount_minor % coin == 0 for payment in fewest_payments(after).payments)


def test_nothing_to_round_where_nobody_is_owed_anything() -> None:
    assert rounding_changes({"Anna": 0}, coin=10, to=Rounding.LARGEST_CREDITOR) == {}
    assert rounding_changes({"Anna": 120, "Beppo": -120}, coin=10, to=Rounding.KITTY) == {}


def test_a_settlement_explains_itself_step_by_step() -> None:
    balances = {"Anna": 130, "Beppo": -80, "Dani": -50}
    steps = explained_payments(balances, fewest_payments(balances).payments)
    assert [
        (
            step.payer_after - step.payment.amount_minor,
            step.payer_after,
            step.payee_after + step.payment.amount_minor,
            step.payee_after,
        )
        for step in steps
    ] == [
        (-80, 0, 130, 50),
        (-50, 0, 50, 0),
    ]
