"""The rounds of an evening: in each of them everybody deals once. Pure; offline/standing.js counts the same."""

from __future__ import annotations

from dataclasses import dataclass

from rules import Player, Report
from rules.report import AgreedHand, RoundCall


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPlace:
    """Where a deal stands in its round: round 3, hand 2 of 4."""

    round: int
    hand: int
    of: int


def place_after(last: RoundPlace | None, *, people: int) -> RoundPlace:
    """Of the deal after that one, with so many people at the table.

    A round has as many hands as people sit there. Who leaves may end it; one that was over stays so, whoever joins.
    """
    if last is None:
        return RoundPlace(round=1, hand=1, of=people)
    if last.hand >= min(last.of, people):
        return RoundPlace(round=last.round + 1, hand=1, of=people)
    return RoundPlace(round=last.round, hand=last.hand + 1, of=people)


def passed_the_deal(
    report: type[Report], *, was_dealt: bool, dealer: Player | None, next_dealer: Player | None
) -> bool:
    """Whether the deal went on to the next person: not after a tie, nor where no cards were dealt.

    report: the form of the hand. was_dealt: what an agreed hand says of itself.
    """
    if issubclass(report, AgreedHand):
        return was_dealt
    return had_cards(report, was_dealt=was_dealt) and next_dealer != dealer


def had_cards(report: type[Report], *, was_dealt: bool) -> bool:
    """Whether anybody held cards: not in what the table only wrote down. The arguments are those of above."""
    return was_dealt if issubclass(report, AgreedHand) else not issubclass(report, RoundCall)
