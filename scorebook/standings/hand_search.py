"""The search for hands of closed evenings by given criteria, the newest first, with their reports and scores.

A page covers a limited number of evenings, so that a search for a rare hand costs no more than one for a frequent
hand; the next page continues there. Hardly any club has that many evenings.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.db.models.fields.json import KeyTextTransform

from rules import Level, Report, Score
from scorebook.clubs.club_groups import ClubGroup
from scorebook.core.time_spans import Span
from scorebook.play.hand_event_codec import report_of_event, score_of_event
from scorebook.play.models import Evening, HandEvent, HandResult, MonthContract
from scorebook.standings.hand_cursor import HandCursor

Feat = HandResult.Feat

PAGE = 20
# "Rufer worth 5,000" reads 800,000 rows, and no set of indexes covers all filters. OFFSET reads the rows that it
# skips, and a limit of time gives another answer each time.
EVENINGS_LOOKED_AT = 1_000
NOTES_LOOKED_AT = 2_000  # hands whose notes one page reads
OPEN_LOOKED_AT = 20  # of the newest evenings
COUNTED = 1_000
_ORDER = ("started_at", "evening_id", "no")
_NEWEST_FIRST = tuple(f"-{name}" for name in _ORDER)


Row = Mapping[str, Any]  # of a hand or a place before one: at least the columns of _ORDER


class HandOutcome(StrEnum):
    """The outcome for the declarer."""

    WON = "won"
    LOST = "lost"
    NOBODY = "nobody"  # no declarer, as in a Ramsch or a thrown-in deal


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFilter:
    """The criteria of a search; None and "" match any hand."""

    declarer: UUID | None = None  # a person; with a partner, either of the two may be the declarer
    partner: UUID | None = None  # a person
    contract: str = ""
    result: HandOutcome | None = None
    level: Level | None = None  # at least this clear
    is_doubled: bool = False
    feat: Feat | None = None
    least_value: int | None = None  # in points, as in a HandResult
    first_on: date | None = None  # included
    last_on: date | None = None  # included
    note: str = ""  # words, each of which occurs in the typed text; case is ignored


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundHand:
    evening: Evening
    event: HandEvent  # the current version of the hand
    report: Report
    score: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class HandCount:
    """The number of matching hands."""

    hands: int
    won: int
    lost: int
    is_more: bool  # more match, and are not counted


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSearchPage:
    """A page of matching hands."""

    hands: tuple[FoundHand, ...]
    counted: HandCount | None  # of all pages; only on the first
    older: HandCursor | None  # where the next page begins; None at the end
    looked_back_to: datetime | None  # start of the last evening searched, if older ones are left


def search_hands(
    group: ClubGroup, wanted: HandFilter, *, before: HandCursor | None = None, size: int | None = None
) -> HandSearchPage:
    """Return a page of hands. Four statements, one more with `before`, and one more for each linked club.

    before: the `older` of the page before; an unknown evening gives the first page.
    size: at most so many hands, fewer than COUNTED; None is PAGE.
    """
    start, size = _search_start_row(group, before), PAGE if size is None else size
    hands, end = _hands_of_search_page(group, wanted, start)
    if wanted.note:
        rows, end = _rows_matching_note(group, wanted, hands, end)
    else:
        rows = _newest_hand_rows(group, hands, size + 1 if start else COUNTED + 1)
    counted = None if start else _count_hands_by_result([row["won"] for row in rows])
    return _build_search_page(group, rows, end, counted, size)


def contracts_played(group: ClubGroup) -> Sequence[str]:
    """Return the contracts of the club's hands."""
    played = MonthContract.objects.filter(club__in=group.clubs, hands__gt=0).order_by()
    return sorted(played.values_list("contract", flat=True).distinct())


def has_open_evening(group: ClubGroup) -> bool:
    """Return whether one of the newest evenings is still open, and therefore not searched."""
    newest = Evening.objects.filter(club__in=group.clubs).order_by("-started_at").values_list("closed_at", flat=True)
    return None in newest[:OPEN_LOOKED_AT]


# -- which hands ---------------------------------------------------------------------------------------------------


def _search_start_row(group: ClubGroup, before: HandCursor | None) -> Row | None:
    if before is None:
        return None
    found = Evening.objects.filter(club__in=group.clubs, pk=before.evening).only("id", "started_at").first()
    return _position_row(found, no=before.no) if found else None


def _hands_of_search_page(
    group: ClubGroup, wanted: HandFilter, start: Row | None
) -> tuple[QuerySet[HandResult], Row | None]:
    """Return the matching hands of the evenings that this page covers, and where the next one begins, if any."""
    hands = HandResult.objects.filter(_matches_filter(group, wanted))
    evenings = Evening.objects.filter(_is_in_days(wanted), club__in=group.clubs).order_by("-started_at", "-id")
    if start:
        at = start["started_at"]
        earlier = "id__lte" if start["no"] else "id__lt"
        # The second condition is redundant, but an index can be used for it.
        hands = hands.filter(_precedes_row(start), started_at__lte=at)
        evenings = evenings.filter(
            Q(started_at__lt=at) | Q(started_at=at, **{earlier: start["evening_id"]}), started_at__lte=at
        )
    last = list(evenings.only("id", "started_at")[EVENINGS_LOOKED_AT - 1 : EVENINGS_LOOKED_AT + 1])
    if len(last) < 2:
        return hands, None
    end = _position_row(last[0], no=0)
    return hands.exclude(_precedes_row(end)).filter(started_at__gte=end["started_at"]), end


