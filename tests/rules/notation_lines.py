"""Lines of the notation at the tables of the tests: read, written, and what is wrong with them and where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules import Player, Report, Ruleset, State, Table, read_report
from rules.notation import LineProblem, read_hand_words, write_hand_line
from rules.notation.scanner import LineProblems, scan_line
from rules.wording import words
from tests.rules.table import least_table


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadLine:
    hand: Mapping[str, object] | None
    report: Report | None
    problems: tuple[LineProblem, ...]


def read_hand_line(
    text: str,
    *,
    ruleset: Ruleset,
    table: Table,
    state: State | None = None,
    names: Mapping[Player, str] = words.NOBODY,
) -> ReadLine:
    """One hand, checked by the rules."""
    found = LineProblems(1)
    read = read_hand_words(scan_line(text, found), ruleset=ruleset, table=table, state=state, names=names, found=found)
    return ReadLine(hand=read.hand, report=read.report, problems=tuple(sorted(found, key=lambda one: one.column)))


def read(line: str, ruleset: Ruleset, table: Table | None = None, state: State | None = None) -> ReadLine:
    return read_hand_line(line, ruleset=ruleset, table=table or least_table(ruleset), state=state)


def problems(line: str, ruleset: Ruleset, table: Table | None = None) -> list[tuple[int, str]]:
    """Column and code of each."""
    found = read(line, ruleset, table).problems
    for one in found:
        assert one.line == 1 and all(words.problem_text(one.problem, language) for language in words.LANGUAGES)
    return [(one.column, one.problem.code) for one in found]


def assert_comes_back(report: Report, ruleset: Ruleset, state: State | None = None) -> None:
    """From a report to its line and back, in both languages; then the line is the same too."""
    in_json = read_report(report.to_json(), ruleset=ruleset, table=report.table, state=state)
    for language in words.LANGUAGES:
        line = write_hand_line(report, language=language)
        again = read_hand_line(line, ruleset=ruleset, table=report.table, state=state)
        assert again.problems == () and again.report is not None, line
        assert again.report.to_json() == in_json.to_json(), line
        assert write_hand_line(again.report, language=language) == line
