"""A club over the years: who stands where, evening after evening. Everything is read from the seats' totals."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet, Sum
from django.utils import timezone

from scorebook.clubs.models import Club, Player
from scorebook.play.models import Evening, HandEvent, Seat

SUMS = ("points", "amount_minor", "hands", "declared", "declared_won")
# Nobody kept a book here before; and midnight of the first years is no moment in UTC.
EARLIEST = date(1900, 1, 1)


class Ranking(StrEnum):
    POINTS = "points"
    MONEY = "money"
    HANDS = "hands"
    DECLARED_WON = "declared_won"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a player brought home in a period.

    rank:     1 is the best; who is level shares it, and the next rank is left out.
    amounts:  unit -> minor units, of every unit they played for.
    evenings: those in which they were at the table for a hand.
    """

    player: Player
    rank: int = 0
    points: int = 0
    amounts: Mapping[str, int]
    evenings: int = 0
    hands: int = 0
    declared: int = 0
    declared_won: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    player: Player
    points: int
    amount_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningResults:
    """One evening of the club; the results best first."""

    evening: Evening
    results: tuple[Result, ...]


def leaderboard(
    *,
    club: Club,
    first_on: date | None = None,
    last_on: date | None = None,
    game: str | None = None,
    by: Ranking = Ranking.POINTS,
    unit: str = "EUR",
) -> list[Standing]:
    """Everybody who played in the evenings begun from the first day to the last, best first.

    first_on, last_on: both included, in local time; None leaves that side open.
    game:              only its evenings; points of different games are not worth the same. None is all of them.
    unit:              of the money that is compared; only for Ranking.MONEY.
    """
    rows = _leaderboard_sums(_seats_that_count(club, first_on, last_on, game))
    people = Player.objects.in_bulk({row["player"] for row in rows})
    standings = [_standing_of_player(people[player], own) for player, own in _leaderboard_by_player(rows).items()]
    return _ranked_standings(standings, _leaderboard_measure(by, unit))


def evenings(club: Club) -> list[EveningResults]:
    """All evenings, the latest first."""
    results: dict[UUID, list[Result]] = {}
    rows = Seat.objects.filter(club=club).order_by().values("evening", "player")
    sums = list(rows.annotate(points_sum=Sum("points"), amount_sum=Sum("amount_minor")))
    people = {player.pk: player for player in Player.objects.filter(club=club)}
    for row in sums:
        result = Result(player=people[row["player"]], points=row["points_sum"], amount_minor=row["amount_sum"])
        results.setdefault(row["evening"], []).append(result)
    evenings = Evening.objects.filter(club=club).order_by("-number")
    return [EveningResults(evening=evening, results=_best_standing_first(results[evening.pk])) for evening in evenings]


def hands_struck_out(club: Club) -> dict[UUID, int]:
    """Evening -> how many of its hands do not count; those without any are left out."""
    standing = HandEvent.objects.filter(evening__club=club, kind=HandEvent.Kind.VOIDED, replaced_by__isnull=True)
    counts = standing.order_by().values("evening").annotate(count=Count("pk"))
    return {row["evening"]: row["count"] for row in counts}


def _seats_that_count(club: Club, first_on: date | None, last_on: date | None, game: str | None) -> QuerySet[Seat]:
    """The stays in which somebody held cards, or sat out and paid."""
    seats = Seat.objects.filter(club=club).filter(Q(hands__gt=0) | ~Q(points=0)).order_by()
    if game is not None:
        seats = seats.filter(evening__game=game)
    if first_on is not None and first_on > EARLIEST:
        seats = seats.filter(evening__started_at__gte=_midnight_of_day(first_on))
    if last_on is not None and last_on < EARLIEST:
        return seats.none()
    if last_on is not None and last_on < date.max:
        seats = seats.filter(evening__started_at__lt=_midnight_of_day(last_on + timedelta(days=1)))
    return seats


def _leaderboard_sums(seats: QuerySet[Seat]) -> list[dict[str, Any]]:
    """One row a player and unit."""
    sums = {f"{name}_sum": Sum(name) for name in SUMS}
    rows = seats.values("player", "evening__unit").annotate(evenings=Count("evening", distinct=True), **sums)
    return [dict(row) for row in rows]


def _leaderboard_by_player(rows: Iterable[dict[str, Any]]) -> dict[UUID, list[dict[str, Any]]]:
    found: dict[UUID, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row["player"], []).append(row)
    return found


def _standing_of_player(player: Player, rows: Sequence[dict[str, Any]]) -> Standing:
    # An evening has one unit, so the evenings of a player's units add up.
    totals = {name: sum(row[f"{name}_sum"] for row in rows) for name in SUMS if name != "amount_minor"}
    return Standing(
        player=player,
        amounts={row["evening__unit"]: row["amount_minor_sum"] for row in rows},
        evenings=sum(row["evenings"] for row in rows),
        **totals,
    )


def _leaderboard_measure(by: Ranking, unit: str) -> Callable[[Standing], int]:
    measures: Mapping[Ranking, Callable[[Standing], int]] = {
        Ranking.POINTS: lambda standing: standing.points,
        Ranking.MONEY: lambda standing: standing.amounts.get(unit, 0),
        Ranking.HANDS: lambda standing: standing.hands,
        Ranking.DECLARED_WON: lambda standing: standing.declared_won,
    }
    return measures[by]


def _ranked_standings(standings: Iterable[Standing], measure: Callable[[Standing], int]) -> list[Standing]:
    ordered = sorted(standings, key=lambda one: (-measure(one), one.player.name_folded))
    ranks: dict[int, int] = {}
    for place, standing in enumerate(ordered, start=1):
        ranks.setdefault(measure(standing), place)
    return [replace(standing, rank=ranks[measure(standing)]) for standing in ordered]


def _best_standing_first(results: Iterable[Result]) -> tuple[Result, ...]:
    return tuple(sorted(results, key=lambda one: (-one.points, one.player.name_folded)))


def _midnight_of_day(day: date) -> datetime:
    """When the day begins where the club is."""
    return timezone.make_aware(datetime.combine(day, time.min))
