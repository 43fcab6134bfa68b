"""The sum of a hand is true as written, and its line names every fact that decided it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import chain, islice
from typing import Any

import pytest

import rules
from rules import PRESETS, Ruleset
from rules.wording import words
from tests.rules.hand_generator import everything
from tests.rules.phone import Question
from tests.rules.printed_sums import equation_of_line, value_of_line
from tests.rules.readings import READINGS
from tests.rules.rows import report_of, rows, ruleset_of, state_of
from tests.rules.server_facts import server_facts
from tests.rules.table import seated
from tests.support.extent import in_ci

pytestmark = pytest.mark.sampled

RULESETS = {
    **{f"{game}/{name}": ruleset for game, presets in PRESETS.items() for name, ruleset in presets.items()},
    **READINGS,
}
FIRST_OF_GAMES = [f"{game}/{next(iter(presets))}" for game, presets in PRESETS.items()]
STRIDE = in_ci(1, otherwise=13)
# Whoever reports it is refused.
REFUSED = {"Call.holds_it"}


def scored(ruleset: Ruleset, *, stride: int = STRIDE) -> Iterator[tuple[Question, rules.Report, rules.Score]]:
    for question in chain(server_facts(ruleset), islice(everything(ruleset), 0, None, stride)):
        try:
            report = rules.read_report(dict(question.hand), ruleset=ruleset, table=question.table, state=question.state)
            yield question, report, rules.score(report, ruleset, question.state)
        except rules.ReportError:
            continue


@cache  # most hands of a game share their sum with others
def check_equations(line: str) -> int:
    """How many there are; the one that there may be must be true."""
    value_of_line(line)
    return " = " in equation_of_line(line)


def test_the_equations_of_the_worked_cases_are_true() -> None:
    lines = [
        words.sum_text(rules.score(report_of(row), ruleset_of(row), state_of(row)), language)
        for row in rows("hands.jsonl")
        if "points" in row["expected"]
        for language in words.LANGUAGES
    ]
    assert sum(check_equations(line) for line in lines) > len(lines) // 4


def test_an_equation_that_goes_on_is_found() -> None:
    with pytest.raises(ValueError):
        check_equations("Rufer 20 + 3 Laufende 30 = 50 × 2 (Stoß) = 100")


def test_a_sum_breaks_between_terms_only() -> None:
    ruleset = rules.read_ruleset({"game": "bavarian", "preset": "pub_10_20_50"})
    run = {"count": 3, "side": "declarer_side"}
    hand = {"contract": "rufer", "declarer": "Anna", "partner": "Cilli", "won": True, "top_trumps": run, "kontra": 1}
    report = rules.read_report(hand, ruleset=ruleset, table=seated(4))
    printed = words.sum_text(rules.score(report, ruleset), "en")
    pieces = ["(Rufer 20", "+ with 3 Laufende × 10)", "× 2 (Stoss)", "= 100"]
    assert [piece.replace(words.NO_BREAK, " ") for piece in printed.split(" ")] == pieces


@pytest.mark.parametrize("name", RULESETS)
def test_every_equation_is_true_and_hands_of_one_line_have_one_result(name: str) -> None:
    """A fact that changes what is paid changes the line too: what a hand was and why it is worth that."""
    seen: dict[object, tuple[object, object]] = {}
    differ, equations = [], 0
    for question, report, score in scored(RULESETS[name]):
        sum_ = words.sum_text(score, "en")
        equations += check_equations(sum_)
        if report.contract == "agreed":  # its points are all that is reported of it
            continue
        line = f"{words.hand_text(report, score, 'en')} | {sum_}"
        result = (dict(score.points), dict(score.tally), score.pot)
        first, hand = seen.setdefault((question.table, repr(question.state), line), (result, question.hand))
        if first != result:
            differ.append((line, hand, first, question.hand, result))
    assert differ == []
    assert equations or RULESETS[name].GAME == "bierkopf"


@pytest.mark.thorough
def test_the_hands_above_differ_in_every_fact_of_a_report() -> None:
    """Within one contract of one ruleset: a fact that is always the same would never be missed in a line."""
    known, varied = set[str](), set[str]()
    for name in (*FIRST_OF_GAMES, *(name for name, one in READINGS.items() if one.GAME != "bavarian")):
        values: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for _, report, _ in scored(RULESETS[name], stride=1):
            for fact, value in facts(report):
                values[report.contract, fact].add(value)
        known |= {fact for _, fact in values}
        varied |= {fact for (_, fact), found in values.items() if len(found) > 1}
    assert known - varied == REFUSED


def facts(value: Any) -> Iterator[tuple[str, str]]:
    """Each fact but the contract, by the class that has it, such as `Call.card`, also within another one."""
    for field in fields(value):
        if "read" in field.metadata and field.name != "contract":
            found = getattr(value, field.name)
            yield f"{_class_with(type(value), field.name)}.{field.name}", repr(found)
            if is_dataclass(found):
                yield from facts(found)


def _class_with(kind: type, name: str) -> str:
    return next(one.__name__ for one in reversed(kind.__mro__) if name in vars(one).get("__annotations__", {}))
