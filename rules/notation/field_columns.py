"""The hand of a line while it is read, as JSON, with the column of each field."""

from __future__ import annotations

from rules.notation import spelling
from rules.notation.fields import Hand, put_field
from rules.notation.line_problems import LineProblems


class FieldColumns:
    def __init__(self, problems: LineProblems) -> None:
        self.hand: Hand = {}
        self.columns: dict[str, int] = {}  # of each field, by path
        self._problems = problems

    def column_of(self, field: str) -> int:
        """Return the column of the field, of its parent or child, else of the contract."""
        parts = field.split(".")
        paths = [".".join(parts[:count]) for count in range(len(parts), 0, -1)]
        inner = [path for path in self.columns if path.startswith(f"{field}.")]
        places = [self.columns[path] for path in (*paths, *inner, "contract") if path in self.columns]
        return places[0] if places else 1

    def set_field(self, path: str, value: object, column: int) -> None:
        if path in self.columns:
            self.refuse_again(spelling.field_word(path, spelling.LANGUAGE), column)
            return
        self.columns[path] = column
        put_field(self.hand, path, value)

    def append_to_field(self, path: str, value: object, column: int) -> None:
        """Append to a list that is written word by word."""
        several = self.hand.setdefault(path, [])
        if not isinstance(several, list):
            self.refuse_again(spelling.field_word(path, spelling.LANGUAGE), column)
            return
        several.append(value)
        self.columns.setdefault(path, column)

    def set_player_count(self, path: str, player: str, name: str, count: int, column: int) -> None:
        counts = self.hand.setdefault(path, {})
        if not isinstance(counts, dict) or player in counts:
            self.refuse_again(name, column)
            return
        counts[player] = count
        self.columns |= {f"{path}.{player}": column, path: self.columns.get(path, column)}

    def refuse_again(self, word: str, column: int) -> None:
        self._problems.add("written_twice", column, word=word)
