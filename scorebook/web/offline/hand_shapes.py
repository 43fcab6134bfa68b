"""The shapes of the fields of a hand, by which a phone checks the hands in an address before it stores them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.games.registry import hand_kinds
from rules.reading import (
    ChoiceReader,
    ListReader,
    NestedReader,
    Reader,
    field_readers,
    read_bool,
    read_calls,
    read_card,
    read_counts,
    read_int,
    read_player,
    read_players,
    read_text,
)

# As static/web/moving/list.js names them.
_NAMES: Mapping[Reader, str] = {
    read_player: "player", read_players: "players", read_counts: "points", read_calls: "calls", read_int: "count",
    read_bool: "flag", read_text: "text", read_card: "card",
}  # fmt: skip


@cache
def hand_shapes_json() -> str:
    """Return field -> shapes that it has in some kind of hand: a name, the fields of an object, or a list of one."""
    found: dict[str, list[Any]] = {}
    for kind in hand_kinds():
        for name, shape in _shapes_of(kind).items():
            if shape not in found.setdefault(name, []):
                found[name].append(shape)
    return json.dumps(found, separators=(",", ":"))


def _shapes_of(kind: type[Any]) -> dict[str, Any]:
    return {name: _shape(read) for name, read in field_readers(kind).items()}


def _shape(read: Reader) -> Any:
    if isinstance(read, ChoiceReader):
        return "word"
    if isinstance(read, NestedReader):
        return _shapes_of(read.kind)
    if isinstance(read, ListReader) and isinstance(read.read, NestedReader):
        return [_shapes_of(read.read.kind)]
    return _NAMES[read]
