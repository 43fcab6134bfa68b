"""The score of a hand without an evening, from the fields of a line of `python -m rules score`."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from rules import Player, Problem, Report, RulesError, Score, Table, read_report, read_ruleset, read_state, score
from scorebook.api.parsing import Refused
from scorebook.api.serializers.common import ValidatedData
from scorebook.api.serializers.evenings import RulesetRequest


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
    ruleset = state = scored = None
    with _collect_problems(problems):
        ruleset = read_ruleset(RulesetRequest.ruleset_json(data) | version)
    with _collect_problems(problems):
        state = read_state(data["state"] or {})
    if ruleset:
        with _collect_problems(problems):
            report = read_report(data["hand"] or {}, ruleset=ruleset, table=table, state=state)
            scored = Scored(report=report, score=score(report, ruleset, state))
    return scored, problems


@contextmanager
def _collect_problems(problems: list[Problem]) -> Iterator[None]:
    try:
        yield
    except RulesError as error:
        problems += [problem for problem in error.problems if problem not in problems]
