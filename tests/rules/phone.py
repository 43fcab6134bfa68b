"""The phone's own evaluator in a real browser, with thousands of hands at a time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from playwright.sync_api import Page

import rules
from rules import ReportError, Ruleset, State, Table

WEB = Path(__file__).parents[2] / "scorebook" / "web" / "static" / "web"
# In the order in which they import one another, the evaluator last.
SCRIPTS = tuple(WEB / f"{name}.js" for name in ("bookkeeping", "facts", "evaluate"))
BATCH = 20_000

LOAD = """async (scripts) => {
  const urls = [];
  for (const [name, source] of scripts) {
    const text = urls.reduce((all, [known, url]) => all.replaceAll(`"./${known}"`, `"${url}"`), source);
    urls.push([name, URL.createObjectURL(new Blob([text], { type: "text/javascript" }))]);
  }
  window.scripts = urls;
  window.phone = await import(urls.at(-1)[1]);
}"""
FROM_FORMS = """async ([source, table, players, forms]) => {
  const text = scripts.reduce((all, [known, url]) => all.replaceAll(`"../${known}"`, `"${url}"`), source);
  const read = JSON.parse(table), url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const { handFrom } = await import(url), [, list] = read.people[players.length];
  return JSON.stringify(JSON.parse(forms).map(([fields, questions]) => {
    const data = new FormData();
    for (const [name, values] of fields) for (const value of values) data.append(name, value);
    const line = read.lines[read.contracts[list][data.get("contract")]];
    return handFrom(data, { asks: (name) => questions.includes(name), table: read, line, players });
  }));
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
        sent = json.dumps([question.to_json() for question in questions])
        found: list[Json | None] = json.loads(self._page.evaluate(EVALUATE, [json.dumps(table), sent]))
        return found

    def hands_of_forms(
        self, ruleset: Ruleset, table: Table, forms: Sequence[tuple[Sequence[tuple[str, Sequence[str]]], Sequence[str]]]
    ) -> list[Json]:
        """The hand that the phone reads from each form. forms: fields, and what the chosen contract asks."""
        source = (WEB / "offline" / "handform.js").read_text(encoding="utf-8")
        arguments = [source, rules.offline_table.lookup_text(ruleset), list(table.players), json.dumps(forms)]
        found: list[Json] = json.loads(self._page.evaluate(FROM_FORMS, arguments))
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
