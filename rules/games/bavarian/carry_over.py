"""The state that a hand leaves for the next one: Bock hands (B89, X52), a special round and its end, the old man."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import zip_longest

from rules.base_ruleset import Contract
from rules.games.bavarian import rounds
from rules.games.bavarian.house_rules import AfterThrownIn, BavarianHouseRules, BockLength, BockMeeting
from rules.games.bavarian.rounds import Event, RoundKind, round_events_of_hand
from rules.report import AgreedHand, DeclaredHand, Report, RoundCall, ThrownIn
from rules.score import Reason, Score
from rules.state import MAX_BOCK, SpecialRound, State
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
    answered = isinstance(report, DeclaredHand) and rules.is_answered(report, contract, score.declarer_side, state)
    won = bool(score.declarer_won)
    events = set(round_events_of_hand(report, contract, won=won, level=score.level, is_answered=answered))
    to_come = bock_after(events, report, rules, state)
    old_man = (report.ober_holder if isinstance(report, DeclaredHand) else None) or state.old_man
    follows, ended = round_that_follows(events, rules, len(report.table.players)), None
    running = follows.start_at(report.table) if follows else None
    if state.round is not None:
        running = rounds.round_after(report, contract, score.declarer, paid, state.round)
        ended, running = (running, None) if not running.left else (None, running)
    if (to_come, old_man, running) != (state.bock, state.old_man, state.round):
        left = replace(score.state, bock=to_come, old_man=old_man, round=running)
        score = replace(score, state=left)
    return end_round(score, ended, report.table, rules) if ended else score


def offline_bock(rules: BavarianHouseRules) -> dict[str, object] | None:
    """Return None without Bock hands, else `stacked_to`: the limit of stacked Bock hands; empty if they queue."""
    if not rules.bock:
        return None
    return {"stacked_to": MAX_BOCK} if rules.bock_after and rules.bock_meeting is BockMeeting.STACK else {}


def offline_round(kind: RoundKind, contracts: tuple[Contract, ...], rules: BavarianHouseRules) -> dict[str, object]:
    """Return the settings with which the phone plays one round.

    only: the contracts that may be declared, if not all may, the one that the form proposes first; seats: the fewest
    who can play it, if not all can; hands: how often everybody deals, if the round may be announced; by_old_man: the
    old man deals first; forehand: the leader must play; factor: of every value; stossed: it is the first Stoss; once:
    if each player owes each contract once, variant -> the one it is played as; poorest_pays: what the poorest Solo
    costs its player, to each of the others.
    """
    traits = rounds.round_traits(kind, rules.last_round)
    playable = [one for one in contracts if not issubclass(one.report, AgreedHand | RoundCall | ThrownIn)]
    allowed = rounds.playable_in_round(playable, kind, rules.last_round)
    found: dict[str, object] = {"only": [one.id for one in allowed]} if len(allowed) < len(playable) else {}
    fewest = next((seats for seats in (3, 4) if rules.plays_round(kind, seats)), 5)
    if fewest > (4 if rules.deck_cards != 24 else 3):  # three play with 24 cards (B105)
        found["seats"] = fewest
    if kind in rules.rounds:
        found |= {"hands": traits.times} | ({"by_old_man": True} if kind is RoundKind.LAST else {})
    if traits.factor > 1:
        found["factor"] = traits.factor
    if traits.stossed:
        found["stossed"] = True
    if not any(issubclass(one.report, DeclaredHand) for one in allowed):
        return found
    paid = rules.minas_payment if traits.poorest_pays else None
    counted = playable if "seats" in found else allowed  # where it binds nobody, others are played too
    once = {one.id: one.variant_of for one in counted if one.variant_of} if traits.once else None
    duties = {"forehand": traits.forehand or None, "once": once, "poorest_pays": paid}
    return found | {name: value for name, value in duties.items() if value is not None}


def queued_bock(events: set[Event], rules: BavarianHouseRules) -> dict[str, object]:
    """Return the number of Bock hands that follow: one, or "each" for one per person at the table."""
    if not events & set(rules.bock_after):
        return {}
    return {"bock": "each" if rules.bock_length is BockLength.ROUND else 1}


def bock_after(events: set[Event], report: Report, rules: BavarianHouseRules, state: State) -> tuple[int, ...]:
    """Return the Bock hands still to come. A thrown-in hand uses none up (our decision: no document says)."""
    left = state.bock if isinstance(report, ThrownIn) else state.bock[1:]
    if not events & set(rules.bock_after):
        return left
    # A round of deals, five at a table of five: with four of five hands one person would sit out none (B89, B1).
    new = (1,) * (len(report.table.players) if rules.bock_length is BockLength.ROUND else 1)
    if rules.bock_meeting is BockMeeting.QUEUE:
        return left + new
    stacked = (sum(times) for times in zip_longest(left, new, fillvalue=0))
    return tuple(min(times, MAX_BOCK) for times in stacked)


def round_that_follows(events: set[Event], rules: BavarianHouseRules, players: int) -> rounds.RoundDue | None:
    """Return the first agreed round that one of the events starts and that so many people can play."""
    if not events:
        return None
    starts = {
        RoundKind.HADSCHADER: rules.hadschader_after_lost_solo and Event.LOST_SOLO in events,
        RoundKind.MINAS: rules.minas_after_won_solo and Event.WON_SOLO in events,
        RoundKind.KREUZBOCK: bool(events & set(rules.kreuzbock_after)),
    }
    due = [rounds.RoundDue(kind=kind) for kind, is_due in starts.items() if is_due]
    if rules.after_thrown_in is not AfterThrownIn.NOTHING and Event.THROWN_IN in events:
        due.append(rounds.RoundDue(kind=RoundKind(rules.after_thrown_in.value), is_one_hand=True))
    return next((one for one in due if rules.plays_round(one.kind, players)), None)


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
