"""Readers of the fields of reports and states, each from JSON to its value, and the way back.

Every reader reports what is wrong and where; an empty value counts as absent.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum, StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from rules.cards import Card, Rank, Suit
from rules.problems import ProblemList
from rules.table import Player

Choice = TypeVar("Choice", bound=StrEnum)
Value = TypeVar("Value")
Reader = Callable[[object, str, ProblemList], Any]

MAX_NUMBER = 1_000_000_000  # far above every hand and pot; sums of such numbers can still be stored
PLAIN = (str, int, bool)  # the same in JSON
MAX_TEXT = 200
MAX_CALLS = 16  # a bound for the books, not a rule: sixteen doublings are a factor of 65,536


def cache_by_class(compute: Callable[[type[Any]], Value]) -> Callable[[type[Any]], Value]:
    """Cache a function of a class, which mypy takes for unhashable."""
    return cache(compute)  # type: ignore[return-value]


def json_field(read: Reader, default: object = None) -> Any:
    return field(default=default, metadata={"read": read})


def read_player(raw: object, name: str, problems: ProblemList) -> Player | None:
    if isinstance(raw, str):
        return Player(raw)
    problems.add("player_unknown", name, player=str(raw))
    return None


def read_int(raw: object, name: str, problems: ProblemList) -> int | None:
    if isinstance(raw, int) and not isinstance(raw, bool):
        if abs(raw) <= MAX_NUMBER:
            return raw
        problems.add("number_too_large", name, most=MAX_NUMBER)
        return None
    problems.add("points_not_integer" if "card_points" in name else "not_integer", name)
    return None


def read_bool(raw: object, name: str, problems: ProblemList) -> bool | None:
    if isinstance(raw, bool):
        return raw
    problems.add("not_yes_or_no", name)
    return None


def read_text(raw: object, name: str, problems: ProblemList) -> str:
    if isinstance(raw, str) and len(raw) <= MAX_TEXT:
        return raw.strip()
    problems.add("not_text", name)
    return ""


@dataclass(frozen=True, slots=True)
class ChoiceReader(Generic[Choice]):
    choices: type[Choice]
    code: str = "not_a_choice"  # of the problem

    def __call__(self, raw: object, name: str, problems: ProblemList) -> Choice | None:
        try:
            return self.choices(str(raw))
        except ValueError:
            problems.add(self.code, name, choices=", ".join(self.choices))
            return None


@dataclass(frozen=True, slots=True)
class ListReader:
    read: Reader

    def __call__(self, raw: object, name: str, problems: ProblemList) -> tuple[Any, ...]:
        if not isinstance(raw, list | tuple):
            problems.add("not_a_list", name)
            return ()
        values = (self.read(one, f"{name}.{place}", problems) for place, one in enumerate(raw))
        return tuple(value for value in values if value is not None)


read_players = ListReader(read_player)


def read_calls(raw: object, name: str, problems: ProblemList) -> tuple[Player | None, ...]:
    """Read either the callers in order, null for an unnamed one, or only their number."""
    if isinstance(raw, int) and not isinstance(raw, bool) and 0 <= raw <= MAX_CALLS:
        return (None,) * raw
    if not isinstance(raw, list | tuple) or len(raw) > MAX_CALLS:
        problems.add("calls_out_of_range", name, most=MAX_CALLS)
        return ()
    calls = ((one, f"{name}.{place}") for place, one in enumerate(raw))
    return tuple(None if one is None else read_player(one, place, problems) for one, place in calls)


def read_counts(raw: object, name: str, problems: ProblemList) -> Mapping[Player, int] | None:
    """Read a number for each player into a read-only mapping, so that a checked report stays as it was."""
    if not isinstance(raw, Mapping):
        problems.add("not_a_mapping", name)
        return None
    read = {Player(str(player)): read_int(count, f"{name}.{player}", problems) for player, count in raw.items()}
    return MappingProxyType({player: count for player, count in read.items() if count is not None})


@dataclass(frozen=True, slots=True)
class NestedReader:
    kind: type[Any]
    may_be_empty: bool = False  # with only defaults it is read as None, since it is written as nothing too

    def __call__(self, raw: object, name: str, problems: ProblemList) -> Any:
        if not isinstance(raw, Mapping):
            problems.add("not_a_mapping", name)
            return None
        nested = self.kind(**dict(read_fields(self.kind, raw, problems, prefix=f"{name}.")))
        return None if self.may_be_empty and not report_fields_to_json(nested) else nested


def read_fields(
    kind: type[Any], raw: Mapping[str, object], problems: ProblemList, *, prefix: str = ""
) -> Iterator[tuple[str, object]]:
    """Yield the fields of a dataclass that are present in JSON; an empty value counts as absent."""
    readers = field_readers(kind)
    for name, value in raw.items():
        if name in readers:
            if not is_empty_value(value):
                yield name, readers[name](value, prefix + name, problems)
        elif not (is_empty_value(value) or value is False or value == 0):
            code = getattr(kind, "FOREIGN_CODE", "field_unknown")
            problems.add(getattr(kind, "FOREIGN", {}).get(name, code), prefix + name)


@cache_by_class
def field_readers(kind: type[Any]) -> Mapping[str, Reader]:
    return {one.name: one.metadata["read"] for one in fields(kind) if "read" in one.metadata}


def check_strictly(kind: type[Any], raw: Mapping[str, object], problems: ProblemList, *, prefix: str = "") -> None:
    """Report what `read_fields` ignores as empty: an unknown field, a value of another type.

    A form sends its empty fields; a program that sends "" for a number has a fault. Here only null counts as absent.
    """
    readers = field_readers(kind)
    for name, value in raw.items():
        read = readers.get(name)
        if read is None:
            if is_empty_value(value) or value is False or value == 0:
                problems.add("field_unknown", prefix + name)
        elif value is not None and is_empty_value(value):
            read(value, prefix + name, problems)
        elif isinstance(read, NestedReader) and isinstance(value, Mapping):
            check_strictly(read.kind, value, problems, prefix=f"{prefix}{name}.")
        elif isinstance(read, ListReader) and isinstance(read.read, NestedReader) and isinstance(value, list):
            for place, one in enumerate(value):
                if isinstance(one, Mapping):
                    check_strictly(read.read.kind, one, problems, prefix=f"{prefix}{name}.{place}.")


@cache_by_class
def _reported_fields(kind: type[Any]) -> tuple[tuple[str, object], ...]:
    return tuple((one.name, one.default) for one in fields(kind) if "read" in one.metadata)


def is_empty_value(value: object) -> bool:
    return value is None or value == "" or value == [] or value == {} or value == ()


def report_fields_to_json(value: Any) -> dict[str, object]:
    """Return the fields that differ from their defaults as JSON; the inverse of `read_fields`."""
    out: dict[str, object] = {}
    for name, default in _reported_fields(type(value)):
        reported = getattr(value, name)
        if default is MISSING or reported != default:
            out[name] = _report_value_to_json(reported)
    return out


def _report_value_to_json(value: Any) -> object:
    if type(value) in PLAIN:  # the usual case
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Card):
        return {"rank": value.rank.value, "suit": value.suit.value}
    if is_dataclass(value):
        return report_fields_to_json(value)
    if isinstance(value, tuple):
        return [_report_value_to_json(one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): _report_value_to_json(one) for key, one in value.items()}
    return value


def read_card(raw: object, name: str, problems: ProblemList) -> Card | None:
    """Read a card: {"rank": "ace", "suit": "leaves"}."""
    if not isinstance(raw, Mapping):
        problems.add("not_a_card", name)
        return None
    for unknown in raw.keys() - CARD.keys():
        problems.add("field_unknown", f"{name}.{unknown}")
    rank, suit = (read(raw.get(part), f"{name}.{part}", problems) for part, read in CARD.items())
    return Card(rank=rank, suit=suit) if rank and suit else None


CARD: Mapping[str, ChoiceReader[Any]] = {
    "rank": ChoiceReader(Rank, "not_a_card"),
    "suit": ChoiceReader(Suit, "not_a_card"),
}
