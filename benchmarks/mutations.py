"""Small changes of a source file, one at a time, such as a typing error could make."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

COMPARED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.In: "not in",
    ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
CALCULATED = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Mod: "+", ast.BitAnd: "|"}
JOINED = {ast.And: "or", ast.Or: "and"}
# Look-ups of the database, of which a condition could be left out.
LOOK_UPS = {"filter", "exclude", "get", "get_or_404", "get_object_or_404"}
# Calls whose arguments are a text or a declaration.
NO_DECISIONS = {"_", "gettext", "gettext_lazy", "ngettext", "dataclass", "house_rule", "NewType", "TypeVar", "compile"}
# Arguments that make no difference as long as everything is right.
ASSURANCES = {"strict", "frozen", "slots", "kw_only", "max_length", "editable", "db_index"}

IN_JS = (
    (re.compile(r"==="), "!=="),
    (re.compile(r"!=="), "==="),
    (re.compile(r"&&"), "||"),
    (re.compile(r"\|\|"), "&&"),
    (re.compile(r"(?<![=<>-])<=(?!=)"), "<"),
    (re.compile(r"(?<![=<>-])>=(?!=)"), ">"),
    (re.compile(r"(?<= )<(?= )"), "<="),
    (re.compile(r"(?<= )>(?= )"), ">="),
    (re.compile(r"(?<= )\+(?= )"), "-"),
    (re.compile(r"(?<= )-(?= )"), "+"),
    (re.compile(r"(?<= )\*(?= )"), "+"),
    (re.compile(r"\btrue\b"), "false"),
    (re.compile(r"\bfalse\b"), "true"),
    (re.compile(r"(?<![\w.$])[0-9]+(?![\w.])"), ""),
)
COMMENT_IN_JS = re.compile(r"//[^\n]*|/\*.*?\*/|`[^`]*`|\"[^\"\n]*\"|/(?![*/ ])(?:[^/\\\n]|\\.)+/[a-z]*", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """start, end: characters of the source that become `after`. line: of the first of them, from 1."""

    start: int
    end: int
    line: int
    before: str
    after: str

    def applied(self, source: str) -> str:
        return source[: self.start] + self.after + source[self.end :]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """path: below the checkout. function: the outermost around it, qualified; None outside of all.

    turn: number among mutants with the same text.
    """

    package: str
    path: str
    mutation: Mutation
    line_text: str
    function: str | None = None
    turn: int = 1

    def __str__(self) -> str:
        turn = f" ({self.turn})" if self.turn > 1 else ""
        return f"{self.path} | {self.mutation.before!r} -> {self.mutation.after!r} | {self.line_text}{turn}"


def mutations_of_python(source: str) -> list[Mutation]:
    """Return every change of a decision, a sum, a number or the condition of a look-up."""
    found = sorted(_Finder(source).found(), key=lambda one: (one.start, one.after))
    return [one for one in found if _is_python(one.applied(source))]


def _is_python(source: str) -> bool:
    """Return whether it parses; removing a condition before `for` leaves a stray comma."""
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def mutations_of_script(source: str) -> list[Mutation]:
    """Return the same changes of a script, found by its operators; comments, texts and patterns stay as they are."""
    code = COMMENT_IN_JS.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), source)
    found = []
    for sign, after in IN_JS:
        for match in sign.finditer(code):
            instead = after or str(int(match[0]) + 1)
            line = source.count("\n", 0, match.start()) + 1
            found.append(Mutation(start=match.start(), end=match.end(), line=line, before=match[0], after=instead))
    return sorted(found, key=lambda one: (one.start, one.after))


class _Finder:
    def __init__(self, source: str) -> None:
        self.source = source
        self._lines = [0]
        for line in source.encode().splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self._bytes = source.encode()

    def found(self) -> Iterator[Mutation]:
        yield from self._walk(ast.parse(self.source))

    def _walk(self, node: ast.AST) -> Iterator[Mutation]:
        if isinstance(node, ast.AnnAssign):  # a declaration: only its value decides
            yield from self._walk(node.value) if node.value else ()
            return
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            return
        if isinstance(node, ast.Call) and _name(node.func) in NO_DECISIONS:
            return
        if isinstance(node, ast.keyword) and node.arg in ASSURANCES:
            return
        yield from self._of(node)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from self._walk(child)

    def _of(self, node: ast.AST) -> Iterator[Mutation]:
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
            yield self._between(node.left, node.comparators[0], COMPARED[type(node.ops[0])])
        elif isinstance(node, ast.BinOp) and type(node.op) in CALCULATED:
            yield self._between(node.left, node.right, CALCULATED[type(node.op)])
        elif isinstance(node, ast.BoolOp):
            yield self._between(node.values[0], node.values[1], JOINED[type(node.op)])
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield self._replaced(node, self._text(node.operand))
        elif isinstance(node, ast.Constant) and type(node.value) is bool:
            yield self._replaced(node, str(not node.value))
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield self._replaced(node, str(node.value + 1))
        elif isinstance(node, ast.Call) and _name(node.func) in LOOK_UPS and len(node.keywords) > 1:
            yield from self._without_a_condition(node)

    def _without_a_condition(self, call: ast.Call) -> Iterator[Mutation]:
        for at, keyword in enumerate(call.keywords):
            if keyword.arg is None:
                continue
            start = self._offset(keyword.lineno, keyword.col_offset)
            if at + 1 < len(call.keywords):
                following = call.keywords[at + 1]
                end = self._offset(following.lineno, following.col_offset)
            else:
                end = self._end(keyword.value)
            yield self._mutation(start, end, "")

    def _between(self, left: ast.expr, right: ast.expr, sign: str) -> Mutation:
        start, end = self._end(left), self._start(right)
        gap = self._bytes[start:end].decode()
        # Brackets around either side stay.
        found = re.search(r"not\s+in|is\s+not|is|in|and|or|[<>=!]=|//|[<>+\-*%&]", gap)
        assert found is not None, gap
        return self._mutation(
            start + len(gap[: found.start()].encode()), start + len(gap[: found.end()].encode()), sign
        )

    def _replaced(self, node: ast.expr, text: str) -> Mutation:
        return self._mutation(self._start(node), self._end(node), text)

    def _mutation(self, start: int, end: int, after: str) -> Mutation:
        before = self._bytes[start:end].decode()
        first = len(self._bytes[:start].decode())
        line = self._bytes.count(b"\n", 0, start) + 1
        return Mutation(start=first, end=first + len(before), line=line, before=before, after=after)

    def _text(self, node: ast.expr) -> str:
        return f"({self._bytes[self._start(node) : self._end(node)].decode()})"

    def _start(self, node: ast.expr) -> int:
        return self._offset(node.lineno, node.col_offset)

    def _end(self, node: ast.expr) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._offset(node.end_lineno, node.end_col_offset)

    def _offset(self, line: int, column: int) -> int:
        return self._lines[line - 1] + column


def _name(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
