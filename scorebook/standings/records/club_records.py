"""The hall of records: feats, and a club's records.

Each list is short and read in the order of an index, club by club for linked clubs: no list reads all hands. A list
also holds all who are level with its last line, up to MAX_LINES.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from operator import attrgetter
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Count, Model, Q, QuerySet, Subquery

from rules import GAMES
from scorebook.clubs.club_groups import ClubGroup
from scorebook.core.time_spans import ALL
from scorebook.play.models import Evening, EveningResult, HandResult, MonthTotal
from scorebook.standings.hand_cursor import HandCursor
from scorebook.standings.models import Rating
from scorebook.standings.records.memorable import MemorableHand, memorable_hands
from scorebook.standings.standings_scope import FigureScope

Feat = HandResult.Feat
FEATS = (Feat.SIE, Feat.TOUT, Feat.MARCH)

LINES, MAX_LINES = 5, 20  # of each list of records; the most with those that are level with the fifth
MIN_RUN, MIN_STREAK = 2, 2  # a single hand or evening is none
PART = 100

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatPage:
    hands: tuple[MemorableHand, ...]  # the newest first
    has_more: bool  # older ones follow


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """A run: hands that a person won in a row."""

    person: UUID
    row: EveningResult  # with its evening loaded


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningsWon:
    person: UUID
    evenings: int


def feat_records(scope: FigureScope, feat: Feat, *, before: HandCursor | None = None, size: int) -> FeatPage:
    """Return a page of hands with the feat, those before a hand if one is given. Two statements."""
    # The redundant exclusion lets SQLite use the partial index.
    rows = scope.hands().filter(feat=feat).exclude(feat=Feat.NONE)
    if before:
        began = Subquery(Evening.objects.filter(club__in=scope.clubs, pk=before.evening).values("started_at"))
        own = Q(evening_id__lt=before.evening) | Q(evening_id=before.evening, no__lt=before.no)
        # The last condition is redundant, but an index can be used for it.
        rows = rows.filter(Q(started_at__lt=began) | Q(own, started_at=began), started_at__lte=began)
    found = list(rows.order_by("-started_at", "-evening_id", "-no")[: size + 1])
    return FeatPage(hands=tuple(memorable_hands(scope.group, found[:size])), has_more=len(found) > size)


def hall_games(group: ClubGroup) -> list[str]:
    """Return the games that were played, in the order of the rules. One statement."""
    months = MonthTotal.objects.filter(club__in=group.clubs, evenings__gt=0).order_by()
    found = set(months.values_list("game", flat=True).distinct())
    return [game for game in GAMES if game in found]


def hall_years(group: ClubGroup) -> list[int]:
    """Return the years with an evening, the newest first. One statement."""
    months = MonthTotal.objects.filter(club__in=group.clubs, evenings__gt=0).order_by()
    # Not in the database: SQLite calls Python for the year of each row.
    return sorted({month.year for month in months.values_list("month", flat=True).distinct()}, reverse=True)


def highest_hands(scope: FigureScope) -> list[MemorableHand]:
    """Return the hands with the most points for a person, ties by age. A statement a club, and one.

    scope: of one game; the points of different games are not comparable.
    """
    rows = [scope.hands(club=club).filter(gain__gt=0) for club in scope.clubs]
    found = _best_rows_of_clubs(rows, "gain", ties=("started_at", "evening_id", "no"))
    return memorable_hands(scope.group, found)


def longest_runs(scope: FigureScope) -> list[RunRecord]:
    """Return the longest runs, ties by age. A statement a club."""
    rows = [scope.results(club=club).filter(run__gte=MIN_RUN).select_related("evening") for club in scope.clubs]
    found = _best_rows_of_clubs(rows, "run", ties=("started_at", "evening_id", "player_id"))
    return [RunRecord(person=scope.group.person(row.player_id), row=row) for row in found]


def longest_streaks(scope: FigureScope) -> list[Rating]:
    """Return the last row of each of the longest streaks: evenings of a game in a row with a plus. scope: of all years.

    One statement, unless hundreds of rows belong to the same few streaks.
    """
    # Not grouped in the database: that reads every evening with a plus.
    rows = _all_ratings(scope).filter(streak__gte=MIN_STREAK)
    found: dict[object, Rating] = {}
    for row in _read_records_in_parts(rows.order_by("-streak", "started_at", "evening_id", "player_id")):
        if len(found) >= LINES and row.streak < list(found.values())[LINES - 1].streak:
            break
        # All rows of a streak have the same number of evenings before it, and its longest row comes first.
        found.setdefault((row.game, row.player_id, row.evenings - row.streak), row)
        if len(found) == MAX_LINES:
            break
    return list(found.values())


def most_evenings_won(scope: FigureScope) -> list[EveningsWon]:
    """Return who won evenings, alone or level, most first. One statement. scope: of all years."""
    won = _all_ratings(scope).filter(place=1).order_by()
    counted: Any = won.values_list("player_id").annotate(Count("evening_id"))
    found = [EveningsWon(person=person, evenings=evenings) for person, evenings in counted]
    return sorted(found, key=lambda one: (-one.evenings, one.person))


def _all_ratings(scope: FigureScope) -> QuerySet[Rating]:
    """Return the ratings of a scope of all years."""
    if scope.span != ALL:
        raise AssertionError("a stored streak may have begun before the first evening of a shorter span")
    # Not filtered by all games as `scope.ratings` is, because these lists have indexes of their own.
    found = Rating.objects.filter(club=scope.group.club_id)
    return found.filter(game=scope.game) if scope.game else found


def _best_rows_of_clubs(of_clubs: Iterable[QuerySet[Row]], column: str, *, ties: Sequence[str]) -> list[Row]:
    """Return the rows with the most, club by club, since no index has those of two in one order.

    ties: columns that order level rows.
    """
    found = [row for rows in of_clubs for row in rows.order_by(f"-{column}", *ties)[:MAX_LINES]]
    best = sorted(found, key=lambda row: (-getattr(row, column), attrgetter(*ties)(row)))[:MAX_LINES]
    return [row for row in best if getattr(row, column) >= getattr(best[:LINES][-1], column)]


def _read_records_in_parts(rows: QuerySet[Row]) -> Iterator[Row]:
    """Yield the rows, reading the next part only when the caller needs it."""
    for begin in count(step=PART):
        part = list(rows[begin : begin + PART])
        yield from part
        if len(part) < PART:
            return
