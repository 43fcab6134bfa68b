"""What a line has told so far: the hand as JSON, and where each of its fields was said."""

from __future__ import annotations

from rules.notation import spelling
from rules.notation.fields import Hand, put
from rules.notation.line_problems import LineProblems


class Told:
    """columns: of each field, by path."""

    def __init__(self, problems: LineProblems) -> None:
        self.hand: Hand = {}
        self.columns: dict[str, int] = {}
        self._problems = problems

    def column_of(self, field: str) -> int:
        """That of the field, of what it is part of or what is part of it, else of the contract."""
        parts = field.split(".")
        paths = [".".join(parts[:count]) for count in range(len(parts), 0, -1)]
        inner = [path for path in self.columns if path.startswith(f"{field}.")]
        places = [self.columns[path] for path in (*paths, *inner, "contract") if path in self.columns]
        return places[0] if places else 1

    def set(self, path: str, value: object, column: int) -> None:
        if path in self.columns:
            self.refuse_again(spelling.field_word(path, spelling.LANGUAGE), column)
            return
        self.columns[path] = column
        put(self.hand, path, value)

    def add(self, path: str, value: object, column: int) -> None:
        """One more of a list that is told word by word."""
        several = self.hand.setdefault(path, [])
        if not isinstance(several, list):
            self.refuse_again(spelling.field_word(path, spelling.LANGUAGE), column)
            return
        several.append(value)
        self.columns.setdefault(path, column)

    def count(self, path: str, player: str, name: str, count: int, column: int) -> None:
        """A player's count, one of several."""
        counts = self.hand.setdefault(path, {})
        if not isinstance(counts, dict) or player in counts:
            self.refuse_again(name, column)
            return
        counts[player] = count
        self.columns |= {f"{path}.{player}": column, path: self.columns.get(path, column)}

    def refuse_again(self, word: str, column: int) -> None:
        self._problems.add("written_twice", column, word=word)
