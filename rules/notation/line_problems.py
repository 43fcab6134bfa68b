"""Problems of a written line, with their places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.problems import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class LineProblem:
    line: int  # from 1
    column: int  # from 1, of the word that is wrong, else of the contract
    problem: Problem

    def to_json(self) -> dict[str, object]:
        return {"line": self.line, "column": self.column, **self.problem.to_json()}


class LineProblems:
    """The problems of one line, collected while it is read."""

    __slots__ = ("_line", "_problems")

    def __init__(self, line: int) -> None:
        self._line = line
        self._problems: list[LineProblem] = []

    def add(self, code: str, column: int, *, field: str = "line", **args: str | int) -> None:
        self.add_problem(Problem(code=code, field=field, args=args), column)

    def add_problem(self, problem: Problem, column: int) -> None:
        self._problems.append(LineProblem(line=self._line, column=column, problem=problem))

    def __bool__(self) -> bool:
        return bool(self._problems)

    def __iter__(self) -> Iterator[LineProblem]:
        return iter(sorted(self._problems, key=lambda one: one.column))
