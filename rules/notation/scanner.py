"""The scanner of a line, and the problems of a line with their places.

Words are parted by spaces, quotes keep together; `: why` and `# note` go on to the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rules.problems import Problem

MAX_CHARACTERS = 2_000  # of a line; a hand with all fields and the longest names has a few hundred
QUOTE = r'"(?:[^"\\]|\\.)*"'
_WORD = re.compile(rf'(?:[^\s"]|{QUOTE})+')
_NOTE = re.compile(r"(?<=\s)#")
_QUOTED = re.compile(QUOTE)
_BARE_OR_QUOTED = re.compile(rf'{QUOTE}|[^"]')


@dataclass(frozen=True, slots=True, kw_only=True)
class LineProblem:
    line: int  # from 1
    column: int  # from 1, of the word that is wrong, else of the contract
    problem: Problem

    def to_json(self) -> dict[str, object]:
        return {"line": self.line, "column": self.column, **self.problem.to_json()}


class LineProblems(list[LineProblem]):
    """The problems of one line, collected while it is read."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line

    def add(self, code: str, column: int, *, field: str = "line", **args: str | int) -> None:
        self.add_problem(Problem(code=code, field=field, args=args), column)

    def add_problem(self, problem: Problem, column: int) -> None:
        self.append(LineProblem(line=self.line, column=column, problem=problem))


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    text: str  # as written, quotes included
    column: int  # from 1

    @property
    def is_quoted(self) -> bool:
        return bool(_QUOTED.fullmatch(self.text))

    @property
    def is_bare(self) -> bool:
        return '"' not in self.text

    def split_at(self, sign: str) -> list[Token]:
        """Split the word at a sign outside of quotes."""
        cuts = [piece.start() for piece in _BARE_OR_QUOTED.finditer(self.text) if piece[0] == sign]
        spans = zip([0, *(cut + 1 for cut in cuts)], [*cuts, len(self.text)], strict=True)
        return [Token(text=self.text[start:end], column=self.column + start) for start, end in spans]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanned:
    words: tuple[Token, ...]
    why: Token | None = None  # after `:`, if the line has one
    note: Token | None = None  # after `#`, if the line has one


def scan_line(text: str, problems: LineProblems) -> Scanned:
    words, at = list[Token](), 0
    why = note = None
    if len(text) > MAX_CHARACTERS:
        problems.add("line_too_long", MAX_CHARACTERS + 1, most=MAX_CHARACTERS)
        return Scanned(words=())
    while (at := _skip_spaces(text, at)) < len(text):
        if text[at] == "#":
            note = Token(text=text[at + 1 :].strip(), column=at + 1)
            break
        if text[at] == ":":
            found = _NOTE.search(text, at + 1)
            end = found.start() if found else len(text)
            why = Token(text=text[at + 1 : end].strip(), column=at + 1)
            at = end
            continue
        found = _WORD.match(text, at)
        if found is None or (found.end() < len(text) and text[found.end()] == '"'):
            problems.add("quote_open", (found.end() if found else at) + 1)
            break
        words.append(Token(text=found[0], column=at + 1))
        at = found.end()
    return Scanned(words=tuple(words), why=why, note=note)


def _skip_spaces(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Return the lines, numbered from 1; only a line feed or a carriage return ends a line."""
    return enumerate(re.split(r"\r\n|\r|\n", text), start=1)
