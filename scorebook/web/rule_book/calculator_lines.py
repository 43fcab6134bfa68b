"""A hand that is typed as a line into the calculator, as the fields of its form."""

from __future__ import annotations

import rules
from rules import Ruleset, Table
from rules.notation import read_hand_lines
from scorebook.web.core import problem_texts
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.hand_form.hand_form_codec import form_data_from_report

_OF_PLAYERS = {"declarer_missing", "partner_missing"}


def read_calculator_line(line: str, *, ruleset: Ruleset, table: Table) -> tuple[FormData | None, list[str]]:
    """Return the form of a typed hand, or what is wrong with it. Names may be left out: the first players play."""
    found = read_hand_lines(line, ruleset=ruleset, table=table)
    names = " ".join(table.players[:2])
    for players in (table.players[0], names):
        if {one.problem.code for one in found.problems} & _OF_PLAYERS:
            found = read_hand_lines(f"{players} {line}", ruleset=ruleset, table=table)
    if not found.hands:
        return None, [problem_texts.problem_sentence(one.problem) for one in found.problems]
    report = found.hands[0].report
    return form_data_from_report(report, rules.score(report, ruleset)), []
