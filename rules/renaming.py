"""Renaming of players in the JSON of a report and in a state, field by field, so that no other word is changed.

A player may be called "hearts" or "won", so the readers decide which fields hold players.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from rules.reading import (
    ListReader,
    NestedReader,
    Reader,
    field_readers,
    read_calls,
    read_counts,
    read_player,
    read_players,
)

Value = TypeVar("Value")
Rename = Callable[[str], str]
_Renamer = Callable[[Any, Rename], Any]


def rename_in_json(kind: type[Any], raw: Mapping[str, object], rename: Rename) -> dict[str, object]:
    """Rename the players in JSON and keep all else. Raises: TypeError if a player in a mapping of counts is no text."""
    renamers = _json_renamers(kind)  # type: ignore[arg-type] # a class can be hashed
    return {name: renamers[name](value, rename) if name in renamers else value for name, value in raw.items()}


def rename_in_value(value: Value, rename: Rename) -> Value:
    """Rename the players in an object whose fields have readers, such as a state."""
    renamers = _value_renamers(type(value))  # type: ignore[arg-type] # likewise
    values = {name: getattr(value, name) for name, _ in renamers}
    for name, renamer in renamers:
        if renamer and values[name] is not None:
            values[name] = renamer(values[name], rename)
    return type(value)(**values)


@cache
def _json_renamers(kind: type[Any]) -> Mapping[str, _Renamer]:
    found = {name: _json_renamer(read) for name, read in field_readers(kind).items()}  # type: ignore[arg-type]
    return {name: renamer for name, renamer in found.items() if renamer}


def _json_renamer(read: Reader) -> _Renamer | None:
    if read is read_player:
        return _rename_player
    if read is read_counts:
        return _rename_counted
    if read in (read_players, read_calls):
        return _list_renamer(_rename_player)
    if isinstance(read, ListReader):
        each = _json_renamer(read.read)
        return _list_renamer(each) if each else None
    if isinstance(read, NestedReader):
        return _nested_renamer(read.kind)
    return None


def _nested_renamer(kind: type[Any]) -> _Renamer:
    return lambda raw, rename: rename_in_json(kind, raw, rename) if isinstance(raw, Mapping) else raw


def _list_renamer(renamer: _Renamer) -> _Renamer:
    return lambda raw, rename: [renamer(one, rename) for one in raw] if isinstance(raw, list | tuple) else raw


@cache
def _value_renamers(kind: type[Any]) -> tuple[tuple[str, _Renamer | None], ...]:
    """Return every field with the renamer of its players, None if it holds none."""
    return tuple((one.name, _value_renamer(one.metadata["read"])) for one in fields(kind))


def _value_renamer(read: Reader) -> _Renamer | None:
    if read is read_player:
        return _rename_player
    if read is read_counts:
        return _rename_counted
    if read is read_players:
        return _tuple_renamer(_rename_player)
    if isinstance(read, ListReader):
        each = _value_renamer(read.read)
        return _tuple_renamer(each) if each else None
    return rename_in_value if isinstance(read, NestedReader) else None


def _tuple_renamer(renamer: _Renamer) -> _Renamer:
    return lambda values, rename: tuple(renamer(one, rename) for one in values)


def _rename_player(player: object, rename: Rename) -> object:
    return rename(player) if isinstance(player, str) and player else player


def _rename_counted(counts: object, rename: Rename) -> object:
    if not isinstance(counts, Mapping):
        return counts
    if not all(isinstance(player, str) for player in counts):
        raise TypeError("a count belongs to somebody")
    return {rename(player) if player else player: count for player, count in counts.items()}
