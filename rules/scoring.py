"""The entry point of the rules: read a report, score it, check the result."""

from collections.abc import Mapping

from rules.base_ruleset import Ruleset
from rules.hand_tags import check_game, problems_by_tag, untag_hand
from rules.problems import Problem, ProblemList, ReportError
from rules.reading import read_text
from rules.report import Report
from rules.score import Score
from rules.state import State
from rules.table import Table

# A bound for the books, not a rule: with the largest stake they hold no more in one entry.
MAX_POINTS_MOVED = 1_000_000_000
# One object for all first hands, so that a report that was checked against it is recognised.
FIRST = State()


def read_report(hand: Mapping[str, object], *, ruleset: Ruleset, table: Table, state: State | None = None) -> Report:
    """Read a report from JSON and check it by the ruleset.

    hand: `contract` and the fields of that kind of hand, with its tag or its contract; see `docs/hand.md`.
    Raises: ReportError with every problem of form and of sense together.
    """
    before = state or FIRST
    problems = ProblemList()
    check_game(hand, ruleset.GAME, problems)
    facts = untag_hand(hand)
    contract_id = read_text(facts.get("contract") or "", "contract", problems)
    if not contract_id and not problems.has("contract"):
        problems.add("contract_missing", "contract")
    contract = ruleset.contract(contract_id, len(table.players)) if contract_id else None
    kind = contract.report if contract else Report
    report = kind.read(facts, table=table, problems=problems) if contract else Report(table=table, contract=contract_id)
    if contract_id:
        ruleset.check(report, before, problems)
    if problems:
        raise ReportError(problems_by_tag(problems, hand))
    object.__setattr__(report, "passed", (ruleset, before))  # the one field of a frozen report that is set later
    return report


def score(report: Report, ruleset: Ruleset, state: State | None = None) -> Score:
    """Return points, value, reasons and the next state of one hand.

    A report that `read_report` has read with this ruleset and state is not checked again; every other one is.
    Raises: ReportError with every problem if the report cannot be right or was not agreed at this table;
    AssertionError if the result breaks an invariant.
    """
    before = state or FIRST
    # The same objects: comparing values would cost what it saves.
    if report.passed is None or report.passed[0] is not ruleset or report.passed[1] is not before:
        problems = ProblemList()
        ruleset.check(report, before, problems)
        if problems:
            raise ReportError(tuple(problems))
    answer = ruleset.score(report, before)
    _check_score(answer, report, before)
    if max(map(abs, answer.points.values())) > MAX_POINTS_MOVED:
        raise ReportError((Problem(code="hand_too_large", field="kontra", args={"most": MAX_POINTS_MOVED}),))
    return answer


def _check_score(answer: Score, report: Report, before: State) -> None:
    """Check that exactly the players at the table have points, and that the pot changed by what moved."""
    if set(answer.points) != set(report.table.players):
        raise AssertionError("points for somebody who is not at the table, or none for somebody who is")
    if answer.tally and set(answer.tally) != set(report.table.players):
        raise AssertionError("a tally for somebody who is not at the table, or none for somebody who is")
    if answer.state.pot != before.pot + answer.pot or answer.state.pot < 0:
        raise AssertionError(f"the pot went from {before.pot} by {answer.pot} to {answer.state.pot}")
