"""The table of a season, computed from the results of its evenings. Pure, and in exact numbers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from math import lcm
from typing import TypeVar
from uuid import UUID

from scorebook.standings.seasons.season_agreement import Agreement, SeasonMeasure

Figure = int | Fraction
Countback = tuple[int, tuple[Figure, ...]]  # evenings won, then their values, the best first
V = TypeVar("V", int, Fraction, Figure, tuple[Figure, Countback])


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningRow:
    person: UUID
    evening: UUID
    points: int
    undealt_points: int = 0  # of `points`, those recorded without a hand
    amount_minor: int
    hands: int
    place: int  # among `people` by points; tied people share it
    people: int

    @property
    def points_of_hands(self) -> int:
        return self.points - self.undealt_points


RowsByPerson = Mapping[UUID, Sequence[EveningRow]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedEvening:
    """An evening in a person's line."""

    evening: UUID
    value: Figure  # of the evening by itself
    counts: bool  # False if it is struck, as none of the person's best


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLine:
    person: UUID
    # 1 is the best; people still tied after the countback share it; None for people who attended too few evenings.
    rank: int | None
    value: Figure
    evenings: tuple[CountedEvening, ...]  # those that they attended, in their order
    movement: int | None  # ranks gained by the last evening; None without an earlier rank

    @property
    def is_ranked(self) -> bool:
        return self.rank is not None

    def value_to_exceed(self, agreement: Agreement) -> Figure | None:
        """Return the worst counting value, which a further evening must exceed to improve the line.

        None while every evening counts, and per hand, where an evening with few hands may improve less.
        """
        counting = [one.value for one in self.evenings if one.counts]
        if len(counting) != agreement.best or agreement.measure is SeasonMeasure.PER_HAND:
            return None
        return min(counting)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTable:
    evenings: tuple[UUID, ...]  # all that count, in their order
    lines: tuple[SeasonLine, ...]  # the ranked ones, best first, then the others


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonEvening:
    id: UUID
    number: int
    started_on: date
    last_hash: str  # of its newest event; every change of the evening changes it


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonStandings:
    """The standings that pages, the API and tables show; `closed_season` has the record that is stored."""

    table: SeasonTable
    evenings: tuple[SeasonEvening, ...]  # of the table, in their order


def season_table(rows: Iterable[EveningRow], agreement: Agreement) -> SeasonTable:
    """Compute the table. rows: of all evenings that count, grouped by evening, the evenings in their order."""
    by_person: dict[UUID, list[EveningRow]] = {}
    evenings: dict[UUID, None] = {}
    for row in rows:
        by_person.setdefault(row.person, []).append(row)
        evenings[row.evening] = None
    counted = {person: _evenings_counted_in_season(own, agreement) for person, own in by_person.items()}
    values = {person: _value_of_season(own, counted[person], agreement) for person, own in by_person.items()}
    ranks = _ranks_of_people(by_person, values, agreement, of=len(evenings))
    before = _ranks_before_last_evening(by_person, values, agreement, list(evenings))
    lines = [
        SeasonLine(
            person=person,
            rank=ranks.get(person),
            value=values[person],
            evenings=counted[person],
            movement=before[person] - ranks[person] if person in before and person in ranks else None,
        )
        for person in by_person
    ]
    lines.sort(key=lambda line: (not line.is_ranked, line.rank or 0, -line.value, line.person))
    return SeasonTable(evenings=tuple(evenings), lines=tuple(lines))


def _evenings_counted_in_season(rows: Sequence[EveningRow], agreement: Agreement) -> tuple[CountedEvening, ...]:
    """Mark a person's best evenings; of equal ones the earlier one counts."""
    values = [_season_value_of_evening(row, agreement) for row in rows]
    counting = set(_indexes_of_best_evenings(rows, values, agreement)[: agreement.best])
    return tuple(
        CountedEvening(evening=row.evening, value=values[place], counts=place in counting)
        for place, row in enumerate(rows)
    )


