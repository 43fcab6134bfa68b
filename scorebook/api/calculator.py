"""What a hand would be worth, without any evening: the fields of a line of `python -m rules score`."""

from collections.abc import Callable, Mapping
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
from scorebook.api.body import Refused, RequestBody

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    report: Report
    score: Score


def score_for_api(body: RequestBody) -> Scored:
    """Raises: Refused with every problem that can be told."""
    ruleset_raw = {
        "game": body.text("game"),
        "preset": body.text_or_none("preset"),
        "house_rules": body.house_rules(),
    }
    version = body.integer_or_none("version")
    players, dealer = body.texts("players"), body.text_or_none("dealer")
    hand, state_raw = body.mapping("hand"), body.mapping_or_none("state")
    table = Table(players=tuple(map(Player, players)), dealer=Player(dealer) if dealer else None)
    problems: list[Problem] = []
    ruleset = _tried_from_body(
        lambda: read_ruleset(ruleset_raw | ({} if version is None else {"version": version})), problems
    )
    state = _tried_from_body(lambda: read_state(state_raw), problems)
    answer = _tried_from_body(lambda: _scored_from_body(ruleset, state, table, hand), problems) if ruleset else None
    body.check(lambda: problems)
    if problems or answer is None:
        raise Refused(problems)
    return answer


def _scored_from_body(ruleset: Ruleset, state: State | None, table: Table, hand: Mapping[str, object]) -> Scored:
    report = read_report(hand, ruleset=ruleset, table=table, state=state)
    return Scored(report=report, score=score(report, ruleset, state))


def _tried_from_body(read: Callable[[], Value], problems: list[Problem]) -> Value | None:
    try:
        return read()
    except RulesError as error:
        problems += [problem for problem in error.problems if problem not in problems]
        return None
