"""Bock hands: doubled from the outset, queued or stacked. B89, X52."""

from __future__ import annotations

from itertools import zip_longest

from rules.games.bavarian.events import Event
from rules.games.bavarian.house_rules import BavarianHouseRules, BockLength, BockMeeting
from rules.report import Report, ThrownIn
from rules.state import MAX_BOCK, State


def offline_bock(rules: BavarianHouseRules) -> dict[str, object] | None:
    """Return None without Bock hands, else `stacked_to`: the limit of stacked Bock hands; empty if they queue."""
    if not rules.bock:
        return None
    return {"stacked_to": MAX_BOCK} if rules.bock_after and rules.bock_meeting is BockMeeting.STACK else {}


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
