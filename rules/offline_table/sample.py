"""A sample hand of a contract without its result, and its outcome in the game once a result is reported."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rules import validation
from rules.base_ruleset import Contract
from rules.games.declarer_game import DeclarerGame
from rules.outcome import Outcome
from rules.problems import ProblemList
from rules.report import DeclaredHand

Fields = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflineSample:
    game: DeclarerGame
    hand: DeclaredHand
    contract: Contract  # the one by which the hand is priced; it may differ from the reported one

    @property
    def players(self) -> int:
        return len(self.hand.table.players)

    @property
    def all_tricks(self) -> int:
        return self.game.hand_size(self.players)

    def reported(self, fields: Fields) -> DeclaredHand:
        return self.game.completed_hand(replace(self.hand, **fields), self.contract)

    def is_possible(self, hand: DeclaredHand) -> bool:
        """Return whether real cards can make the hand's count."""
        problems = ProblemList()
        validation.check_counts(hand, self.contract, self.game, problems)
        return not problems

    def outcome(self, hand: DeclaredHand) -> Outcome | None:
        """Return the outcome of a hand with a possible count; None if the result is refused."""
        problems = ProblemList()
        validation.check_surrender(hand, self.contract, problems)
        outcome = self.game.outcome(hand, self.contract, problems)
        self.game.check_played(hand, self.contract, problems)
        return None if problems else outcome
