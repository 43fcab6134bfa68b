"""The course of a person's points and money over time. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate

from scorebook.core.months import next_month


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The result of an evening or a month."""

    on: date  # its day; of a month the first
    unit: str
    points: int
    amount_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """The sum after the evenings of a day or a month, since the course began."""

    on: date
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PointHistory:
    steps: Sequence[Step]  # the oldest first
    is_by_month: bool

    def stands(self, unit: str | None) -> list[Stand]:
        """Return the stands in minor units of the unit, or in points where it is None.

        By month, every month has a stand, also one without an evening.
        """
        taken = [(step.on, step.points if unit is None else step.amount_minor) for step in self._steps_in_unit(unit)]
        steps = _sum_every_month(taken) if self.is_by_month else taken
        values = accumulate(value for _on, value in steps)
        return [Stand(on=on, value=value) for (on, _value), value in zip(steps, values, strict=True)]

    def _steps_in_unit(self, unit: str | None) -> Iterable[Step]:
        return (step for step in self.steps if unit is None or step.unit == unit)


def _sum_every_month(steps: Sequence[tuple[date, int]]) -> list[tuple[date, int]]:
    """Return one sum for each month, in order. steps: by month, several of one month where it had several units."""
    if not steps:
        return []
    month, (last, _value) = steps[0][0], steps[-1]
    sums: dict[date, int] = {}
    while month <= last:
        sums[month] = 0
        month = next_month(month)
    for on, value in steps:
        sums[on] += value
    return list(sums.items())
