"""Renaming of players in the JSON of a report and in a state, field by field, so that no other word is changed.

A player may be called "hearts" or "won", so the readers decide which fields hold players.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rules import reading

Value = TypeVar("Value")
Rename = Callable[[str], str]


def rename_players_of_hand(kind: type[Any], raw: Mapping[str, object], rename: Rename) -> dict[str, object]:
    """Rename the players in JSON and keep all else. Raises: TypeError if a player in a mapping of counts is no text."""
    readers = _player_readers(kind)
    return {
        name: _rename_read(readers[name], value, rename) if name in readers else value for name, value in raw.items()
    }


def rename_players_of_state(value: Value, rename: Rename) -> Value:
    """Rename the players in an object whose fields have readers, such as a state."""
    values = {name: getattr(value, name) for name in reading.field_readers(type(value))}
    for name, read in _player_readers(type(value)).items():
        values[name] = _rename_read(read, values[name], rename)
    return type(value)(**values)


@reading.cache_by_class
def _player_readers(kind: type[Any]) -> Mapping[str, reading.Reader]:
    return {name: read for name, read in reading.field_readers(kind).items() if _reads_players(read)}


def _reads_players(read: reading.Reader) -> bool:
    if isinstance(read, reading.ListReader):
        return _reads_players(read.read)
    players = (reading.read_player, reading.read_counts, reading.read_calls)
    return read in players or isinstance(read, reading.NestedReader)


def _rename_read(read: reading.Reader, value: Any, rename: Rename) -> Any:
    """Rename the players in a value of this reader; a value of another type stays for the reader to refuse."""
    if read is reading.read_player:
        return rename(value) if isinstance(value, str) and value else value
    is_list = isinstance(read, reading.ListReader) or read is reading.read_calls
    if is_list and isinstance(value, list | tuple):
        each = read.read if isinstance(read, reading.ListReader) else reading.read_player
        renamed = [_rename_read(each, one, rename) for one in value]
        return tuple(renamed) if isinstance(value, tuple) else renamed
    if isinstance(read, reading.NestedReader) and isinstance(value, Mapping):
        return rename_players_of_hand(read.kind, value, rename)
    if isinstance(read, reading.NestedReader) and isinstance(value, read.kind):
        return rename_players_of_state(value, rename)
    if read is reading.read_counts and isinstance(value, Mapping):
        if not all(isinstance(player, str) for player in value):
            raise TypeError("a count belongs to somebody")
        return {rename(player) if player else player: count for player, count in value.items()}
    return value
