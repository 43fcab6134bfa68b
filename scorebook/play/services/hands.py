"""The verbs of a hand: record, correct, void, and look what it would be worth."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from rules import Player, Problem, ReportError, Score, State, Table, read_report, read_ruleset, read_state, score
from scorebook.clubs import models as clubs
from scorebook.clubs import texts
from scorebook.core import budgets
from scorebook.ledger import services as ledger
from scorebook.play import replay, seating, totals
from scorebook.play.codec import read_table, told, without_note
from scorebook.play.errors import CeilingReached, HandUnknown, KeyReused, SessionClosed, StaleHand, said_by_play
from scorebook.play.event_chain import seal
from scorebook.play.models import HandEvent, Session

Kind = HandEvent.Kind


def record_hand(
    *,
    session: Session,
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
    Raises: rules.ReportError; StaleHand, SessionClosed, KeyReused, CeilingReached.
    """
    with transaction.atomic():
        session = locked(session)
        if first := HandEvent.objects.filter(pk=key).first():
            return _repeated(first, session=session, kind=Kind.RECORDED, hand=hand, dealer=dealer)
        check_open(session)
        if known_hands != session.hand_count:
            raise StaleHand(field="known_hands", current=session.hand_count)
        if session.hand_count >= budgets.HANDS_PER_EVENING:
            raise CeilingReached(code="hands_full", field="hand")
        check_room(session)
        seats = list(session.seats.all())
        table = _dealt_by(dealer, seating.next_table(session, seats))
        state = read_state(session.state)
        writer = replay.Writer(session=session, by=by, at=at, seq=session.revision + 1)
        event = _scored(writer, key=key, kind=Kind.RECORDED, no=known_hands + 1, hand=hand, table=table, state=state)
        _book(session, [event])
        totals.count_hand(session, seats, event)
        totals.save([seat for seat in seats if seat.is_present])
        session.hand_count, session.state = event.no, event.state_after or {}
        session.save(update_fields=["hand_count", "state", "revision", "last_hash"])
    return event


