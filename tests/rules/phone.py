"""The phone's own evaluator in a real browser, asked thousands of hands at a time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from playwright.sync_api import Page

import rules
from rules import ReportError, Ruleset, State, Table

WEB = Path(__file__).parents[2] / "scorebook" / "web" / "static" / "web"
# In the order in which they import one another, the evaluator last.
SCRIPTS = (WEB / "bookkeeping.js", WEB / "evaluate.js")
BATCH = 20_000

LOAD = """async (scripts) => {
  const urls = [];
  for (const [name, source] of scripts) {
    const text = urls.reduce((all, [known, url]) => all.replaceAll(`"./${known}"`, `"${url}"`), source);
    urls.push([name, URL.createObjectURL(new Blob([text], { type: "text/javascript" }))]);
  }
  window.phone = await import(urls.at(-1)[1]);
}"""
EVALUATE = """([table, questions]) => {
  const read = JSON.parse(table);
  const answers = JSON.parse(questions).map((question) => phone.evaluate(read, question));
  for (const answer of answers) if (answer) delete answer.why; // its words are compared in tests/web
  return JSON.stringify(answers);
}"""

Json = Mapping[str, object]


@dataclass(frozen=True, kw_only=True)
class Question:
    """A hand as a form sends it, with the table and the state that it meets."""

    hand: Json
    table: Table
    state: State = field(default_factory=State)

    def to_json(self) -> Json:
        return {
            "players": self.table.players,
            "dealer": self.table.dealer,
            "hand": self.hand,
            "state": self.state.to_json(),
        }


class Phone:
    """A page in which the script is loaded as the table page loads it."""

    def __init__(self, page: Page) -> None:
        self._page = page
        page.evaluate(LOAD, [[script.name, script.read_text(encoding="utf-8")] for script in SCRIPTS])

    def evaluate(self, table: Json, questions: Iterable[Question]) -> list[Json | None]:
        asked = json.dumps([question.to_json() for question in questions])
        found: list[Json | None] = json.loads(self._page.evaluate(EVALUATE, [json.dumps(table), asked]))
        return found

    def differences(self, ruleset: Ruleset, questions: Iterable[Question]) -> Iterator[str]:
        """Every hand on which phone and server disagree; nothing where they agree."""
        table, more = rules.lookup(ruleset), iter(questions)
        self.compared = self.accepted = 0
        while batch := list(islice(more, BATCH)):
            for question, answer in zip(batch, self.evaluate(table, batch), strict=True):
                expected = judged(ruleset, question)
                self.compared += 1
                self.accepted += expected is not None
                if answer != expected:
                    yield f"{question.to_json()}\n  phone: {answer}\n  rules: {expected}"


def judged(ruleset: Ruleset, question: Question) -> Json | None:
    """What the server says, in the phone's words; None where it refuses."""
    try:
        report = rules.read_report(question.hand, ruleset=ruleset, table=question.table, state=question.state)
        score = rules.score(report, ruleset, question.state)
    except ReportError:
        return None
    return {
        "points": dict(score.points),
        "pot": score.pot,
        "value": score.value,
        "won": score.declarer_won,
        "level": score.level.value if score.level else None,
        "declarers": list(score.declarer_side),
        **({"tally": dict(score.tally)} if score.tally else {}),
        "state": score.state.to_json(),
    }
