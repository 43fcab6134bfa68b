"""Recording of hands with their bookings, one or many in one transaction.

A hand is scored without a lock and written only if evening and books are unchanged: one write, and one read before it
unless this process wrote the previous hand. After a conflict it is scored again under locks.
Decision: docs/decisions/406-a-hand-is-scored-before-anything-is-locked.md.
"""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, connection, transaction

from rules import Player, ReportError, read_state
from scorebook.core import budgets, rows
from scorebook.core.rows import Change, Insert, RowChanged, Update
from scorebook.ledger import services as ledger
from scorebook.play import evening_totals, replay, seating
from scorebook.play.errors import (
    CeilingReached,
    HandRefused,
    KeyReused,
    LinkGone,
    PlayError,
    StaleHand,
    translate_ledger_errors,
)
from scorebook.play.evening_snapshot import EveningSnapshot, load_snapshot, load_snapshot_for_update
from scorebook.play.event_chain import seal_event
from scorebook.play.models import Evening, HandEvent, Seat
from scorebook.play.services.contention import is_contended, mark_contended
from scorebook.play.services.hand_scoring import NewHand, check_repeated_hand, scored_hand
from scorebook.play.services.locks import check_evening_open, check_room_for_event, report_reused_keys
from scorebook.play.services.snapshot_cache import keep_written_evening, last_written_evening


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedHands:
    evening: Evening
    events: tuple[HandEvent, ...]  # one per requested hand, by its key
    names: Mapping[Player, str]  # of all who ever sat at the table


@dataclass(frozen=True, slots=True, kw_only=True)
class _HandBatch:
    club_id: UUID
    known_hands: int
    hands: Sequence[NewHand]
    at: datetime
    by: str

    @property
    def keys(self) -> list[UUID]:
        return [one.key for one in self.hands]


def record_hand(
    *,
    evening: Evening,
    key: UUID,
    known_hands: int,
    hand: Mapping[str, object],
    at: datetime,
    by: str,
    dealer: Player | None = None,
) -> HandEvent:
    """Record the next hand.

    known_hands: highest hand number known to the client, 0 before the first.
    hand:        contract and facts as `rules.read_report` takes them, players by id.
    dealer:      of a hand dealt out of turn.
    Raises: rules.ReportError; StaleHand, EveningClosed, KeyReused, CeilingReached, LinkGone.
    """
    new_hand = NewHand(key=key, hand=hand, dealer=dealer)
    try:
        [event] = record_hands(
            club_id=evening.club_id,
            link=evening.scribe_token,
            known_hands=known_hands,
            hands=[new_hand],
            at=at,
            by=by,
        ).events
    except HandRefused as refused:
        raise ReportError(refused.problems) from refused
    return event


def record_hands(
    *,
    club_id: UUID,
    link: str,
    known_hands: int,
    hands: Sequence[NewHand],
    at: datetime,
    by: str,
    with_names: bool = False,
) -> RecordedHands:
    """Record hands in the order in which they were played.

    Hands already recorded under the same keys must come first and have the same content.
    club_id:     club of the link (`clubs.link_routes`).
    link:        scribe link of the evening.
    known_hands: highest hand number known to the client before these hands.
    with_names:  whether the response needs current names, which a cached evening may lack.
    Raises: HandRefused for the first invalid hand, because later ones depend on it; StaleHand, EveningClosed,
    KeyReused, CeilingReached, LinkGone.
    """
    batch = _HandBatch(club_id=club_id, known_hands=known_hands, hands=hands, at=at, by=by)
    keys = batch.keys
    if len(set(keys)) < len(keys):
        raise KeyReused(next(key for key in keys if keys.count(key) > 1))
    with report_reused_keys(keys):
        recorded = None
        if not is_contended(link):
            recorded = _record_from_cache(link, batch) if not with_names else None
            recorded = recorded or _record_without_lock(link, batch)
        return recorded or _record_with_lock(link, batch)


def _record_from_cache(link: str, batch: _HandBatch) -> RecordedHands | None:
    """Record with the cached evening. Return None on failure: the cache may be stale, so the caller reads again."""
    whole = last_written_evening(link)
    if whole is None:
        return None
    try:
        with _savepoint_if_in_transaction():
            return _record_batch(link, whole, batch)
    except (RowChanged, HandRefused, PlayError, IntegrityError):
        return None


def _record_without_lock(link: str, batch: _HandBatch) -> RecordedHands | None:
    """Record with the evening read without a lock; return None after a concurrent write."""
    try:
        with _savepoint_if_in_transaction():
            whole = load_snapshot(club_id=batch.club_id, scribe_token=link, keys=batch.keys)
            return _record_batch(link, whole, batch)
    except RowChanged:
        mark_contended(link)
        return None


