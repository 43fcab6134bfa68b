"""The reader of a hand in a line: input of `read_report`, or every problem with its column. Inverse: `hand_writer`.

Words may come in any order and mean several things. Every combination of meanings is read, and the rules decide: one
hand that they accept is the hand, two are asked about, and none is refused with the problems of the likeliest reading.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from math import prod

from rules.base_ruleset import Ruleset
from rules.notation.hand_writer import write_hand_line
from rules.notation.line_fields import FieldColumns, Hand
from rules.notation.line_hand import LineHand
from rules.notation.line_items import Item, LineItems
from rules.notation.line_pieces import line_pieces
from rules.notation.notation_values import Seated
from rules.notation.scanner import LineProblem, LineProblems, Scanned
from rules.problems import ProblemList, RulesError
from rules.report import Report
from rules.scoring import read_report
from rules.state import State
from rules.table import Table
from rules.vocabulary import fold_text, meanings_of
from rules.wording.words import Names

_MOST_PIECES = 120  # a hand with every field has 60
_MOST_ITEMS = 1_000  # in all readings of a line; a line of abbreviations could have millions
_MOST_SUGGESTIONS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedHand:
    hand: Hand | None  # the input of `read_report`; None if the line cannot be read
    report: Report | None  # None if anything is wrong


@dataclass(slots=True, kw_only=True)
class _Reading:
    hand: Hand
    kind: type[Report]
    columns: FieldColumns
    problems: LineProblems  # of its words
    unknown: int  # words without a meaning
    is_inferred: bool = False  # its contract, which no word names
    report: Report | None = None  # if the rules accept it
    refused: tuple[RulesError, ...] = ()

    @property
    def is_readable(self) -> bool:
        return not self.problems


@dataclass(frozen=True, slots=True, kw_only=True)
class _HandLineReader:
    ruleset: Ruleset
    table: Table
    state: State | None
    seated: Seated
    line: int

    def readings(self, scanned: Scanned) -> tuple[list[_Reading], bool]:
        """Return the readings of a line, those of its surest words first, and whether there are too many for all."""
        pieces = line_pieces(scanned.words)
        if len(pieces) > _MOST_PIECES:
            return [], True
        slots = LineItems(ruleset=self.ruleset, table=self.table, seated=self.seated).slots(pieces)
        most = max(_MOST_ITEMS // max(len(slots), 1), 1)
        are_too_many = prod(len(slot) for slot in slots) > most
        combinations = islice(product(*slots), 1 if are_too_many else most)
        found = [self._reading_of([item for reading in slot for item in reading], scanned) for slot in combinations]
        return found, are_too_many

    def _reading_of(self, items: Sequence[Item], scanned: Scanned) -> _Reading:
        problems = LineProblems(self.line)
        columns = FieldColumns(problems)
        hand = LineHand(
            ruleset=self.ruleset, table=self.table, seated=self.seated, items=items, problems=problems, fields=columns
        )
        hand.read_line()
        for path, token in (("why", scanned.why), ("note", scanned.note)):
            if token and token.text:
                columns.set_field(path, token.text, token.column)
        unknown = sum(one.problem.code.startswith("word_unknown") for one in problems)
        return _Reading(
            hand=columns.hand,
            kind=hand.kind,
            columns=columns,
            problems=problems,
            unknown=unknown,
            is_inferred=hand.is_inferred,
        )

    def judge(self, reading: _Reading) -> None:
        try:
            reading.report = read_report(reading.hand, ruleset=self.ruleset, table=self.table, state=self.state)
        except RulesError as error:
            reading.refused = (error,)

    def read_unjudged(self, reading: _Reading) -> None:
        problems = ProblemList()
        report = reading.kind.read(reading.hand, table=self.table, problems=problems)
        if problems:
            reading.refused = (RulesError(tuple(problems)),)
        else:
            reading.report = report


def read_hand_words(
    scanned: Scanned,
    *,
    ruleset: Ruleset,
    table: Table,
    state: State | None,
    names: Names,
    found: LineProblems,
    is_judged: bool = True,
) -> ParsedHand:
    """Read one hand from the words of a line.

    names: what the players are called.
    is_judged: whether the rules check it; a hand that was struck out need not be possible.
    """
    if found:
        return ParsedHand(hand=None, report=None)
    seated = Seated(players=table.players, names=names)
    reader = _HandLineReader(ruleset=ruleset, table=table, state=state, seated=seated, line=found.line)
    readings, are_too_many = reader.readings(scanned)
    for reading in readings:
        if reading.is_readable:
            reader.judge(reading)
    accepted = _different([reading for reading in readings if reading.report is not None])
    if are_too_many and (is_judged or not readings):
        found.add("line_unclear", 1)
        return ParsedHand(hand=None, report=None)
    if len(accepted) > 1 and is_judged:
        _ask_which(accepted, names, found)
        return ParsedHand(hand=None, report=None)
    best = accepted[0] if accepted else min(readings, key=_rank_of)
    if best.report is None and best.is_readable and not is_judged:
        reader.read_unjudged(best)
    if best.report is not None:
        return ParsedHand(hand=best.hand, report=best.report)
    found.extend(_with_suggestions(best.problems, seated))
    for error in best.refused:
        for problem in error.problems:
            found.add_problem(problem, best.columns.column_of(problem.field))
    return ParsedHand(hand=best.hand if best.is_readable else None, report=None)


def _with_suggestions(problems: Sequence[LineProblem], seated: Seated) -> Iterator[LineProblem]:
    """Name the nearest known words in the problems of unknown ones, of which a line has few."""
    left = _MOST_SUGGESTIONS
    for one in problems:
        word = str(one.problem.args.get("word", ""))
        is_unknown = one.problem.code == "word_unknown" and left > 0 and not meanings_of(fold_text(word))
        near = seated.nearest_words(word) if is_unknown else ""
        left -= is_unknown
        problem = replace(one.problem, code="word_unknown_near", args={"word": word, "choices": near})
        yield replace(one, problem=problem) if near else one


def _rank_of(reading: _Reading) -> tuple[int, bool, int]:
    refused = sum(len(error.problems) for error in reading.refused)
    return reading.unknown, "contract" not in reading.hand, len(reading.problems) + refused


def _different(readings: Sequence[_Reading]) -> list[_Reading]:
    """Return the readings whose hands differ; one that names its contract is preferred to those that do not."""
    named = [reading for reading in readings if not reading.is_inferred]
    found = list[_Reading]()
    for reading in named or readings:
        if all(reading.report != other.report for other in found):
            found.append(reading)
    return found


def _ask_which(readings: Sequence[_Reading], names: Names, found: LineProblems) -> None:
    written = [write_hand_line(one.report, names=names) for one in readings[:2] if one.report is not None]
    found.add("line_ambiguous", 1, first=written[0], second=written[1])
