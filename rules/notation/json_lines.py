"""Evenings as lines of JSON, each hand with its table and state as `python -m rules score` takes it, and back."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from rules.base_ruleset import Ruleset
from rules.notation.evening import EveningState, HandStep, WrittenEvening, changes_of_seats
from rules.notation.evening_header import header_line, nearest_preset_and_changes
from rules.notation.evening_reader import EveningText, is_content_line, read_evening
from rules.notation.scanner import LineProblem, lines_of
from rules.problems import Problem, RulesError
from rules.report import Report
from rules.scoring import FIRST, read_report, score
from rules.state import State, read_state
from rules.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonLine:
    """A line of the text as JSON: a hand, or its problems."""

    line: int
    hand: Mapping[str, object]  # as `score` takes it; its id is the line
    problems: tuple[LineProblem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedLine:
    """A hand of a line of JSON."""

    ruleset: Ruleset
    report: Report
    state: State | None  # before the hand; None if the line has none, so that it follows the last hand


def evening_texts(text: str) -> Iterator[EveningText]:
    """Read each evening of a text: a `Spiel:` line after a hand begins another one. Line numbers are kept."""
    starts, has_hands = [0], False
    lines = [line for _number, line in lines_of(text)]
    for place, line in enumerate(lines):
        found = header_line(line, place + 1)
        if found and found.kind == "game" and has_hands:
            starts.append(place)
            has_hands = False
        has_hands |= found is None and is_content_line(line)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield read_evening("\n".join([*[""] * start, *lines[start:end]]))


def json_lines(found: EveningText) -> list[JsonLine]:
    """Return the hands and problems by line. A hand that was struck out has no line, since it moves nothing."""
    by_line = groupby(found.problems, key=lambda one: one.line)
    lines = [JsonLine(line=line, hand={}, problems=tuple(several)) for line, several in by_line]
    if found.evening:
        lines += _hand_json_lines(found.evening)
    return sorted(lines, key=lambda one: one.line)


def _hand_json_lines(evening: WrittenEvening) -> Iterator[JsonLine]:
    preset, house_rules = nearest_preset_and_changes(evening.ruleset)
    parsed = {"game": evening.ruleset.GAME, "preset": preset, "house_rules": house_rules}
    agreed = {name: value for name, value in parsed.items() if value}
    state = State()
    for step in evening.hands:
        if not step.is_void:
            table = step.report.table
            before = {"players": list(table.players), "dealer": table.dealer, "state": state.to_json()}
            hand = {"id": step.line, **agreed, **before, "hand": step.report.to_json()}
            yield JsonLine(line=step.line, hand=hand)
            state = score(step.report, evening.ruleset, state).state


def parse_line(raw: Mapping[str, object], *, ruleset: Ruleset, table: Table, state: State) -> ParsedLine:
    """Read the hand of a line of JSON; `state` applies if the line has none. Raises: RulesError."""
    parsed = read_state(raw["state"]) if isinstance(raw.get("state"), Mapping) else None  # type: ignore[arg-type]
    hand = raw.get("hand")
    assert isinstance(hand, Mapping)
    report = read_report(hand, ruleset=ruleset, table=table, state=parsed or state)
    return ParsedLine(ruleset=ruleset, report=report, state=parsed)


class EveningsOfHands:
    """Evenings built hand by hand; a hand that can follow the last one joins its evening."""

    def __init__(self) -> None:
        self.evenings: list[WrittenEvening] = []
        self._course: EveningState | None = None

    @property
    def state(self) -> State:
        return self._course.state if self._course else FIRST

    def add(self, parsed: ParsedLine) -> None:
        """Add a hand. Raises: RulesError if it begins with a state that no hand before it has left."""
        course = self._course
        if course is None or not _continues_evening(course, parsed, self.evenings[-1].ruleset):
            course = self._begin_evening(parsed)
        steps = changes_of_seats(tuple(course.players), parsed.report.table.players)
        for one in steps:
            course.change_seats(one)
        course.play_hand(parsed.report)
        evening = self.evenings[-1]
        self.evenings[-1] = replace(evening, steps=(*evening.steps, *steps, HandStep(report=parsed.report)))

    def _begin_evening(self, parsed: ParsedLine) -> EveningState:
        if parsed.state not in (None, FIRST):
            raise RulesError((Problem(code="state_not_left", field="state"),))
        table = parsed.report.table
        dealer = table.dealer if table.dealer in table.players else table.players[-1]
        assert dealer is not None
        self.evenings.append(WrittenEvening(ruleset=parsed.ruleset, players=table.players, dealer=dealer))
        self._course = EveningState(ruleset=parsed.ruleset, table=Table(players=table.players, dealer=dealer))
        return self._course


def _continues_evening(course: EveningState, parsed: ParsedLine, ruleset: Ruleset) -> bool:
    players, stay = parsed.report.table.players, set(course.players)
    kept = [player for player in players if player in stay]
    is_order_kept = kept == [player for player in course.players if player in players]
    return parsed.ruleset == ruleset and parsed.state in (None, course.state) and bool(kept) and is_order_kept
