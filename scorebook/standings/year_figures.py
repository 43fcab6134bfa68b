"""The figures of a year, from the results of its closed evenings and from the club's months; never from all hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Count, Model, Q, QuerySet, Sum

from rules import GAMES
from scorebook.clubs.models import Player
from scorebook.play.codec import AGREED
from scorebook.play.models import EveningResult, HandResult
from scorebook.standings.records import LEAST_RUN
from scorebook.standings.scope import FigureScope

Feat = HandResult.Feat
ADDED = ("hands", "declared", "declared_won", "schneider_given", "schneider_taken")
Row = TypeVar("Row", bound=Model)


@dataclass(slots=True, kw_only=True)
class PersonSums:
    """points: game -> sum. amounts: unit -> minor units. evenings_won: alone or level with others."""

    person: UUID
    evenings: int = 0
    evenings_won: int = 0
    hands: int = 0
    declared: int = 0
    declared_won: int = 0
    schneider_given: int = 0
    schneider_taken: int = 0
    points: dict[str, int] = field(default_factory=dict)
    amounts: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractSums:
    person: UUID
    game: str
    contract: str
    declared: int
    lost: int


def sums_of_people(scope: FigureScope) -> tuple[PersonSums, ...]:
    """Everybody who was there. Two statements."""
    results = scope.results().order_by()
    sums = {f"{name}_sum": Sum(name) for name in (*ADDED, "points", "amount_minor")}
    rows: Any = results.values("player_id", "game", "unit").annotate(**sums)
    found: dict[UUID, PersonSums] = {}
    for row in rows:
        person = scope.circle.person(row["player_id"])
        _add(found.setdefault(person, PersonSums(person=person)), row)
    for person, evenings, won in _evenings_of_people(scope):
        found[person].evenings, found[person].evenings_won = evenings, won
    return tuple(found[person] for person in sorted(found))


def _add(one: PersonSums, row: Mapping[str, Any]) -> None:
    for name in ADDED:
        setattr(one, name, getattr(one, name) + row[f"{name}_sum"])
    one.points[row["game"]] = one.points.get(row["game"], 0) + row["points_sum"]
    one.amounts[row["unit"]] = one.amounts.get(row["unit"], 0) + row["amount_minor_sum"]


def _evenings_of_people(scope: FigureScope) -> Iterable[tuple[UUID, int, int]]:
    """From the ratings, in which a person has one row an evening under whichever entry they sat there."""
    counted: Any = (
        scope.ratings()
        .values_list("player_id")
        .annotate(played=Count("evening_id"), won=Count("evening_id", filter=Q(place=1)))
    )
    return [(person, played, won) for person, played, won in counted]


def evenings_of_games(scope: FigureScope) -> dict[str, int]:
    """Game, in the order of the rules -> evenings. One statement."""
    counted: Any = scope.ratings().values_list("game").annotate(Count("evening_id", distinct=True))
    found = dict(counted)
    return {game: found[game] for game in GAMES if game in found}


def count_of_hands(scope: FigureScope) -> int:
    return scope.hands().count()


def feats(scope: FigureScope) -> QuerySet[HandResult]:
    """The oldest first."""
    rows = scope.hands().exclude(feat=Feat.NONE)
    return rows.order_by("started_at", "evening_id", "no")


def best_evening(scope: FigureScope) -> EveningResult | None:
    """That brought somebody most points; of equals the earlier one. A statement a club, as the next two.

    scope: of one game.
    """

    def rows(club: UUID) -> QuerySet[EveningResult]:
        found = scope.results(club=club).filter(points__gt=0).select_related("evening")
        return found.order_by("-points", "started_at", "player_id")

    return _first_of_clubs(scope, rows, key=lambda row: (-row.points, row.started_at))


def longest_run(scope: FigureScope) -> EveningResult | None:

    def rows(club: UUID) -> QuerySet[EveningResult]:
        found = scope.results(club=club).filter(run__gte=LEAST_RUN).select_related("evening")
        return found.order_by("-run", "started_at", "player_id")

    return _first_of_clubs(scope, rows, key=lambda row: (-row.run, row.started_at))


def highest_hand(scope: FigureScope) -> HandResult | None:
    """That brought somebody most; of equals the earlier one. Two statements more.

    Found by the people's best hands, which are far fewer than hands, and among those that were agreed on: only they
    may bring most to somebody who held no cards.
    """

    def rows(club: UUID) -> QuerySet[EveningResult]:
        found = scope.results(club=club).filter(best_points__gt=0)
        return found.order_by("-best_points", "started_at", "best_no")

    best = _first_of_clubs(scope, rows, key=lambda row: (-row.best_points, row.started_at))
    agreed = scope.hands().filter(contract=AGREED)
    found = [row for row in agreed if row.gain > 0]
    if best:
        found.append(HandResult.objects.get(club=best.club_id, evening=best.evening_id, no=best.best_no))
    return min(found, key=lambda row: (-row.gain, row.started_at, row.no), default=None)


def sums_of_contracts(scope: FigureScope) -> list[ContractSums]:
    """One statement for those who are asked about, and one."""
    players = Player.objects.filter(club__in=scope.clubs).order_by()
    # Everybody is named, because the key of a month begins with them.
    own = scope.month_contracts().filter(player__in=list(players.values_list("pk", flat=True)))
    rows: Any = own.values("player_id", "game", "contract").annotate(declared_sum=Sum("declared"), lost_sum=Sum("lost"))
    return [
        ContractSums(
            person=scope.circle.person(row["player_id"]),
            game=row["game"],
            contract=row["contract"],
            declared=row["declared_sum"],
            lost=row["lost_sum"],
        )
        for row in rows
    ]


def _first_of_clubs(
    scope: FigureScope, rows: Callable[[UUID], QuerySet[Row]], *, key: Callable[[Row], Any]
) -> Row | None:
    found = [row for club_id in scope.clubs for row in rows(club_id)[:1]]
    return min(found, key=key, default=None)
