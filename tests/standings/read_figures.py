"""What pages read of a club, beside a plain recount: boards, ratings and what was to be expected."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from random import Random
from typing import Any

import pytest

from scorebook.clubs.club_groups import club_group
from scorebook.core.time_spans import Span
from scorebook.standings.boards import leaderboards
from scorebook.standings.boards.leaderboards import BoardLine
from scorebook.standings.boards.query import BoardMeasure, BoardQuery
from scorebook.standings.ratings import rating_queries
from tests.standings.figures import Compared, Figure, games_of
from tests.standings.plain_boards import PlainLine, plain_board
from tests.standings.plain_memory import RatedEvening, rated_evenings
from tests.standings.plain_recount import Person, PlainClub


def every_board(club: PlainClub) -> Iterator[Figure]:
    """Each measure over all the years, and in whatever else somebody may ask for."""
    group, dice = club_group(club.id), Random(str(club.id))
    for measure in BoardMeasure:
        for query in (BoardQuery(measure=measure), _any_asking(club, measure, dice)):
            found = leaderboards.compute_board(group, query)
            does = {line.person_id: _plain_line(line) for line in found.lines}
            yield Figure(of=str(query), must=plain_board(club, query), does=does)
            values = [line.value for line in found.lines if line.rank is not None]
            yield Figure(of=f"order of {query}", must=sorted(values, reverse=True), does=values)


def _plain_line(line: BoardLine) -> PlainLine:
    assert line.part is not None
    return PlainLine(
        rank=line.rank,
        part=line.part,
        of=line.of,
        evenings=line.sums.evenings,
        movement=line.movement,
        is_newcomer=line.is_newcomer,
    )


def _any_asking(club: PlainClub, measure: BoardMeasure, dice: Random) -> BoardQuery:
    contracts = sorted({hand.contract for evening in club.evenings for hand in evening.hands})
    return BoardQuery(
        measure=measure,
        span=Span.of_days(*any_period(club, dice)),
        game=dice.choice([None, *games_of(club)]),
        unit=dice.choice(["EUR", "beer"]),
        contract=dice.choice([None, *contracts]),
    )


def any_period(club: PlainClub, dice: Random) -> tuple[date | None, date | None]:
    """A year, or days that somebody typed: those of evenings, where it matters who is in."""
    days = [evening.day for evening in club.evenings] or [date(2025, 1, 1)]
    first, last = sorted(dice.choices(days, k=2))
    year = date(first.year, 1, 1), date(first.year, 12, 31)
    return dice.choice([year, (first, last), (first, None), (None, last), (first.replace(day=1), last)])


def sums_on_boards(club: PlainClub) -> Iterator[Figure]:
    """What stands beside everybody's rank, in what somebody may ask for: of any unit, and of one alone."""
    dice, group = Random(str(club.id)), club_group(club.id)
    for measure in (BoardMeasure.POINTS, BoardMeasure.MONEY):
        first_on, last_on = any_period(club, dice)
        game, unit = dice.choice([None, *games_of(club)]), dice.choice(["EUR", "beer"])
        query = BoardQuery(measure=measure, span=Span.of_days(first_on, last_on), game=game, unit=unit)
        must = _sums(club, first_on=first_on, last_on=last_on, game=game, unit=query.only_unit)
        lines = leaderboards.compute_board(group, query).lines
        does = {line.person_id: _columns(line.sums, line.sums.amounts) for line in lines}
        yield Figure(of=f"sums on {query}", must=must, does=does)


def _sums(
    club: PlainClub, *, first_on: date | None, last_on: date | None, game: str | None, unit: str | None
) -> Mapping[Person, Counter[str]]:
    """Of everybody each column, and what they have of each unit. unit: of these evenings alone."""
    found: dict[Person, Counter[str]] = defaultdict(Counter)
    for evening in club.closed:
        is_in_span = (first_on or date.min) <= evening.day <= (last_on or date.max)
        if is_in_span and game in (None, evening.opened.game) and unit in (None, evening.opened.unit):
            for player, tally in evening.tallies.items():
                amounts = {evening.opened.unit: evening.amount(player)}
                found[club.person(player)].update({**_columns(tally, amounts), "evenings": 1})
    return found


