"""The state that a hand leaves for the next one: Bock hands, a special round and its end, the old man."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.base_ruleset import Contract
from rules.games.bavarian import bock, rounds
from rules.games.bavarian.events import Event, events_of
from rules.games.bavarian.house_rules import AfterThrownIn, BavarianHouseRules
from rules.report import DeclaredHand, Report
from rules.score import Reason, Score
from rules.state import SpecialRound, State
from rules.table import Player, Table


def leave_for_next_hand(
    score: Score,
    paid: Mapping[Player, int],
    report: Report,
    contract: Contract,
    rules: BavarianHouseRules,
    state: State,
) -> Score:
    """Return the score with the next state; `paid` has no pot, which does not count for the poorest Solo (B88)."""
    answered = isinstance(report, DeclaredHand) and rules.is_answered(report, contract, score.declarer_side)
    events = set(events_of(report, contract, won=bool(score.declarer_won), level=score.level, is_answered=answered))
    to_come, old_man = bock.bock_after(events, report, rules, state), _old_man_after(report, state)
    follows, ended = round_that_follows(events, rules), None
    running = follows.start_at(report.table) if follows else None
    if state.round is not None:
        running = rounds.round_after(report, score.declarer, paid, state.round)
        ended, running = (running, None) if not running.left else (None, running)
    if (to_come, old_man, running) != (state.bock, state.old_man, state.round):
        left = replace(score.state, bock=to_come, old_man=old_man, round=running)
        score = replace(score, state=left)
    return end_round(score, ended, report.table, rules) if ended else score


def _old_man_after(report: Report, state: State) -> Player | None:
    return (report.ober_holder if isinstance(report, DeclaredHand) else None) or state.old_man


def round_that_follows(events: set[Event], rules: BavarianHouseRules) -> rounds.RoundDue | None:
    """Return the first agreed round that one of the events starts."""
    if rules.hadschader_after_lost_solo and Event.LOST_SOLO in events:
        return rounds.RoundDue(kind=rounds.RoundKind.HADSCHADER)
    if rules.minas_after_won_solo and Event.WON_SOLO in events:
        return rounds.RoundDue(kind=rounds.RoundKind.MINAS)
    if events & set(rules.kreuzbock_after):
        return rounds.RoundDue(kind=rounds.RoundKind.KREUZBOCK)
    if rules.after_thrown_in is not AfterThrownIn.NOTHING and Event.THROWN_IN in events:
        return rounds.RoundDue(kind=rounds.RoundKind(rules.after_thrown_in.value), is_one_hand=True)
    return None


def end_round(score: Score, ended: SpecialRound, table: Table, rules: BavarianHouseRules) -> Score:
    who = rounds.poorest(ended)
    here = [player for player in table.players if player in who]
    if len(who) > 1:
        tied = Reason(code="minas_tied", rule="B81", args={"player": ", ".join(here)})
        return replace(score, reasons=(*score.reasons, tied))
    if not here:  # a player who has left pays nothing
        return score
    (poorest,) = here
    others = [player for player in rules.active(table) if player != poorest]
    points = dict(score.points)
    for player in others:
        points[player] += rules.minas_payment
        points[poorest] -= rules.minas_payment
    reason = Reason(code="minas_paid", rule="B81", args={"player": poorest, "points": rules.minas_payment})
    return replace(score, points=points, reasons=(*score.reasons, reason))
