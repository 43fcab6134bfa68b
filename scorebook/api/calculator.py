"""The score of a hand without an evening, from the fields of a line of `python -m rules score`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules import (
    Player,
    Problem,
    Report,
    RulesError,
    Ruleset,
    Score,
    State,
    Table,
    read_report,
    read_ruleset,
    read_state,
    score,
)
from scorebook.api.parsing import Refused
from scorebook.api.serializers.common import ValidatedData
from scorebook.api.serializers.evenings import RulesetRequest

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    report: Report
    score: Score


def score_from_data(data: ValidatedData) -> Scored:
    """Return the scored hand. Raises: Refused with every problem found."""
    found, problems = _try_to_score(data)
    if problems or found is None:
        raise Refused(problems)
    return found


def problems_of_scoring(data: ValidatedData) -> Sequence[Problem]:
    return _try_to_score(data)[1]


def _try_to_score(data: ValidatedData) -> tuple[Scored | None, Sequence[Problem]]:
    version = {} if data["version"] is None else {"version": data["version"]}
    table = Table(players=tuple(map(Player, data["players"] or ())), dealer=data["dealer"] and Player(data["dealer"]))
    problems: list[Problem] = []
    ruleset = _value_or_collect_problems(lambda: read_ruleset(RulesetRequest.ruleset_json(data) | version), problems)
    state = _value_or_collect_problems(lambda: read_state(data["state"] or {}), problems)
    hand = data["hand"] or {}
    scored = _value_or_collect_problems(lambda: _score_hand(ruleset, state, table, hand), problems) if ruleset else None
    return scored, problems


def _score_hand(ruleset: Ruleset, state: State | None, table: Table, hand: Mapping[str, object]) -> Scored:
    report = read_report(hand, ruleset=ruleset, table=table, state=state)
    return Scored(report=report, score=score(report, ruleset, state))


def _value_or_collect_problems(read: Callable[[], Value], problems: list[Problem]) -> Value | None:
    try:
        return read()
    except RulesError as error:
        problems += [problem for problem in error.problems if problem not in problems]
        return None
