"""A hand of a contract without its result, and what its game says of it once a result is reported."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rules import validation
from rules.declarer_game import DeclarerGame
from rules.outcome import Outcome
from rules.problems import ProblemList
from rules.report import DeclaredHand
from rules.ruleset import Contract

Fields = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflineSample:
    """contract: the one as which the hand is priced, which may be another than the one it was reported as."""

    game: DeclarerGame
    hand: DeclaredHand
    contract: Contract

    @property
    def players(self) -> int:
        return len(self.hand.table.players)

    @property
    def all_tricks(self) -> int:
        return self.game.hand_size(self.players)

    def reported(self, fields: Fields) -> DeclaredHand:
        """The hand with these fields and all that follows from them."""
        return self.game.completed(replace(self.hand, **fields), self.contract)

    def is_possible(self, hand: DeclaredHand) -> bool:
        """Whether there are cards that make such a count."""
        problems = ProblemList()
        validation.check_counts(hand, self.contract, self.game, problems)
        return not problems

    def outcome(self, hand: DeclaredHand) -> Outcome | None:
        """Who won a hand with a possible count and how clearly; None if the result is refused."""
        problems = ProblemList()
        validation.check_surrender(hand, self.contract, problems)
        outcome = self.game.outcome(hand, self.contract, problems)
        self.game.check_played(hand, self.contract, problems)
        return None if problems else outcome
