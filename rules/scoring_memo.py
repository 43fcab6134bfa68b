"""A cache of scored hands for whole histories.

The score of a hand does not depend on names. So a hand is kept with seat numbers in place of names, and everybody who
plays it again gets the result with their own names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace

from rules.base_ruleset import Ruleset
from rules.reading import is_empty_value
from rules.renaming import rename_players_in_json, rename_players_in_value
from rules.score import Reason, Score
from rules.scoring import FIRST, read_report, score
from rules.state import State
from rules.table import Player, Table

# Hands, some 2 kB each; a full cache is cleared, which is simpler than finding the oldest.
MAX_KEPT = 20_000
# Free text: no second hand has the same, and it may hold anything.
TYPED = ("why", "note")
# No name and no word of the rules can hold it, so it can be replaced inside a sentence's arguments.
_NUMBER = re.compile("\0([0-9]+)\0")


@dataclass(frozen=True, slots=True, kw_only=True)
class _KeptScore:
    score: Score
    names_players: bool  # whether a reason does


class ScoringMemo:
    """A cache with the results of `read_report` and `score`; for one thread."""

    def __init__(self, most_kept: int = MAX_KEPT) -> None:
        self._most_kept = most_kept
        self._kept: dict[Hashable, _KeptScore] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def score(self, hand: Mapping[str, object], *, ruleset: Ruleset, table: Table, state: State | None = None) -> Score:
        """Return the score of a hand in its JSON form. Raises: ReportError, as `read_report` and `score` do."""
        before = state or FIRST
        numbers = _PlayerNumbers()
        try:
            numbered = _number_players(hand, numbers, ruleset=ruleset, table=table, state=before)
            kept = self._kept.get(numbered.key) or self._score_and_keep(numbered, ruleset)
        except (TypeError, ValueError, RecursionError):  # not JSON, or refused: its problems need the names
            return score(read_report(hand, ruleset=ruleset, table=table, state=before), ruleset, before)
        return _name_players(kept, {number: name for name, number in numbers.items()})

    def _score_and_keep(self, numbered: _NumberedHand, ruleset: Ruleset) -> _KeptScore:
        """Score and cache a hand. Raises: ReportError; a refused hand is not cached."""
        report = read_report(numbered.hand, ruleset=ruleset, table=numbered.table, state=numbered.state)
        answer = score(report, ruleset, numbered.state)
        kept = _KeptScore(score=answer, names_players=any(map(_names_players, answer.reasons)))
        if len(self._kept) >= self._most_kept:
            self._kept.clear()
        self._kept[numbered.key] = kept
        return kept


class _PlayerNumbers(dict[str, str]):
    """Name -> number by first mention: those at the table by their seats, then others who are named."""

    def __missing__(self, name: str) -> str:
        self[name] = f"\0{len(self)}\0"
        return self[name]


@dataclass(frozen=True, slots=True, kw_only=True)
class _NumberedHand:
    """A hand whose players are numbers."""

    key: Hashable  # everything its score depends on
    hand: Mapping[str, object]
    table: Table
    state: State


def _number_players(
    hand: Mapping[str, object], numbers: _PlayerNumbers, *, ruleset: Ruleset, table: Table, state: State
) -> _NumberedHand:
    """Replace the names of a hand. Raises: TypeError, ValueError, RecursionError if it is not to be cached."""
    contract = ruleset.contract(str(hand["contract"]).strip(), len(table.players)) if "contract" in hand else None
    if contract is None or any(not is_empty_value(hand.get(name)) for name in TYPED):
        raise TypeError("no hand that somebody plays again")
    players = tuple(Player(numbers[player]) for player in table.players)
    dealer = Player(numbers[table.dealer]) if table.dealer else table.dealer
    renamed = rename_players_in_json(contract.report, hand, numbers.__getitem__)
    before = rename_players_in_value(state, numbers.__getitem__)
    key = (ruleset, len(players), dealer, json.dumps(renamed), _state_key(before))
    return _NumberedHand(key=key, hand=renamed, table=Table(players=players, dealer=dealer), state=before)


def _state_key(state: State) -> Hashable:
    """Return a hashable key; rounds and matches cannot be hashed, but their `repr` is complete."""
    is_plain = state.round is None and state.match is None
    return (state.dealer, state.pot, state.bock, state.old_man) if is_plain else repr(state)


def _name_players(kept: _KeptScore, names: Mapping[str, str]) -> Score:
    answer = kept.score

    def player_name(number: str) -> str:
        return names.get(number, number)

    def named_counts(counts: Mapping[Player, int]) -> dict[Player, int]:
        return {Player(names[player]): count for player, count in counts.items()}

    reasons = answer.reasons
    if kept.names_players:
        reasons = tuple(_named_reason(reason, names) for reason in reasons)
    return Score(
        points=named_counts(answer.points),
        pot=answer.pot,
        value=answer.value,
        declarer_side=tuple(Player(names[player]) for player in answer.declarer_side),
        declarer_won=answer.declarer_won,
        level=answer.level,
        reasons=reasons,
        tally=named_counts(answer.tally),
        state=rename_players_in_value(answer.state, player_name),
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
