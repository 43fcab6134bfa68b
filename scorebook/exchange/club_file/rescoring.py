"""Replay of an evening of the file from its events, which gives its row, seats and results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from uuid import UUID

from rules.scoring_memo import ScoringMemo
from scorebook.clubs.models import TypedText
from scorebook.exchange.club_file.file_reader import FileEvening
from scorebook.exchange.club_file.problems import file_refused
from scorebook.exchange.club_file.row_builder import ClubRows, PlacedRow
from scorebook.operations.audit.evening_audit import UNREADABLE
from scorebook.operations.audit.replay_check import AuditedEvening
from scorebook.play.models import Evening, EveningEvent, HandEvent
from scorebook.play.results import results_of


def rescored_tables(
    file_evening: FileEvening,
    rows: ClubRows,
    *,
    texts: Mapping[str, TypedText],
    people: AbstractSet[UUID],
    memo: ScoringMemo,
) -> Sequence[Sequence[PlacedRow]]:
    """Score every hand of the evening again. Return its rows by tables, each after those that it refers to.

    Raises: ClubFileRefused at the first event that differs.
    """
    place = file_evening.row.place
    evening, events = Evening(club=rows.club, **file_evening.row.values), rows.event_rows(file_evening, texts)
    audited = _replay_file_evening(file_evening, evening, events, memo)
    for seat in audited.seats:
        seat.club_id = evening.club_id
        if seat.player_id not in people:
            raise file_refused(f"there is no person {seat.player_id} in the club", place=f"{place}.events")
    evening.hand_count, evening.revision = len(audited.hands), audited.revision
    evening.state, evening.agreed_end = audited.state.to_json(), audited.agreed_end
    evening.closed_at, evening.last_hash = audited.closed_at, audited.last_hash
    results = results_of(evening, audited.seats, audited.hands)
    derived = (audited.seats, results.people, results.hands)
    placed = [PlacedRow(place=event.place, row=row) for event, row in zip(file_evening.events, events, strict=True)]
    return [
        [PlacedRow(place=place, row=evening)],
        [one for one in placed if isinstance(one.row, EveningEvent)],
        [one for one in placed if isinstance(one.row, HandEvent)],
        *([PlacedRow(place=place, row=row) for row in table] for table in derived),
    ]


def _replay_file_evening(
    file_evening: FileEvening, evening: Evening, events: Sequence[HandEvent | EveningEvent], memo: ScoringMemo
) -> AuditedEvening:
    try:
        ruleset = evening.rules
    except UNREADABLE as error:
        raise file_refused(f"cannot be read: {error}", place=f"{file_evening.row.place}.ruleset") from error
    audited = AuditedEvening(evening=evening, ruleset=ruleset, memo=memo)
    try:
        for difference in audited.replay_events(events):
            raise file_refused(str(difference), place=file_evening.events[audited.revision - 1].place)
        audited.add_seat_totals()
    except (*UNREADABLE, AssertionError) as error:  # normally a score that does not sum to 0 is a bug
        place = file_evening.events[audited.revision - 1].place
        raise file_refused(f"cannot be read: {type(error).__name__}: {error}", place=place) from error
    return audited
