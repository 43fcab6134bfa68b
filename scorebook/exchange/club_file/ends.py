"""The length of each list of a club and the ends of its chains, by which a truncated file is detected.

Without them the last entry of the books, or the last name, could be removed and the rest would still fit together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

# Lists whose rows form a chain; the hash of the last row is stored too.
CHAINS = ("names", "seasons", "entries")
OF_CLUB = ("people", "texts", "names", "sayings", "seasons", "evenings", "imports")
OF_BOOKS = ("accounts", "plans", "entries")
EVENTS = "events"  # of all evenings together


class Ends:
    """A counter of rows as they pass; `stated` becomes `ends` of the file."""

    def __init__(self) -> None:
        self.stated: dict[str, dict[str, Any]] = {}

    def count_row(self, name: str, row: Mapping[str, Any]) -> None:
        end = self.stated.setdefault(name, {"count": 0})
        end["count"] += 1
        if name in CHAINS:
            end["hash"] = row["hash"]


def club_list_ends(club: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ends of a club as it is in the file, before any validation."""
    ends = Ends()
    for name, rows in _counted_lists(club):
        for row in rows:
            if isinstance(row, dict):
                ends.count_row(name, {"hash": row.get("hash")})
    return ends.stated


def truncated_lists(club: Mapping[str, Any]) -> list[str]:
    """Return the lists whose ends differ from `ends` of the file."""
    stated, found = club.get("ends"), club_list_ends(club)
    if not isinstance(stated, dict):
        return ["ends"]
    return sorted(name for name in {*stated, *found} if stated.get(name) != found.get(name))


def _counted_lists(club: Mapping[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    books = club.get("books")
    for holder, names in ((club, OF_CLUB), (books if isinstance(books, dict) else {}, OF_BOOKS)):
        yield from ((name, rows) for name in names if isinstance(rows := holder.get(name), list))
    evenings = club.get("evenings")
    for evening in evenings if isinstance(evenings, list) else ():
        if isinstance(evening, dict) and isinstance(events := evening.get(EVENTS), list):
            yield EVENTS, events
