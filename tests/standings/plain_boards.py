"""Boards computed evening by evening from the facts of `plain_recount`, without the product's sums."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scorebook.standings.boards.leaderboards import FOR_ALL
from scorebook.standings.boards.query import BoardMeasure, BoardQuery
from tests.standings.plain_recount import Person, PlainClub, PlainEvening, PlainHand

# So many of what is divided by are needed to be ranked.
LEAST = {
    BoardMeasure.PER_HAND: 20, BoardMeasure.PER_EVENING: 2, BoardMeasure.DECLARED: 5, BoardMeasure.DEFENDED: 10,
    BoardMeasure.DOUBLED: 5,
}  # fmt: skip
MOVES = (*FOR_ALL, BoardMeasure.HANDS)
# Those of which an evening's most counts, and not their sum.
GREATEST = (BoardMeasure.RUN, BoardMeasure.HIGHEST)


@dataclass(frozen=True, kw_only=True)
class PlainLine:
    rank: int | None
    part: int
    of: int | None
    evenings: int
    movement: int | None = None
    is_newcomer: bool = False


@dataclass(frozen=True, kw_only=True)
class Share:
    """of: what a part is divided by; None where it is not."""

    part: int = 0
    of: int | None = None

    @property
    def value(self) -> Fraction:
        return Fraction(self.part, self.of) if self.of else Fraction(self.part if self.of is None else 0)

    @property
    def says_something(self) -> bool:
        return bool(self.part if self.of is None else self.of)

    def is_enough(self, measure: BoardMeasure) -> bool:
        return self.of is None or self.of >= LEAST[measure]

    def __add__(self, other: Share) -> Share:
        both = self.of is not None or other.of is not None
        return Share(part=self.part + other.part, of=(self.of or 0) + (other.of or 0) if both else None)


def plain_board(club: PlainClub, query: BoardQuery) -> Mapping[Person, PlainLine]:
    evenings = [one for one in club.closed if _is_in_query(one, query)]
    before = _lines_before_last(club, evenings, query) if query.measure in MOVES else {}
    most = max(_evenings_of(club, evenings).values(), default=0)
    return {
        person: replace(
            line,
            movement=_gained(before[person].rank, line.rank) if person in before else None,
            is_newcomer=line.evenings < 10 and line.evenings * 3 < most,
        )
        for person, line in _lines(club, evenings, query).items()
    }


def _gained(before: int | None, now: int | None) -> int | None:
    return None if before is None or now is None else before - now


def _is_in_query(evening: PlainEvening, query: BoardQuery) -> bool:
    is_of_unit = query.measure is not BoardMeasure.MONEY or evening.opened.unit == query.unit
    return is_of_unit and query.span.first <= evening.day < query.span.end and query.game in (None, evening.opened.game)


def _lines_before_last(
    club: PlainClub, evenings: Sequence[PlainEvening], query: BoardQuery
) -> Mapping[Person, PlainLine]:
    """Nobody's where there was no evening before the last."""
    return _lines(club, evenings[:-1], query)


def _lines(club: PlainClub, evenings: Sequence[PlainEvening], query: BoardQuery) -> Mapping[Person, PlainLine]:
    counts, measure = _evenings_of(club, evenings), query.measure
    shares: dict[Person, Share] = {person: _nothing(measure) for person in counts}
    for person, share in _shares(club, evenings, query):
        so_far = shares.get(person, _nothing(measure))
        shares[person] = max(so_far, share, key=lambda one: one.part) if measure in GREATEST else so_far + share
    shown = {person: share for person, share in shares.items() if measure in FOR_ALL or share.says_something}
    ranked = [share.value for share in shown.values() if share.is_enough(measure)]
    return {
        person: PlainLine(
            rank=1 + sum(other > share.value for other in ranked) if share.is_enough(measure) else None,
            part=share.part,
            of=share.of,
            evenings=counts.get(person, 0),
        )
        for person, share in shown.items()
    }


