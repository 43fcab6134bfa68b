"""Questions to `score`: one contract at one table, asked with as many hands as it takes to know its table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from rules.cards import Card, Rank
from rules.declared import DeclarerGame
from rules.door import score
from rules.problems import ReportError
from rules.report import Call, DeclaredHand, RamschHand, Report, Surrender
from rules.ruleset import Contract, Ruleset, Sides
from rules.score import Level, Score
from rules.state import State
from rules.table import Player, Table

Told = dict[str, Any]
Json = dict[str, Any]

PEOPLE = tuple(Player(name) for name in "ABCDEFG")
FIRST = State()


def seated(people: int) -> Table:
    """A table at which A leads and the last one deals."""
    return Table(players=PEOPLE[:people], dealer=PEOPLE[people - 1])


def end_of(won: bool, level: Level, how: int) -> str:
    """A letter for each way in which a declared hand ends.

    how: 0 as a rule, 1 an accepted surrender, 2 the declarers took no trick, 3 they took all, where no Schwarz says so.
    """
    return chr(ord("a") + (list(Level).index(level) + (0 if won else 3)) * 4 + how)


TIE = "z"
End = list[bool | str | None]
ENDS: dict[str, End] = {
    end_of(won, level, how): [won, level.value] for won in (True, False) for level in Level for how in range(4)
}
ENDS[TIE] = [None, None]


@dataclass(frozen=True)
class Probe:
    """One contract of a ruleset among so many people."""

    ruleset: Ruleset
    contract: Contract
    people: int
    given: Report | None = None

    @cached_property
    def table(self) -> Table:
        return seated(self.people)

    @cached_property
    def active(self) -> tuple[Player, ...]:
        return self.ruleset.active(self.table)

    @cached_property
    def base(self) -> Report:
        """The contract without a result: A declares, with B where there is a partner, and calls what has to be."""
        if self.given is not None:
            return self.given
        hand = self.contract.report(table=self.table, contract=self.contract.id)
        if isinstance(hand, RamschHand):
            losers = next(number for number in (1, 2) if score_of(hand, self.ruleset, FIRST, self._lost_by(number)))
            return replace(hand, **self._lost_by(losers))
        if not isinstance(hand, DeclaredHand):
            return hand
        told: Told = {"declarer": self.active[0]}
        if self.contract.sides is Sides.PARTNERS:
            told["partner"] = self.active[1]
        if self.contract.needs_trump:
            told["trump_suit"] = self.contract.trump_suits[0]
        hand = replace(hand, **told)
        if not self.contract.calls_a_card or score_of(hand, self.ruleset, FIRST, {"won": True}):
            return hand
        calls = (replace(hand, call=Call(card=card)) for card in self.cards())
        return next(called for called in calls if score_of(called, self.ruleset, FIRST, {"won": True}))

    def _lost_by(self, number: int) -> Told:
        return {"losers": self.active[:number], "winner": self.active[-1]}

    def told(self, **told: Any) -> Probe:
        """The same contract asked with other fields from the outset."""
        return replace(self, given=replace(self.base, **told))

    def cards(self) -> Iterator[Card]:
        return (Card(rank=rank, suit=suit) for rank in Rank for suit in self.ruleset.PACK)

    def score(self, state: State = FIRST, **told: Any) -> Score | None:
        """The answer to the hand with these fields; None where it is refused."""
        return score_of(self.base, self.ruleset, state, told)

    def accepts(self, state: State = FIRST, **told: Any) -> bool:
        """Whether there is a result with which the hand is accepted."""
        results: tuple[Told, ...] = _RESULTS if isinstance(self.base, DeclaredHand) else ({},)
        return any(self.score(state, **{**told, **result}) is not None for result in results)

    def end(self, told: Told) -> str:
        """The letter of how this ends; a full stop where it is refused."""
        answer = self.score(**told)
        if answer is None:
            return "."
        if answer.level is None:
            return TIE
        won = answer.declarer_won if answer.declarer_won is not None else answer.tally[self.active[0]] > 0
        tricks, how = told.get("tricks"), 0
        if told.get("surrender") is Surrender.ACCEPTED:
            how = 1
        elif tricks is not None and answer.level is not Level.SCHWARZ:
            how = 2 if tricks == 0 else 3 if tricks == self.tricks else 0
        return end_of(won, answer.level, how)

    @property
    def tricks(self) -> int:
        """How many there are."""
        if not isinstance(self.ruleset, DeclarerGame):
            raise AssertionError(f"{self.ruleset.GAME} counts no tricks")
        return self.ruleset.hand_size(self.people)


# The likeliest first; some hands are told without a winner.
_RESULTS: tuple[Told, ...] = ({"won": True}, {"won": False}, {"won": True, "level": Level.SCHNEIDER}, {})


def score_of(report: Report, ruleset: Ruleset, state: State, told: Told) -> Score | None:
    try:
        return score(replace(report, **told), ruleset, state)
    except ReportError:
        return None


def twice(answer: Score) -> int:
    """Twice the sum of its parts before anything is multiplied or made whole, so that half points stay exact (X56)."""
    exact = 2 * sum(Fraction(reason.amount or 0) for reason in answer.reasons)
    if exact.denominator != 1:
        raise AssertionError(f"{exact} is no half of a point")
    return exact.numerator


def figures(probe: Probe, answer: Score) -> list[list[str | int]]:
    """How the value came about, as the phone writes it: [remark], [part, twice its amount], ["*factor", factor, count].

    "tariff" is that of the contract itself: contracts that differ only in their name share their lines.
    What stands behind the sum depends on what the hand found, and the phone knows it by itself.
    """
    own = f"tariff.{probe.contract.id}"
    found: list[list[str | int]] = []
    for reason in answer.reasons:
        if reason.factor is not None:
            found.append([f"*{reason.code}", reason.factor, int(reason.args.get("count", 1))])
        elif reason.amount is not None:
            found.append(["tariff" if reason.code == own else reason.code, int(2 * reason.amount)])
        elif all(len(one) == 1 for one in found):
            found.append([reason.code])
    return found


class Pool:
    """Every different value once, by its place."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._places: dict[str, int] = {}

    def place(self, value: Any) -> int:
        key = repr(value)
        if key not in self._places:
            self._places[key] = len(self.values)
            self.values.append(value)
        return self._places[key]