def _columns(one: object, amounts: Mapping[str, int]) -> Counter[str]:
    names = ("points", "evenings", "hands", "declared", "declared_won")
    return Counter(
        {
            **{name: getattr(one, name, 0) for name in names},
            **{f"in {unit}": amount for unit, amount in amounts.items()},
        }
    )


def rated_people(club: PlainClub) -> Iterator[Figure]:
    """Who is provisional has no rank; the others are ranked by what is shown of their rating."""
    for game in games_of(club):
        own: dict[Any, list[RatedEvening]] = {}
        for one in rated_evenings(club, game):
            own.setdefault(one.person, []).append(one)
        out = {club.person(player) for player in club.unrated}
        public = {person: evenings for person, evenings in own.items() if person not in out}
        shown = {person: round(evenings[-1].rating.mu) for person, evenings in public.items()}
        known = [shown[person] for person, evenings in public.items() if len(evenings) >= 10]
        must = {
            person: (
                1 + sum(other > shown[person] for other in known) if len(evenings) >= 10 else None,
                evenings[-1].rating,
                shown[person] - round(evenings[-2].rating.mu) if len(evenings) > 1 else None,
            )
            for person, evenings in public.items()
        }
        found = rating_queries.rated_people(club_group(club.id), game)
        does = {one.person_id: (one.rank, one.rating, one.gained) for one in found}
        yield Figure(of=f"ratings of {game}", must=must, does=does)
        order = [(one.rank is None, -one.rating.mu) for one in found]
        yield Figure(of=f"order of the ratings of {game}", must=sorted(order), does=order)


def expectations(club: PlainClub) -> Iterator[Figure]:
    """Of whom one knows three evenings before it; who stays out of the ratings has none."""
    rated, group = [one for game in games_of(club) for one in rated_evenings(club, game)], club_group(club.id)
    out = {club.person(player) for player in club.unrated}
    for evening in club.evenings:
        own = [one for one in rated if one.evening is evening]
        must = {
            one.person: (round(one.expected, 2), _middle(one, own), one.people)
            for one in own
            if one.rating.evenings > 3 and one.person not in out
        }
        found = rating_queries.expectations_of_evening(group, evening.opened).items()
        does = {person: (one.expected, one.place, one.people) for person, one in found}
        yield Figure(of=f"expected of {evening.opened}", must=must, does=does)


def calibration(club: PlainClub) -> Iterator[Figure]:
    """The share of the others left behind, by tenths of what was expected."""
    for game in games_of(club):
        rated = rated_evenings(club, game)
        by_tenth: dict[int, list[tuple[float, float]]] = {tenth: [] for tenth in range(10)}
        for one in rated:
            place = _middle(one, [other for other in rated if other.evening is one.evening])
            expected = (one.people - round(one.expected, 2)) / (one.people - 1)
            by_tenth[min(int(expected * 10), 9)].append((expected, (one.people - place) / (one.people - 1)))
        must = [(len(pairs), *_means(pairs)) for pairs in by_tenth.values()]
        does = [
            (one.count, one.predicted, one.observed)
            for one in rating_queries.calibrate_ratings(club_group(club.id), game)
        ]
        yield Figure(of=f"calibration of {game}", must=must, does=does)


def _means(pairs: Sequence[tuple[float, float]]) -> tuple[Any, Any]:
    if not pairs:
        return None, None
    expected, observed = (pytest.approx(sum(values) / len(pairs)) for values in zip(*pairs, strict=True))
    return expected, observed


def _middle(one: RatedEvening, evening: Sequence[RatedEvening]) -> float:
    """Of two winners each comes in at one and a half."""
    level = sum(other.place == one.place for other in evening)
    return one.place + (level - 1) / 2


READ: Sequence[Compared] = (every_board, sums_on_boards, rated_people, expectations, calibration)
