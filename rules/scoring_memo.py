"""Hands scored once for all who play the same: a memo for whole histories.

What a hand is worth does not hang on what the people are called. So a hand is kept with the numbers of their seats in
place of their names, and whoever plays it again gets the answer with their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace

from rules.reading import says_nothing
from rules.renaming import rename_in_json, rename_in_value
from rules.ruleset import Ruleset
from rules.score import Reason, Score
from rules.scoring import FIRST, read_report, score
from rules.state import State
from rules.table import Player, Table

# So many hands are kept, some 2 kB each; then all are forgotten, which is simpler than to know the oldest.
MOST_KEPT = 20_000
# What somebody typed stands in no second hand, and may hold anything.
TYPED = ("why", "note")
# No name and no word of the rules can hold it, and it is found again inside a sentence's arguments.
_NUMBER = re.compile("\0([0-9]+)\0")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """names_players: whether a reason does."""

    score: Score
    names_players: bool


class ScoringMemo:
    """`read_report` and `score` in one, with exactly their answer; for one thread."""

    def __init__(self, most_kept: int = MOST_KEPT) -> None:
        self._most_kept = most_kept
        self._kept: dict[Hashable, _Kept] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def score(self, hand: Mapping[str, object], *, ruleset: Ruleset, table: Table, state: State | None = None) -> Score:
        """Points, value, reasons and the next state of a hand in its JSON form. Raises: ReportError, as they do."""
        before = state or FIRST
        numbers = _Numbers(table)
        try:
            numbered = _numbered(hand, numbers, ruleset=ruleset, table=table, state=before)
            kept = self._kept.get(numbered.key) or self._keep(numbered, ruleset)
        except (TypeError, ValueError, RecursionError):  # no JSON, or refused: said again with the names themselves
            return score(read_report(hand, ruleset=ruleset, table=table, state=before), ruleset, before)
        return _named(kept, numbers.names)

    def _keep(self, numbered: _Numbered, ruleset: Ruleset) -> _Kept:
        """Raises: ReportError; what is refused is not kept."""
        report = read_report(numbered.hand, ruleset=ruleset, table=numbered.table, state=numbered.state)
        answer = score(report, ruleset, numbered.state)
        kept = _Kept(score=answer, names_players=any(map(_names_players, answer.reasons)))
        if len(self._kept) >= self._most_kept:
            self._kept.clear()
        self._kept[numbered.key] = kept
        return kept


class _Numbers:
    """Gives everybody a number at the first mention: those at the table by their seats, then who is named besides."""

    def __init__(self, table: Table) -> None:
        self._of: dict[str, str] = {}
        for player in table.players:
            self.number(player)

    def number(self, name: str) -> str:
        found = self._of.get(name)
        if found is None:
            found = self._of[name] = f"\0{len(self._of)}\0"
        return found

    @property
    def names(self) -> Mapping[str, str]:
        return {number: name for name, number in self._of.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Numbered:
    """A hand whose players are numbers. key: everything its score hangs on."""

    key: Hashable
    hand: Mapping[str, object]
    table: Table
    state: State


def _numbered(
    hand: Mapping[str, object], numbers: _Numbers, *, ruleset: Ruleset, table: Table, state: State
) -> _Numbered:
    """Raises: TypeError, ValueError, RecursionError where a hand is not to be kept."""
    contract = ruleset.contract(str(hand["contract"]).strip(), len(table.players)) if "contract" in hand else None
    if contract is None or any(not says_nothing(hand.get(name)) for name in TYPED):
        raise TypeError("no hand that somebody plays again")
    dealer = Player(numbers.number(table.dealer)) if table.dealer else table.dealer
    players = tuple(Player(numbers.number(player)) for player in table.players)
    renamed = rename_in_json(contract.report, hand, numbers.number)
    before = rename_in_value(state, numbers.number)
    key = (ruleset, len(players), dealer, json.dumps(renamed), _state_key(before))
    return _Numbered(key=key, hand=renamed, table=Table(players=players, dealer=dealer), state=before)


def _state_key(state: State) -> Hashable:
    """Rounds hold what cannot be hashed; the text of a value tells all of it."""
    is_plain = state.round is None and state.match is None
    return (state.dealer, state.pot, state.bock, state.old_man) if is_plain else repr(state)


def _named(kept: _Kept, names: Mapping[str, str]) -> Score:
    answer = kept.score

    def name(number: str) -> str:
        return names.get(number, number)

    def of_all(counts: Mapping[Player, int]) -> dict[Player, int]:
        return {Player(names[player]): count for player, count in counts.items()}

    reasons = answer.reasons
    if kept.names_players:
        reasons = tuple(_named_reason(reason, names) for reason in reasons)
    return Score(
        points=of_all(answer.points),
        pot=answer.pot,
        value=answer.value,
        declarer_side=tuple(Player(names[player]) for player in answer.declarer_side),
        declarer_won=answer.declarer_won,
        level=answer.level,
        reasons=reasons,
        tally=of_all(answer.tally),
        state=rename_in_value(answer.state, name),
    )


def _names_players(reason: Reason) -> bool:
    return any(isinstance(value, str) and "\0" in value for value in reason.args.values())


def _named_reason(reason: Reason, names: Mapping[str, str]) -> Reason:
    if not _names_players(reason):
        return reason
    args = {
        name: _NUMBER.sub(lambda found: names[found.group()], value) if isinstance(value, str) else value
        for name, value in reason.args.items()
    }
    return replace(reason, args=args)
