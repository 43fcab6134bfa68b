"""How long each list of a club is and how its chains end: a file from which something was cut off says so.

Without it the last entry of the books, or the last name, could be taken away and the rest would still fit together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

# Lists whose rows are a chain: the hash of the last row is told as well.
CHAINS = ("names", "seasons", "entries")
OF_CLUB = ("people", "texts", "names", "sayings", "seasons", "evenings", "imports")
OF_BOOKS = ("accounts", "plans", "entries")
EVENTS = "events"  # of all evenings together


class Ends:
    """Counts rows as they pass; `told` is what the file says of them at its end."""

    def __init__(self) -> None:
        self.told: dict[str, dict[str, Any]] = {}

    def count(self, name: str, row: Mapping[str, Any]) -> None:
        end = self.told.setdefault(name, {"count": 0})
        end["count"] += 1
        if name in CHAINS:
            end["hash"] = row["hash"]


def ends_of(club: Mapping[str, Any]) -> dict[str, Any]:
    """Of a club as it stands in a file, about which nobody knows anything yet."""
    ends = Ends()
    for name, rows in _lists(club):
        for row in rows:
            if isinstance(row, dict):
                ends.count(name, {"hash": row.get("hash")})
    return ends.told


def cut_lists(club: Mapping[str, Any]) -> list[str]:
    """Those lists that end otherwise than the file says."""
    told, found = club.get("ends"), ends_of(club)
    if not isinstance(told, dict):
        return ["ends"]
    return sorted(name for name in {*told, *found} if told.get(name) != found.get(name))


def _lists(club: Mapping[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    books = club.get("books")
    for holder, names in ((club, OF_CLUB), (books if isinstance(books, dict) else {}, OF_BOOKS)):
        yield from ((name, rows) for name in names if isinstance(rows := holder.get(name), list))
    evenings = club.get("evenings")
    for evening in evenings if isinstance(evenings, list) else ():
        if isinstance(evening, dict) and isinstance(events := evening.get(EVENTS), list):
            yield EVENTS, events
