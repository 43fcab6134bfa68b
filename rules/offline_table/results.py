"""Winner and level in the offline table, for every report of card points, tricks, level and winner.

A row is text: the end without reported card points, then each number of card points with the end from there up,
as in `a0.61a91e119.121.`; a full stop is refused. A result table has a row for each of 48 cells:
(tricks not reported, none, some, all; level not reported or reported; winner not reported or reported).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from rules import hand_validation
from rules.base_ruleset import Contract
from rules.cards import ALL_CARD_POINTS
from rules.games.declarer_game import DeclarerGame
from rules.outcome import Limits, Outcome
from rules.problems import ProblemList
from rules.report import DeclaredHand, Surrender
from rules.score import Level
from rules.state import State

Fields = dict[str, Any]  # of a report, by name
Json = dict[str, Any]

TRICKS = range(4)  # not reported, none, some, all
LEVELS = (None, *Level)
WON = (None, True, False)
REFUSED, TIE = ".", "z"
# Ends of the same winner and level that are priced apart: as a rule, after a surrender, without and with every trick.
AS_A_RULE, ACCEPTED, NO_TRICK, EVERY_TRICK = range(4)
# No card counts one point, so no side has 1 or 119 (G4), and none has more than all.
ALWAYS_BOUNDS = {0, 1, 2, ALL_CARD_POINTS - 1, ALL_CARD_POINTS, ALL_CARD_POINTS + 1}

OUTCOMES = [Outcome(won=won, level=level) for won in (True, False) for level in Level]


def offline_outcome_letter(outcome: Outcome, way: int) -> str:
    return chr(ord("a") + OUTCOMES.index(outcome) * 4 + way)


ENDS: dict[str, Outcome | None] = {offline_outcome_letter(one, way): one for one in OUTCOMES for way in range(4)}
ENDS[TIE] = None


class InternTable:
    """A list of distinct values; equal values get the same place."""

    def __init__(self, *values: Any) -> None:
        self.values: list[Any] = []
        self._places: dict[str, int] = {}
        for value in values:
            self.place_of(value)

    def place_of(self, value: Any) -> int:
        key = repr(value)
        if key not in self._places:
            self._places[key] = len(self.values)
            self.values.append(value)
        return self._places[key]


@dataclass(frozen=True, slots=True)
class Shared:
    """The lists to whose places the lines of a table refer."""

    lines: InternTable = field(default_factory=InternTable)
    rows: InternTable = field(default_factory=InternTable)
    results: InternTable = field(default_factory=InternTable)
    sums: InternTable = field(default_factory=InternTable)
    runs: InternTable = field(default_factory=InternTable)
    leaves: InternTable = field(default_factory=lambda: InternTable({}))  # place 0 is nothing
    run_codes: dict[str, str] = field(default_factory=dict)
    # Limits -> place in `results`, and ends: contracts with the same limits share a result table.
    known_results: dict[object, tuple[int, dict[str, Fields]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflineSample:
    """A sample hand of a contract without its result, and its outcome once a result is reported."""

    game: DeclarerGame
    hand: DeclaredHand
    contract: Contract  # the one by which the hand is priced; it may differ from the reported one

    @property
    def players(self) -> int:
        return len(self.hand.table.players)

    @property
    def all_tricks(self) -> int:
        return self.game.hand_size(self.players)

    def reported_hand(self, fields: Fields) -> DeclaredHand:
        return self.game.completed_hand(replace(self.hand, **fields), self.contract)

    def is_possible(self, hand: DeclaredHand) -> bool:
        """Return whether real cards can make the hand's count."""
        problems = ProblemList()
        hand_validation.check_counts(hand, self.contract, self.game, problems)
        return not problems

    def outcome(self, hand: DeclaredHand) -> Outcome | None:
        """Return the outcome of a hand with a possible count; None if the result is refused."""
        problems = ProblemList()
        hand_validation.check_surrender(hand, self.contract, problems)
        outcome = self.game.outcome(hand, self.contract, State(), problems)
        self.game.check_played(hand, self.contract, problems)
        return None if problems else outcome


def result_tables(sample: OfflineSample, shared: Shared) -> tuple[dict[str, int], dict[str, Fields]]:
    """Return the places of the tables by the other reported fields, and for each end the fields of a hand with it.

    "": as a rule; "kontra": the opponents' Kontra changes the limits; "accepted", "refused": after a surrender;
    "tied": the report says that both sides have 60.
    """
    places: dict[str, int] = {}
    ends: dict[str, Fields] = {}
    for name, extra in sample.game.limit_fields(sample.contract).items():
        if name == "kontra" and _offline_limits(sample, extra) == _offline_limits(sample, {}):
            continue
        place, found = _result_table_place(sample, extra, shared)
        if name != "kontra" or place != places[""]:
            places[name] = place
        ends = found | ends  # the first one stands: it has no Kontra
    return places, {end: ends[end] for end in sorted(ends)}


