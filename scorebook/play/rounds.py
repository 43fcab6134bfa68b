"""The rounds of an evening: in each of them everybody deals once. Pure; offline/standing.js counts the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules import Player, Report
from rules.report import AgreedHand
from scorebook.play.counted_hands import had_cards


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
    report: type[Report], *, contract: str, was_dealt: bool, dealer: Player | None, next_dealer: Player | None
) -> bool:
    """Whether the deal went on to the next person: not after a tie, nor where no cards were dealt.

    report: the form of the hand. was_dealt: what an agreed hand says of itself.
    """
    if issubclass(report, AgreedHand):
        return was_dealt
    return had_cards(contract, was_dealt=was_dealt) and next_dealer != dealer


def struck_deals(dealers: Sequence[Player | None], struck: Sequence[bool]) -> Iterator[bool]:
    """Yield for each hand whether it is struck out and the deal passed on after it all the same.

    dealers: of the hands, in their order. A hand struck out in the middle leaves the deal as it went on. A row of hands
    struck out at the end gives it back: the next hand that counts has the dealer of the first of them, or none follows.
    """
    due: Player | None = None
    following: list[Player | None] = []  # of each hand: who dealt the next one that counts
    for dealer, is_struck in zip(reversed(dealers), reversed(struck), strict=True):
        following.append(due)
        due = due if is_struck else dealer
    is_given_back = False
    for turn, (dealer, is_struck, after) in enumerate(zip(dealers, struck, reversed(following), strict=True)):
        is_given_back = is_struck and (is_given_back or after in (None, dealer))
        yield is_struck and not is_given_back and dealers[turn + 1] != dealer
