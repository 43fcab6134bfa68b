"""Who pays whom: the fewest payments that bring every balance to 0. Pure, standard library only.

People among whom the payments run form groups, and each group's balances sum to 0. A group of n people needs
at least n - 1 payments and n - 1 always do, so the fewest payments are: people with a balance minus the
largest number of groups they can be parted into. Finding that number is the whole problem.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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


def plan(balances: Mapping[K, int]) -> list[Payment[K]]:
    """The payments that bring all balances to 0, largest first.

    balances: + is owed money, - owes it.
    The fewest possible up to EXACT_UP_TO people; beyond, never more than from largest to largest among all,
    which is less than one for each person. The order of the mapping has no influence. Where exact, one payment
    less is planned after one of the planned is made.
    Raises: ValueError when the balances do not sum to 0; TypeError for a balance that is no int.
    """
    for key, balance in balances.items():
        if type(balance) is not int:
            raise TypeError(f"the balance of {key} is {balance!r}, not an int")
    open_balances = sorted(
        ((key, balance) for key, balance in balances.items() if balance != 0), key=lambda item: item[0]
    )
    if sum(balance for _, balance in open_balances) != 0:
        raise ValueError(f"balances sum to {sum(balances.values())}, not to 0")
    pairs, rest = _opposites(open_balances)
    if len(rest) <= EXACT_UP_TO:
        payments = [payment for group in [*pairs, *_groups(rest)] for payment in _largest_to_largest(group)]
    else:
        grouped = [payment for group in [*pairs, rest] for payment in _largest_to_largest(group)]
        payments = min(grouped, _largest_to_largest(open_balances), key=len)
    return sorted(payments, key=lambda payment: (-payment.amount_minor, payment.payer, payment.payee))


Balances = Sequence[tuple[K, int]]


def _opposites(balances: Balances[K]) -> tuple[list[Balances[K]], Balances[K]]:
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


def _groups(balances: Balances[K]) -> list[Balances[K]]:
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
        last[members] = max(_bits(members), key=lambda bit: most[members ^ (1 << bit)])
        most[members] = most[members ^ (1 << last[members])] + (total[members] == 0)
    return _read_groups(balances, total=total, last=last)


def _read_groups(balances: Balances[K], *, total: Sequence[int], last: Sequence[int]) -> list[Balances[K]]:
    groups: list[list[tuple[K, int]]] = []
    members = len(total) - 1
    while members:
        if total[members] == 0:
            groups.append([])
        groups[-1].append(balances[last[members]])
        members ^= 1 << last[members]
    return list(groups)


def _bits(members: int) -> list[int]:
    return [bit for bit in range(members.bit_length()) if members >> bit & 1]


def _largest_to_largest(balances: Balances[K]) -> list[Payment[K]]:
    """Whoever owes most pays whoever is owed most; each payment settles at least one of the two."""
    left = dict(balances)
    payments: list[Payment[K]] = []
    while left:
        # By key first: among equals the first key is taken.
        keys = sorted(left)
        payer, payee = min(keys, key=left.__getitem__), max(keys, key=left.__getitem__)
        amount_minor = min(-left[payer], left[payee])
        payments.append(Payment(payer=payer, payee=payee, amount_minor=amount_minor))
        left[payer] += amount_minor
        left[payee] -= amount_minor
        left = {key: balance for key, balance in left.items() if balance != 0}
    return payments
