"""The replay of an evening from its events alone, each compared with its stored values. No database.

The results (seats, state, claims on the ledger) are the expected values of every derived figure.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from uuid import UUID

from rules import Player, ReportError, Ruleset, State
from rules.scoring_memo import ScoringMemo
from scorebook.clubs import texts
from scorebook.clubs.audit_difference import AuditDifference, difference_of_values
from scorebook.ledger.drafts import ResultDraft, ReversalDraft
from scorebook.ledger.reconciliation import Claim
from scorebook.play import evening_totals, replay, seating
from scorebook.play.event_chain import event_digest
from scorebook.play.hand_event_codec import facts_of_event, read_table, score_of_event, score_to_json
from scorebook.play.models import Evening, EveningEvent, HandEvent, Seat
from scorebook.play.pot import pot_at_end, pot_draft, pot_reversal, pot_shares

Event = HandEvent | EveningEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    evenings: int = 0
    hands: int = 0  # as they stand
    events: int = 0  # all ever written
    entries: int = 0

    def __add__(self, other: "Checked") -> "Checked":
        return Checked(**{one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(self)})


@dataclass(kw_only=True)
class AuditedEvening:
    evening: Evening
    ruleset: Ruleset
    memo: ScoringMemo = field(default_factory=ScoringMemo)  # of hands scored in other evenings
    seats: list[Seat] = field(default_factory=list)  # not stored
    hands: list[HandEvent] = field(default_factory=list)  # the newest event of each, hand n at index n - 1
    shares: Mapping[Player, int] = field(default_factory=dict)
    closed_at: datetime | None = None
    agreed_end: Mapping[str, object] | None = None
    last_hash: str = ""
    revision: int = 0
    claims: list[Claim] = field(default_factory=list)  # in the order of booking
    _closing: EveningEvent | None = None
    _states: dict[UUID, State] = field(default_factory=dict)  # after each event by the rules

    @property
    def state(self) -> State:
        return replay.state_after(reversed(self.hands))

    def replay_events(self, events: Sequence[Event]) -> Iterator[AuditDifference]:
        """Yield the differences; after the first one the others are unreliable. events: by seq."""
        by_id = {event.pk: event for event in events if isinstance(event, HandEvent)}
        for event in events:
            self.revision += 1
            yield from _compare_values(event, "event_missing", expected=self.revision, found=event.seq)
            if isinstance(event, HandEvent):
                yield from self._replay_hand_event(event, by_id)
            else:
                yield from self._replay_evening_event(event)
            expected = event_digest(event, self.evening, previous=self.last_hash)
            what = "the opening, or what was agreed at it" if self.revision == 1 else ""
            yield from _compare_values(event, "event_changed", what, expected=expected, found=event.hash)
            self.last_hash = event.hash

    def add_seat_totals(self) -> None:
        """Add the hands and the shares of the pot to the seats."""
        evening_totals.compute_seat_totals(self.evening, self.seats, self.hands, self.shares)

    # -- hands -------------------------------------------------------------------------------------------------

    def _replay_hand_event(self, event: HandEvent, by_id: Mapping[UUID, HandEvent]) -> Iterator[AuditDifference]:
        old = by_id.get(event.replaces_id) if event.replaces_id else None
        standing = self.hands[event.no - 1] if 0 < event.no <= len(self.hands) else None
        if old is not standing or event.no > len(self.hands) + 1:
            yield _difference_at_event(event, "hand_out_of_order", expected=standing, found=old)
            return
        event.replaces = old
        if self.closed_at:
            yield _difference_at_event(event, "hand_after_closing")
        players = seating.players_present(self.seats) if old is None else read_table(old.table).players
        found = read_table(event.table).players
        yield from _compare_values(event, "table_changed", "who sat there", expected=players, found=found)
        if event.note_id and (code := texts.typed_text_fault(event.note, club_id=event.club_id)):
            yield _difference_at_event(event, code, "note", expected=event.note_id)
        if event.is_void:
            for name in ("table", "report", "score", "note_id"):
                before, after = getattr(old, name, None), getattr(event, name)
                yield from _compare_values(event, "hand_changed", name, expected=before, found=after)
        else:
            yield from self._rescore_hand(event, old)
        self.hands[event.no - 1 :] = [event, *self.hands[event.no :]]
        for draft in replay.hand_drafts([event], stake_minor=self.evening.stake_minor):
            self._add_ledger_claim(draft, event, f"hand {event.no}")

    def _rescore_hand(self, event: HandEvent, old: HandEvent | None) -> Iterator[AuditDifference]:
        table, before = read_table(event.table), self._state_before(event.no)
        try:
            worth = self.memo.score(facts_of_event(event), ruleset=self.ruleset, table=table, state=before)
        except ReportError as error:
            yield _difference_at_event(event, "hand_impossible", found=str(error))
            return
        score, state = score_to_json(worth, has_note=event.note_id is not None), worth.state.to_json()
        yield from _compare_fields(event, "score_changed", expected=score, found=event.score)
        yield from _compare_fields(event, "state_changed", expected=state, found=event.state_after or {})
        self._states[event.pk] = worth.state
        entry_id = replay.entry_of_hand(event, old)
        yield from _compare_values(event, "entry_changed", "entry", expected=entry_id, found=event.entry_id)

    def _state_before(self, no: int) -> State:
        """Return the state before a hand; after a voided hand it comes from the hands before that."""
        last = self.hands[no - 2] if no > 1 else None
        if last is None or last.is_void:
            return replay.state_after(reversed(self.hands[: no - 1]))
        return self._states[last.pk]

    # -- around the hands --------------------------------------------------------------------------------------

    def _replay_evening_event(self, event: EveningEvent) -> Iterator[AuditDifference]:
        yield from _compare_values(event, "event_out_of_order", expected=len(self.hands), found=event.after_hand)
        match event.kind:
            case EveningEvent.Kind.OPENED:
                self.agreed_end = event.facts.get("end")
                for place, player in enumerate(event.facts["players"], start=1):
                    self._seat_player(player, place)
            case EveningEvent.Kind.JOINED:
                self._replay_joining(event)
            case EveningEvent.Kind.LEFT:
                self._replay_leaving(event)
            case EveningEvent.Kind.CLOSED:
                yield from self._replay_closing(event)
            case EveningEvent.Kind.REOPENED:
                self._replay_reopening(event)
            case EveningEvent.Kind.END_AGREED:
                self.agreed_end = event.facts["end"]

    def _seat_player(self, player: str, place: int) -> None:
        from_hand = len(self.hands) + 1
        self.seats.append(
            Seat(evening=self.evening, player_id=UUID(player), place=place, from_hand=from_hand, until_hand=None)
        )

    def _replay_joining(self, event: EveningEvent) -> None:
        player, place = event.facts["player"], event.facts["place"]
        for seat in self.seats:
            seat.place += seat.place >= place
        # A person who left and returns before a hand was played without them was never away.
        mine = [seat for seat in self.seats if seat.of_player == player and seat.from_hand > len(self.hands)]
        for seat in mine:
            seat.place, seat.until_hand = place, None
        if not mine:
            self._seat_player(player, place)

    def _replay_leaving(self, event: EveningEvent) -> None:
        for seat in seating.seats_present(self.seats):
            if seat.of_player == event.facts["player"]:
                seat.until_hand = len(self.hands)
                for other in self.seats:
                    other.place -= other.place > seat.place

    def _replay_closing(self, event: EveningEvent) -> Iterator[AuditDifference]:
        pot, self.shares = self.state.pot, {}
        if pot:
            scores = [score_of_event(hand) for hand in self.hands if not hand.is_void]
            agreed = pot_at_end(self.ruleset, self.evening.unit)
            self.shares = pot_shares(scores, agreed=agreed, present=seating.players_present(self.seats))
        yield from _compare_values(event, "shares_changed", expected=self.shares, found=event.shares)
        entry_id = event.pk if pot else None
        yield from _compare_values(event, "entry_changed", "entry", expected=entry_id, found=event.entry_id)
        self.closed_at, self._closing = event.recorded_at, event
        if pot:
            draft = pot_draft(key=event.pk, pot=pot, shares=self.shares, stake_minor=self.evening.stake_minor)
            self._add_ledger_claim(draft, event, "the closing")

    def _replay_reopening(self, event: EveningEvent) -> None:
        if self._closing and self._closing.entry_id:
            self._add_ledger_claim(pot_reversal(key=event.pk, closing=self._closing.entry_id), event, "the reopening")
        self.closed_at, self.shares = None, {}

    def _add_ledger_claim(self, draft: ResultDraft | ReversalDraft, event: Event, place: str) -> None:
        by, at = event.recorded_by, event.recorded_at
        self.claims.append(Claim(draft=draft, place=place, recorded_by=by, recorded_at=at))


def _compare_fields(
    event: Event, code: str, *, expected: Mapping[str, object], found: Mapping[str, object]
) -> Iterator[AuditDifference]:
    if expected != found:
        for name in sorted(expected.keys() | found.keys()):
            yield from _compare_values(event, code, name, expected=expected.get(name), found=found.get(name))


def _compare_values(
    event: Event, code: str, what: str = "", *, expected: object, found: object
) -> Iterator[AuditDifference]:
    if expected != found:
        yield _difference_at_event(event, code, what, expected=expected, found=found)


def _difference_at_event(
    event: Event, code: str, what: str = "", *, expected: object = "", found: object = ""
) -> AuditDifference:
    place = f"hand {event.no}" if isinstance(event, HandEvent) else f"{event.kind} after hand {event.after_hand}"
    return difference_of_values(code, place, what, expected=expected, found=found)
