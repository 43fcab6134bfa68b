"""Hands of a request: validation, scoring and preview, and comparison with an earlier request of the same key."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from rules import Player, Problem, ReportError, Score, State, Table, read_report, read_state, score
from scorebook.clubs import texts
from scorebook.play import evening_totals, replay, seating
from scorebook.play.errors import HandUnknown, KeyReused
from scorebook.play.hand_event_codec import facts_of_event, read_report_unchecked, read_table, split_typed_text
from scorebook.play.models import Evening, HandEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class NewHand:
    key: UUID
    hand: Mapping[str, object]  # contract and facts as `rules.read_report` takes them, players by id
    dealer: Player | None = None  # of a hand dealt out of turn, or corrected


def scored_hand(
    hand: Mapping[str, object], *, dealer: Player | None, evening: Evening, table: Table, state: State
) -> replay.ScoredHand:
    """Validate and score a hand. dealer: None for that of the table. Raises: rules.ReportError."""
    ruleset, table = evening.rules, table_with_dealer(dealer, table)
    report = read_report(hand, ruleset=ruleset, table=table, state=state)
    raw = report.to_json()
    _, text = split_typed_text(raw)
    note = texts.typed_text(text, club_id=evening.club_id) if text else None
    return replay.ScoredHand(table=table, report=raw, score=score(report, ruleset, state), note=note)


def preview_hand(*, evening: Evening, hand: Mapping[str, object], dealer: Player | None = None) -> Score:
    """Score the next hand, without writing. Raises: rules.ReportError."""
    state = read_state(evening.state)
    table = seating.next_table(evening, list(evening.all_seats()), state)
    return scored_hand(hand, dealer=dealer, evening=evening, table=table, state=state).score


def preview_correction(*, evening: Evening, no: int, hand: Mapping[str, object], dealer: Player | None = None) -> Score:
    """Score a correction of a recorded hand, without writing. Raises: rules.ReportError, HandUnknown."""
    if not 0 < no <= evening.hand_count:
        raise HandUnknown(no=no)
    backwards = evening_totals.evening_hands_backwards(evening, last=no)
    table = read_table(next(backwards).table)
    state = replay.state_after(backwards)
    return scored_hand(hand, dealer=dealer, evening=evening, table=table, state=state).score


def check_repeated_hand(first: HandEvent, new_hand: NewHand, *, kind: HandEvent.Kind, evening: Evening) -> None:
    """Raise KeyReused unless the request equals the event of its key. first: that event."""
    table = read_table(first.table)
    report = read_report_unchecked(new_hand.hand, ruleset=evening.rules, table=table)
    if (
        report is None
        or table_with_dealer(new_hand.dealer, table) != table
        or not _has_same_facts(first, report.to_json())
    ):
        raise KeyReused(new_hand.key)
    check_event_origin(first, kind=kind, evening=evening)


def _has_same_facts(first: HandEvent, new_hand: Mapping[str, object]) -> bool:
    """Compare the facts; an erased text is not compared."""
    if first.note and first.note.is_erased:
        return split_typed_text(new_hand)[0] == split_typed_text(first.report)[0]
    return new_hand == facts_of_event(first)


def check_event_origin(first: HandEvent, *, kind: HandEvent.Kind, evening: Evening) -> None:
    """Raise KeyReused if the key was used in another evening or for something else."""
    if (first.evening_id, first.kind) != (evening.pk, kind):
        raise KeyReused(first.pk)


def table_with_dealer(dealer: Player | None, table: Table) -> Table:
    """Return the table with the given dealer, or unchanged. Raises: rules.ReportError."""
    if dealer is None:
        return table
    if dealer not in table.players:
        raise ReportError((Problem(code="player_unknown", field="dealer", args={"player": dealer}),))
    return Table(players=table.players, dealer=dealer)
