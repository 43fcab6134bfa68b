"""A cache of scored hands for whole histories.

The score of a hand does not depend on names. So a hand is kept with seat numbers in place of names, and everybody who
plays it again gets the result with their own names.
"""

import json
import re
from collections.abc import Hashable, Mapping
from dataclasses import replace

from rules.base_ruleset import Ruleset
from rules.reading import is_empty_value
from rules.renaming import rename_players_of_hand, rename_players_of_state
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


class _PlayerNumbers(dict[str, str]):
    """Name -> number by first mention: those at the table by their seats, then others who are named."""

    def __missing__(self, name: str) -> str:
        self[name] = f"\0{len(self)}\0"
        return self[name]


class ScoringMemo:
    """A cache with the results of `read_report` and `score`; for one thread."""

    def __init__(self, most_kept: int = MAX_KEPT) -> None:
        self._most_kept = most_kept
        self._kept: dict[Hashable, Score] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def score(self, hand: Mapping[str, object], *, ruleset: Ruleset, table: Table, state: State | None = None) -> Score:
        """Return the score of a hand in its JSON form. Raises: ReportError, as `read_report` and `score` do."""
        before = state or FIRST
        numbers = _PlayerNumbers()
        try:
            kept = self._score_by_seats(hand, numbers, ruleset, table, before)
        except (TypeError, ValueError, RecursionError):  # not JSON, or refused: its problems need the names
            return score(read_report(hand, ruleset=ruleset, table=table, state=before), ruleset, before)
        return _name_players(kept, {number: name for name, number in numbers.items()})

    def _score_by_seats(
        self, hand: Mapping[str, object], numbers: _PlayerNumbers, ruleset: Ruleset, table: Table, state: State
    ) -> Score:
        """Return the score with numbers in place of names.

        Raises: TypeError, ValueError, RecursionError if the hand is not to be cached, such as a refused one.
        """
        contract = ruleset.contract(str(hand["contract"]).strip(), len(table.players)) if "contract" in hand else None
        if contract is None or any(not is_empty_value(hand.get(name)) for name in TYPED):
            raise TypeError("no hand that somebody plays again")
        players = tuple(Player(numbers[player]) for player in table.players)
        dealer = Player(numbers[table.dealer]) if table.dealer else table.dealer
        renamed = rename_players_of_hand(contract.report, hand, numbers.__getitem__)
        before = rename_players_of_state(state, numbers.__getitem__)
        # Rounds and matches cannot be hashed, but their `repr` is complete.
        is_plain = before.round is None and before.match is None
        state_key = (before.dealer, before.pot, before.bock, before.old_man) if is_plain else repr(before)
        key = (ruleset, len(players), dealer, json.dumps(renamed), state_key)  # all that the score depends on
        if key not in self._kept:
            seats = Table(players=players, dealer=dealer)
            answer = score(read_report(renamed, ruleset=ruleset, table=seats, state=before), ruleset, before)
            if len(self._kept) >= self._most_kept:
                self._kept.clear()
            self._kept[key] = answer
        return self._kept[key]


def _name_players(answer: Score, names: Mapping[str, str]) -> Score:
    def player_name(number: str) -> str:
        return names.get(number, number)

    def named_counts(counts: Mapping[Player, int]) -> dict[Player, int]:
        return {Player(names[player]): count for player, count in counts.items()}

    return replace(
        answer,
        points=named_counts(answer.points),
        declarer_side=tuple(Player(names[player]) for player in answer.declarer_side),
        reasons=tuple(_named_reason(reason, names) for reason in answer.reasons),
        tally=named_counts(answer.tally),
        state=rename_players_of_state(answer.state, player_name),
    )


def _named_reason(reason: Reason, names: Mapping[str, str]) -> Reason:
    if not any(isinstance(value, str) and "\0" in value for value in reason.args.values()):
        return reason
    args = {
        name: _NUMBER.sub(lambda found: names[found.group()], value) if isinstance(value, str) else value
        for name, value in reason.args.items()
    }
    return replace(reason, args=args)
