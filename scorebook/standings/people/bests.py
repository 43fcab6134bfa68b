"""A person's best evening, hand and run, their streaks, and which records they hold, all in one scope."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Max, QuerySet, Sum

from scorebook.core.time_spans import ALL
from scorebook.play.models import EveningResult
from scorebook.standings.models import Rating
from scorebook.standings.standings_scope import FigureScope


class PersonalBest(StrEnum):
    """A record of the club in a scope. Several people hold one where they are level."""

    RUN = "run"
    HAND = "hand"
    STREAK = "streak"


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    value: int  # points; of a run, hands
    evening_id: UUID
    started_at: datetime
    no: int | None = None  # of the hand; None for an evening or a run


@dataclass(frozen=True, slots=True, kw_only=True)
class Bests:
    evening: Best | None  # with the most points
    hand: Best | None  # with the most points
    run: Best | None  # most hands won in a row within an evening
    evenings: int
    evenings_won: int  # alone or level with others
    streak: int  # last evenings of a game in a row with a plus; below 0, with a minus
    longest_streak: int  # of evenings with a plus

    @property
    def each(self) -> tuple[Best | None, Best | None, Best | None]:
        return (self.evening, self.hand, self.run)


def personal_bests(scope: FigureScope, person: UUID) -> Bests:
    """Return the bests of a person. scope: of one game, whose points are comparable. Five statements."""
    own = scope.results().filter(player__in=scope.group.entries_of(person))
    ratings = list(scope.ratings().filter(player=person).order_by("started_at", "evening_id"))
    streaks = streaks_within(ratings)
    highest = own.aggregate(hand=Max("best_points"), run=Max("run"))
    return Bests(
        evening=_evening_with_most_points(own),
        hand=_first_evening_with(own, best_points=highest["hand"]),
        run=_first_evening_with(own, run=highest["run"]),
        evenings=len(ratings),
        evenings_won=sum(row.place == 1 for row in ratings),
        streak=streaks[-1] if streaks else 0,
        longest_streak=max([0, *streaks]),
    )


def streaks_within(rows: Sequence[Rating]) -> list[int]:
    """Return the streaks of one person, cut to the evenings of these rows.

    rows: all of a scope, the oldest first. A stored streak may have begun before the first of them.
    """
    before: dict[str, int] = {}
    found = []
    for row in rows:
        earlier = before.setdefault(row.game, row.evenings - 1)
        length = min(abs(row.streak), row.evenings - earlier)
        found.append(length if row.streak > 0 else -length)
    return found


def records_held(scope: FigureScope, own: Bests) -> tuple[PersonalBest, ...]:
    """Return the records of a person. own: their bests in the same scope. Three statements at most."""
    held = {
        PersonalBest.RUN: own.run and not scope.results().filter(run__gt=own.run.value).exists(),
        PersonalBest.HAND: own.hand and not scope.hands().filter(gain__gt=own.hand.value).exists(),
        PersonalBest.STREAK: own.longest_streak and not _has_longer_streak(scope, than=own.longest_streak),
    }
    return tuple(record for record, is_held in held.items() if is_held)


def _has_longer_streak(scope: FigureScope, *, than: int) -> bool:
    """Return whether anyone in the scope has a longer streak. One statement."""
    if scope.span == ALL:
        return scope.ratings().filter(streak__gt=than).exists()
    by_person: dict[UUID, list[Rating]] = {}
    for row in scope.ratings().order_by("started_at", "evening_id"):
        by_person.setdefault(row.player_id, []).append(row)
    return any(max(streaks_within(own)) > than for own in by_person.values())


def _evening_with_most_points(own: QuerySet[EveningResult]) -> Best | None:
    # Grouped by `started_at` first: otherwise SQLite walks through the evenings of the whole club, in key order.
    summed: Any = own.order_by().values("started_at", "evening").annotate(points_sum=Sum("points"))
    row = summed.order_by("-points_sum", "started_at").first()
    return Best(value=row["points_sum"], evening_id=row["evening"], started_at=row["started_at"]) if row else None


def _first_evening_with(own: QuerySet[EveningResult], **best: int | None) -> Best | None:
    """Return the first evening with that run or best hand; None for a best of 0."""
    [(name, value)] = best.items()
    row = own.filter(**best).order_by("started_at").first() if value else None
    if row is None or not value:
        return None
    no = row.best_no if name == "best_points" else None
    return Best(value=value, evening_id=row.evening_id, started_at=row.started_at, no=no)
