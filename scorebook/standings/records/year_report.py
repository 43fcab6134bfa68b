"""The report of a club's year from its closed evenings, with the people to name."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from uuid import UUID

from scorebook.clubs.groups import ClubGroup
from scorebook.core.spans import Span
from scorebook.play.models import EveningResult, HandResult
from scorebook.play.terms import POINTS
from scorebook.standings.records import year_stats as figures
from scorebook.standings.records.cup_holders import Holding, cup_holders_between
from scorebook.standings.records.memorable import MemorableHand, memorable_hands
from scorebook.standings.records.year_stats import PersonSums, YearContractSums
from scorebook.standings.scope import FigureScope

Feat = HandResult.Feat

# With fewer hands declared, a high share may be luck.
MIN_DECLARED = 20
RAMSCH = "ramsch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Most:
    """The people with the most of something, all who are level."""

    people: tuple[UUID, ...]
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BestDeclarer:
    """The people with the greatest share of hands won, among those who declared often enough."""

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
    """The year in one game; points of different games are not comparable."""

    game: str
    evenings: int
    winners: Most | None  # most points; None without a plus
    best: tuple[EveningResult, ...]  # evenings with the most points for a person: all that are level, the oldest first
    highest: tuple[MemorableHand, ...]  # hands with the most points for a person, as `best`


@dataclass(frozen=True, slots=True, kw_only=True)
class YearReport:
    """The year in a game or in all games, from closed evenings."""

    year: int
    game: str | None  # None is all
    evenings: int
    hands: int
    games: tuple[GameYear, ...]
    money: Mapping[str, Most]  # unit -> the most won
    runs: tuple[EveningResult, ...]  # the longest, all that are level, the oldest first
    feats: Mapping[Feat, Sequence[MemorableHand]]  # the oldest first
    holders: tuple[Holding, ...]  # of the cup in the year, the oldest first
    faithful: Most | None
    declarer: BestDeclarer | None
    contract: PopularContract | None
    ramsch_loser: Most | None
    schneider_taken: Most | None
    people: tuple[PersonSums, ...]  # everyone who played


def year_report(group: ClubGroup, *, year: int, today: date, game: str | None = None) -> YearReport:
    """Return the report of a year in a game, or in all games where it is None; only the latter has the cup.

    The number of statements depends only on the number of games played and of linked clubs.
    """
    scope = FigureScope(group=group, game=game, span=Span.of_year(year))
    people = figures.sums_of_people(scope)
    evenings = figures.evenings_of_games(scope)
    contracts = figures.sums_of_contracts(scope)
    return YearReport(
        year=year,
        game=game,
        evenings=sum(evenings.values()),
        hands=scope.hands().count(),
        games=tuple(
            _report_game_year(replace(scope, game=game), game, count, people) for game, count in evenings.items()
        ),
        money=_most_money_won(people),
        runs=figures.longest_runs(scope),
        feats=_feats_by_kind(scope),
        holders=() if game else tuple(cup_holders_between(group, scope.span, today=today)),
        faithful=_people_with_most(people, lambda one: one.evenings),
        declarer=_best_declarer(people),
        contract=_popular_contract(contracts),
        ramsch_loser=_ramsch_loser(contracts),
        schneider_taken=_people_with_most(people, lambda one: one.schneider_taken),
        people=people,
    )


def _report_game_year(scope: FigureScope, game: str, evenings: int, people: Sequence[PersonSums]) -> GameYear:
    return GameYear(
        game=game,
        evenings=evenings,
        winners=_people_with_most(people, lambda one: one.points.get(game, 0)),
        best=figures.best_evenings(scope),
        highest=tuple(memorable_hands(scope.group, figures.highest_hands(scope))),
    )


def _most_money_won(people: Sequence[PersonSums]) -> dict[str, Most]:
    units = dict.fromkeys(unit for one in people for unit in one.amounts if unit != POINTS)
    found = {unit: _most_of_counts({one.person: one.amounts.get(unit, 0) for one in people}) for unit in units}
    return {unit: most for unit, most in found.items() if most}


def _feats_by_kind(scope: FigureScope) -> dict[Feat, list[MemorableHand]]:
    """Return the hands with a feat, the oldest first."""
    found: dict[Feat, list[MemorableHand]] = {}
    rows = scope.hands().exclude(feat=Feat.NONE).order_by("started_at", "evening_id", "no")
    for hand in memorable_hands(scope.group, rows):
        found.setdefault(Feat(hand.row.feat), []).append(hand)
    return found


def _people_with_most(people: Iterable[PersonSums], count: Callable[[PersonSums], int]) -> Most | None:
    """Return the people with the most, or None if all have 0."""
    return _most_of_counts({one.person: count(one) for one in people})


def _most_of_counts(counts: Mapping[UUID, int]) -> Most | None:
    most = max(counts.values(), default=0)
    if most <= 0:
        return None
    return Most(people=tuple(person for person, count in counts.items() if count == most), count=most)


def _best_declarer(people: Iterable[PersonSums]) -> BestDeclarer | None:
    """Return the best declarers; of equal shares, those who declared more often."""
    often = [one for one in people if one.declared >= MIN_DECLARED]
    best = max(often, key=lambda one: (Fraction(one.declared_won, one.declared), one.declared), default=None)
    if best is None:
        return None
    won, declared = best.declared_won, best.declared
    people = tuple(one.person for one in often if (one.declared_won, one.declared) == (won, declared))
    return BestDeclarer(people=people, won=won, declared=declared)


def _popular_contract(contracts: Iterable[YearContractSums]) -> PopularContract | None:
    counts = Counter[tuple[str, str]]()
    for one in contracts:
        counts[one.game, one.contract] += one.declared
    most = max(counts, key=lambda place: (counts[place], place), default=None)
    if most is None or not counts[most]:
        return None
    return PopularContract(game=most[0], contract=most[1], declared=counts[most])


def _ramsch_loser(contracts: Iterable[YearContractSums]) -> Most | None:
    lost = Counter[UUID]()
    for one in contracts:
        if one.contract == RAMSCH:
            lost[one.person] += one.lost
    return _most_of_counts(lost)
