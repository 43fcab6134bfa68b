"""A person's best evening, hand and run, their streaks, and which of the club's records they hold."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Q, QuerySet, Sum

from scorebook.clubs.circle import Circle, CupRule
from scorebook.core.months import day_of
from scorebook.play.models import EveningResult, HandResult
from scorebook.standings import cup
from scorebook.standings.models import CupPassing, Rating


class Record(StrEnum):
    """What one person of a club holds, or several who are level."""

    RUN = "run"
    HAND = "hand"
    STREAK = "streak"
    CUP = "cup"


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """value: points, or hands of a run. no: the hand; None where it is about the evening."""

    value: int
    evening_id: UUID
    started_at: datetime
    no: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bests:
    """Of all closed evenings. run, longest_streak: of all games; the others of one, whose points are worth the same.

    evening, hand: those that brought most points. run: most hands in a row that brought points, within an evening.
    evenings, evenings_won: how many there were, and how many of them nobody did better in.
    streak: how many evenings in a row up to the last one brought points, or, below 0, cost some.
    """

    evening: Best | None
    hand: Best | None
    run: Best | None
    evenings: int
    evenings_won: int
    streak: int
    longest_streak: int

    @property
    def each(self) -> tuple[Best | None, Best | None, Best | None]:
        return (self.evening, self.hand, self.run)


def bests(circle: Circle, person: UUID, *, game: str, games: Collection[str]) -> Bests:
    """games: all that the person has played. Six statements."""
    own = EveningResult.objects.filter(club__in=circle.clubs, player__in=circle.entries_of(person))
    ratings = Rating.objects.filter(club=circle.club_id, player=person, game__in=games).order_by()
    of_game = Q(game=game)
    counted = ratings.aggregate(
        evenings=Count("evening", filter=of_game),
        won=Count("evening", filter=of_game & Q(place=1)),
        longest=Max("streak"),
    )
    newest = ratings.filter(game=game).order_by("-started_at", "-evening_id")
    highest = own.aggregate(hand=Max("best_points", filter=of_game), run=Max("run"))
    return Bests(
        evening=_best_evening(own.filter(game=game)),
        hand=_first_with(own.filter(game=game), best_points=highest["hand"]),
        run=_first_with(own, run=highest["run"]),
        evenings=counted["evenings"],
        evenings_won=counted["won"],
        streak=newest.values_list("streak", flat=True).first() or 0,
        longest_streak=max(counted["longest"] or 0, 0),
    )


def records_held(circle: Circle, person: UUID, own: Bests, *, game: str, today: date) -> tuple[Record, ...]:
    """One statement for each club of the circle and each of two records, and two more."""
    runs = (EveningResult.objects.filter(club=club) for club in circle.clubs)
    hands = (HandResult.objects.filter(club=club, game=game) for club in circle.clubs)
    held = {
        Record.RUN: _is_highest(own.run.value if own.run else 0, runs, "run"),
        Record.HAND: _is_highest(own.hand.value if own.hand else 0, hands, "gain"),
        Record.STREAK: _is_highest(own.longest_streak, [Rating.objects.filter(club=circle.club_id)], "streak"),
        Record.CUP: cup_holder(circle, today=today) == person,
    }
    return tuple(record for record, is_held in held.items() if is_held)


def cup_holder(circle: Circle, *, today: date) -> UUID | None:
    """Who has the club's cup; nobody where the agreement that holds is younger than their evening. One statement."""
    agreed = cup.agreement_on(today, circle.cups)
    newest = CupPassing.objects.filter(club=circle.club_id).order_by("-started_at", "-evening_id").first()
    if newest is None or agreed.rule is CupRule.NO_CUP or day_of(newest.started_at) < agreed.first_on:
        return None
    return newest.player_id


def _best_evening(own: QuerySet[EveningResult]) -> Best | None:
    """The first of those that are level."""
    # By their beginning first: else SQLite walks through the evenings of the whole club, as they are keyed.
    summed: Any = own.order_by().values("started_at", "evening").annotate(points_sum=Sum("points"))
    row = summed.order_by("-points_sum", "started_at").first()
    return Best(value=row["points_sum"], evening_id=row["evening"], started_at=row["started_at"]) if row else None


def _first_with(own: QuerySet[EveningResult], **best: int | None) -> Best | None:
    """The first evening with that run, or with a hand that brought so many points; 0 is nobody's best."""
    [(name, value)] = best.items()
    row = own.filter(**best).order_by("started_at").first() if value else None
    if row is None or not value:
        return None
    no = row.best_no if name == "best_points" else None
    return Best(value=value, evening_id=row.evening_id, started_at=row.started_at, no=no)


def _is_highest(own: int, clubs: Iterable[QuerySet[Any]], name: str) -> bool:
    """Whether nobody in these clubs has more; of each the index gives the highest."""
    if own <= 0:
        return False
    highest = (rows.order_by(f"-{name}").values_list(name, flat=True).first() or 0 for rows in clubs)
    return own >= max(highest)
