"""Partition of amounts into the most groups that each sum to 0, with a proof if possible. Standard library only.

    amounts -> pairs of opposite amounts, and the others
    others  -> every group of 3 that sums to 0, then of 4, of 5, ...
            -> after each size: can one group more than so far be packed?

Some best partition has each pair as a group: if the two were in different groups, the rests of both groups sum to 0
together, so taking the pair out and joining the rests gives as many groups. Without pairs a group has at least three
people, and large groups are seldom needed: see `_largest_size_but_one`.
"""

from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorebook.ledger.zero_sum_groups import AmountTable, OutOfSteps, Steps, ZeroSumGroups

# Limit of the search, about a second on a slow core. Steps are counted and not timed, so that the same amounts are
# partitioned in the same way on every machine under any load.
PROOF_STEPS = 6_000_000

# Cost of taking a group, plus one for each group that may follow.
STEPS_PER_CHOICE = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    groups: tuple[tuple[int, ...], ...]  # indices of the amounts; each index is in one group
    is_proven: bool  # no partition has more groups


def most_zero_sum_groups(amounts: Sequence[int], *, steps: int = PROOF_STEPS) -> Parting:
    """Return the most groups found within the given steps.

    amounts: nonzero, with sum 0. Their order decides only which of several equal amounts is in which group.
    """
    pairs, rest = _opposite_pairs(amounts)
    if not rest:
        return Parting(groups=tuple(pairs), is_proven=True)
    table = AmountTable([amounts[place] for place in rest])
    packing, is_proven = _largest_packing(table, Steps(left=steps // table.width))
    groups = _places_of_groups([table.counts_in(group) for group in packing], amounts, rest)
    return Parting(groups=(*pairs, *groups), is_proven=is_proven)


def _opposite_pairs(amounts: Sequence[int]) -> tuple[list[tuple[int, ...]], list[int]]:
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
    """Yield the indices of each group. groups: amount -> count; people with equal amounts are taken in index order."""
    places_of: dict[int, deque[int]] = {}
    for place in places:
        places_of.setdefault(amounts[place], deque()).append(place)
    for group in groups:
        yield tuple(sorted(places_of[amount].popleft() for amount, count in group.items() for _ in range(count)))


def _largest_packing(table: AmountTable, steps: Steps) -> tuple[list[int], bool]:
    """Return the largest packing found, and whether more groups are proven to be impossible."""
    largest = [table.everybody]
    try:
        for packing in _packings_with_more_groups(table, steps):
            largest = packing
    except OutOfSteps:
        return largest, False
    return largest, True


def _packings_with_more_groups(table: AmountTable, steps: Steps) -> Iterator[list[int]]:
    """Yield packings, each with one group more than the previous; the last has the most. Raises: OutOfSteps."""
    found = ZeroSumGroups(table, steps)
    groups: list[int] = []
    size, wanted = 2, 2
    # No larger groups are needed to find `wanted` groups, or to rule them out.
    while wanted <= table.bound and size < _largest_size_but_one(table.size, wanted, smallest=3):
        size += 1
        groups += found.of_size(size)
        least = size
        while wanted <= table.bound and (packing := _pack_groups(table, groups, wanted, least, steps)):
            yield packing
            wanted, least = wanted + 1, 0


def _largest_size_but_one(people: int, groups: int, *, smallest: int) -> int:
    """Return the maximum size of the last but one group, groups sorted by size.

    It has at most half of the people left by the groups before it. The last group is the remainder and need not be
    searched for.
    """
    return (people - smallest * (groups - 2)) // 2


class _GroupChoice(NamedTuple):
    """A chosen group, the people left after it, and the groups that may follow."""

    group: int
    rest: int
    following: Sequence[int]


def _pack_groups(table: AmountTable, groups: Sequence[int], wanted: int, least: int, steps: Steps) -> list[int] | None:
    """Return `wanted` groups that cover everybody, all but the last from `groups`; None if impossible.

    least: minimum size of the last but one group; smaller ones were tried before.
    """
    smallest = least << table.size_shift
    nobody = _GroupChoice(group=0, rest=table.everybody | table.guards, following=groups)
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
            branches.append(_group_choices(table, choice, still_wanted, least, steps))
    return None


def _group_choices(
    table: AmountTable, before: _GroupChoice, wanted: int, least: int, steps: Steps
) -> Iterator[_GroupChoice]:
    """Yield every choice for the smallest of the wanted groups.

    Groups are taken in sorted order, so that no packing is tried twice.
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
        yield _GroupChoice(group, rest, following)
