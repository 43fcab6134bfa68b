"""The club's records that an evening broke, compared with all evenings that began before it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.db.models import QuerySet

from scorebook.clubs.club_groups import ClubGroup
from scorebook.play.models import Evening, EveningResult, HandResult
from scorebook.standings.models import Rating
from scorebook.standings.records.club_records import MIN_RUN, MIN_STREAK
from scorebook.standings.records.memorable import memorable_hands

Feat = HandResult.Feat


class RecordKind(StrEnum):
    """A kind of record. Points are compared within a game; runs and Sies across all games."""

    FIRST_SIE = "first_sie"
    HIGHEST_HAND = "highest_hand"
    BEST_EVENING = "best_evening"
    LONGEST_RUN = "longest_run"
    LONGEST_STREAK = "longest_streak"


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenRecord:
    kind: RecordKind
    people: tuple[UUID, ...]  # several where they are level
    count: int  # points, hands or evenings
    before: int | None = None  # the earlier record; None for a first Sie
    no: int | None = None  # of the hand, the first of those that are level


def records_broken_by_evening(group: ClubGroup, evening: Evening) -> Sequence[BrokenRecord]:
    """Return the records broken by an evening of the club group; an open one has broken none.

    A first value is no record, except for a Sie. Two statements a record, one more for each further club of the group.
    """
    of_game = EveningResult.objects.filter(game=evening.game)
    return (
        *_first_sie_record(group, evening),
        *_highest_hand_record(group, evening),
        *_result_record(group, evening, RecordKind.BEST_EVENING, "points", of_game.filter(points__gt=0)),
        *_result_record(group, evening, RecordKind.LONGEST_RUN, "run", EveningResult.objects.filter(run__gte=MIN_RUN)),
        *_longest_streak_record(group, evening),
    )


def _first_sie_record(group: ClubGroup, evening: Evening) -> Iterator[BrokenRecord]:
    sies = HandResult.objects.filter(feat=Feat.SIE).exclude(feat=Feat.NONE)
    first = sies.filter(club=evening.club_id, evening=evening).order_by("no").first()
    if first and not sies.filter(club__in=group.clubs, started_at__lt=evening.started_at).exists():
        [hand] = memorable_hands(group, [first])
        yield BrokenRecord(kind=RecordKind.FIRST_SIE, people=hand.people, count=first.gain, no=first.no)


def _highest_hand_record(group: ClubGroup, evening: Evening) -> Iterator[BrokenRecord]:
    own = list(HandResult.objects.filter(club=evening.club_id, evening=evening).order_by("no"))
    most = max((hand.gain for hand in own), default=0)
    before = _record_before_evening(group, evening, HandResult.objects.filter(game=evening.game, gain__gt=0), "gain")
    if before and most > before:
        level = [hand for hand in own if hand.gain == most]
        people = {person for hand in memorable_hands(group, level) for person in hand.people}
        yield BrokenRecord(
            kind=RecordKind.HIGHEST_HAND, people=tuple(sorted(people)), count=most, before=before, no=level[0].no
        )


def _result_record(
    group: ClubGroup, evening: Evening, kind: RecordKind, column: str, results: QuerySet[EveningResult]
) -> Iterator[BrokenRecord]:
    # The own results are filtered by the evening alone: by a bound on the column too, SQLite might search by that.
    own = EveningResult.objects.filter(club=evening.club_id, evening=evening).values_list("player_id", column)
    yield from _record_if_broken(group, kind, own, _record_before_evening(group, evening, results, column))


def _longest_streak_record(group: ClubGroup, evening: Evening) -> Iterator[BrokenRecord]:
    rows = Rating.objects.filter(club=group.club_id)
    own = rows.filter(evening=evening).values_list("player_id", "streak")
    earlier = rows.filter(streak__gte=MIN_STREAK, started_at__lt=evening.started_at).order_by("-streak")
    yield from _record_if_broken(
        group, RecordKind.LONGEST_STREAK, own, earlier.values_list("streak", flat=True).first()
    )


def _record_before_evening(
    group: ClubGroup, evening: Evening, rows: QuerySet[HandResult] | QuerySet[EveningResult], column: str
) -> int | None:
    """Return the most before the evening, read club by club in the order of an index."""
    earlier = rows.filter(started_at__lt=evening.started_at).order_by(f"-{column}").values_list(column, flat=True)
    found = [most for club_id in group.clubs for most in earlier.filter(club=club_id)[:1]]
    return max(found, default=None)


def _record_if_broken(
    group: ClubGroup, kind: RecordKind, own: Iterable[tuple[UUID, int]], before: int | None
) -> Iterator[BrokenRecord]:
    counts = dict(own)
    most = max(counts.values(), default=0)
    if before and most > before:
        people = {group.person(player) for player, count in counts.items() if count == most}
        yield BrokenRecord(kind=kind, people=tuple(sorted(people)), count=most, before=before)
