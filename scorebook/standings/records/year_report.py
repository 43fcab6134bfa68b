"""The report of a club's year, with the people to name.

Its figures come from the results of closed evenings and from months, never from all hands.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db.models import Count, Q

from rules import GAMES
from scorebook.clubs.club_groups import ClubGroup
from scorebook.clubs.models import Player
from scorebook.core.time_spans import Span
from scorebook.play.hand_event_codec import AGREED
from scorebook.play.models import EveningResult, HandResult
from scorebook.play.terms import POINTS
from scorebook.standings.records.club_records import MIN_RUN
from scorebook.standings.records.cup_holders import Holding, cup_holders_between
from scorebook.standings.records.memorable import MemorableHand, memorable_hands
from scorebook.standings.standings_scope import FigureScope, sum_columns

Feat = HandResult.Feat
YearContractSums = tuple[Any, Mapping[str, int]]  # player, game and contract; declared and lost

# With fewer hands declared, a high share may be luck.
MIN_DECLARED = 20
RAMSCH = "ramsch"
ADDED = ("hands", "declared", "declared_won", "schneider_given", "schneider_taken")


@dataclass(slots=True, kw_only=True)
class PersonSums:
    person: UUID
    evenings: int = 0
    evenings_won: int = 0  # alone or level with others
    hands: int = 0
    declared: int = 0
    declared_won: int = 0
    schneider_given: int = 0
    schneider_taken: int = 0
    points: dict[str, int] = field(default_factory=dict)  # game -> sum
    amounts: dict[str, int] = field(default_factory=dict)  # unit -> minor units


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
    people = _sums_of_people(scope)
    evenings = _evenings_of_year_by_game(scope)
    contracts = _contract_sums(scope)
    return YearReport(
        year=year,
        game=game,
        evenings=sum(evenings.values()),
        hands=scope.hands().count(),
        games=tuple(
            _report_game_year(replace(scope, game=game), game, count, people) for game, count in evenings.items()
        ),
        money=_most_money_won(people),
        runs=_results_with_most(scope, "run", least=MIN_RUN),
        feats=_feats_by_kind(scope),
        holders=() if game else tuple(cup_holders_between(group, scope.span, today=today)),
        faithful=_people_with_most(people, lambda one: one.evenings),
        declarer=_best_declarer_of_year(people),
        contract=_popular_contract_of_year(contracts),
        ramsch_loser=_ramsch_loser_of_year(group, contracts),
        schneider_taken=_people_with_most(people, lambda one: one.schneider_taken),
        people=people,
    )


def _report_game_year(scope: FigureScope, game: str, evenings: int, people: Sequence[PersonSums]) -> GameYear:
    return GameYear(
        game=game,
        evenings=evenings,
        winners=_people_with_most(people, lambda one: one.points.get(game, 0)),
        best=_results_with_most(scope, "points", least=1),
        highest=tuple(memorable_hands(scope.group, _highest_hands(scope))),
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


def _best_declarer_of_year(people: Iterable[PersonSums]) -> BestDeclarer | None:
    """Return the best declarers; of equal shares, those who declared more often."""
    often = [one for one in people if one.declared >= MIN_DECLARED]
    best = max(often, key=lambda one: (Fraction(one.declared_won, one.declared), one.declared), default=None)
    if best is None:
        return None
    won, declared = best.declared_won, best.declared
    level = tuple(one.person for one in often if (one.declared_won, one.declared) == (won, declared))
    return BestDeclarer(people=level, won=won, declared=declared)


def _popular_contract_of_year(contracts: Iterable[YearContractSums]) -> PopularContract | None:
    counts = Counter[tuple[str, str]]()
    for (_player, game, contract), sums in contracts:
        counts[game, contract] += sums["declared"]
    most = max(counts, key=lambda place: (counts[place], place), default=None)
    if most is None or not counts[most]:
        return None
    return PopularContract(game=most[0], contract=most[1], declared=counts[most])


def _ramsch_loser_of_year(group: ClubGroup, contracts: Iterable[YearContractSums]) -> Most | None:
    lost = Counter[UUID]()
    for (player, _game, contract), sums in contracts:
        if contract == RAMSCH:
            lost[group.person(player)] += sums["lost"]
    return _most_of_counts(lost)


# -- read ----------------------------------------------------------------------------------------------------------


def _sums_of_people(scope: FigureScope) -> tuple[PersonSums, ...]:
    """Return the sums of everyone who played. Two statements."""
    names = (*ADDED, "points", "amount_minor")
    found: dict[UUID, PersonSums] = {}
    for (player, game, unit), sums in sum_columns(
        scope.results().order_by(), by=("player", "game", "unit"), names=names
    ):
        person = scope.group.person(player)
        one = found.setdefault(person, PersonSums(person=person))
        for name in ADDED:
            setattr(one, name, getattr(one, name) + sums[name])
        one.points[game] = one.points.get(game, 0) + sums["points"]
        one.amounts[unit] = one.amounts.get(unit, 0) + sums["amount_minor"]
    # The ratings have one row for a person and evening.
    won = Count("evening_id", filter=Q(place=1))
    for row in scope.ratings().values("player_id").annotate(played=Count("evening_id"), won=won):
        one = found[row["player_id"]]
        one.evenings, one.evenings_won = row["played"], row["won"]
    return tuple(found[person] for person in sorted(found))


def _evenings_of_year_by_game(scope: FigureScope) -> dict[str, int]:
    """Return the number of evenings of each game, in the order of the rules. One statement."""
    counted: Any = scope.ratings().values_list("game").annotate(Count("evening_id", distinct=True))
    found = dict(counted)
    return {game: found[game] for game in GAMES if game in found}


def _highest_hands(scope: FigureScope) -> list[HandResult]:
    """Return the hands with the most points for a person: all that are level, the oldest first. Two statements more.

    They are found by the best hands of the people, which are far fewer than all hands, and among agreed hands: only in
    these can a person who held no cards have the most points.
    """
    best = _results_with_most(scope, "best_points", least=1)
    found = {(row.evening_id, row.no): row for row in scope.hands().filter(contract=AGREED) if row.gain > 0}
    if best:
        evenings = {row.evening_id for row in best}
        rows = HandResult.objects.filter(club__in=scope.clubs, evening__in=evenings, gain__gte=best[0].best_points)
        found |= {(row.evening_id, row.no): row for row in rows}
    most = max((row.gain for row in found.values()), default=0)
    level = [row for row in found.values() if row.gain == most]
    return sorted(level, key=lambda row: (row.started_at, row.evening_id, row.no))


def _results_with_most(scope: FigureScope, column: str, *, least: int) -> tuple[EveningResult, ...]:
    """Return all rows that are level at the most, the oldest first. A statement a club.

    Read club by club, since no index has the rows of two clubs in one order.
    """
    found: list[EveningResult] = []
    for club_id in scope.clubs:
        rows = scope.results(club=club_id).filter(**{f"{column}__gte": least})
        most = rows.order_by(f"-{column}").values(column)[:1]
        found += rows.filter(**{column: most}).select_related("evening")
    best = max((getattr(row, column) for row in found), default=0)
    level = [row for row in found if getattr(row, column) == best]
    return tuple(sorted(level, key=lambda row: (row.started_at, row.player_id)))


def _contract_sums(scope: FigureScope) -> list[YearContractSums]:
    """Return the sums of each player, game and contract. Two statements."""
    players = Player.objects.filter(club__in=scope.clubs).order_by()
    # All players are listed, because the key of a month begins with the player.
    own = scope.month_contracts().filter(player__in=list(players.values_list("pk", flat=True)))
    return list(sum_columns(own, by=("player", "game", "contract"), names=("declared", "lost")))
