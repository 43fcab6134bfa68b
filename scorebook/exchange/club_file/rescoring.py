"""Replay of an evening of the file from its events, which gives its row, seats and results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningRows:
    evening: PlacedRow
    others: Sequence[PlacedRow]  # events around the hands
    hands: Sequence[PlacedRow]
    seats: Sequence[PlacedRow]
    results: Sequence[Sequence[PlacedRow]]  # of each person and each hand, once it is closed

    def rows_by_table(self) -> Iterator[Sequence[PlacedRow]]:
        yield from ([self.evening], self.others, self.hands, self.seats, *self.results)


def rescored_hands(
    file_evening: FileEvening,
    rows: ClubRows,
    *,
    texts: Mapping[str, TypedText],
    people: AbstractSet[UUID],
    memo: ScoringMemo,
) -> EveningRows:
    """Score every hand of the evening again. Raises: ClubFileRefused at the first event that differs."""
    evening, events = rows.evening_row(file_evening), rows.event_rows(file_evening, texts)
    audited = _replay_file_evening(file_evening, evening, events, memo)
    for seat in audited.seats:
        seat.club_id = evening.club_id
        if seat.player_id not in people:
            raise file_refused(
                f"there is no person {seat.player_id} in the club", place=f"{file_evening.row.place}.events"
            )
    _set_replayed_columns(evening, audited)
    results = results_of(evening, audited.seats, audited.hands)
    placed = [PlacedRow(place=event.place, row=row) for event, row in zip(file_evening.events, events, strict=True)]
    return EveningRows(
        evening=PlacedRow(place=file_evening.row.place, row=evening),
        others=[one for one in placed if isinstance(one.row, EveningEvent)],
        hands=[one for one in placed if isinstance(one.row, HandEvent)],
        seats=[PlacedRow(place=file_evening.row.place, row=seat) for seat in audited.seats],
        results=[
            [PlacedRow(place=file_evening.row.place, row=row) for row in rows]
            for rows in (results.people, results.hands)
        ],
    )


def _replay_file_evening(
    file_evening: FileEvening, evening: Evening, events: Sequence[HandEvent | EveningEvent], memo: ScoringMemo
) -> AuditedEvening:
    try:
        ruleset = evening.rules
    except UNREADABLE as error:
        raise file_refused(f"cannot be read: {error}", place=f"{file_evening.row.place}.ruleset") from error
    audited = AuditedEvening(evening=evening, ruleset=ruleset, memo=memo)
    try:
        for difference in audited.walk(events):
            raise file_refused(str(difference), place=file_evening.events[audited.revision - 1].place)
        audited.totals()
    except (*UNREADABLE, AssertionError) as error:  # normally a score that does not sum to 0 is a bug
        place = file_evening.events[audited.revision - 1].place
        raise file_refused(f"cannot be read: {type(error).__name__}: {error}", place=place) from error
    return audited


def _set_replayed_columns(evening: Evening, audited: AuditedEvening) -> None:
    evening.hand_count, evening.revision = len(audited.hands), audited.revision
    evening.state, evening.agreed_end = audited.state.to_json(), audited.agreed_end
    evening.closed_at, evening.last_hash = audited.closed_at, audited.last_hash