def _record_with_lock(link: str, batch: _HandBatch) -> RecordedHands:
    with transaction.atomic():
        whole = load_snapshot_for_update(club_id=batch.club_id, scribe_token=link, keys=batch.keys)
        return _record_batch(link, whole, batch)


def _savepoint_if_in_transaction() -> AbstractContextManager[None]:
    """Return a savepoint inside a caller's transaction, which an error on PostgreSQL would abort otherwise."""
    return transaction.atomic() if connection.in_atomic_block else nullcontext()


def _record_batch(link: str, whole: EveningSnapshot | None, batch: _HandBatch) -> RecordedHands:
    """Record the hands. Raises: as `record_hands`; RowChanged if evening or books changed since they were read."""
    if whole is None:
        raise LinkGone
    first = _events_of_repeated_keys(whole, batch.hands) if whole.has_key else []
    new = _write_hands(whole, batch, first=len(first)) if len(first) < len(batch.hands) else []
    keep_written_evening(link, whole)
    return RecordedHands(evening=whole.evening, events=(*first, *new), names=whole.names)


def _events_of_repeated_keys(whole: EveningSnapshot, hands: Sequence[NewHand]) -> list[HandEvent]:
    keys = [one.key for one in hands]
    found = HandEvent.objects.filter(club=whole.evening.club_id, evening=whole.evening, pk__in=keys)
    events = sorted(found.select_related("note"), key=lambda event: keys.index(event.pk))
    if misplaced := next((event.pk for event, key in zip(events, keys, strict=False) if event.pk != key), None):
        raise KeyReused(misplaced)
    for event, one in zip(events, hands, strict=False):
        check_repeated_hand(event, one, kind=HandEvent.Kind.RECORDED, evening=whole.evening)
        event.evening = whole.evening
    return events


def _write_hands(whole: EveningSnapshot, batch: _HandBatch, *, first: int) -> list[HandEvent]:
    """Write the hands that are not recorded yet. first: number of those that are."""
    evening, hands = whole.evening, batch.hands[first:]
    _check_hands_come_next(evening, known_hands=batch.known_hands + first, count=len(hands))
    was = {"last_hash": evening.last_hash, "scribe_token": evening.scribe_token}
    events = scored_events(evening, whole.seats, hands, at=batch.at, by=batch.by)
    changes = [
        Update([evening], was=was),
        *_ledger_changes_of_hands(whole, events),
        Insert(rows=[event.note for event in events if event.note]),
        Insert(rows=events),
        *evening_totals.seat_total_changes(evening, whole.seats, [(event, 1) for event in events]),
    ]
    rows.write_rows(changes, club_id=evening.club_id)
    return events


def _check_hands_come_next(evening: Evening, *, known_hands: int, count: int) -> None:
    """Check that these hands come next. Raises: StaleHand, EveningClosed, CeilingReached."""
    check_evening_open(evening)
    if known_hands != evening.hand_count:
        raise StaleHand(field="known_hands", current=evening.hand_count)
    if evening.hand_count + count > budgets.HANDS_PER_EVENING:
        raise CeilingReached(code="hands_full", field="hand")
    check_room_for_event(evening, count)


def scored_events(
    evening: Evening, seats: Sequence[Seat], hands: Sequence[NewHand], *, at: datetime, by: str
) -> list[HandEvent]:
    """Return the unwritten events of the next hands, and update the evening to the last one. Raises: HandRefused."""
    events = []
    writer = replay.EventWriter(evening=evening, by=by, at=at)
    for place, one in enumerate(hands):
        state = read_state(evening.state)
        table = seating.next_table(evening, seats, state)
        try:
            scored = scored_hand(one.hand, dealer=one.dealer, evening=evening, table=table, state=state)
        except ReportError as error:
            raise HandRefused(place=place, problems=error.problems) from error
        no = evening.hand_count + 1
        event = writer.valid_hand_event(key=one.key, kind=HandEvent.Kind.RECORDED, no=no, hand=scored, old=None)
        evening.hand_count, evening.state = no, event.state_after or {}
        seal_event(event, evening)
        events.append(event)
    return events


def _ledger_changes_of_hands(whole: EveningSnapshot, events: Sequence[HandEvent]) -> list[Change]:
    with translate_ledger_errors():
        return ledger.changes_of_results(
            chain=whole.chain,
            unit=whole.evening.unit,
            evening_id=whole.evening.pk,
            drafts=[replay.result_draft(event, stake_minor=whole.evening.stake_minor) for event in events],
            by=events[0].recorded_by,
            at=events[0].recorded_at,
        )
