"""A club's year as it is read out at Christmas: what its closed evenings came to, and who is to be named for what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from uuid import UUID

from scorebook.clubs.circle import Circle
from scorebook.core.spans import Span
from scorebook.play.models import EveningResult, HandResult
from scorebook.play.terms import POINTS
from scorebook.standings import year_figures as figures
from scorebook.standings.cup_holders import Holding, cup_holders_between
from scorebook.standings.memorable import MemorableHand, memorable_hands
from scorebook.standings.scope import FigureScope
from scorebook.standings.year_figures import ContractSums, PersonSums

Feat = HandResult.Feat

# Who declared less often may have been lucky.
LEAST_DECLARED = 20
RAMSCH = "ramsch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Most:
    """people: all who are level."""

    people: tuple[UUID, ...]
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BestDeclarer:
    """Of those who declared often enough: whose share of hands won is the greatest."""

    people: tuple[UUID, ...]
    won: int
    declared: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PopularContract:
    game: str
    contract: str
    declared: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameYear:
    """Points of different games are not worth the same, so each has its own.

    winners: who brought home most points; None where nobody brought home any.
    best:    the evenings that brought somebody most. highest: the hands. All that are level, the oldest first.
    """

    game: str
    evenings: int
    winners: Most | None
    best: tuple[EveningResult, ...]
    highest: tuple[MemorableHand, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class YearReport:
    """All of it of closed evenings of the game; None is all games.

    money:   unit -> who won most of it.
    runs:    the longest, of everybody who had one as long, the oldest first.
    feats:   feat -> hands, the oldest first.
    holders: who had the cup in the year, the oldest first.
    people:  everybody who was there.
    """

    year: int
    game: str | None
    evenings: int
    hands: int
    games: tuple[GameYear, ...]
    money: Mapping[str, Most]
    runs: tuple[EveningResult, ...]
    feats: Mapping[Feat, Sequence[MemorableHand]]
    holders: tuple[Holding, ...]
    faithful: Most | None
    declarer: BestDeclarer | None
    contract: PopularContract | None
    ramsch_loser: Most | None
    schneider_taken: Most | None
    people: tuple[PersonSums, ...]


def year_report(circle: Circle, *, year: int, today: date, game: str | None = None) -> YearReport:
    """Every figure is of the game, or of all games where it is None; the cup is not of a game, and told with all only.

    The number of statements depends on how many games were played and clubs are one, and on nothing else.
    """
    scope = FigureScope(circle=circle, game=game, span=Span.of_year(year))
    people = figures.sums_of_people(scope)
    evenings = figures.evenings_of_games(scope)
    contracts = figures.sums_of_contracts(scope)
    return YearReport(
        year=year,
        game=game,
        evenings=sum(evenings.values()),
        hands=figures.count_of_hands(scope),
        games=tuple(_game_year(replace(scope, game=game), game, count, people) for game, count in evenings.items()),
        money=_money(people),
        runs=figures.longest_runs(scope),
        feats=_feats(scope),
        holders=() if game else tuple(cup_holders_between(circle, scope.span, today=today)),
        faithful=_most(people, lambda one: one.evenings),
        declarer=_best_declarer(people),
        contract=_popular_contract(contracts),
        ramsch_loser=_ramsch_loser(contracts),
        schneider_taken=_most(people, lambda one: one.schneider_taken),
        people=people,
    )


def _game_year(scope: FigureScope, game: str, evenings: int, people: Sequence[PersonSums]) -> GameYear:
    """scope: of the game."""
    return GameYear(
        game=game,
        evenings=evenings,
        winners=_most(people, lambda one: one.points.get(game, 0)),
        best=figures.best_evenings(scope),
        highest=tuple(memorable_hands(scope.circle, figures.highest_hands(scope))),
    )


def _money(people: Sequence[PersonSums]) -> dict[str, Most]:
    units = dict.fromkeys(unit for one in people for unit in one.amounts if unit != POINTS)
    found = {unit: _most_of({one.person: one.amounts.get(unit, 0) for one in people}) for unit in units}
    return {unit: most for unit, most in found.items() if most}


def _feats(scope: FigureScope) -> dict[Feat, list[MemorableHand]]:
    found: dict[Feat, list[MemorableHand]] = {}
    for hand in memorable_hands(scope.circle, figures.feats(scope)):
        found.setdefault(Feat(hand.row.feat), []).append(hand)
    return found


def _most(people: Iterable[PersonSums], count: Callable[[PersonSums], int]) -> Most | None:
    """Nobody where nobody has any."""
    return _most_of({one.person: count(one) for one in people})


def _most_of(counts: Mapping[UUID, int]) -> Most | None:
    most = max(counts.values(), default=0)
    if most <= 0:
        return None
    return Most(people=tuple(person for person, count in counts.items() if count == most), count=most)


def _best_declarer(people: Iterable[PersonSums]) -> BestDeclarer | None:
    """Of those who are level who declared more often."""
    often = [one for one in people if one.declared >= LEAST_DECLARED]
    if not often:
        return None

    def success(one: PersonSums) -> tuple[Fraction, int]:
        return Fraction(one.declared_won, one.declared), one.declared

    best = max(map(success, often))
    level = [one for one in often if success(one) == best]
    return BestDeclarer(
        people=tuple(one.person for one in level), won=level[0].declared_won, declared=level[0].declared
    )


def _popular_contract(contracts: Iterable[ContractSums]) -> PopularContract | None:
    counts: dict[tuple[str, str], int] = {}
    for one in contracts:
        counts[one.game, one.contract] = counts.get((one.game, one.contract), 0) + one.declared
    most = max(counts, key=lambda place: (counts[place], place), default=None)
    if most is None or not counts[most]:
        return None
    return PopularContract(game=most[0], contract=most[1], declared=counts[most])


def _ramsch_loser(contracts: Iterable[ContractSums]) -> Most | None:
    lost: dict[UUID, int] = {}
    for one in contracts:
        if one.contract == RAMSCH:
            lost[one.person] = lost.get(one.person, 0) + one.lost
    return _most_of(lost)
