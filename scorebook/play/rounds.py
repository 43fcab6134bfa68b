"""Rounds of an evening, in which each person deals once. Pure; offline/standing.js implements the same."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPlace:
    """The place of a deal in its round, such as round 3, hand 2 of 4."""

    round: int
    hand: int
    of: int


def round_place_after(last: RoundPlace | None, *, people: int) -> RoundPlace:
    """Return the place of the deal after `last`, with this many people at the table.

    A round has as many hands as people. A player who leaves may end it; a finished round stays finished when one joins.
    """
    if last is None:
        return RoundPlace(round=1, hand=1, of=people)
    if last.hand >= min(last.of, people):
        return RoundPlace(round=last.round + 1, hand=1, of=people)
    return RoundPlace(round=last.round, hand=last.hand + 1, of=people)


def struck_deals(dealers: Sequence[Player | None], struck: Sequence[bool]) -> Iterator[bool]:
    """Yield for each hand whether it is voided and the deal passed on nevertheless.

    dealers: of the hands, in order. A hand voided in the middle does not change later deals. Hands voided at the end
    give the deal back: the next valid hand has the dealer of the first of them, or none follows.
    """
    due: Player | None = None
    following: list[Player | None] = []  # per hand: dealer of the next valid one
    for dealer, is_struck in zip(reversed(dealers), reversed(struck), strict=True):
        following.append(due)
        due = due if is_struck else dealer
    is_given_back = False
    for turn, (dealer, is_struck, after) in enumerate(zip(dealers, struck, reversed(following), strict=True)):
        is_given_back = is_struck and (is_given_back or after in (None, dealer))
        yield is_struck and not is_given_back and dealers[turn + 1] != dealer
