"""Events of a hand that change the next ones: Bock, Kreuzbock and forced rounds follow from them. B80, B89."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from rules.base_ruleset import Contract, Sides
from rules.cards import Suit
from rules.report import DeclaredHand, Report, ThrownIn
from rules.score import Level
from rules.table import Player


class Event(StrEnum):
    THROWN_IN = "thrown_in"
    LOST_SOLO = "lost_solo"
    WON_SOLO = "won_solo"
    HEART_SOLO = "heart_solo"
    DOUBLED = "doubled"
    RE = "re"
    SCHWARZ = "schwarz"


def events_of(
    report: Report, contract: Contract, *, won: bool, level: Level | None, is_answered: bool
) -> Iterator[Event]:
    """Yield the events of a hand. A solo is every contract that is played alone.

    won, level:  the result; ignored without a declarer.
    is_answered: whether both sides doubled.
    """
    if isinstance(report, ThrownIn):
        yield Event.THROWN_IN
    if not isinstance(report, DeclaredHand):
        return
    if contract.sides is Sides.ALONE:
        yield Event.WON_SOLO if won else Event.LOST_SOLO
    if contract.id == "solo" and report.trump_suit is Suit.HEARTS:
        yield Event.HEART_SOLO
    if report.kontra:
        yield Event.DOUBLED
    if is_answered:
        yield Event.RE
    if level is Level.SCHWARZ:
        yield Event.SCHWARZ


def was_answered(kontra: tuple[Player | None, ...], declarer_side: tuple[Player, ...]) -> bool:
    """Return whether both sides doubled; two opponents' calls are no Re (B90). Unnamed calls take turns."""
    sides = {place % 2 == 1 if caller is None else caller in declarer_side for place, caller in enumerate(kontra)}
    return len(sides) > 1
