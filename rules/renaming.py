"""Renaming of players in the JSON of a report and in a state, field by field, so that no other word is changed.

A player may be called "hearts" or "won", so the readers decide which fields hold players.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rules import reading

Value = TypeVar("Value")
Rename = Callable[[str], str]
_Renamer = Callable[[Any, Rename], Any]


def rename_players_in_json(kind: type[Any], raw: Mapping[str, object], rename: Rename) -> dict[str, object]:
    """Rename the players in JSON and keep all else. Raises: TypeError if a player in a mapping of counts is no text."""
    renamers = _field_renamers(kind)
    return {name: renamer(value, rename) if (renamer := renamers.get(name)) else value for name, value in raw.items()}


def rename_players_in_value(value: Value, rename: Rename) -> Value:
    """Rename the players in an object whose fields have readers, such as a state."""
    values = {name: getattr(value, name) for name in reading.field_readers(type(value))}
    for name, renamer in _field_renamers(type(value)).items():
        if values[name] is not None:
            values[name] = renamer(values[name], rename)
    return type(value)(**values)


@reading.cache_by_class
def _field_renamers(kind: type[Any]) -> Mapping[str, _Renamer]:
    """Return the fields that hold players."""
    found = {name: _renamer_of(read) for name, read in reading.field_readers(kind).items()}
    return {name: renamer for name, renamer in found.items() if renamer}


def _renamer_of(read: reading.Reader) -> _Renamer | None:
    if read is reading.read_player:
        return _rename_player
    if read is reading.read_counts:
        return _rename_counted
    if read is reading.read_calls:
        return _list_renamer(_rename_player)
    if isinstance(read, reading.ListReader):
        each = _renamer_of(read.read)
        return _list_renamer(each) if each else None
    return _nested_renamer(read.kind) if isinstance(read, reading.NestedReader) else None


def _nested_renamer(kind: type[Any]) -> _Renamer:
    def rename_nested(value: Any, rename: Rename) -> Any:
        if isinstance(value, Mapping):
            return rename_players_in_json(kind, value, rename)
        return rename_players_in_value(value, rename) if isinstance(value, kind) else value

    return rename_nested


def _list_renamer(renamer: _Renamer) -> _Renamer:
    def rename_list(values: Any, rename: Rename) -> Any:
        if not isinstance(values, list | tuple):
            return values
        renamed = [renamer(one, rename) for one in values]
        return tuple(renamed) if isinstance(values, tuple) else renamed

    return rename_list


def _rename_player(player: object, rename: Rename) -> object:
    return rename(player) if isinstance(player, str) and player else player


def _rename_counted(counts: object, rename: Rename) -> object:
    if not isinstance(counts, Mapping):
        return counts
    if not all(isinstance(player, str) for player in counts):
        raise TypeError("a count belongs to somebody")
    return {rename(player) if player else player: count for player, count in counts.items()}
