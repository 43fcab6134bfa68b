"""Who pays whom: the fewest payments that bring every balance to 0. Pure, standard library only.

People among whom the payments run form groups, and each group's balances sum to 0. A group of n people needs
at least n - 1 payments and n - 1 always do, so the fewest payments are: people with a balance minus the
largest number of groups they can be parted into. Finding that number is the whole problem.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar


class Sortable(Protocol):
    def __lt__(self, other: Any, /) -> bool: ...
    def __hash__(self) -> int: ...


K = TypeVar("K", bound=Sortable)

# So many people with a balance, beyond pairs that owe each other the same, are parted exactly. More are not:
# the work doubles with each.
EXACT_UP_TO = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment(Generic[K]):
    payer: K
    payee: K
    amount_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentStep(Generic[K]):
    """One payment and what it does to the balances of the two, in the order of paying."""

    payment: Payment[K]
    payer_before: int
    payer_after: int
    payee_before: int
    payee_after: int


class SettlementMethod(StrEnum):
    """How an evening may be settled."""

    FEWEST = "fewest"
    ONE_FOR_ALL = "one_for_all"  # everybody with one person, or with the till
    DIRECT = "direct"  # who lost to whom, hand by hand


class Rounding(StrEnum):
    """Where the difference goes when balances are made whole coins."""

    KITTY = "kitty"
    LARGEST_CREDITOR = "largest_creditor"


def fewest_payments(balances: Mapping[K, int]) -> list[Payment[K]]:
    """The payments that bring all balances to 0, largest first.

    balances: + is owed money, - owes it.
    The fewest possible up to EXACT_UP_TO people; beyond, never more than the best of GREEDY_WAYS, and always less
    than one for each person. The order of the mapping has no influence. Where exact, one payment less is planned
    after one of the planned is made.
    Raises: ValueError when the balances do not sum to 0; TypeError for a balance that is no int.
    """
    open_balances = _open_balances(balances)
    pairs, rest = _opposite_balances(open_balances)
    if len(rest) <= EXACT_UP_TO:
        return _payments_in_order(
            payment for group in [*pairs, *_balance_groups(rest)] for payment in _largest_to_largest(group)
        )
    beside = [payment for pair in pairs for payment in _largest_to_largest(pair)]
    tried: list[list[Payment[K]]] = [[*beside, *way(rest)] for way in GREEDY_WAYS] + [
        way(open_balances) for way in GREEDY_WAYS
    ]
    fewest = min(tried, key=len)
    return _payments_in_order(fewest)


def is_plan_exact(balances: Mapping[K, int]) -> bool:
    """Whether no way at all needs fewer payments than `fewest_payments`. Raises: as `plan`."""
    return len(_opposite_balances(_open_balances(balances))[1]) <= EXACT_UP_TO


def via_treasurer(balances: Mapping[K, int], treasurer: K) -> list[Payment[K]]:
    """Everybody pays to one person, or is paid by them; largest first. The treasurer needs no balance of their own.

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
    """Who lost to whom: each hand is settled by itself with the fewest payments, then each pair nets out.

    hands:   what each hand moved, + won; what somebody has paid already is a hand that they won.
    passing: a party such as the pot, which only passes on: what it took is owed to those whom it paid.
    Raises: as `fewest_payments`, for each hand.
    """
    owed: dict[tuple[K, K], int] = {}
    for hand in hands:
        _owe_payments(owed, fewest_payments(hand))
    if passing is not None:
        _owe_payments(owed, fewest_payments(_balances_taken_out(owed, passing)))
    return _payments_in_order(
        Payment(payer=payer, payee=payee, amount_minor=amount_minor)
        for (payer, payee), amount_minor in owed.items()
        if amount_minor > 0
    )


def explained_payments(balances: Mapping[K, int], payments: Iterable[Payment[K]]) -> list[PaymentStep[K]]:
    """How the payments bring each balance to where it ends, one after the other."""
    left, steps = dict(balances), []
    for payment in payments:
        payer, payee = left.get(payment.payer, 0), left.get(payment.payee, 0)
        left[payment.payer], left[payment.payee] = payer + payment.amount_minor, payee - payment.amount_minor
        steps.append(
            PaymentStep(
                payment=payment,
                payer_before=payer,
                payer_after=left[payment.payer],
                payee_before=payee,
                payee_after=left[payment.payee],
            )
        )
    return steps


