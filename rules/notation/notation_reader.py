"""The reader of an evening: every right line, and every problem with line and column. `evening_writer` is the inverse.

The lines after a wrong line are read as if that line had been a hand after which the deal passes on.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rules.base_ruleset import Ruleset
from rules.notation.evening import Comes, EveningState, Goes, HandStep, Step, WrittenEvening
from rules.notation.hand_reader import read_hand_words
from rules.notation.notation_header import EveningHeader, notation_header_line
from rules.notation.notation_values import Seated
from rules.notation.scanner import LineProblem, LineProblems, Scanned, Token, lines_of, scan_line
from rules.notation.spelling import is_evening_word, unquote_text
from rules.problems import Problem, RulesError
from rules.report import Report
from rules.state import State
from rules.table import Player, Table
from rules.vocabulary import fold_text, meanings_of
from rules.wording.words import NOBODY, Names

_NUMBERED = ("nr", "no", "spiel", "game", "hand")  # words before the number of a line
_COUNTING_SIGNS = "-–−:/0123456789"
_COUNTING_WORDS = ("zu", "von", "to", "of", "haben", "have", "hat", "has")
_COUNTED = ("laid", "double", "run", "unit")  # kinds of words with a number before them
_ENDS = ":;,"  # of a number in front
_NUMBER_IN_FRONT = re.compile(r"[0-9]{1,4}[;|](?=[^\W\d_])")
_DEALS = re.compile("(?:gibt|gab|deals|dealt)[:;,.]", re.IGNORECASE)
_NUMBER_OR_DATE = re.compile(r"[0-9]{1,4}[.)]?|[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}\.[0-9]{1,2}\.(?:[0-9]{2,4})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningText:
    evening: WrittenEvening | None  # with every line that was right; None if the header is wrong
    problems: tuple[LineProblem, ...]  # in the order of the lines


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLines:
    steps: tuple[Step, ...]
    problems: tuple[LineProblem, ...]

    @property
    def hands(self) -> tuple[HandStep, ...]:
        return tuple(step for step in self.steps if isinstance(step, HandStep))


def read_evening(text: str) -> EveningText:
    header, body, late = EveningHeader(), list[tuple[int, str]](), list[LineProblem]()
    for number, line in lines_of(text):
        found = notation_header_line(line, number)
        if found and body:
            problem = Problem(code="header_too_late", field="line")
            late.append(LineProblem(line=number, column=found.value.column, problem=problem))
        elif found:
            header.add_line(found)
        elif is_content_line(line):
            body.append((number, line))
    evening = header.read_notation_header()
    if evening is None:
        return EveningText(evening=None, problems=_sort_line_problems([*header.problems, *late]))
    course = EveningState(ruleset=evening.ruleset, table=Table(players=evening.players, dealer=evening.dealer))
    read = _EveningBodyReader(course=course, names=NOBODY).read_steps(body)
    problems = _sort_line_problems([*late, *read.problems])
    return EveningText(evening=replace(evening, steps=read.steps), problems=problems)


def read_hand_lines(
    text: str,
    *,
    ruleset: Ruleset,
    table: Table,
    state: State | None = None,
    names: Names = NOBODY,
    is_judged: bool = True,
) -> HandLines:
    """Read hands of an evening that is under way, and nothing else.

    table, state: of the next hand. is_judged: whether the rules check the hands, which needs the state.
    """
    course = EveningState(ruleset=ruleset, table=table, state=state)
    body = [(number, line) for number, line in lines_of(text) if is_content_line(line)]
    return _EveningBodyReader(course=course, names=names, only_hands=True, is_judged=is_judged).read_steps(body)


def is_content_line(line: str) -> bool:
    return bool(line.strip()) and not line.strip().startswith("#")


def _sort_line_problems(problems: Iterable[LineProblem]) -> tuple[LineProblem, ...]:
    return tuple(sorted(problems, key=lambda one: (one.line, one.column)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _EveningBodyReader:
    course: EveningState
    names: Names
    only_hands: bool = False  # refuse players who come or go, and hands that are struck out
    is_judged: bool = True

    def read_steps(self, body: Iterable[tuple[int, str]]) -> HandLines:
        steps, problems = list[Step](), list[LineProblem]()
        for number, text in body:
            found = LineProblems(number)
            step = self._read_step(scan_line(text, found), found, number)
            if step is not None and not found:
                steps.append(step)
            problems += found
        return HandLines(steps=tuple(steps), problems=_sort_line_problems(problems))

    def _read_step(self, scanned: Scanned, found: LineProblems, line: int) -> Step | None:
        words = scanned.words
        words = _words_behind_number(words)
        goes = len(words) == 2 and is_evening_word(words[1].text, "goes")
        comes = len(words) > 1 and is_evening_word(words[1].text, "comes")
        is_void = bool(words) and is_evening_word(words[0].text, "void")
        if self.only_hands and (goes or comes or is_void):
            found.add("only_hands_here", words[0 if is_void else 1].column)
            return None
        if goes or comes:
            return self._read_leaving_player(words[0], found) if goes else self._read_joining_player(words, found)
        return self._read_hand_step(replace(scanned, words=words[is_void:]), found, line, is_void=is_void)

    def _seated_players(self) -> Seated:
        return Seated(players=tuple(self.course.players), names=self.names)

    def _read_leaving_player(self, name: Token, found: LineProblems) -> Goes | None:
        player = self._seated_players().find_player(name, found)
        if player is None or player not in self.course.players:
            if not found:
                found.add("player_unknown", name.column, player=name.text)
            return None
        one = Goes(player=player)
        self.course.change_seats(one)
        return one

    def _read_joining_player(self, words: Sequence[Token], found: LineProblems) -> Comes | None:
        """Seat a player after all others, or after or before a player who sits there."""
        name = unquote_text(words[0].text) if words[0].is_quoted else words[0].text
        known = [player for player, called in self.names.items() if called == name]
        player = known[0] if len(known) == 1 else Player(name or "")
        if not name or player in self.course.players:
            found.add("player_is_here", words[0].column, player=name or "")
            return None
        place = self._read_joining_place(words[2:], found)
        if found:
            return None
        one = Comes(player=player, place=place)
        self.course.change_seats(one)
        return one

    def _read_joining_place(self, words: Sequence[Token], found: LineProblems) -> int:
        if not words:
            return len(self.course.players) + 1
        steps = {"after": 2, "before": 1}
        kind = next((kind for kind in steps if is_evening_word(words[0].text, kind)), None)
        if kind is None or len(words) < 2:
            found.add("word_unknown", words[0].column, word=words[0].text)
            return 1
        beside = self._seated_players().find_player(words[1], found)
        if beside is not None and beside not in self.course.players:
            found.add("player_unknown", words[1].column, player=words[1].text)
        _refuse_unread_words(words[2:], found)
        return 1 if found or beside is None else self.course.players.index(beside) + steps[kind]

    def _read_hand_step(self, scanned: Scanned, found: LineProblems, line: int, *, is_void: bool) -> HandStep | None:
        dealer, words = self._split_dealer(scanned.words, found)
        table = self.course.next_table(dealer)
        read = read_hand_words(
            replace(scanned, words=words), ruleset=self.course.ruleset, table=table, state=self.course.state,
            names=self.names, found=found, is_judged=self.is_judged and not is_void,
        )  # fmt: skip
        self.course.hands += 1
        if not is_void:
            self._score_read_hand(read.report if self.is_judged else None, found)
        if read.report is None:
            return None
        return HandStep(report=read.report, is_void=is_void, line=line, named_dealer=dealer)

    def _score_read_hand(self, report: Report | None, found: LineProblems) -> None:
        if report is None:
            self.course.pass_deal()
            return
        try:
            self.course.play_hand(report)
        except RulesError as error:
            for problem in error.problems:
                found.add_problem(problem, 1)
            self.course.pass_deal()

    def _split_dealer(self, words: tuple[Token, ...], found: LineProblems) -> tuple[Player | None, tuple[Token, ...]]:
        """Return the dealer of `Geber=Beppo` anywhere or `Beppo gibt.` in front, and the other words."""
        if len(words) > 2 and _DEALS.fullmatch(words[1].text):
            return self._seated_players().find_player(words[0], found), words[2:]
        for place, word in enumerate(words):
            key, *values = word.split_at("=")
            if len(values) == 1 and is_evening_word(key.text, "dealer"):
                dealer = self._seated_players().find_player(values[0], found)
                if dealer is not None and dealer not in self.course.players:
                    found.add("player_unknown", values[0].column, player=dealer)
                return dealer, (*words[:place], *words[place + 1 :])
        return None, words


def _words_behind_number(words: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the words of a line without its number and date: `7.`, `Nr. 7:`, `24.11.`."""
    if len(words) > 1 and fold_text(words[0].text) in _NUMBERED and words[1].text[0].isdigit():
        words = words[1:]
    while words and _NUMBER_OR_DATE.fullmatch(words[0].text.rstrip(_ENDS)) and not _is_counted(words):
        words = words[1:]
    if words and (joined := _NUMBER_IN_FRONT.match(words[0].text)):  # a cell of a table: `7;Solo;Anna`
        cut = Token(text=words[0].text[joined.end() :], column=words[0].column + joined.end())
        words = (cut, *words[1:])
    return words


def _is_counted(words: Sequence[Token]) -> bool:
    """Return whether a bare number counts the word behind it, as in `2 gelegt` and `3 Laufende`."""
    if not (len(words) > 1 and words[0].text.rstrip(",").isdigit()):
        return False
    if (
        words[0].text.endswith(",")
        or words[1].text[0] in _COUNTING_SIGNS
        or words[1].text.casefold() in _COUNTING_WORDS
    ):
        return True
    readings = meanings_of(fold_text(words[1].text.rstrip(_ENDS)))
    return any(one.kind in _COUNTED and not one.is_guess for reading in readings for one in reading)


def _refuse_unread_words(words: Sequence[Token], found: LineProblems) -> None:
    for word in words:
        found.add("word_unknown", word.column, word=word.text)
