"""The fields of a kind of report by path in the notation, and those of a line while it is read.

The path of a field in a nested value has a dot: `call.suit_cards`.
"""

from collections.abc import Mapping

from rules.hand_fields import fields_by_path
from rules.notation.scanner import LineProblems
from rules.notation.spelling import LANGUAGE, field_word, field_words, fold_text
from rules.reading import NestedReader, cache_by_class, field_readers
from rules.report import FixedSidesHand, Report
from rules.wording.words import OWN_CONTRACT

Hand = dict[str, object]


@cache_by_class
def paths_by_word(kind: type[Report]) -> Mapping[str, str]:
    return {fold_text(word): path for path in fields_by_path(kind) for word in field_words(path)}


def leading_field(kind: type[Report], contract: str) -> str:
    """Return the field of the player who stands before the contract."""
    if issubclass(kind, FixedSidesHand):
        return "winner"
    return "team" if contract == "passed" else "declarer"


def own_name(contract: str) -> str | None:
    """Return the name of a table's own contract; None for any other contract."""
    return contract.removeprefix(OWN_CONTRACT) if contract.startswith(OWN_CONTRACT) else None


def field_paths(hand: Mapping[str, object], kind: type[Report]) -> dict[str, object]:
    paths, readers = dict[str, object](), field_readers(kind)
    for name, value in hand.items():
        if isinstance(readers.get(name), NestedReader) and isinstance(value, Mapping):
            paths |= {f"{name}.{inner}": one for inner, one in value.items()}
        else:
            paths[name] = value
    return paths


class FieldColumns:
    """The hand of a line while it is read, as JSON, with the column of each field."""

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
            self.refuse_again(field_word(path, LANGUAGE), column)
            return
        self.columns[path] = column
        outer, _, inner = path.partition(".")
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
            self.refuse_again(field_word(path, LANGUAGE), column)
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
