"""Hands of a request: validation and scoring, and comparison with an earlier request of the same key."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from rules import Player, Problem, ReportError, Score, State, Table, read_report, score
from scorebook.clubs import texts
from scorebook.play import replay
from scorebook.play.codec import facts_of_event, read_report_unchecked, read_table, split_typed_text
from scorebook.play.errors import KeyReused
from scorebook.play.models import Evening, HandEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class NewHand:
    key: UUID
    hand: Mapping[str, object]  # contract and facts as `rules.read_report` takes them, players by id
    dealer: Player | None = None  # of a hand dealt out of turn, or corrected


def scored_hand(new_hand: NewHand, *, evening: Evening, table: Table, state: State) -> replay.ScoredHand:
    """Validate and score a hand. table: with the dealer in turn. Raises: rules.ReportError."""
    ruleset, table = evening.rules, table_with_dealer(new_hand.dealer, table)
    report = read_report(new_hand.hand, ruleset=ruleset, table=table, state=state)
    raw = report.to_json()
    _, text = split_typed_text(raw)
    note = texts.typed_text(text, club_id=evening.club_id) if text else None
    return replay.ScoredHand(table=table, report=raw, score=score(report, ruleset, state), note=note)


def score_unrecorded_hand(
    hand: Mapping[str, object], *, evening: Evening, dealer: Player | None, table: Table, state: State
) -> Score:
    """Score a hand. Raises: rules.ReportError."""
    ruleset = evening.rules
    report = read_report(hand, ruleset=ruleset, table=table_with_dealer(dealer, table), state=state)
    return score(report, ruleset, state)


def check_repeated_hand(first: HandEvent, new_hand: NewHand, *, kind: HandEvent.Kind, evening: Evening) -> None:
    """Raise KeyReused unless the request equals the event of its key. first: that event."""
    table = read_table(first.table)
    report = read_report_unchecked(new_hand.hand, ruleset=evening.rules, table=table)
    if report is None or table_with_dealer(new_hand.dealer, table) != table:
        raise KeyReused(new_hand.key)
    if not _has_same_facts(first, report.to_json()):
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