def _position_row(evening: Evening, *, no: int) -> Row:
    return {"started_at": evening.started_at, "evening_id": evening.pk, "no": no}


def _precedes_row(row: Row) -> Q:
    at, evening = row["started_at"], row["evening_id"]
    return (
        Q(started_at__lt=at)
        | Q(started_at=at, evening_id__lt=evening)
        | Q(started_at=at, evening_id=evening, no__lt=row["no"])
    )


def _is_in_days(wanted: HandFilter) -> Q:
    return Q(**Span.of_days(wanted.first_on, wanted.last_on).begun())


def _matches_filter(group: ClubGroup, wanted: HandFilter) -> Q:
    found = _is_in_days(wanted) & _matches_players(group, wanted)
    if wanted.contract:
        found &= Q(contract=wanted.contract)
    if wanted.result:
        found &= Q(won={HandOutcome.WON: True, HandOutcome.LOST: False, HandOutcome.NOBODY: None}[wanted.result])
    if wanted.level:
        found &= Q(level__in=list(Level)[list(Level).index(wanted.level) :])
    if wanted.is_doubled:
        found &= Q(doublings__gt=0)
    if wanted.feat:
        found &= Q(feat=wanted.feat) & ~Q(feat="")  # the condition of its partial index
    if wanted.note:
        found &= Q(has_note=True)
    if wanted.least_value is not None:
        found &= Q(value__gte=wanted.least_value)
    return found


def _matches_players(group: ClubGroup, wanted: HandFilter) -> Q:
    declarer, partner = (
        group.entries_of(group.person(person)) if person else None for person in (wanted.declarer, wanted.partner)
    )
    if declarer and partner:
        return Q(declarer__in=declarer, partner__in=partner) | Q(declarer__in=partner, partner__in=declarer)
    if declarer:
        return Q(declarer__in=declarer)
    return Q(partner__in=partner) if partner else Q()


# -- what is found -------------------------------------------------------------------------------------------------


def _newest_hand_rows(group: ClubGroup, hands: QuerySet[HandResult], count: int, *more: str) -> list[Row]:
    """Return the newest rows. One statement a club: for several at once, a database would sort all their rows."""
    rows = [
        row
        for club in group.clubs
        for row in hands.filter(club=club).order_by(*_NEWEST_FIRST).values(*_ORDER, "event_id", "won", *more)[:count]
    ]
    return sorted(rows, key=lambda row: tuple(row[name] for name in _ORDER), reverse=True)[:count]


def _rows_matching_note(
    group: ClubGroup, wanted: HandFilter, hands: QuerySet[HandResult], end: Row | None
) -> tuple[list[Row], Row | None]:
    """Return the rows whose note has the words, and the place up to which notes were read.

    The comparison is done here, since not every database ignores case beyond English letters.
    """
    texts = {"typed": F("event__note__text"), "reported": KeyTextTransform("note", "event__report")}
    looked_at = _newest_hand_rows(group, hands.annotate(**texts), NOTES_LOOKED_AT + 1, *texts)
    if len(looked_at) > NOTES_LOOKED_AT:
        looked_at.pop()
        end = looked_at[-1]
    words = wanted.note.casefold().split()
    notes = [f"{row['typed'] or ''} {row['reported'] or ''}".casefold() for row in looked_at]
    return [row for row, note in zip(looked_at, notes, strict=True) if all(word in note for word in words)], end


def _build_search_page(
    group: ClubGroup, rows: Sequence[Row], end: Row | None, counted: HandCount | None, size: int
) -> HandSearchPage:
    """Build the page. rows: of the page and of what follows it. end: the place up to which hands were searched."""
    page = rows[:size]
    stop = page[-1] if len(rows) > size else end
    return HandSearchPage(
        hands=_load_found_hands(group, [row["event_id"] for row in page]),
        counted=counted,
        older=HandCursor(evening=stop["evening_id"], no=stop["no"]) if stop else None,
        looked_back_to=end["started_at"] if end and stop is end else None,
    )


def _load_found_hands(group: ClubGroup, ids: Sequence[UUID]) -> tuple[FoundHand, ...]:
    events = HandEvent.objects.filter(club__in=group.clubs, pk__in=ids).select_related("note").in_bulk()
    evenings = Evening.objects.filter(
        club__in=group.clubs, pk__in={event.evening_id for event in events.values()}
    ).in_bulk()
    return tuple(_found_hand(events[id], evenings[events[id].evening_id]) for id in ids)


def _found_hand(event: HandEvent, evening: Evening) -> FoundHand:
    report = report_of_event(event, evening.rules)
    return FoundHand(evening=evening, event=event, report=report, score=score_of_event(event))


def _count_hands_by_result(won: Sequence[bool | None]) -> HandCount:
    """Count the hands by result. won: of each hand, at most one more than COUNTED."""
    counts = Counter(won[:COUNTED])
    return HandCount(hands=min(len(won), COUNTED), won=counts[True], lost=counts[False], is_more=len(won) > COUNTED)
