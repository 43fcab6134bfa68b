"""The figures of a year, from the results of closed evenings and from months, never from all hands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, Sum

from rules import GAMES
from scorebook.clubs.models import Player
from scorebook.play.codec import AGREED
from scorebook.play.models import EveningResult, HandResult
from scorebook.standings.records.club_records import MIN_RUN
from scorebook.standings.scope import FigureScope

Feat = HandResult.Feat
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
class YearContractSums:
    person: UUID
    game: str
    contract: str
    declared: int
    lost: int


def sums_of_people(scope: FigureScope) -> tuple[PersonSums, ...]:
    """Return the sums of everyone who played. Two statements."""
    results = scope.results().order_by()
    sums = {f"{name}_sum": Sum(name) for name in (*ADDED, "points", "amount_minor")}
    rows: Any = results.values("player_id", "game", "unit").annotate(**sums)
    found: dict[UUID, PersonSums] = {}
    for row in rows:
        person = scope.group.person(row["player_id"])
        _add_results_of_person(found.setdefault(person, PersonSums(person=person)), row)
    # The ratings have one row for a person and evening.
    won = Count("evening_id", filter=Q(place=1))
    for row in scope.ratings().values("player_id").annotate(played=Count("evening_id"), won=won):
        one = found[row["player_id"]]
        one.evenings, one.evenings_won = row["played"], row["won"]
    return tuple(found[person] for person in sorted(found))


def _add_results_of_person(one: PersonSums, row: Mapping[str, Any]) -> None:
    for name in ADDED:
        setattr(one, name, getattr(one, name) + row[f"{name}_sum"])
    one.points[row["game"]] = one.points.get(row["game"], 0) + row["points_sum"]
    one.amounts[row["unit"]] = one.amounts.get(row["unit"], 0) + row["amount_minor_sum"]


def evenings_of_games(scope: FigureScope) -> dict[str, int]:
    """Return the number of evenings of each game, in the order of the rules. One statement."""
    counted: Any = scope.ratings().values_list("game").annotate(Count("evening_id", distinct=True))
    found = dict(counted)
    return {game: found[game] for game in GAMES if game in found}


def best_evenings(scope: FigureScope) -> tuple[EveningResult, ...]:
    """Return the evenings with the most points for a person: all that are level, the oldest first.

    scope: of one game. A statement a club, as the next two.
    """
    return _results_with_most(scope, "points", least=1)


def longest_runs(scope: FigureScope) -> tuple[EveningResult, ...]:
    return _results_with_most(scope, "run", least=MIN_RUN)


def highest_hands(scope: FigureScope) -> list[HandResult]:
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


def sums_of_contracts(scope: FigureScope) -> list[YearContractSums]:
    """Return the sums of each person and contract. Two statements."""
    players = Player.objects.filter(club__in=scope.clubs).order_by()
    # All players are listed, because the key of a month begins with the player.
    own = scope.month_contracts().filter(player__in=list(players.values_list("pk", flat=True)))
    rows: Any = own.values("player_id", "game", "contract").annotate(declared_sum=Sum("declared"), lost_sum=Sum("lost"))
    return [
        YearContractSums(
            person=scope.group.person(row["player_id"]),
            game=row["game"],
            contract=row["contract"],
            declared=row["declared_sum"],
            lost=row["lost_sum"],
        )
        for row in rows
    ]


def _results_with_most(scope: FigureScope, column: str, *, least: int) -> tuple[EveningResult, ...]:
    """Return the rows with the most; read club by club, since no index has the rows of two clubs in one order."""
    found: list[EveningResult] = []
    for club_id in scope.clubs:
        rows = scope.results(club=club_id).filter(**{f"{column}__gte": least})
        most = rows.order_by(f"-{column}").values(column)[:1]
        found += rows.filter(**{column: most}).select_related("evening")
    best = max((getattr(row, column) for row in found), default=0)
    level = [row for row in found if getattr(row, column) == best]
    return tuple(sorted(level, key=lambda row: (row.started_at, row.player_id)))
