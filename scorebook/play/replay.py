"""Replay of later hands after a correction. Pure: events in, new events out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID, uuid5

from rules import Player, ReportError, Score, State, Table, read_report, read_state, score
from scorebook.clubs.models import TypedText
from scorebook.core import rows
from scorebook.ledger.services import ResultDraft, ReversalDraft
from scorebook.play.errors import LaterHandImpossible
from scorebook.play.hand_event_codec import (
    facts_of_event,
    player_key,
    points_of_event,
    pot_of_event,
    read_table,
    score_to_json,
    split_typed_text,
    table_to_json,
)
from scorebook.play.models import Evening, HandEvent


def state_after(backwards: Iterable[HandEvent]) -> State:
    """Return the state before the hand that follows these.

    Voided hands leave the state unchanged, and the deal returns to the dealer of the first of consecutive voided hands.
    backwards: the newest hand first, read as far back as the last valid one.
    """
    state = State()
    given_back: HandEvent | None = None
    for hand in backwards:
        if not hand.is_void:
            state = read_state(hand.state_after or {})
            break
        given_back = hand
    return replace(state, dealer=read_table(given_back.table).dealer) if given_back else state


def back_to_valid_hand(backwards: Iterable[HandEvent]) -> list[HandEvent]:
    """Return the hands that `state_after` reads."""
    found: list[HandEvent] = []
    for hand in backwards:
        found.append(hand)
        if not hand.is_void:
            break
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredHand:
    table: Table
    report: Mapping[str, object]  # JSON, with typed text
    score: Score
    note: TypedText | None  # typed text, which the event then omits in report and score


@dataclass(frozen=True, slots=True, kw_only=True)
class EventWriter:
    """The author and time of new events, whose `seq` and hash are set by `event_chain.seal_event`."""

    evening: Evening
    by: str
    at: datetime

    def valid_hand_event(
        self,
        *,
        key: UUID,
        kind: HandEvent.Kind,
        no: int,
        hand: ScoredHand,
        old: HandEvent | None,
        cause: HandEvent | None = None,
    ) -> HandEvent:
        """Return a new event of a valid hand; it keeps the old event's entry if no amount changed."""
        event = self._unsaved_hand_event(key=key, kind=kind, no=no, old=old, cause=cause)
        event.table = table_to_json(hand.table)
        event.report = split_typed_text(hand.report)[0] if hand.note else hand.report
        event.score, event.note = score_to_json(hand.score, has_note=hand.note is not None), hand.note
        event.state_after = hand.score.state.to_json()
        event.entry_id = entry_of_hand(event, old)
        return event

    def voided_hand_event(self, *, key: UUID, old: HandEvent) -> HandEvent:
        event = self._unsaved_hand_event(key=key, kind=HandEvent.Kind.VOIDED, no=old.no, old=old)
        event.table, event.report, event.score, event.note = old.table, old.report, old.score, old.note
        return event

    def _unsaved_hand_event(
        self, *, key: UUID, kind: HandEvent.Kind, no: int, old: HandEvent | None, cause: HandEvent | None = None
    ) -> HandEvent:
        return rows.unsaved_instance(
            HandEvent,
            related={"evening": self.evening, "replaces": old, "cause": cause, "note": None},
            id=key,
            club_id=self.evening.club_id,
            evening_id=self.evening.pk,
            seq=None,
            no=no,
            kind=kind,
            table=None,
            report=None,
            note_id=None,
            score=None,
            state_after=None,
            entry_id=None,
            replaces_id=old and old.pk,
            cause_id=cause and cause.pk,
            recorded_by=self.by,
            recorded_at=self.at,
            hash="",
        )


def replay_later_hands(
    changed: HandEvent, *, before: Sequence[HandEvent], later: Iterable[HandEvent], writer: EventWriter
) -> list[HandEvent]:
    """Return new events for later hands whose score or state changes, each with its recorded facts.

    before: hands before the changed one, newest first, at least those of `back_to_valid_hand`. later: hands after it,
    in order, consumed until the state is as before.
    Raises: LaterHandImpossible.
    """
    assert changed.replaces is not None
    was, now = state_after([changed.replaces, *before]), state_after([changed, *before])
    events: list[HandEvent] = []
    for hand in later:
        if hand.is_void:
            continue
        if replace(was, dealer=now.dealer) == now:  # the dealer is a recorded fact of each hand
            break
        event = _replay_hand(hand, now, cause=changed, writer=writer)
        if (event.score, event.state_after) != (hand.score, hand.state_after):
            events.append(event)
        was, now = read_state(hand.state_after or {}), read_state(event.state_after or {})
    return events


def _replay_hand(hand: HandEvent, before: State, *, cause: HandEvent, writer: EventWriter) -> HandEvent:
    table, ruleset = read_table(hand.table), writer.evening.rules
    try:
        report = read_report(facts_of_event(hand), ruleset=ruleset, table=table, state=before)
        worth = score(report, ruleset, before)
    except ReportError as error:
        raise LaterHandImpossible(no=hand.no, problems=error.problems) from error
    return writer.valid_hand_event(
        key=uuid5(cause.pk, f"hand {hand.no}"),
        kind=HandEvent.Kind.REPLAYED,
        no=hand.no,
        hand=ScoredHand(table=table, report=report.to_json(), score=worth, note=hand.note),
        old=hand,
        cause=cause,
    )


def hand_drafts(events: Iterable[HandEvent], *, stake_minor: int) -> list[ResultDraft | ReversalDraft]:
    """Return the drafts for the ledger; only entries whose amounts changed are reversed and booked again."""
    found: list[ResultDraft | ReversalDraft] = []
    for event in events:
        old_entry = event.replaces.entry_id if event.replaces else None
        if old_entry and old_entry != event.entry_id:
            key = uuid5(event.pk, "reversal")
            found.append(ReversalDraft(key=key, reverses=old_entry, why=f"hand {event.no}", cause=event.kind))
        if event.entry_id == event.pk:
            found.append(result_draft(event, stake_minor=stake_minor))
    return found


def result_draft(event: HandEvent, *, stake_minor: int) -> ResultDraft:
    points, pot = points_of_event(event), pot_of_event(event)
    return ResultDraft(
        key=event.pk,
        why=f"hand {event.no}",
        amounts={player_key(player): gain * stake_minor for player, gain in points.items()},
        pot_minor=pot * stake_minor,
    )


def entry_of_hand(event: HandEvent, old: HandEvent | None) -> UUID | None:
    """Return the entry of a valid event: that of the old event if no amount changed, else its own id."""
    keeps = old is not None and not old.is_void and _points_and_pot_of_event(old) == _points_and_pot_of_event(event)
    return old.entry_id if old and keeps else event.pk


def _points_and_pot_of_event(event: HandEvent) -> tuple[dict[Player, int], int]:
    return points_of_event(event), pot_of_event(event)