def rounded_off(balances: Mapping[K, int], *, coin: int, to: Rounding) -> dict[K, int]:
    """What to add to each balance so that all are whole coins; who needs nothing is missing.

    KITTY:            debts go up and claims down to the next coin. The kitty gets minus the sum, never below 0.
    LARGEST_CREDITOR: everybody goes to the nearest coin, half a coin up; who is owed most takes minus the sum
                      of the others, so that the sum is 0. Where the balances' own sum is no whole coin, neither is
                      what they are then owed.
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
    """Who is owed most, the first key among equals; None where nobody is owed anything."""
    owed = sorted(key for key, balance in balances.items() if balance > 0)
    return max(owed, key=lambda key: balances[key], default=None)


Balances = Sequence[tuple[K, int]]


def _open_balances(balances: Mapping[K, int]) -> Balances[K]:
    """Who has a balance, by key. Raises: ValueError when they do not sum to 0; TypeError for one that is no int."""
    for key, balance in balances.items():
        if type(balance) is not int:
            raise TypeError(f"the balance of {key} is {balance!r}, not an int")
    if sum(balances.values()) != 0:
        raise ValueError(f"balances sum to {sum(balances.values())}, not to 0")
    return sorted(((key, balance) for key, balance in balances.items() if balance != 0), key=lambda item: item[0])


def _payments_in_order(payments: Iterable[Payment[K]]) -> list[Payment[K]]:
    return sorted(payments, key=lambda payment: (-payment.amount_minor, payment.payer, payment.payee))


def _owe_payments(owed: dict[tuple[K, K], int], payments: Iterable[Payment[K]]) -> None:
    """owed holds each pair both ways round, one the negative of the other."""
    for payment in payments:
        for pair, sign in (((payment.payer, payment.payee), 1), ((payment.payee, payment.payer), -1)):
            owed[pair] = owed.get(pair, 0) + sign * payment.amount_minor


def _balances_taken_out(owed: dict[tuple[K, K], int], passing: K) -> dict[K, int]:
    """The balances of all with one party, whose pairs are taken out of what is owed."""
    balances = {payee: amount_minor for (payer, payee), amount_minor in owed.items() if payer == passing}
    for other in balances:
        del owed[passing, other], owed[other, passing]
    return balances


def _opposite_balances(balances: Balances[K]) -> tuple[list[Balances[K]], Balances[K]]:
    """Pairs that owe each other the same, and everybody else.

    Such a pair belongs to some best parting: were the two in different groups, what is left of both groups
    sums to 0 as well, so taking them out and joining the rest gives as many groups.
    """
    pairs: list[Balances[K]] = []
    waiting: dict[int, list[tuple[K, int]]] = {}
    for key, balance in balances:
        if partners := waiting.get(-balance):
            pairs.append([partners.pop(0), (key, balance)])
        else:
            waiting.setdefault(balance, []).append((key, balance))
    return pairs, sorted((item for items in waiting.values() for item in items), key=lambda item: item[0])


def _balance_groups(balances: Balances[K]) -> list[Balances[K]]:
    """Part the people into as many groups that sum to 0 as possible.

    most[members] counts the groups among a set of people when they are seated one after the other and a group
    ends wherever the sum so far is 0; each best parting is such an order.
    """
    amounts = [balance for _, balance in balances]
    size = 1 << len(amounts)
    total, most, last = [0] * size, [0] * size, [0] * size
    for members in range(1, size):
        lowest = (members & -members).bit_length() - 1
        total[members] = total[members & (members - 1)] + amounts[lowest]
        last[members] = max(_member_bits(members), key=lambda bit: most[members ^ (1 << bit)])
        most[members] = most[members ^ (1 << last[members])] + (total[members] == 0)
    return _read_balance_groups(balances, total=total, last=last)


def _read_balance_groups(balances: Balances[K], *, total: Sequence[int], last: Sequence[int]) -> list[Balances[K]]:
    groups: list[list[tuple[K, int]]] = []
    members = len(total) - 1
    while members:
        if total[members] == 0:
            groups.append([])
        groups[-1].append(balances[last[members]])
        members ^= 1 << last[members]
    return list(groups)


def _member_bits(members: int) -> list[int]:
    return [bit for bit in range(members.bit_length()) if members >> bit & 1]


def _largest_to_largest(balances: Balances[K]) -> list[Payment[K]]:
    """Whoever owes most pays whoever is owed most."""
    # By key first: among equals the first key is taken.
    return _greedy_payments(
        balances, lambda left: (min(sorted(left), key=left.__getitem__), max(sorted(left), key=left.__getitem__))
    )


def _smallest_to_smallest(balances: Balances[K]) -> list[Payment[K]]:
    def pick(left: Mapping[K, int]) -> tuple[K, K]:
        payers, payees = _debtors_and_creditors(left)
        return max(payers, key=left.__getitem__), min(payees, key=left.__getitem__)

    return _greedy_payments(balances, pick)


def _payments_by_key(balances: Balances[K]) -> list[Payment[K]]:
    """The first who owes pays the first who is owed."""

    def pick(left: Mapping[K, int]) -> tuple[K, K]:
        payers, payees = _debtors_and_creditors(left)
        return payers[0], payees[0]

    return _greedy_payments(balances, pick)


def _greedy_payments(balances: Balances[K], pick: Callable[[Mapping[K, int]], tuple[K, K]]) -> list[Payment[K]]:
    """pick: who pays whom next. Each payment settles at least one of the two, and the last one both."""
    left = dict(balances)
    payments: list[Payment[K]] = []
    while left:
        payer, payee = pick(left)
        amount_minor = min(-left[payer], left[payee])
        payments.append(Payment(payer=payer, payee=payee, amount_minor=amount_minor))
        left[payer] += amount_minor
        left[payee] -= amount_minor
        left = {key: balance for key, balance in left.items() if balance != 0}
    return payments


def _debtors_and_creditors(left: Mapping[K, int]) -> tuple[list[K], list[K]]:
    """Who owes and who is owed, each by key."""
    keys = sorted(left)
    return [key for key in keys if left[key] < 0], [key for key in keys if left[key] > 0]


GREEDY_WAYS = (_largest_to_largest, _smallest_to_smallest, _payments_by_key)
