"""The verbs of a hand that was written wrongly: correct it, or strike it out; or all of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from rules import Player, State
from scorebook.core import rows
from scorebook.core.rows import Insert, Update
from scorebook.ledger import services as ledger
from scorebook.play import replay, totals
from scorebook.play.codec import read_table
from scorebook.play.errors import HandUnknown, KeyReused, StaleHand, said_by_play
from scorebook.play.event_chain import seal_event
from scorebook.play.models import Evening, HandEvent
from scorebook.play.services.keys import taken_keys_are_said
from scorebook.play.services.locks import check_evening_open, check_room_for_event, locked_evening
from scorebook.play.services.told_hands import ToldHand, check_event_origin, check_told_again, scored_hand

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
    """Write what really happened in a hand; a voided one counts again.

    The later hands are replayed with their own facts until one begins as it did. Only what changed is reversed and
    booked anew.
    replaces: the event that the writer saw for this hand.
    dealer:   where the dealer was noted wrongly too; None leaves them.
    Raises: rules.ReportError; HandUnknown, StaleHand, LaterHandImpossible, EveningClosed, KeyReused, CeilingReached.
    """
    told = ToldHand(key=key, hand=hand, dealer=dealer)
    with taken_keys_are_said([key]), transaction.atomic():
        evening = locked_evening(evening)
        if first := _first_of_key(evening, key, no=no, replaces=replaces):
            check_told_again(first, told, kind=Kind.CORRECTED, evening=evening)
            return first
        standing = _standing_hand(evening, no=no, replaces=replaces)
        table = read_table(standing.event.table)
        scored = scored_hand(told, evening=evening, table=table, state=standing.state_before)
        writer = replay.EventWriter(evening=evening, by=by, at=at, seq=evening.revision + 1)
        event = writer.event(key=key, kind=Kind.CORRECTED, no=no, hand=scored, old=standing.event)
        _change_hand(standing, event, writer)
    return event


def void_hand(*, evening: Evening, key: UUID, no: int, replaces: UUID, at: datetime, by: str) -> HandEvent:
    """Strike a hand out: it moves nothing and the next hands start from what was before it.

    Raises: HandUnknown, StaleHand, LaterHandImpossible, EveningClosed, KeyReused, CeilingReached.
    """
    with taken_keys_are_said([key]), transaction.atomic():
        evening = locked_evening(evening)
        if first := _first_of_key(evening, key, no=no, replaces=replaces):
            check_event_origin(first, kind=Kind.VOIDED, evening=evening)
            return first
        standing = _standing_hand(evening, no=no, replaces=replaces)
        writer = replay.EventWriter(evening=evening, by=by, at=at, seq=evening.revision + 1)
        event = writer.voided(key=key, old=standing.event)
        _change_hand(standing, event, writer)
    return event


def void_all_hands(*, evening: Evening, key: UUID, at: datetime, by: str) -> list[HandEvent]:
    """Strike out every hand that still counts, as `void_hand` would one by one; nothing where none does.

    The last first, so that no hand is left that would have to be replayed.
    Raises: EveningClosed, CeilingReached.
    """
    with transaction.atomic():
        evening = locked_evening(evening)
        check_evening_open(evening)
        standing = [hand for hand in reversed(totals.current_hands(evening)) if not hand.is_void]
        check_room_for_event(evening, len(standing))
        first = replay.EventWriter(evening=evening, by=by, at=at, seq=evening.revision + 1)
        events = [
            replace(first, seq=first.seq + place).voided(key=uuid5(key, str(hand.pk)), old=hand)
            for place, hand in enumerate(standing)
        ]
        if events:
            _write_events(evening, events)
    return events


@dataclass(frozen=True, slots=True, kw_only=True)
class _StandingHand:
    """What stands for a hand now. before: the hands right before it, as far as its state follows from them."""

    event: HandEvent
    before: list[HandEvent]

    @property
    def state_before(self) -> State:
        return replay.state_after(self.before)


def _first_of_key(evening: Evening, key: UUID, *, no: int, replaces: UUID) -> HandEvent | None:
    """The event that a request before this one wrote. Raises: KeyReused where that changed another hand."""
    first = HandEvent.objects.filter(club=evening.club_id, pk=key).select_related("note").first()
    if first and (first.no, first.replaces_id) != (no, replaces):
        raise KeyReused
    if first:
        first.evening = evening
    return first


def _standing_hand(evening: Evening, *, no: int, replaces: UUID) -> _StandingHand:
    """The hand, if that is what the writer saw, and it may be changed."""
    check_evening_open(evening)
    check_room_for_event(evening)
    if not 0 < no <= evening.hand_count:
        raise HandUnknown(no=no)
    backwards = totals.standing_hands_backwards(evening, last=no)
    event = next(backwards)
    if event.pk != replaces:
        raise StaleHand(field="replaces", current=evening.hand_count, current_event=event.pk)
    return _StandingHand(event=event, before=replay.back_to_one_that_counts(backwards))


def _change_hand(standing: _StandingHand, event: HandEvent, writer: replay.EventWriter) -> None:
    """Book a changed hand with all that follows from it."""
    evening = writer.evening
    later = totals.standing_hands_forwards(evening, after=event.no)
    events = [event, *replay.consequences_of_correction(event, before=standing.before, later=later, writer=writer)]
    _write_events(evening, events)


def _write_events(evening: Evening, events: Sequence[HandEvent]) -> None:
    """events: each of another hand, written by one person at one time."""
    with said_by_play():
        ledger.post(
            club=evening.club,
            unit=evening.unit,
            evening_id=evening.pk,
            drafts=replay.hand_drafts(events, stake_minor=evening.stake_minor),
            by=events[0].recorded_by,
            at=events[0].recorded_at,
        )
    for one in events:
        seal_event(one, evening)
    counted = [*((one, 1) for one in events), *((one.replaces, -1) for one in events if one.replaces)]
    seats = list(evening.all_seats())
    before = totals.seat_totals(seats)
    totals.count_hands(evening, seats, counted)
    evening.revision, evening.state = events[-1].seq, _state_now(evening, events)
    # What somebody typed stands in a row of its own; a replayed hand names the one that is there.
    notes = [event.note for event in events if event.note and event.kind == Kind.CORRECTED]
    changes = [
        Insert(rows=notes),
        Insert(rows=events),
        *totals.total_changes(seats, before),
        Update(rows=[evening], sets=("state", "revision", "last_hash")),
    ]
    rows.write_rows(changes, club_id=evening.club_id)


def _state_now(evening: Evening, events: Sequence[HandEvent]) -> dict[str, object]:
    """What the next hand starts from. events: new ones, not stored yet."""
    newest = {event.no: event for event in events}

    def hands() -> Iterator[HandEvent]:
        for hand in totals.standing_hands_backwards(evening, last=evening.hand_count):
            yield newest.get(hand.no, hand)

    return replay.state_after(replay.back_to_one_that_counts(hands())).to_json()
