"""Search for all groups of a given size whose amounts sum to 0. Pure, standard library only."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

# In steps of about 0.15 us on a slow core. A selection within one half takes three steps, but it stays in memory for
# larger ones, and memory is scarcer than time.
STEPS_PER_SELECTION = 12
STEPS_PER_GROUP = 4


class AmountTable:
    """Amounts, and a coding of a selection of people as one number, to add, subtract and sort selections.

    From the lowest bit: number of people with the first amount, with the second, ...; number of all people; sum of
    their amounts. People with the same amount are interchangeable, so a table with many of them is small.
    """

    def __init__(self, amounts: Sequence[int]) -> None:
        self._columns: list[tuple[int, int, int]] = []  # amount, number of people, shift
        self.guards = 0  # a bit above each count; cleared in `a - b` if b has more of that amount
        shift = 0
        for amount, count in sorted(Counter(amounts).items(), reverse=True):
            self._columns.append((amount, count, shift))
            shift += count.bit_length() + 1
            self.guards += 1 << (shift - 1)
        self.size = len(amounts)
        self.size_shift, self.sum_shift = shift, shift + self.size.bit_length()
        # The cost of a step relative to a table of less than a hundred people.
        self.width = 1 + self.sum_shift // 256
        # An upper bound of the number of groups: each has three people, with a creditor and a debtor.
        creditors = sum(amount > 0 for amount in amounts)
        self.bound = min(self.size // 3, creditors, self.size - creditors)
        # For each amount the selection of one person, and the number of people.
        self.people = [
            ((amount << self.sum_shift) + (1 << self.size_shift) + (1 << shift), count)
            for amount, count, shift in self._columns
        ]
        self.everybody = sum(count * person for person, count in self.people)

    def counts_in(self, selection: int) -> dict[int, int]:
        return {
            amount: (selection >> shift) & ((1 << count.bit_length()) - 1) for amount, count, shift in self._columns
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
        self._steps = steps
        cut = _balanced_cut([count for _, count in table.people])
        halves = ((table.people[:cut], 1), (table.people[cut:], -1))
        self._halves = [_SelectionsOfHalf(people, sign, table.sum_shift, steps) for people, sign in halves]

    def of_size(self, size: int) -> list[int]:
        """Return the groups sorted, so that the result does not depend on set order."""
        firsts, seconds = (half.by_sum(size) for half in self._halves)
        return sorted(
            group for first in range(size + 1) for group in self._where_both_meet(firsts[first], seconds[size - first])
        )

    def _where_both_meet(self, firsts: dict[int, list[int]], seconds: dict[int, list[int]]) -> Iterator[int]:
        self._steps.take(min(len(firsts), len(seconds)))
        for total in firsts.keys() & seconds.keys():
            self._steps.take(STEPS_PER_GROUP * len(firsts[total]) * len(seconds[total]))
            for first in firsts[total]:
                for second in seconds[total]:
                    yield first + second


class _SelectionsOfHalf:
    """All selections among some of the amounts, smaller ones first."""

    def __init__(self, people: Sequence[tuple[int, int]], sign: int, sum_shift: int, steps: Steps) -> None:
        self._people, self._sign, self._sum_shift, self._steps = people, sign, sum_shift, steps
        # Per size, in the order of a selection's last amount; and how many selections come before each amount.
        self._selections: list[list[int]] = [[0]]
        self._before: list[list[int]] = [[1] * len(people)]
        self._by_sum: list[dict[int, list[int]]] = [{0: [0]}]

    def by_sum(self, size: int) -> list[dict[int, list[int]]]:
        """Return for each size up to this one the selections by their sum times the sign."""
        while len(self._selections) <= size:
            self._add_next_size()
        return self._by_sum

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
        by_sum: dict[int, list[int]] = {}
        for selection in made:
            by_sum.setdefault(self._sign * (selection >> self._sum_shift), []).append(selection)
        self._by_sum.append(by_sum)


def _balanced_cut(counts: Sequence[int]) -> int:
    """Return the cut at which both halves have about as many selections."""
    before, after = 1, prod(count + 1 for count in counts)
    for cut, count in enumerate(counts):
        if before >= after:
            return cut
        before, after = before * (count + 1), after // (count + 1)
    return len(counts)
