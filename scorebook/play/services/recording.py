"""The verb of every hand: write it down and book what it moved; one hand or many, all of them or none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from rules import Player, ReportError, read_state
from scorebook.core import budgets, rows
from scorebook.core.rows import Change, Insert, Update
from scorebook.ledger import services as ledger
from scorebook.play import replay, seating, totals
from scorebook.play.errors import CeilingReached, HandRefused, KeyReused, LinkGone, StaleHand, said_by_play
from scorebook.play.event_chain import seal_event
from scorebook.play.hand_sums import hand_sum_changes
from scorebook.play.held import HeldEvening, held_evening
from scorebook.play.models import Evening, HandEvent
from scorebook.play.services.keys import taken_keys_are_said
from scorebook.play.services.locks import check_evening_open, check_room_for_event
from scorebook.play.services.told_hands import ToldHand, check_told_again, scored_hand


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedHands:
    """events: for each hand the one under its key, most of them new. names: of all who ever sat at the table."""

    evening: Evening
    events: tuple[HandEvent, ...]
    names: Mapping[Player, str]


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
    """Write down the next hand.

    known_hands: the highest hand number that the writer knew, 0 before the first.
    hand:        contract and facts as `rules.read_report` takes them, players by id.
    dealer:      where somebody dealt out of turn.
    Raises: rules.ReportError; StaleHand, EveningClosed, KeyReused, CeilingReached, LinkGone.
    """
    told = ToldHand(key=key, hand=hand, dealer=dealer)
    try:
        [event] = record_hands(link=evening.scribe_token, known_hands=known_hands, told=[told], at=at, by=by).events
    except HandRefused as refused:
        raise ReportError(refused.problems) from refused
    return event


def record_hands(*, link: str, known_hands: int, told: Sequence[ToldHand], at: datetime, by: str) -> RecordedHands:
    """Write down hands in the order in which they were played.

    Hands that were written before under the same keys must be the first of them, and say the same again.
    link:        the evening's scribe link.
    known_hands: the highest hand number that the writer knew before all of them.
    Raises: HandRefused, of the first that cannot be: what comes after it depends on what it really was; StaleHand,
    EveningClosed, KeyReused, CeilingReached, LinkGone.
    """
    keys = [one.key for one in told]
    if len(set(keys)) < len(keys):
        raise KeyReused(next(key for key in keys if keys.count(key) > 1))
    with taken_keys_are_said(keys), transaction.atomic():
        held = held_evening(scribe_token=link, keys=keys)
        if held is None:
            raise LinkGone
        first = _written_before(held, told) if held.has_key else []
        rest = told[len(first) :]
        new = _write_hands(held, rest, known_hands=known_hands + len(first), at=at, by=by) if rest else []
    return RecordedHands(evening=held.evening, events=(*first, *new), names=held.names)


def _written_before(held: HeldEvening, told: Sequence[ToldHand]) -> list[HandEvent]:
    """The events of those of the hands that are there already."""
    keys = [one.key for one in told]
    found = HandEvent.objects.filter(club=held.evening.club_id, evening=held.evening, pk__in=keys)
    events = sorted(found.select_related("note"), key=lambda event: keys.index(event.pk))
    if misplaced := next((event.pk for event, key in zip(events, keys, strict=False) if event.pk != key), None):
        raise KeyReused(misplaced)
    for event, one in zip(events, told, strict=False):
        check_told_again(event, one, kind=HandEvent.Kind.RECORDED, evening=held.evening)
        event.evening = held.evening
    return events


def _write_hands(
    held: HeldEvening, told: Sequence[ToldHand], *, known_hands: int, at: datetime, by: str
) -> list[HandEvent]:
    evening = held.evening
    check_evening_open(evening)
    if known_hands != evening.hand_count:
        raise StaleHand(field="known_hands", current=evening.hand_count)
    if evening.hand_count + len(told) > budgets.HANDS_PER_EVENING:
        raise CeilingReached(code="hands_full", field="hand")
    check_room_for_event(evening, len(told))
    before = totals.seat_totals(held.seats)
    events = _scored_events(held, told, at=at, by=by)
    changes = _booked(held, events)
    for event in events:
        seal_event(event, evening)
        totals.count_hand(evening, held.seats, event)
    changes += [
        Insert(rows=[event.note for event in events if event.note]),
        Insert(rows=events),
        *totals.total_changes(evening, held.seats, before),
        *hand_sum_changes(evening, [(event, 1) for event in events]),
        Update(rows=[evening], sets=("hand_count", "state", "revision", "last_hash")),
    ]
    rows.write_rows(changes, club_id=evening.club_id)
    return events


def _scored_events(held: HeldEvening, told: Sequence[ToldHand], *, at: datetime, by: str) -> list[HandEvent]:
    """The evening is brought to the last of them. Raises: HandRefused."""
    evening, events = held.evening, []
    for place, one in enumerate(told):
        writer = replay.EventWriter(evening=evening, by=by, at=at, seq=evening.revision + 1)
        table, state = seating.next_table(evening, held.seats), read_state(evening.state)
        try:
            scored = scored_hand(one, evening=evening, table=table, state=state)
        except ReportError as error:
            raise HandRefused(place=place, problems=error.problems) from error
        no = evening.hand_count + 1
        event = writer.event(key=one.key, kind=HandEvent.Kind.RECORDED, no=no, hand=scored, old=None)
        evening.hand_count, evening.revision, evening.state = no, event.seq, event.state_after or {}
        events.append(event)
    return events


def _booked(held: HeldEvening, events: Sequence[HandEvent]) -> list[Change]:
    with said_by_play():
        return ledger.changes_of_results(
            chain=held.chain,
            unit=held.evening.unit,
            evening_id=held.evening.pk,
            drafts=[replay.result_draft(event, stake_minor=held.evening.stake_minor) for event in events],
            by=events[0].recorded_by,
            at=events[0].recorded_at,
        )
