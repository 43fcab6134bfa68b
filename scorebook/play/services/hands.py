"""The verbs of a hand: record, correct, void, and look what it would be worth."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from rules import Player, Problem, ReportError, Score, State, Table, read_report, read_state, score
from scorebook.clubs import models as clubs
from scorebook.clubs import texts
from scorebook.core import budgets
from scorebook.ledger import services as ledger
from scorebook.play import replay, seating, totals
from scorebook.play.codec import read_table, reread_report, without_note
from scorebook.play.errors import CeilingReached, EveningClosed, HandUnknown, KeyReused, StaleHand, said_by_play
from scorebook.play.event_chain import seal_event
from scorebook.play.models import Evening, HandEvent

Kind = HandEvent.Kind


def record_hand(
    *,
    evening: Evening,
    key: UUID,
    known_hands: int,
    hand: Mapping[str, object],
    at: datetime,
    by: str,
    dealer: clubs.Player | None = None,
) -> HandEvent:
    """Write down the next hand and book what it moved.

    known_hands: the highest hand number that the writer knew, 0 before the first.
    hand:        contract and facts as `rules.read_report` takes them, players by id.
    dealer:      where somebody dealt out of turn.
    Raises: rules.ReportError; StaleHand, EveningClosed, KeyReused, CeilingReached.
    """
    with transaction.atomic():
        evening = locked_evening(evening)
        if first := HandEvent.objects.filter(pk=key).first():
            return _repeated_hand(first, evening=evening, kind=Kind.RECORDED, hand=hand, dealer=dealer)
        check_evening_open(evening)
        if known_hands != evening.hand_count:
            raise StaleHand(field="known_hands", current=evening.hand_count)
        if evening.hand_count >= budgets.HANDS_PER_EVENING:
            raise CeilingReached(code="hands_full", field="hand")
        check_room_for_event(evening)
        seats = list(evening.seats.all())
        table = _table_dealt_by(dealer, seating.next_table(evening, seats))
        state = read_state(evening.state)
        writer = replay.EventWriter(evening=evening, by=by, at=at, seq=evening.revision + 1)
        event = _scored_hand_event(
            writer, key=key, kind=Kind.RECORDED, no=known_hands + 1, hand=hand, table=table, state=state
        )
        _book_hand_events(evening, [event])
        totals.count_hand(evening, seats, event)
        totals.save_totals([seat for seat in seats if seat.is_present])
        evening.hand_count, evening.state = event.no, event.state_after or {}
        evening.save(update_fields=["hand_count", "state", "revision", "last_hash"])
    return event


def correct_hand(
    *,
    evening: Evening,
    key: UUID,
    no: int,
    replaces: UUID,
    hand: Mapping[str, object],
    at: datetime,
    by: str,
    dealer: clubs.Player | None = None,
) -> HandEvent:
    """Write what really happened in a hand; a voided one counts again.

    The later hands are replayed with their own facts. Only what changed is reversed and booked anew.
    replaces: the event that the writer saw for this hand.
    dealer:   where the dealer was noted wrongly too; None leaves them.
    Raises: rules.ReportError; HandUnknown, StaleHand, LaterHandImpossible, EveningClosed, KeyReused, CeilingReached.
    """
    with transaction.atomic():
        evening = locked_evening(evening)
        if first := HandEvent.objects.filter(pk=key).first():
            _check_same_hand(first, no=no, replaces=replaces)
            return _repeated_hand(first, evening=evening, kind=Kind.CORRECTED, hand=hand, dealer=dealer)
        check_evening_open(evening)
        check_room_for_event(evening)
        hands = totals.current_hands(evening)
        old = _standing_hand(evening, hands, no=no, replaces=replaces)
        table = _table_dealt_by(dealer, read_table(old.table))
        state = replay.state_after(hands[: no - 1])
        writer = replay.EventWriter(evening=evening, by=by, at=at, seq=evening.revision + 1)
        event = _scored_hand_event(
            writer, key=key, kind=Kind.CORRECTED, no=no, hand=hand, table=table, state=state, old=old
        )
        _change_hand(evening, event, hands=hands, writer=writer)
    return event


def void_hand(*, evening: Evening, key: UUID, no: int, replaces: UUID, at: datetime, by: str) -> HandEvent:
    """Strike a hand out: it moves nothing and the next hands start from what was before it.

    Raises: HandUnknown, StaleHand, LaterHandImpossible, EveningClosed, KeyReused, CeilingReached.
    """
    with transaction.atomic():
        evening = locked_evening(evening)
        if first := HandEvent.objects.filter(pk=key).first():
            _check_same_hand(first, no=no, replaces=replaces)
            return _check_hand_event_origin(first, evening=evening, kind=Kind.VOIDED)
        check_evening_open(evening)
        check_room_for_event(evening)
        hands = totals.current_hands(evening)
        old = _standing_hand(evening, hands, no=no, replaces=replaces)
        writer = replay.EventWriter(evening=evening, by=by, at=at, seq=evening.revision + 1)
        event = writer.voided(key=key, old=old)
        _change_hand(evening, event, hands=hands, writer=writer)
    return event


def preview_hand(*, evening: Evening, hand: Mapping[str, object], dealer: clubs.Player | None = None) -> Score:
    """What the next hand would be worth. Raises: rules.ReportError."""
    table = _table_dealt_by(dealer, seating.next_table(evening, list(evening.seats.all())))
    return _hand_worth(evening, hand, table, read_state(evening.state))


def preview_correction(
    *, evening: Evening, no: int, hand: Mapping[str, object], dealer: clubs.Player | None = None
) -> Score:
    """What a recorded hand would be worth if it were corrected so. Raises: rules.ReportError, HandUnknown."""
    hands = totals.current_hands(evening)
    if not 0 < no <= len(hands):
        raise HandUnknown(no=no)
    return _hand_worth(
        evening, hand, _table_dealt_by(dealer, read_table(hands[no - 1].table)), replay.state_after(hands[: no - 1])
    )


def locked_evening(evening: Evening) -> Evening:
    """The evening as it is now, held until the transaction ends: whoever writes in an evening comes one by one."""
    # NO KEY: whoever only inserts rows that refer to the evening need not wait.
    held = Evening.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=evening.pk)
    if "rules" in evening.__dict__:  # to read them again would cost more than to score the hand
        held.rules = evening.rules
    return held


def check_evening_open(evening: Evening) -> None:
    if evening.is_closed:
        raise EveningClosed


def check_room_for_event(evening: Evening) -> None:
    """Everything but the close asks this: an evening can always be ended."""
    if evening.revision >= budgets.EVENTS_PER_EVENING:
        raise CeilingReached(code="events_full", field="evening")


def _scored_hand_event(
    writer: replay.EventWriter,
    *,
    key: UUID,
    kind: Kind,
    no: int,
    hand: Mapping[str, object],
    table: Table,
    state: State,
    old: HandEvent | None = None,
) -> HandEvent:
    ruleset = writer.evening.rules
    report = read_report(hand, ruleset=ruleset, table=table, state=state)
    worth = score(report, ruleset, state)
    told_report = report.to_json()
    _, why = without_note(told_report)
    note = texts.typed_text(why, club_id=writer.evening.club_id) if why else None
    scored = replay.ScoredHand(table=table, report=told_report, score=worth, note=note)
    return writer.event(key=key, kind=kind, no=no, hand=scored, old=old)


def _hand_worth(evening: Evening, hand: Mapping[str, object], table: Table, state: State) -> Score:
    ruleset = evening.rules
    return score(read_report(hand, ruleset=ruleset, table=table, state=state), ruleset, state)


def _change_hand(evening: Evening, event: HandEvent, *, hands: Sequence[HandEvent], writer: replay.EventWriter) -> None:
    """Book a changed hand with all that follows from it."""
    events = [event, *replay.consequences_of_correction(event, hands=hands, writer=writer)]
    newest = {one.no: one for one in (*hands, *events)}
    _book_hand_events(evening, events)
    totals.rebuild_totals(evening, hands=newest.values(), shares={})
    evening.state = replay.state_after(newest.values()).to_json()
    evening.save(update_fields=["state", "revision", "last_hash"])


def _book_hand_events(evening: Evening, events: Sequence[HandEvent]) -> None:
    """Money first, because the events name the entries."""
    with said_by_play():
        ledger.post(
            club=evening.club,
            unit=evening.unit,
            evening_id=evening.pk,
            drafts=replay.hand_drafts(events, stake_minor=evening.stake_minor),
            by=events[0].recorded_by,
            at=events[0].recorded_at,
        )
    if events[0].note and events[0].kind in (Kind.RECORDED, Kind.CORRECTED):  # the others name one that is there
        events[0].note.save()
    for event in events:
        seal_event(event, evening)
    HandEvent.objects.bulk_create(events)
    evening.revision = events[-1].seq


def _standing_hand(evening: Evening, hands: Sequence[HandEvent], *, no: int, replaces: UUID) -> HandEvent:
    """What stands for a hand now, if that is what the writer saw."""
    if not 0 < no <= len(hands):
        raise HandUnknown(no=no)
    if hands[no - 1].pk != replaces:
        raise StaleHand(field="replaces", current=evening.hand_count, current_event=hands[no - 1].pk)
    return hands[no - 1]


def _repeated_hand(
    first: HandEvent, *, evening: Evening, kind: Kind, hand: Mapping[str, object], dealer: clubs.Player | None
) -> HandEvent:
    """The first event of this key, if it says the same."""
    table = read_table(first.table)
    report = reread_report(hand, ruleset=evening.rules, table=table)
    if report is None or _table_dealt_by(dealer, table) != table:
        raise KeyReused
    facts, note = without_note(report.to_json()) if first.note_id else (report.to_json(), "")
    if facts != first.report or not texts.typed_text_matches(first.note, note):
        raise KeyReused
    return _check_hand_event_origin(first, evening=evening, kind=kind)


def _check_hand_event_origin(first: HandEvent, *, evening: Evening, kind: Kind) -> HandEvent:
    if (first.evening_id, first.kind) != (evening.pk, kind):
        raise KeyReused
    return first


def _check_same_hand(first: HandEvent, *, no: int, replaces: UUID) -> None:
    if (first.no, first.replaces_id) != (no, replaces):
        raise KeyReused


def _table_dealt_by(dealer: clubs.Player | None, table: Table) -> Table:
    """The table as it is, or dealt out of turn."""
    if dealer is None:
        return table
    named = Player(str(dealer.pk))
    if named not in table.players:
        raise ReportError((Problem(code="player_unknown", field="dealer", args={"player": named}),))
    return Table(players=table.players, dealer=named)
