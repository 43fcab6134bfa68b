"""The hand of a line while it is read, as JSON, with the column of each field."""

from collections.abc import Mapping

from rules.hand_fields import fields_by_path
from rules.notation import spelling
from rules.notation.scanner import LineProblems
from rules.reading import cache_by_class
from rules.report import Report
from rules.vocabulary import fold_text

Hand = dict[str, object]


@cache_by_class
def paths_by_word(kind: type[Report]) -> Mapping[str, str]:
    return {fold_text(word): path for path in fields_by_path(kind) for word in spelling.field_words(path)}


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

    def set_field(self, path: str, value: object, column: int, *, may_repeat: bool = False) -> None:
        """Set a field, once.

        may_repeat: whether the same value may be repeated, as in `Herz-Solo auf Herz`.
        """
        outer, _, inner = path.partition(".")
        if path in self.columns:
            known = self.hand.get(outer)
            known = known.get(inner) if inner and isinstance(known, dict) else known
            if not (may_repeat and known == value):
                self.refuse_again(spelling.field_word(path, spelling.LANGUAGE), column)
            return
        self.columns[path] = column
        if inner:
            nested = self.hand.setdefault(outer, {})
            assert isinstance(nested, dict)
            nested[inner] = value
        else:
            self.hand[outer] = value

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