def _nothing(measure: BoardMeasure) -> Share:
    return Share(of=0 if measure in LEAST else None)


def _evenings_of(club: PlainClub, evenings: Iterable[PlainEvening]) -> Mapping[Person, int]:
    found: dict[Person, int] = defaultdict(int)
    for evening in evenings:
        for player in evening.tallies:
            found[club.person(player)] += 1
    return found


def _shares(club: PlainClub, evenings: Sequence[PlainEvening], query: BoardQuery) -> Iterator[tuple[Person, Share]]:
    """What each evening, or each hand, adds."""
    if query.measure in (BoardMeasure.DEFENDED, BoardMeasure.RAMSCH) or (
        query.measure is BoardMeasure.DECLARED and query.contract
    ):
        yield from _shares_of_contracts(club, query)
        return
    for evening in evenings:
        for player in evening.tallies:
            yield club.person(player), EVENING_SHARES[query.measure](evening, player, query)


def _place_points(evening: PlainEvening, player: Person) -> int:
    """Last of five brings 1, the fourth place 2, ..., the first 6: 5 and one on top."""
    place, people = evening.place(player), len(evening.tallies)
    return people + 1 - place + (place == 1)


EVENING_SHARES: Mapping[BoardMeasure, Callable[[PlainEvening, Person, BoardQuery], Share]] = {
    BoardMeasure.POINTS: lambda evening, player, _: Share(part=evening.tallies[player].points),
    BoardMeasure.MONEY: lambda evening, player, query: Share(
        part=evening.amount(player) if evening.opened.unit == query.unit else 0
    ),
    BoardMeasure.PER_HAND: lambda evening, player, _: Share(
        part=evening.tallies[player].points - evening.tallies[player].undealt_points, of=evening.tallies[player].hands
    ),
    BoardMeasure.HANDS: lambda evening, player, _: Share(part=evening.tallies[player].hands),
    BoardMeasure.PER_EVENING: lambda evening, player, _: Share(part=evening.tallies[player].points, of=1),
    BoardMeasure.PLACES: lambda evening, player, _: Share(part=_place_points(evening, player)),
    BoardMeasure.DECLARED: lambda evening, player, _: Share(
        part=evening.tallies[player].declared_won, of=evening.tallies[player].declared
    ),
    BoardMeasure.SCHNEIDER: lambda evening, player, _: Share(part=evening.tallies[player].schneider_given),
    BoardMeasure.SCHNEIDER_TAKEN: lambda evening, player, _: Share(part=evening.tallies[player].schneider_taken),
    BoardMeasure.MATADORS: lambda evening, player, _: Share(part=evening.tallies[player].matadors),
    BoardMeasure.DOUBLED: lambda evening, player, _: Share(
        part=evening.tallies[player].doubled_won, of=evening.tallies[player].doubled
    ),
    BoardMeasure.RUN: lambda evening, player, _: Share(part=evening.tallies[player].run),
    BoardMeasure.HIGHEST: lambda evening, player, _: Share(part=evening.tallies[player].best_points),
}


def _shares_of_contracts(club: PlainClub, query: BoardQuery) -> Iterator[tuple[Person, Share]]:
    """Hand by hand."""
    for evening in club.closed:
        if _is_in_query(evening, query):
            for hand in evening.hands:
                if query.contract in (None, hand.contract):
                    for player in hand.cards:
                        yield club.person(player), _of_hand(hand, player, query.measure)


def _of_hand(hand: PlainHand, player: Person, measure: BoardMeasure) -> Share:
    if measure is BoardMeasure.DECLARED:
        return Share(part=player == hand.declarer and hand.won is True, of=int(player == hand.declarer))
    if measure is BoardMeasure.DEFENDED:
        defends = hand.won is not None and player not in hand.side
        return Share(part=defends and hand.won is False, of=int(defends))
    return Share(part=hand.contract == "ramsch" and hand.points[player] < 0)
