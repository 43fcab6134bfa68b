"""The figures of a year, from the results of its closed evenings and from the club's months; never from all hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Count, Model, Q, QuerySet, Sum

from rules import GAMES
from scorebook.clubs.circle import Circle
from scorebook.clubs.models import Player
from scorebook.core.months import midnight
from scorebook.play.codec import AGREED
from scorebook.play.models import EveningResult, HandResult, MonthContract
from scorebook.standings.models import Rating
from scorebook.standings.records import LEAST_RUN

Feat = HandResult.Feat
ADDED = ("hands", "declared", "declared_won", "schneider_given", "schneider_taken")
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True, kw_only=True)
class Year:
    """From its first moment, where the club is, up to the first of the next."""

    first: date
    first_at: datetime
    end_at: datetime

    @classmethod
    def of(cls, year: int) -> Year:
        """year: 1900 to 8999."""
        return cls(first=date(year, 1, 1), first_at=midnight(date(year, 1, 1)), end_at=midnight(date(year + 1, 1, 1)))

    @property
    def begun(self) -> Mapping[str, datetime]:
        """Of a row whose evening began in it."""
        return {"started_at__gte": self.first_at, "started_at__lt": self.end_at}


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


def sums_of_people(circle: Circle, year: Year) -> tuple[PersonSums, ...]:
    """Everybody who was there. Two statements."""
    results = EveningResult.objects.filter(club__in=circle.clubs, **year.begun).order_by()
    sums = {f"{name}_sum": Sum(name) for name in (*ADDED, "points", "amount_minor")}
    rows: Any = results.values("player_id", "game", "unit").annotate(**sums)
    found: dict[UUID, PersonSums] = {}
    for row in rows:
        person = circle.person(row["player_id"])
        _add(found.setdefault(person, PersonSums(person=person)), row)
    for person, evenings, won in _evenings_of_people(circle, year):
        found[person].evenings, found[person].evenings_won = evenings, won
    return tuple(found[person] for person in sorted(found))


def _add(one: PersonSums, row: Mapping[str, Any]) -> None:
    for name in ADDED:
        setattr(one, name, getattr(one, name) + row[f"{name}_sum"])
    one.points[row["game"]] = one.points.get(row["game"], 0) + row["points_sum"]
    one.amounts[row["unit"]] = one.amounts.get(row["unit"], 0) + row["amount_minor_sum"]


def _evenings_of_people(circle: Circle, year: Year) -> Iterable[tuple[UUID, int, int]]:
    """From the ratings, in which a person has one row an evening under whichever entry they sat there."""
    counted: Any = (
        _ratings(circle, year)
        .values_list("player_id")
        .annotate(played=Count("evening_id"), won=Count("evening_id", filter=Q(place=1)))
    )
    return [(person, played, won) for person, played, won in counted]


def evenings_of_games(circle: Circle, year: Year) -> dict[str, int]:
    """Game, in the order of the rules -> evenings. One statement."""
    counted: Any = _ratings(circle, year).values_list("game").annotate(Count("evening_id", distinct=True))
    found = dict(counted)
    return {game: found[game] for game in GAMES if game in found}


def _ratings(circle: Circle, year: Year) -> QuerySet[Rating]:
    # All games are named, because the index begins with them.
    return Rating.objects.filter(club=circle.club_id, game__in=list(GAMES), **year.begun).order_by()


def count_of_hands(circle: Circle, year: Year) -> int:
    return HandResult.objects.filter(club__in=circle.clubs, **year.begun).count()


def feats(circle: Circle, year: Year) -> QuerySet[HandResult]:
    """The oldest first."""
    rows = HandResult.objects.filter(club__in=circle.clubs, **year.begun).exclude(feat=Feat.NONE)
    return rows.order_by("started_at", "evening_id", "no")


def best_evening(circle: Circle, year: Year, *, game: str) -> EveningResult | None:
    """That brought somebody most points; of equals the earlier one. A statement a club, as the next two."""
    rows = EveningResult.objects.filter(game=game, points__gt=0, **year.begun).select_related("evening")
    return _first_of_clubs(
        circle, rows.order_by("-points", "started_at", "player_id"), key=lambda row: (-row.points, row.started_at)
    )


def longest_run(circle: Circle, year: Year) -> EveningResult | None:
    rows = EveningResult.objects.filter(run__gte=LEAST_RUN, **year.begun).select_related("evening")
    return _first_of_clubs(
        circle, rows.order_by("-run", "started_at", "player_id"), key=lambda row: (-row.run, row.started_at)
    )


def highest_hand(circle: Circle, year: Year, *, game: str) -> HandResult | None:
    """That brought somebody most; of equals the earlier one. Two statements more.

    Found by the people's best hands, which are far fewer than hands, and among those that were agreed on: only they
    may bring most to somebody who held no cards.
    """
    rows = EveningResult.objects.filter(game=game, best_points__gt=0, **year.begun)
    ordered = rows.order_by("-best_points", "started_at", "best_no")
    best = _first_of_clubs(circle, ordered, key=lambda row: (-row.best_points, row.started_at))
    agreed = HandResult.objects.filter(club__in=circle.clubs, game=game, contract=AGREED, **year.begun)
    found = [row for row in agreed if row.gain > 0]
    if best:
        found.append(HandResult.objects.get(club=best.club_id, evening=best.evening_id, no=best.best_no))
    return min(found, key=lambda row: (-row.gain, row.started_at, row.no), default=None)


def sums_of_contracts(circle: Circle, year: Year) -> list[ContractSums]:
    """One statement for those who are asked about, and one."""
    players = Player.objects.filter(club__in=circle.clubs).order_by()
    rows: Any = (
        MonthContract.objects.filter(
            club__in=circle.clubs,
            # Everybody is named, because the key of a month begins with them.
            player__in=list(players.values_list("pk", flat=True)),
            month__gte=year.first,
            month__lt=year.first.replace(year=year.first.year + 1),
        )
        .order_by()
        .values("player_id", "game", "contract")
        .annotate(declared_sum=Sum("declared"), lost_sum=Sum("lost"))
    )
    return [
        ContractSums(
            person=circle.person(row["player_id"]),
            game=row["game"],
            contract=row["contract"],
            declared=row["declared_sum"],
            lost=row["lost_sum"],
        )
        for row in rows
    ]


def _first_of_clubs(circle: Circle, rows: QuerySet[Row], *, key: Callable[[Row], Any]) -> Row | None:
    found = [row for club_id in circle.clubs for row in rows.filter(club=club_id)[:1]]
    return min(found, key=key, default=None)
