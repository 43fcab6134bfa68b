"""The fewest payments that bring every balance to 0. Pure, standard library only.

People linked by payments form groups, and each group's balances sum to 0. A group of n people needs at least n - 1
payments and n - 1 always suffice, so the minimum is: people with a balance minus the largest number of groups.
`parting` finds that number.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from scorebook.ledger.parting import PROOF_STEPS, most_zero_sum_groups


class Sortable(Protocol):
    def __lt__(self, other: Any, /) -> bool: ...
    def __hash__(self) -> int: ...


K = TypeVar("K", bound=Sortable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment(Generic[K]):
    payer: K
    payee: K
    amount_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FewestPayments(Generic[K]):
    payments: tuple[Payment[K], ...]  # largest first
    is_proven: bool  # fewer payments are impossible


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentStep(Generic[K]):
    """One payment and the balances of both people after it, in the order of paying."""

    payment: Payment[K]
    payer_after: int
    payee_after: int


class SettlementMethod(StrEnum):
    FEWEST = "fewest"
    ONE_FOR_ALL = "one_for_all"  # all pay through one person or the till
    DIRECT = "direct"  # losers to winners, hand by hand


class Rounding(StrEnum):
    """The account that takes the difference when balances are rounded to whole coins."""

    KITTY = "kitty"
    LARGEST_CREDITOR = "largest_creditor"


def fewest_payments(balances: Mapping[K, int], *, steps: int = PROOF_STEPS) -> FewestPayments[K]:
    """Return the payments that bring all balances to 0.

    balances: + is owed money, - owes it; their order has no influence.
    steps:    limit of the search for a proof. The default sufficed for every tried table of 22 people and most of 35,
              and suffices for any number if most amounts have an opposite.
    Unproven payments are never more than the best of GREEDY_WAYS, and always fewer than people. Between proven plans,
    each payment made reduces the plan by one.
    Raises: ValueError if the balances do not sum to 0; TypeError for a balance that is no int.
    """
    open_balances = _open_balances(balances)
    parting = most_zero_sum_groups([balance for _, balance in open_balances], steps=steps)
    groups = [[open_balances[place] for place in group] for group in parting.groups]
    payments = _greedy_payments(groups, LARGEST) if parting.is_proven else _best_unproven_payments(groups)
    return FewestPayments(payments=tuple(_payments_in_order(payments)), is_proven=parting.is_proven)


def payments_via_treasurer(balances: Mapping[K, int], treasurer: K) -> list[Payment[K]]:
    """Return payments through one person, largest first. The treasurer needs no balance of their own.

    Raises: as `fewest_payments`.
    """
    return _payments_in_order(
        Payment(payer=key, payee=treasurer, amount_minor=-balance)
        if balance < 0
        else Payment(payer=treasurer, payee=key, amount_minor=balance)
        for key, balance in _open_balances(balances)
        if key != treasurer
    )


def direct_payments(hands: Iterable[Mapping[K, int]], *, passing: K | None = None) -> list[Payment[K]]:
    """Settle each hand by itself with the fewest payments, then net each pair of people.

    hands:   movements of each hand, + won; a payment already made counts as a hand won by the payer.
    passing: a party such as the pot that only passes money on: its receipts are owed to those it paid.
    Raises: as `fewest_payments`, for each hand.
    """
    owed: dict[tuple[K, K], int] = {}
    for hand in hands:
        _owe_payments(owed, fewest_payments(hand).payments)
    if passing is not None:
        _owe_payments(owed, fewest_payments(_take_out_party(owed, passing)).payments)
    return _payments_in_order(
        Payment(payer=payer, payee=payee, amount_minor=amount_minor)
        for (payer, payee), amount_minor in owed.items()
        if amount_minor > 0
    )


def explained_payments(balances: Mapping[K, int], payments: Iterable[Payment[K]]) -> list[PaymentStep[K]]:
    left, steps = Counter(balances), []
    for payment in payments:
        left[payment.payer] += payment.amount_minor
        left[payment.payee] -= payment.amount_minor
        steps.append(PaymentStep(payment=payment, payer_after=left[payment.payer], payee_after=left[payment.payee]))
    return steps


def rounding_changes(balances: Mapping[K, int], *, coin: int, to: Rounding) -> dict[K, int]:
    """Return the change of each balance that makes it whole coins; unchanged ones are missing.

    KITTY:            debts go up and claims down to the next coin. The kitty gets minus the sum, never below 0.
    LARGEST_CREDITOR: all go to the nearest coin, half a coin up; the largest creditor gets minus the sum of the others.
                      If the balances' own sum is not a whole coin, the creditor's balance is not one either.
    """
    if to is Rounding.KITTY:
        changes = {key: balance // coin * coin - balance for key, balance in balances.items()}
    else:
        changes = {key: (balance + coin // 2) // coin * coin - balance for key, balance in balances.items()}
        creditor = largest_creditor(balances)
        if creditor is None:
            return {}
        changes[creditor] = -sum(change for key, change in changes.items() if key != creditor)
    return {key: change for key, change in changes.items() if change != 0}


def largest_creditor(balances: Mapping[K, int]) -> K | None:
    """Return the key with the largest claim, the first among equals; None without any claim."""
    owed = sorted(key for key, balance in balances.items() if balance > 0)
    return max(owed, key=lambda key: balances[key], default=None)


Balances = Sequence[tuple[K, int]]
# The amounts that are paid first: the largest, the smallest, or those of the first people.
LARGEST, SMALLEST, BY_KEY = -1, 1, 0
GREEDY_WAYS = (LARGEST, SMALLEST, BY_KEY)


def _open_balances(balances: Mapping[K, int]) -> Balances[K]:
    """Return nonzero balances by key. Raises: ValueError if they do not sum to 0; TypeError for one that is no int."""
    for key, balance in balances.items():
        if type(balance) is not int:
            raise TypeError(f"the balance of {key} is {balance!r}, not an int")
    if sum(balances.values()) != 0:
        raise ValueError(f"balances sum to {sum(balances.values())}, not to 0")
    return sorted(((key, balance) for key, balance in balances.items() if balance != 0), key=lambda item: item[0])


def _payments_in_order(payments: Iterable[Payment[K]]) -> list[Payment[K]]:
    return sorted(payments, key=lambda payment: (-payment.amount_minor, payment.payer, payment.payee))


def _owe_payments(owed: dict[tuple[K, K], int], payments: Iterable[Payment[K]]) -> None:
    """Add payments to `owed`, which holds each pair in both directions with opposite signs."""
    for payment in payments:
        for pair, sign in (((payment.payer, payment.payee), 1), ((payment.payee, payment.payer), -1)):
            owed[pair] = owed.get(pair, 0) + sign * payment.amount_minor


def _take_out_party(owed: dict[tuple[K, K], int], passing: K) -> dict[K, int]:
    """Remove the pairs with one party from `owed` and return them as balances."""
    balances = {payee: amount_minor for (payer, payee), amount_minor in owed.items() if payer == passing}
    for other in balances:
        del owed[passing, other], owed[other, passing]
    return balances


def _best_unproven_payments(groups: Sequence[Balances[K]]) -> list[Payment[K]]:
    """Return the best of several partitions without a proof: the groups found, only their pairs, or no groups."""
    pairs = [group for group in groups if len(group) == 2]
    others = [item for group in groups if len(group) > 2 for item in group]
    everybody = [item for group in groups for item in group]
    partings = (groups, [*pairs, others], [everybody])
    return min((_greedy_payments(parting, way) for parting in partings for way in GREEDY_WAYS), key=len)


def _greedy_payments(groups: Iterable[Balances[K]], way: int) -> list[Payment[K]]:
    """Pay within each group until all balances are 0; each payment settles at least one of two people."""
    payments: list[Payment[K]] = []
    for group in groups:
        left = dict(group)
        while left:
            payer, payee = _next_pair(left, way)
            amount_minor = min(-left[payer], left[payee])
            payments.append(Payment(payer=payer, payee=payee, amount_minor=amount_minor))
            left[payer] += amount_minor
            left[payee] -= amount_minor
            left = {key: balance for key, balance in left.items() if balance != 0}
    return payments


def _next_pair(left: Mapping[K, int], way: int) -> tuple[K, K]:
    """Return the next payer and payee; the first key wins among equals."""
    keys = sorted(left, key=lambda key: (way * abs(left[key]), key))
    return next(key for key in keys if left[key] < 0), next(key for key in keys if left[key] > 0)
