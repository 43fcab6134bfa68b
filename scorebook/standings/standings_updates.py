"""Ratings, streaks and the cup: stored results that each evening builds on the ones before it.

Closing or reopening an evening replays it and all that follow it: one for the newest evening, thousands for the first.
Readers only read the stored rows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db import transaction

from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.core.months import EARLIEST, midnight
from scorebook.core.rows import Insert, write_rows
from scorebook.play.models import Evening, EveningResult
from scorebook.standings.models import CupPassing, StandingsLock
from scorebook.standings.models import Rating as RatingRow
from scorebook.standings.ratings.rating_model import SkillEstimate, expected_places, rate_evening, widen_doubt
from scorebook.standings.ratings.rating_queries import HUNDRED, THOUSAND, rating_of_row
from scorebook.standings.records.cup_holders import EveningPoints, holding_of_row, pass_cup_on, passings_newest_first
from scorebook.standings.seasons import season_queries

BEGINNING = midnight(EARLIEST)
# Rows of one statement; all evenings of a large club have 350,000.
BATCH = 10_000
# Machines differ in the last bits of an exponential function, by far less than this. A rating this near to the middle
# between two thousandths may therefore be stored as either.
ROUNDING_THOUSANDTHS = 1e-6
RowModel = type[RatingRow] | type[CupPassing]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsMismatch:
    """A stored row that differs from the replay of the evenings."""

    evening_id: UUID
    what: str
    must: Mapping[str, Any] | None  # the expected row; None for no row
    does: Mapping[str, Any] | None  # the stored row; None for no row


def update_standings(evenings: Sequence[Evening]) -> None:
    """Replay evenings of one club that were closed or reopened, and all that follow them, once."""
    if evenings:
        since = min(evening.started_at for evening in evenings)
        games = sorted({evening.game for evening in evenings})
        replay_standings(club_group(evenings[0].club_id), since=since, games=games)


def replay_standings(group: ClubGroup, *, since: datetime = BEGINNING, games: Iterable[str] | None = None) -> None:
    """Recompute and store what follows from the evenings begun since then.

    group: may be out of date; it is read again under the lock.
    games:  those whose ratings change; None is all that the club group has played.
    """
    with transaction.atomic():
        group = _lock_current_group(group)
        played = _games_played_in_group(group) if games is None else list(games)
        RatingRow.objects.filter(club=group.club_id, game__in=played, started_at__gte=since).delete()
        CupPassing.objects.filter(club=group.club_id, started_at__gte=since).delete()
        for game in played:
            _store_standings_rows(replayed_ratings(group, game=game, since=since), group)
        _store_standings_rows(replayed_cup(group, since=since), group)


def _store_standings_rows(rows: Sequence[RatingRow] | Sequence[CupPassing], group: ClubGroup) -> None:
    for start in range(0, len(rows), BATCH):
        write_rows([Insert(rows[start : start + BATCH])], club_id=group.club_id)


def delete_standings_of_club(club_id: UUID) -> None:
    """Delete the rows stored under a club, since another club of its group now holds them."""
    for model in (RatingRow, CupPassing):
        model._default_manager.filter(club=club_id).delete()


def rebuild_standings(club_id: UUID) -> int:
    """Replay everything if any row is wrong. Return how many rows were wrong, missing or too many."""
    with transaction.atomic():
        group = _lock_current_group(club_group(club_id))
        wrong = sum(1 for _ in standings_mismatches(club_id))
        if wrong:
            delete_standings_of_club(club_id)
            if group.club_id == club_id:
                replay_standings(group)
    return wrong


def standings_mismatches(club_id: UUID) -> Iterator[StandingsMismatch]:
    """Yield each row stored under a club that differs from the results of all evenings."""
    group = club_group(club_id)
    does: dict[RowModel, Sequence[Any]] = {
        model: list(model._default_manager.filter(club=club_id)) for model in (RatingRow, CupPassing)
    }
    must: dict[RowModel, Sequence[Any]] = {RatingRow: (), CupPassing: ()}
    if group.club_id == club_id:
        kept = {(row.evening_id, row.player_id): row for row in does[RatingRow]}
        must[RatingRow] = [
            row for game in _games_played_in_group(group) for row in replayed_ratings(group, game=game, kept=kept)
        ]
        must[CupPassing] = replayed_cup(group)
    for model, rows in must.items():
        expected, stored = _columns_by_key(rows), _columns_by_key(does[model])
        for key in sorted(expected.keys() | stored.keys(), key=str):
            if expected.get(key) != stored.get(key):
                what = f"{model.__name__} {key[1]}"
                yield StandingsMismatch(evening_id=key[0], what=what, must=expected.get(key), does=stored.get(key))


def _columns_by_key(rows: Iterable[RatingRow | CupPassing]) -> dict[tuple[UUID, UUID | str], Mapping[str, Any]]:
    return {
        (row.evening_id, row.player_id if isinstance(row, RatingRow) else ""): {
            column.attname: getattr(row, column.attname) for column in row._meta.concrete_fields if column.name != "pk"
        }
        for row in rows
    }


def _lock_current_group(group: ClubGroup) -> ClubGroup:
    """Lock the club group and read it again, so that concurrent links and unlinks are included."""
    StandingsLock.lock_clubs(group.club_id)
    now = club_group(group.club_id)
    return now if now.club_id == group.club_id else _lock_current_group(now)


def _games_played_in_group(group: ClubGroup) -> list[str]:
    found = EveningResult.objects.filter(club__in=group.clubs).order_by("game")
    return list(found.values_list("game", flat=True).distinct())


# -- ratings -------------------------------------------------------------------------------------------------------


def replayed_ratings(
    group: ClubGroup,
    *,
    game: str,
    since: datetime = BEGINNING,
    kept: Mapping[tuple[UUID, UUID], RatingRow] | None = None,
) -> list[RatingRow]:
    """Return the rows of the evenings begun since then, based on the stored rows before them.

    kept: (evening, person) -> the stored row. Its rounding is taken over where another machine may have rounded so.
    """
    last: dict[UUID, RatingRow | None] = {}  # of each person
    starts = [midnight(day) for day in season_queries.season_starts(group, game=game)]
    rows: list[RatingRow] = []
    for evening in _played_evenings(group, since=since, game=game):
        if len(evening.points) < 2:  # no one to compare with
            continue
        for person in evening.points:
            if person not in last:
                last[person] = _last_rating_before(group, game, person, since)
        before = {person: _rating_at_evening(last[person], evening.started_at, starts) for person in evening.points}
        after, expected = rate_evening(before, evening.points), expected_places(before)
        for person, points in evening.points.items():
            earlier = last[person]
            streak = _streak_after(earlier.streak if earlier else 0, points)
            row = _rating_row(group, game, evening, person, after[person], streak, expected[person])
            if kept and (stored := kept.get((evening.evening_id, person))):
                _take_over_rounding(row, after[person], stored)
            last[person] = row
            rows.append(row)
    return rows


def _last_rating_before(group: ClubGroup, game: str, person: UUID, since: datetime) -> RatingRow | None:
    if since == BEGINNING:
        return None
    earlier = RatingRow.objects.filter(club=group.club_id, game=game, player=person, started_at__lt=since)
    return earlier.order_by("-started_at", "-evening_id").first()


def _rating_at_evening(last: RatingRow | None, moment: datetime, season_starts: Iterable[datetime]) -> SkillEstimate:
    """Return the rating, with more doubt if a season began since their last evening.

    It is read from the row as stored, not as computed, so that a later replay starts from the same values.
    """
    rating = rating_of_row(last)
    has_begun = last is not None and any(last.started_at < start <= moment for start in season_starts)
    return widen_doubt(rating) if has_begun else rating


def _streak_after(streak: int, points: int) -> int:
    if points > 0:
        return max(streak, 0) + 1
    return min(streak, 0) - 1 if points < 0 else 0


def _rating_row(
    group: ClubGroup,
    game: str,
    evening: EveningPoints,
    person: UUID,
    rating: SkillEstimate,
    streak: int,
    expected_place: float,
) -> RatingRow:
    return RatingRow(
        club_id=group.club_id,
        evening_id=evening.evening_id,
        player_id=person,
        game=game,
        started_at=evening.started_at,
        mu_thousandths=round(rating.mu * THOUSAND),
        sigma_thousandths=round(rating.sigma * THOUSAND),
        evenings=rating.evenings,
        people=len(evening.points),
        expected_place_hundredths=round(expected_place * HUNDRED),
        place=1 + sum(points > evening.points[person] for points in evening.points.values()),
        streak=streak,
    )


def _take_over_rounding(row: RatingRow, exact: SkillEstimate, stored: RatingRow) -> None:
    for name, value in (("mu_thousandths", exact.mu), ("sigma_thousandths", exact.sigma)):
        if may_be_stored_as(value, getattr(stored, name)):
            setattr(row, name, getattr(stored, name))


def may_be_stored_as(value: float, thousandths: int) -> bool:
    """Return whether a machine may round the value to that."""
    return abs(value * THOUSAND - thousandths) <= 0.5 + ROUNDING_THOUSANDTHS


# -- the cup -------------------------------------------------------------------------------------------------------


def replayed_cup(group: ClubGroup, *, since: datetime = BEGINNING) -> list[CupPassing]:
    evenings = list(_played_evenings(group, since=since))
    started_at = {evening.evening_id: evening.started_at for evening in evenings}
    last = passings_newest_first(group).filter(started_at__lt=since).first()
    return [
        CupPassing(
            club_id=group.club_id,
            evening_id=one.evening_id,
            player_id=one.holder,
            from_player_id=one.before,
            started_at=started_at[one.evening_id],
        )
        for one in pass_cup_on(evenings, group.cups, last=holding_of_row(last) if last else None)
    ]


def _played_evenings(group: ClubGroup, *, since: datetime, game: str | None = None) -> Iterator[EveningPoints]:
    """Yield the evenings in their order. One statement."""
    found = EveningResult.objects.filter(club__in=group.clubs, started_at__gte=since)
    if game is not None:
        found = found.filter(game=game)
    rows = found.order_by("started_at", "evening_id", "player_id").values_list(
        "evening_id", "started_at", "player_id", "points", named=True
    )
    for evening_id, evening_rows in groupby(rows, key=attrgetter("evening_id")):
        own = list(evening_rows)
        points: dict[UUID, int] = {}
        for row in own:
            person = group.person(row.player_id)
            points[person] = points.get(person, 0) + row.points
        yield EveningPoints(evening_id=evening_id, started_at=own[0].started_at, points=points)