def _indexes_of_best_evenings(
    rows: Sequence[EveningRow], values: Sequence[Figure], agreement: Agreement
) -> Sequence[int]:
    """Return the indexes of a person's evenings, best first if only some of them count."""
    if agreement.best is None or agreement.best >= len(rows):
        return range(len(rows))
    if agreement.measure is SeasonMeasure.PER_HAND:
        # With one common denominator: comparing fractions is exact too, but takes ten times as long.
        common = lcm(*(max(row.hands, 1) for row in rows))
        values = [row.points_of_hands * (common // max(row.hands, 1)) for row in rows]
    return sorted(range(len(rows)), key=values.__getitem__, reverse=True)


def _season_value_of_evening(row: EveningRow, agreement: Agreement) -> Figure:
    match agreement.measure:
        case SeasonMeasure.MONEY:
            return row.amount_minor
        case SeasonMeasure.PER_HAND:
            return _exact_season_quotient(row.points_of_hands, row.hands)
        case SeasonMeasure.PLACE_POINTS:
            return agreement.place_points(row.place, people=row.people)
        case _:
            return row.points


def _value_of_season(rows: Sequence[EveningRow], counted: Sequence[CountedEvening], agreement: Agreement) -> Figure:
    # Per hand it is all points of the counting evenings by all their hands, not the mean of the evenings' quotients.
    counting = [(row, one) for row, one in zip(rows, counted, strict=True) if one.counts]
    if agreement.measure is SeasonMeasure.PER_HAND:
        hands = sum(row.hands for row, _one in counting)
        return _exact_season_quotient(sum(row.points_of_hands for row, _one in counting), hands)
    if agreement.measure is SeasonMeasure.PER_EVENING:
        return _exact_season_quotient(sum(row.points for row, _one in counting), len(counting))
    return sum(one.value for _row, one in counting)


def _exact_season_quotient(points: int, of: int) -> Figure:
    """Return the quotient. An evening without a hand counts as one hand, for people who only dealt and paid."""
    found = Fraction(points, max(of, 1))
    return found.numerator if found.denominator == 1 else found


def _ranks_of_people(
    by_person: RowsByPerson, values: Mapping[UUID, Figure], agreement: Agreement, *, of: int
) -> dict[UUID, int]:
    """Return the ranks of the people who attended enough of that many evenings, ties broken by the countback."""
    ranked = [person for person, own in by_person.items() if own and agreement.is_enough(len(own), of=of)]
    sharing = Counter(values[person] for person in ranked)
    keys = {
        person: (values[person], _countback(by_person[person], agreement) if sharing[values[person]] > 1 else (0, ()))
        for person in ranked
    }
    ranks = shared_ranks(keys.values())
    return {person: ranks[key] for person, key in keys.items()}


def _countback(rows: Sequence[EveningRow], agreement: Agreement) -> Countback:
    """Return a key that ranks tied people by their counting evenings; any evening ranks above a missed one.

    The last meeting of two was rejected: among three tied people each may have beaten another.
    """
    counted = _evenings_counted_in_season(rows, agreement)
    won = sum(row.place == 1 and one.counts for row, one in zip(rows, counted, strict=True))
    return won, tuple(sorted((one.value for one in counted if one.counts), reverse=True))


def shared_ranks(values: Iterable[V]) -> dict[V, int]:
    """Return the rank of each value, 1 for the greatest. Level ones share a rank, and the next is left out."""
    ranks: dict[V, int] = {}
    for rank, value in enumerate(sorted(values, reverse=True), start=1):
        ranks.setdefault(value, rank)
    return ranks


def breaks_ties(table: SeasonTable) -> bool:
    """Return whether tied people have ranks of their own; in closings before the countback they share one."""
    ranked = [line for line in table.lines if line.is_ranked]
    shared = shared_ranks(line.value for line in ranked)
    return len(shared) == len(ranked) or any(line.rank != shared[line.value] for line in ranked)


def _ranks_before_last_evening(
    by_person: RowsByPerson, values: Mapping[UUID, Figure], agreement: Agreement, evenings: Sequence[UUID]
) -> dict[UUID, int]:
    """Return the ranks without the last evening; people who missed it have the same value as now."""
    earlier = {person: own[:-1] if own[-1].evening == evenings[-1] else own for person, own in by_person.items()}
    before = {
        person: values[person]
        if own is by_person[person]
        else _value_of_season(own, _evenings_counted_in_season(own, agreement), agreement)
        for person, own in earlier.items()
    }
    return _ranks_of_people(earlier, before, agreement, of=len(evenings) - 1)
