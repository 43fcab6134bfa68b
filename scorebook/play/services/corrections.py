"""Functions that correct a recorded hand, or void one hand or all."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from rules import Player
from scorebook.core import rows
from scorebook.core.rows import Insert, Update
from scorebook.ledger import services as ledger
from scorebook.play import evening_totals, replay
from scorebook.play.errors import HandUnknown, KeyReused, StaleHand, translate_ledger_errors
from scorebook.play.event_chain import seal_event
from scorebook.play.hand_event_codec import read_table
from scorebook.play.models import Evening, HandEvent
from scorebook.play.services.hand_scoring import NewHand, check_event_origin, check_repeated_hand, scored_hand
from scorebook.play.services.locks import check_evening_open, check_room_for_event, locked_evening, report_reused_keys

Kind = HandEvent.Kind


def correct_hand(
    *,
    evening: Evening,
    key: UUID,
    no: int,
    replaces: UUID,
    hand: Mapping[str, object],
    at: datetime,
    by: str,
    dealer: Player | None = None,
) -> HandEvent:
    """Replace the facts of a hand; a voided one becomes valid again.

    Later hands are replayed with their recorded facts until the state is as before. Only changed amounts are reversed
    and booked again.
    replaces: the version that the client saw.
    dealer:   corrected dealer; None keeps the recorded one.
    Raises: rules.ReportError; HandUnknown, StaleHand, LaterHandImpossible, EveningClosed, KeyReused, CeilingReached.
    """
    new_hand = NewHand(key=key, hand=hand, dealer=dealer)
    with report_reused_keys([key]), transaction.atomic():
        evening = locked_evening(evening)
        if first := _event_of_repeated_key(evening, key, no=no, replaces=replaces):
            check_repeated_hand(first, new_hand, kind=Kind.CORRECTED, evening=evening)
            return first
        old, before = _hand_to_change(evening, no=no, replaces=replaces)
        table, state = read_table(old.table), replay.state_after(before)
        scored = scored_hand(hand, dealer=dealer, evening=evening, table=table, state=state)
        writer = replay.EventWriter(evening=evening, by=by, at=at)
        event = writer.valid_hand_event(key=key, kind=Kind.CORRECTED, no=no, hand=scored, old=old)
        _write_changed_hand(event, before, writer)
    return event


def void_hand(*, evening: Evening, key: UUID, no: int, replaces: UUID, at: datetime, by: str) -> HandEvent:
    """Void a hand: it moves nothing, and the next hand starts from the state before it.

    Raises: HandUnknown, StaleHand, LaterHandImpossible, EveningClosed, KeyReused, CeilingReached.
    """
    with report_reused_keys([key]), transaction.atomic():
        evening = locked_evening(evening)
        if first := _event_of_repeated_key(evening, key, no=no, replaces=replaces):
            check_event_origin(first, kind=Kind.VOIDED, evening=evening)
            return first
        old, before = _hand_to_change(evening, no=no, replaces=replaces)
        writer = replay.EventWriter(evening=evening, by=by, at=at)
        event = writer.voided_hand_event(key=key, old=old)
        _write_changed_hand(event, before, writer)
    return event


def void_all_hands(*, evening: Evening, key: UUID, at: datetime, by: str) -> list[HandEvent]:
    """Void every valid hand as `void_hand` does, and return the events; empty if there is none.

    Starts with the last hand, so that no hand needs a replay.
    Raises: EveningClosed, CeilingReached.
    """
    with transaction.atomic():
        evening = locked_evening(evening)
        check_evening_open(evening)
        standing = [hand for hand in reversed(evening_totals.current_evening_hands(evening)) if not hand.is_void]
        check_room_for_event(evening, len(standing))
        writer = replay.EventWriter(evening=evening, by=by, at=at)
        events = [writer.voided_hand_event(key=uuid5(key, str(hand.pk)), old=hand) for hand in standing]
        if events:
            _write_hand_events(evening, events)
    return events


def _event_of_repeated_key(evening: Evening, key: UUID, *, no: int, replaces: UUID) -> HandEvent | None:
    """Return the event of an earlier request with this key. Raises: KeyReused if it changed another hand."""
    first = HandEvent.objects.filter(club=evening.club_id, pk=key).select_related("note").first()
    if first and (first.no, first.replaces_id) != (no, replaces):
        raise KeyReused
    if first:
        first.evening = evening
    return first


def _hand_to_change(evening: Evening, *, no: int, replaces: UUID) -> tuple[HandEvent, list[HandEvent]]:
    """Return the hand, if it is the version the client saw and may be changed, and `back_to_valid_hand` before it."""
    check_evening_open(evening)
    check_room_for_event(evening)
    if not 0 < no <= evening.hand_count:
        raise HandUnknown(no=no)
    backwards = evening_totals.evening_hands_backwards(evening, last=no)
    event = next(backwards)
    if event.pk != replaces:
        raise StaleHand(field="replaces", current=evening.hand_count, current_event=event.pk)
    return event, replay.back_to_valid_hand(backwards)


def _write_changed_hand(event: HandEvent, before: Sequence[HandEvent], writer: replay.EventWriter) -> None:
    evening = writer.evening
    later = evening_totals.evening_hands_forwards(evening, after=event.no)
    events = [event, *replay.replay_later_hands(event, before=before, later=later, writer=writer)]
    _write_hand_events(evening, events)


def _write_hand_events(evening: Evening, events: Sequence[HandEvent]) -> None:
    with translate_ledger_errors():
        ledger.post_drafts(
            **evening.ledger_key,
            drafts=replay.hand_drafts(events, stake_minor=evening.stake_minor),
            by=events[0].recorded_by,
            at=events[0].recorded_at,
        )
    for one in events:
        seal_event(one, evening)
    counted = [*((one, 1) for one in events), *((one.replaces, -1) for one in events if one.replaces)]
    newest = {event.no: event for event in events}
    hands = evening_totals.evening_hands_backwards(evening, last=evening.hand_count)
    evening.state = replay.state_after(newest.get(hand.no, hand) for hand in hands).to_json()
    # Typed text has its own row; a replayed hand refers to the existing one.
    notes = [event.note for event in events if event.note and event.kind == Kind.CORRECTED]
    changes = [
        Insert(rows=notes),
        Insert(rows=events),
        *evening_totals.seat_total_changes(evening, list(evening.all_seats()), counted),
        Update([evening]),
    ]
    rows.write_rows(changes, club_id=evening.club_id)