def _result_table_place(sample: OfflineSample, extra: Fields, shared: Shared) -> tuple[int, dict[str, Fields]]:
    key = _result_table_key(sample, extra)
    if key not in shared.known_results:
        ends: dict[str, Fields] = {}
        rows = [shared.rows.place_of(row) for row in _offline_result_rows(sample, extra, ends)]
        shared.known_results[key] = (shared.results.place_of(rows), ends)
    return shared.known_results[key]


def _result_table_key(sample: OfflineSample, extra: Fields) -> object:
    """Return the key of equal results: a game's own kind of report, and the limits."""
    contract = sample.contract
    own = None if contract.report is DeclaredHand else contract.id
    return own, contract.aim, contract.has_levels, sample.all_tricks, _offline_limits(sample, extra), repr(extra)


def _offline_limits(sample: OfflineSample, extra: Fields) -> Limits:
    return sample.game.limits(replace(sample.hand, **extra), sample.contract, State())


def trick_bounds(sample: OfflineSample) -> list[tuple[int, int]]:
    """Return the fewest and the most card points in each number of tricks."""
    return [
        hand_validation.points_in_tricks(tricks, sample.players, sample.game) for tricks in range(sample.all_tricks + 1)
    ]


def _offline_result_rows(sample: OfflineSample, extra: Fields, ends: dict[str, Fields]) -> Iterator[str]:
    """Yield the rows of a result table; `ends` collects the fields of the first hand that comes to each end."""
    bounds = trick_bounds(sample)
    counts = _offline_card_point_bounds(sample, extra, bounds)

    def end_letter(count: Fields | None, result: Fields) -> str:
        if count is None:
            return REFUSED
        fields = {**extra, **count, **result}
        found = _offline_end_letter(sample, sample.reported_hand(fields))
        if found != REFUSED:
            ends.setdefault(found, fields)
        return found

    for tricks in TRICKS:
        reported = [(points, _offline_count_fields(sample, points, tricks, bounds)) for points in counts]
        needs_points = tricks > 0 and sample.game.TRICKS_NEED_POINTS
        uncounted = None if needs_points else _offline_count_fields(sample, None, tricks, bounds)
        for level, won in product(LEVELS, WON):
            result = {"level": level, "won": won}
            yield end_letter(uncounted, result) + _offline_result_ranges(
                [(points, end_letter(count, result)) for points, count in reported]
            )


def _offline_count_fields(
    sample: OfflineSample, points: int | None, tricks: int, bounds: list[tuple[int, int]]
) -> Fields | None:
    """Return the fields of a count; None if no cards can make it."""
    count: Fields = {"card_points": points, "tricks": _offline_sample_tricks(tricks, points, bounds)}
    return count if sample.is_possible(replace(sample.hand, **count)) else None


def _offline_card_point_bounds(sample: OfflineSample, extra: Fields, bounds: list[tuple[int, int]]) -> list[int]:
    """Return every number of card points at which another end may begin."""
    by_game = sample.game.card_point_bounds(replace(sample.hand, **extra), sample.contract)
    few_and_many = (bounds[0], bounds[1], bounds[-2], bounds[-1])
    return sorted(ALWAYS_BOUNDS | by_game | {bound for least, most in few_and_many for bound in (least, most + 1)})


def _offline_sample_tricks(tricks: int, points: int | None, bounds: list[tuple[int, int]]) -> int | None:
    """Return a number of tricks for a cell; for some, the one that fits the card points best, possible or not."""
    if tricks != 2 or points is None:
        return (None, 0, 1, len(bounds) - 1)[tricks]
    return max(range(1, len(bounds) - 1), key=lambda one: min(points - bounds[one][0], bounds[one][1] - points))


def _offline_end_letter(sample: OfflineSample, hand: DeclaredHand) -> str:
    outcome = sample.outcome(hand)
    if outcome is None:
        return REFUSED
    if hand.is_tied:
        return TIE
    way = AS_A_RULE
    if hand.surrender is Surrender.ACCEPTED:
        way = ACCEPTED
    elif hand.tricks in (0, sample.all_tricks) and outcome.level is not Level.SCHWARZ:
        way = NO_TRICK if hand.tricks == 0 else EVERY_TRICK
    return offline_outcome_letter(outcome, way)


def _offline_result_ranges(found: list[tuple[int, str]]) -> str:
    """Return each end with the number of card points from which on it holds."""
    before = [None, *(end for _, end in found)]
    return "".join(f"{points}{end}" for (points, end), last in zip(found, before, strict=False) if end != last)
