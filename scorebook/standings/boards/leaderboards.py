"""Boards: the best people by a measure, in a game and a period. Ranked here, summed in `board_sums`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from scorebook.clubs.club_groups import ClubGroup
from scorebook.standings.boards import board_sums
from scorebook.standings.boards.board_sums import Sums
from scorebook.standings.boards.query import BoardMeasure, BoardQuery
from scorebook.standings.seasons.season_standings import shared_ranks

# A newcomer has fewer evenings than this, and fewer than a third of the most that anyone has. They are ranked among
# the others but marked, since three good evenings prove nothing.
NEWCOMER_EVENINGS, NEWCOMER_SHARE = 10, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLine:
    rank: int | None  # 1 is the best, level people share it; None below the board's `least`
    person_id: UUID
    value: Fraction  # what is ranked; a share is between 0 and 1
    part: int | None  # numerator of a share or an average, else the value
    of: int | None  # denominator of a share or an average, else None
    sums: Sums
    movement: int | None  # places gained by the last evening, below 0 lost; None without a comparison
    is_newcomer: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    query: BoardQuery
    least: int  # smallest `of` to be ranked; 0 where there is no minimum
    lines: tuple[BoardLine, ...]  # the ranked ones first, in their order


@dataclass(frozen=True, slots=True, kw_only=True)
class _MeasureRule:
    """The way to compute a measure from the sums."""

    part: Callable[[Sums], int]  # the value, or the numerator
    of: Callable[[Sums], int] | None = None  # the denominator of a share or an average
    least: int = 0
    moves: bool = False

    def value_for(self, sums: Sums) -> Fraction:
        if self.of is None:
            return Fraction(self.part(sums))
        of = self.of(sums)
        return Fraction(self.part(sums), of) if of else Fraction(0)


_MEASURE_RULES: Mapping[BoardMeasure, _MeasureRule] = {
    BoardMeasure.POINTS: _MeasureRule(part=lambda one: one.points, moves=True),
    BoardMeasure.PER_HAND: _MeasureRule(
        part=lambda one: one.points - one.undealt_points, of=lambda one: one.hands, least=20, moves=True
    ),
    BoardMeasure.PER_EVENING: _MeasureRule(
        part=lambda one: one.points, of=lambda one: one.evenings, least=2, moves=True
    ),
    BoardMeasure.PLACES: _MeasureRule(part=lambda one: one.place_points, moves=True),
    BoardMeasure.HANDS: _MeasureRule(part=lambda one: one.hands, moves=True),
    BoardMeasure.DECLARED: _MeasureRule(part=lambda one: one.declared_won, of=lambda one: one.declared, least=5),
    BoardMeasure.DEFENDED: _MeasureRule(part=lambda one: one.defended_won, of=lambda one: one.defended, least=10),
    BoardMeasure.SCHNEIDER: _MeasureRule(part=lambda one: one.schneider_given),
    BoardMeasure.SCHNEIDER_TAKEN: _MeasureRule(part=lambda one: one.schneider_taken),
    BoardMeasure.MATADORS: _MeasureRule(part=lambda one: one.matadors),
    BoardMeasure.DOUBLED: _MeasureRule(part=lambda one: one.doubled_won, of=lambda one: one.doubled, least=5),
    BoardMeasure.RAMSCH: _MeasureRule(part=lambda one: one.ramsch_lost),
    BoardMeasure.RUN: _MeasureRule(part=lambda one: one.run),
    BoardMeasure.HIGHEST: _MeasureRule(part=lambda one: one.best_points),
}
# Measures with an `of` are shown either as averages or as shares.
AVERAGES = (BoardMeasure.PER_HAND, BoardMeasure.PER_EVENING)
SHARES = (BoardMeasure.DECLARED, BoardMeasure.DEFENDED, BoardMeasure.DOUBLED)
# Measures that can compare the hands of one contract, and measures that are comparable across games.
BY_CONTRACT = (BoardMeasure.DECLARED, BoardMeasure.DEFENDED)
# Points of two games are not worth the same, and scaled points are a number that no table can check.
OF_ALL_GAMES = (BoardMeasure.MONEY, BoardMeasure.PLACES)
# Boards that list everyone who played, even with 0; the others list only people with a value.
FOR_ALL = (BoardMeasure.POINTS, BoardMeasure.MONEY, *AVERAGES, BoardMeasure.PLACES)


def min_count_to_be_ranked(measure: BoardMeasure) -> int:
    """Return the smallest count to be ranked; 0 where there is no minimum."""
    return _rule_of_measure(BoardQuery(measure=measure)).least


def compute_board(group: ClubGroup, query: BoardQuery) -> Board:
    """Return the board, best line first. Six statements at most, four for whole months."""
    rule = _rule_of_measure(query)
    sums = board_sums.board_sums_by_person(group, query)
    listed = {person: one for person, one in sums.items() if _is_listed_on_board(one, rule, query)}
    before = board_sums.sums_before_last_evening(group, query, sums) if rule.moves and listed else None
    ranks, ranks_before = _ranks_by_measure(sums, rule, query), _ranks_by_measure(before or {}, rule, query)
    most = max((one.evenings for one in sums.values()), default=0)
    newcomer_below = min(NEWCOMER_EVENINGS, -(-most // NEWCOMER_SHARE))
    lines = [
        BoardLine(
            rank=ranks.get(person),
            person_id=person,
            value=rule.value_for(one),
            part=rule.part(one),
            of=rule.of(one) if rule.of else None,
            sums=one,
            movement=ranks_before[person] - ranks[person] if person in ranks.keys() & ranks_before.keys() else None,
            is_newcomer=one.evenings < newcomer_below,
        )
        for person, one in listed.items()
    ]
    lines.sort(key=lambda line: (line.rank is None, -line.value))
    return Board(query=query, least=rule.least, lines=tuple(lines))


def _rule_of_measure(query: BoardQuery) -> _MeasureRule:
    if query.measure is BoardMeasure.MONEY:
        return _MeasureRule(part=lambda one: one.amounts.get(query.unit, 0), moves=True)
    return _MEASURE_RULES[query.measure]


def _is_listed_on_board(one: Sums, rule: _MeasureRule, query: BoardQuery) -> bool:
    if query.measure in FOR_ALL:
        return one.evenings > 0
    return bool(rule.of(one) if rule.of else rule.part(one))


def _ranks_by_measure(sums: Mapping[UUID, Sums], rule: _MeasureRule, query: BoardQuery) -> dict[UUID, int]:
    """Return the ranks of the people with enough hands or evenings; level people share one."""
    values = {
        person: rule.value_for(one)
        for person, one in sums.items()
        if _is_listed_on_board(one, rule, query) and (rule.of is None or rule.of(one) >= max(rule.least, 1))
    }
    ranks = shared_ranks(values.values())
    return {person: ranks[value] for person, value in values.items()}
