"""The fields of a kind of report by path in the notation; those of a nested value have a dot: `call.suit_cards`."""

from __future__ import annotations

from collections.abc import Mapping

from rules.hand_fields import fields_by_path
from rules.notation.spelling import field_words, fold_text
from rules.reading import NestedReader, Reader, cache_by_class, field_readers
from rules.report import FixedSidesHand, Report
from rules.wording.words import OWN_CONTRACT

Hand = dict[str, object]


@cache_by_class
def readers_by_path(kind: type[Report]) -> Mapping[str, Reader]:
    return {path: declared.read for path, declared in fields_by_path(kind).items()}


@cache_by_class
def paths_by_word(kind: type[Report]) -> Mapping[str, str]:
    return {fold_text(word): path for path in readers_by_path(kind) for word in field_words(path)}


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


def put_field(hand: Hand, path: str, value: object) -> None:
    outer, _, inner = path.partition(".")
    if inner:
        nested = hand.setdefault(outer, {})
        assert isinstance(nested, dict)
        nested[inner] = value
    else:
        hand[outer] = value
