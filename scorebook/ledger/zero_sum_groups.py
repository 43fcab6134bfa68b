"""Search for all groups of a given size whose amounts sum to 0. Pure, standard library only."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Self

# In steps of about 0.15 us on a slow core. A selection within one half takes three steps, but it stays in memory for
# larger ones, and memory is scarcer than time.
STEPS_PER_SELECTION = 12
STEPS_PER_GROUP = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountTable:
    """Amounts, and a coding of a selection of people as one number, to add, subtract and sort selections.

    From the lowest bit: number of people with the first amount, with the second, ...; number of all people; sum of
    their amounts. People with the same amount are interchangeable, so a table with many of them is small.
    """

    amounts: tuple[int, ...]
    counts: tuple[int, ...]
    shifts: tuple[int, ...]
    guards: int  # a bit above each count; cleared in `a - b` if b has more of that amount
    size_shift: int
    sum_shift: int

    @classmethod
    def of(cls, amounts: Sequence[int]) -> Self:
        by_amount = sorted(Counter(amounts).items(), reverse=True)
        shifts = [0]
        for _, count in by_amount:
            shifts.append(shifts[-1] + count.bit_length() + 1)
        return cls(
            amounts=tuple(amount for amount, _ in by_amount),
            counts=tuple(count for _, count in by_amount),
            shifts=tuple(shifts[:-1]),
            guards=sum(1 << (shift - 1) for shift in shifts[1:]),
            size_shift=shifts[-1],
            sum_shift=shifts[-1] + len(amounts).bit_length(),
        )

    @property
    def size(self) -> int:
        return sum(self.counts)

    @property
    def width(self) -> int:
        """Return the cost of a step relative to a table of less than a hundred people."""
        return 1 + self.sum_shift // 256

    @property
    def bound(self) -> int:
        """Return an upper bound of the number of groups: each has three people, with a creditor and a debtor."""
        creditors = sum(count for amount, count in zip(self.amounts, self.counts, strict=True) if amount > 0)
        return min(self.size // 3, creditors, self.size - creditors)

    @property
    def everybody(self) -> int:
        return sum(count * person for person, count in self.people())

    def people(self) -> list[tuple[int, int]]:
        """Return for each amount the selection of one person, and the number of people."""
        one = 1 << self.size_shift
        return [
            ((amount << self.sum_shift) + one + (1 << shift), count)
            for amount, count, shift in zip(self.amounts, self.counts, self.shifts, strict=True)
        ]

    def counts_in(self, selection: int) -> dict[int, int]:
        return {
            amount: (selection >> shift) & ((1 << count.bit_length()) - 1)
            for amount, count, shift in zip(self.amounts, self.counts, self.shifts, strict=True)
        }


class OutOfSteps(Exception):
    pass


@dataclass(slots=True)
class Steps:
    left: int

    def take(self, count: int) -> None:
        """Subtract the cost of the next operation. Raises: OutOfSteps."""
        self.left -= count
        if self.left < 0:
            raise OutOfSteps


class ZeroSumGroups:
    """All groups of a given size, by meet in the middle.

    A selection with sum x in one half of the amounts and one with sum -x in the other half make a group.
    """

    def __init__(self, table: AmountTable, steps: Steps) -> None:
        self._table = table
        self._steps = steps
        people = table.people()
        cut = _balanced_cut([count for _, count in people])
        self._halves = _SelectionsOfHalf(people[:cut], steps), _SelectionsOfHalf(people[cut:], steps)
        self._by_sum: tuple[list[dict[int, list[int]]], list[dict[int, list[int]]]] = [], []

    def of_size(self, size: int) -> list[int]:
        """Return the groups sorted, so that the result does not depend on set order."""
        for half, by_sum, sign in zip(self._halves, self._by_sum, (1, -1), strict=True):
            while len(by_sum) <= size:
                by_sum.append(self._selections_by_sum(half.of_size(len(by_sum)), sign))
        firsts, seconds = self._by_sum
        return sorted(
            group for first in range(size + 1) for group in self._where_both_meet(firsts[first], seconds[size - first])
        )

    def _selections_by_sum(self, selections: Sequence[int], sign: int) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        shift = self._table.sum_shift
        for selection in selections:
            found.setdefault(sign * (selection >> shift), []).append(selection)
        return found

    def _where_both_meet(self, firsts: dict[int, list[int]], seconds: dict[int, list[int]]) -> Iterator[int]:
        self._steps.take(min(len(firsts), len(seconds)))
        for total in firsts.keys() & seconds.keys():
            self._steps.take(STEPS_PER_GROUP * len(firsts[total]) * len(seconds[total]))
            for first in firsts[total]:
                for second in seconds[total]:
                    yield first + second


class _SelectionsOfHalf:
    """All selections among some of the amounts, smaller ones first."""

    def __init__(self, people: Sequence[tuple[int, int]], steps: Steps) -> None:
        self._people = people
        self._steps = steps
        # Per size, in the order of a selection's last amount; and how many selections come before each amount.
        self._selections: list[list[int]] = [[0]]
        self._before: list[list[int]] = [[1] * len(people)]

    def of_size(self, size: int) -> list[int]:
        while len(self._selections) <= size:
            self._add_next_size()
        return self._selections[size]

    def _add_next_size(self) -> None:
        size = len(self._selections)
        made: list[int] = []
        before: list[int] = []
        for place, (person, count) in enumerate(self._people):
            before.append(len(made))
            for taken in range(1, min(count, size) + 1):
                fewer = self._before[size - taken][place]
                self._steps.take(STEPS_PER_SELECTION * fewer)
                added = taken * person
                made += [selection + added for selection in self._selections[size - taken][:fewer]]
        self._selections.append(made)
        self._before.append(before)


def _balanced_cut(counts: Sequence[int]) -> int:
    """Return the cut at which both halves have about as many selections."""
    before, after = 1, prod(count + 1 for count in counts)
    for cut, count in enumerate(counts):
        if before >= after:
            return cut
        before, after = before * (count + 1), after // (count + 1)
    return len(counts)
