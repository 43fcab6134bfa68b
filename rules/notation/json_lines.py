"""Evenings as lines of JSON, each hand with its table and state as `python -m rules score` takes it, and back."""

from collections.abc import Iterator
from dataclasses import replace

from rules.base_ruleset import Ruleset
from rules.notation.evening import EveningState, HandStep, WrittenEvening, changes_of_seats
from rules.notation.notation_header import nearest_preset_and_changes, notation_header_line
from rules.notation.notation_reader import EveningText, is_content_line, read_evening
from rules.notation.scanner import lines_of
from rules.problems import Problem, RulesError
from rules.report import Report
from rules.scoring import FIRST, score
from rules.state import State
from rules.table import Table


def evening_texts(text: str) -> Iterator[EveningText]:
    """Read each evening of a text: a `Spiel:` line after a hand begins another one. Line numbers are kept."""
    starts, has_hands = [0], False
    lines = [line for _number, line in lines_of(text)]
    for place, line in enumerate(lines):
        found = notation_header_line(line, place + 1)
        if found and found.kind == "game" and has_hands:
            starts.append(place)
            has_hands = False
        has_hands |= found is None and is_content_line(line)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield read_evening("\n".join([*[""] * start, *lines[start:end]]))


def hand_lines(evening: WrittenEvening) -> Iterator[dict[str, object]]:
    """Yield the hands as `score` takes them, with their line as id; one that was struck out moves nothing."""
    preset, house_rules = nearest_preset_and_changes(evening.ruleset)
    parsed = {"game": evening.ruleset.GAME, "preset": preset, "house_rules": house_rules}
    agreed = {name: value for name, value in parsed.items() if value}
    state = State()
    for step in evening.hands:
        if not step.is_void:
            table = step.report.table
            before = {"players": list(table.players), "dealer": table.dealer, "state": state.to_json()}
            yield {"id": step.line, **agreed, **before, "hand": step.report.to_json()}
            state = score(step.report, evening.ruleset, state).state


class EveningsOfHands:
    """Evenings built hand by hand; a hand that can follow the last one joins its evening."""

    def __init__(self) -> None:
        self.evenings: list[WrittenEvening] = []
        self._course: EveningState | None = None

    @property
    def state(self) -> State:
        return self._course.state if self._course else FIRST

    def add(self, report: Report, ruleset: Ruleset, state: State | None) -> None:
        """Add a hand; without a state it follows the last one.

        Raises: RulesError if it begins with a state that no hand before it has left.
        """
        course = self._course
        if course is None or not self._continues_evening(course, report, ruleset, state):
            course = self._begin_evening(report, ruleset, state)
        steps = changes_of_seats(tuple(course.players), report.table.players)
        for one in steps:
            course.change_seats(one)
        course.play_hand(report)
        evening = self.evenings[-1]
        self.evenings[-1] = replace(evening, steps=(*evening.steps, *steps, HandStep(report=report)))

    def _continues_evening(self, course: EveningState, report: Report, ruleset: Ruleset, state: State | None) -> bool:
        players = report.table.players
        kept = [player for player in players if player in course.players]
        is_order_kept = kept == [player for player in course.players if player in players]
        return ruleset == course.ruleset and state in (None, course.state) and bool(kept) and is_order_kept

    def _begin_evening(self, report: Report, ruleset: Ruleset, state: State | None) -> EveningState:
        if state not in (None, FIRST):
            raise RulesError((Problem(code="state_not_left", field="state"),))
        table = report.table
        dealer = table.dealer if table.dealer in table.players else table.players[-1]
        assert dealer is not None
        self.evenings.append(WrittenEvening(ruleset=ruleset, players=table.players, dealer=dealer))
        self._course = EveningState(ruleset=ruleset, table=Table(players=table.players, dealer=dealer))
        return self._course