def correct_hand(
    *,
    session: Session,
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
    dealer:   where the dealer was noted wrongly too; None leaves him.
    Raises: rules.ReportError; HandUnknown, StaleHand, LaterHandImpossible, SessionClosed, KeyReused, CeilingReached.
    """
    with transaction.atomic():
        session = locked(session)
        if first := HandEvent.objects.filter(pk=key).first():
            _check_same_place(first, no=no, replaces=replaces)
            return _repeated(first, session=session, kind=Kind.CORRECTED, hand=hand, dealer=dealer)
        check_open(session)
        check_room(session)
        hands = totals.current_hands(session)
        old = _standing(session, hands, no=no, replaces=replaces)
        table = _dealt_by(dealer, read_table(old.table))
        state = replay.state_after(hands[: no - 1])
        writer = replay.Writer(session=session, by=by, at=at, seq=session.revision + 1)
        event = _scored(writer, key=key, kind=Kind.CORRECTED, no=no, hand=hand, table=table, state=state, old=old)
        _change(session, event, hands=hands, writer=writer)
    return event


def void_hand(*, session: Session, key: UUID, no: int, replaces: UUID, at: datetime, by: str) -> HandEvent:
    """Strike a hand out: it moves nothing and the next hands start from what was before it.

    Raises: HandUnknown, StaleHand, LaterHandImpossible, SessionClosed, KeyReused, CeilingReached.
    """
    with transaction.atomic():
        session = locked(session)
        if first := HandEvent.objects.filter(pk=key).first():
            _check_same_place(first, no=no, replaces=replaces)
            return _check_origin(first, session=session, kind=Kind.VOIDED)
        check_open(session)
        check_room(session)
        hands = totals.current_hands(session)
        old = _standing(session, hands, no=no, replaces=replaces)
        writer = replay.Writer(session=session, by=by, at=at, seq=session.revision + 1)
        event = writer.voided(key=key, old=old)
        _change(session, event, hands=hands, writer=writer)
    return event


def preview(*, session: Session, hand: Mapping[str, object], dealer: clubs.Player | None = None) -> Score:
    """What the next hand would be worth. Raises: rules.ReportError."""
    table = _dealt_by(dealer, seating.next_table(session, list(session.seats.all())))
    return _worth(session, hand, table, read_state(session.state))


def preview_correction(
    *, session: Session, no: int, hand: Mapping[str, object], dealer: clubs.Player | None = None
) -> Score:
    """What a recorded hand would be worth if it were corrected so. Raises: rules.ReportError, HandUnknown."""
    hands = totals.current_hands(session)
    if not 0 < no <= len(hands):
        raise HandUnknown(no=no)
    return _worth(
        session, hand, _dealt_by(dealer, read_table(hands[no - 1].table)), replay.state_after(hands[: no - 1])
    )


def locked(session: Session) -> Session:
    """The session as it is now, held until the transaction ends: whoever writes in an evening comes one by one."""
    # NO KEY: whoever only inserts rows that refer to the evening need not wait.
    return Session.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=session.pk)


def check_open(session: Session) -> None:
    if session.is_closed:
        raise SessionClosed


def check_room(session: Session) -> None:
    """Everything but the close asks this: an evening can always be ended."""
    if session.revision >= budgets.EVENTS_PER_EVENING:
        raise CeilingReached(code="events_full", field="session")


def _scored(
    writer: replay.Writer,
    *,
    key: UUID,
    kind: Kind,
    no: int,
    hand: Mapping[str, object],
    table: Table,
    state: State,
    old: HandEvent | None = None,
) -> HandEvent:
    ruleset = read_ruleset(writer.session.ruleset)
    report = read_report(hand, ruleset=ruleset, table=table, state=state)
    worth = score(report, ruleset, state)
    told_report = report.to_json()
    _, why = without_note(told_report)
    note = texts.typed(why, club_id=writer.session.club_id) if why else None
    return writer.event(key=key, kind=kind, no=no, table=table, report=told_report, score=worth, old=old, note=note)


def _worth(session: Session, hand: Mapping[str, object], table: Table, state: State) -> Score:
    ruleset = read_ruleset(session.ruleset)
    return score(read_report(hand, ruleset=ruleset, table=table, state=state), ruleset, state)


def _change(session: Session, event: HandEvent, *, hands: Sequence[HandEvent], writer: replay.Writer) -> None:
    """Book a changed hand with all that follows from it."""
    events = [event, *replay.consequences(event, hands=hands, writer=writer)]
    newest = {one.no: one for one in (*hands, *events)}
    _book(session, events)
    totals.rebuild(session, hands=newest.values(), shares={})
    session.state = replay.state_after(newest.values()).to_json()
    session.save(update_fields=["state", "revision", "last_hash"])


def _book(session: Session, events: Sequence[HandEvent]) -> None:
    """Money first, because the events name the entries."""
    with said_by_play():
        ledger.post(
            club=session.club,
            unit=session.unit,
            session_id=session.pk,
            drafts=replay.drafts(events, stake_minor=session.stake_minor),
            by=events[0].by,
            at=events[0].at,
        )
    if events[0].note and events[0].kind in (Kind.RECORDED, Kind.CORRECTED):  # the others name one that is there
        events[0].note.save()
    for event in events:
        seal(event, session)
    HandEvent.objects.bulk_create(events)
    session.revision = events[-1].seq


def _standing(session: Session, hands: Sequence[HandEvent], *, no: int, replaces: UUID) -> HandEvent:
    """What stands for a hand now, if that is what the writer saw."""
    if not 0 < no <= len(hands):
        raise HandUnknown(no=no)
    if hands[no - 1].pk != replaces:
        raise StaleHand(field="replaces", current=session.hand_count, current_event=hands[no - 1].pk)
    return hands[no - 1]


def _repeated(
    first: HandEvent, *, session: Session, kind: Kind, hand: Mapping[str, object], dealer: clubs.Player | None
) -> HandEvent:
    """The first event of this key, if it says the same."""
    table = read_table(first.table)
    report = told(hand, ruleset=read_ruleset(session.ruleset), table=table)
    if report is None or _dealt_by(dealer, table) != table:
        raise KeyReused
    facts, note = without_note(report.to_json()) if first.note_id else (report.to_json(), "")
    if facts != first.report or not texts.says(first.note, note):
        raise KeyReused
    return _check_origin(first, session=session, kind=kind)


def _check_origin(first: HandEvent, *, session: Session, kind: Kind) -> HandEvent:
    if (first.session_id, first.kind) != (session.pk, kind):
        raise KeyReused
    return first


def _check_same_place(first: HandEvent, *, no: int, replaces: UUID) -> None:
    if (first.no, first.replaces_id) != (no, replaces):
        raise KeyReused


def _dealt_by(dealer: clubs.Player | None, table: Table) -> Table:
    """The table as it is, or dealt out of turn."""
    if dealer is None:
        return table
    named = Player(str(dealer.pk))
    if named not in table.players:
        raise ReportError((Problem(code="player_unknown", field="dealer", args={"player": named}),))
    return Table(players=table.players, dealer=named)
