"""Part amounts into the most groups that each sum to 0, and say whether that is proved. Pure, standard library only.

    amounts -> pairs of opposite amounts, and the others
    others  -> every group of 3 that sums to 0, then of 4, of 5, ...
            -> after each size: can one group more than so far be packed?

Some best parting has each pair as a group: were the two in different groups, what is left of both groups sums to 0
as well, so taking the pair out and joining the rest gives as many groups. Without pairs a group has three people at
least, and large groups are seldom needed: see `_largest_size_needed`.
"""

from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorebook.ledger.zero_sum_groups import OutOfSteps, Steps, Table, ZeroSumGroups

# So much is tried for a proof: about a second on a slow core. It is counted, not timed, so that the same amounts are
# parted in the same way on every machine, however busy.
PROOF_STEPS = 6_000_000

# To take a group costs so much, and one more for each that may follow.
STEPS_PER_CHOICE = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """groups: places of the amounts; each place is in one group. is_proven: no parting has more groups."""

    groups: tuple[tuple[int, ...], ...]
    is_proven: bool


def most_groups(amounts: Sequence[int], *, steps: int = PROOF_STEPS) -> Parting:
    """The most groups that are found in so many steps.

    amounts: none is 0, and they sum to 0. Their order decides only which of several equal amounts is in which group.
    """
    pairs, rest = _opposite_pairs(amounts)
    if not rest:
        return Parting(groups=tuple(pairs), is_proven=True)
    table = Table.of([amounts[place] for place in rest])
    packing, is_proven = _largest_packing(table, Steps(left=steps // table.width))
    groups = _places_of_groups([table.counts_in(group) for group in packing], amounts, rest)
    return Parting(groups=(*pairs, *groups), is_proven=is_proven)


def _opposite_pairs(amounts: Sequence[int]) -> tuple[list[tuple[int, ...]], list[int]]:
    """The places of amounts that are each other's opposite, and all other places."""
    pairs: list[tuple[int, ...]] = []
    waiting: dict[int, deque[int]] = {}
    for place, amount in enumerate(amounts):
        if partners := waiting.get(-amount):
            pairs.append((partners.popleft(), place))
        else:
            waiting.setdefault(amount, deque()).append(place)
    return pairs, sorted(place for places in waiting.values() for place in places)


def _places_of_groups(
    groups: Sequence[Mapping[int, int]], amounts: Sequence[int], places: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """groups: how many of each amount. Who has the same amount takes part in the order of the places."""
    places_of: dict[int, deque[int]] = {}
    for place in places:
        places_of.setdefault(amounts[place], deque()).append(place)
    for group in groups:
        yield tuple(sorted(places_of[amount].popleft() for amount, count in group.items() for _ in range(count)))


def _largest_packing(table: Table, steps: Steps) -> tuple[list[int], bool]:
    """The groups, and whether more of them are impossible."""
    largest = [table.everybody]
    try:
        for packing in _ever_larger_packings(table, steps):
            largest = packing
    except OutOfSteps:
        return largest, False
    return largest, True


def _ever_larger_packings(table: Table, steps: Steps) -> Iterator[list[int]]:
    """Each has one group more than the one before, the last the most. Raises: OutOfSteps."""
    found = ZeroSumGroups(table, steps)
    groups: list[int] = []
    size, wanted = 2, 2
    while wanted <= table.bound and size < _largest_size_needed(table, wanted):
        size += 1
        groups += found.of_size(size)
        least = size
        while wanted <= table.bound and (packing := _packing(table, groups, wanted, least, steps)):
            yield packing
            wanted, least = wanted + 1, 0


def _largest_size_needed(table: Table, wanted: int) -> int:
    """Which groups must be known to find so many, or to know that there are not so many."""
    return _largest_size_but_one(table.size, wanted, smallest=3)


def _largest_size_but_one(people: int, groups: int, *, smallest: int) -> int:
    """How many people are in the last but one of so many groups at most, smallest first.

    It has at most half of those whom the groups before it leave. The last group is whoever is left in the end, and
    need not be looked for.
    """
    return (people - smallest * (groups - 2)) // 2


class _Choice(NamedTuple):
    """A group that is taken, who is left then, and the groups that may be taken later."""

    group: int
    rest: int
    following: Sequence[int]


def _packing(table: Table, groups: Sequence[int], wanted: int, least: int, steps: Steps) -> list[int] | None:
    """So many groups that have everybody, all but the last of them from `groups`; None where that cannot be.

    least: the last but one has so many people at least; with smaller ones it was tried before.
    """
    smallest = least << table.size_shift
    nobody = _Choice(group=0, rest=table.everybody | table.guards, following=groups)
    branches = [iter([nobody])]
    taken: list[int] = []
    while branches:
        choice = next(branches[-1], None)
        if choice is None:
            branches.pop()
            del taken[-1:]
        elif choice.following and choice.following[-1] >= smallest:
            taken.append(choice.group)
            still_wanted = wanted + 1 - len(taken)
            if still_wanted == 2:
                group = choice.following[bisect_left(choice.following, smallest)]
                return [*taken[1:], group, (choice.rest - group) ^ table.guards]
            branches.append(_choices(table, choice, still_wanted, least, steps))
    return None


def _choices(table: Table, before: _Choice, wanted: int, least: int, steps: Steps) -> Iterator[_Choice]:
    """Every way to take the smallest of so many groups that are wanted.

    Groups are taken in their order, so that no packing is looked at twice.
    """
    guards, size_shift = table.guards, table.size_shift
    people = before.rest >> size_shift
    for place, group in enumerate(before.following):
        size = group >> size_shift
        largest = _largest_size_but_one(people - size, wanted - 1, smallest=size)
        if largest < max(size, least):
            return
        steps.take(STEPS_PER_CHOICE + len(before.following) - place)
        rest, too_large = before.rest - group, (largest + 1) << size_shift
        following = [one for one in before.following[place:] if one < too_large and (rest - one) & guards == guards]
        yield _Choice(group, rest, following)
