"""The length of each list of a club and the ends of its chains, by which a truncated file is detected.

Without them the last entry of the books, or the last name, could be removed and the rest would still fit together.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scorebook.exchange.club_file.club_file_schema import BOOKS, LISTS

# Lists whose rows form a chain; the hash of the last row is stored too.
CHAINS = ("names", "seasons", "entries")
EVENTS = "events"  # of all evenings together
Row = dict[str, Any]


class Ends:
    """A counter of rows as they pass; `stated` becomes `ends` of the file."""

    def __init__(self) -> None:
        self.stated: dict[str, dict[str, Any]] = {}

    def count_row(self, name: str, row: Row) -> None:
        end = self.stated.setdefault(name, {"count": 0})
        end["count"] += 1
        if name in CHAINS:
            end["hash"] = row.get("hash")

    def counted_rows(self, name: str, rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            self.count_row(name, row)
            yield row

    def count_list(self, holder: Any, name: str) -> None:
        """Count the rows of a list before any validation."""
        rows = holder.get(name) if isinstance(holder, dict) else None
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, dict):
                self.count_row(name, row)


def club_list_ends(club: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ends of a club as it is in the file, before any validation."""
    ends, evenings = Ends(), club.get("evenings")
    for name in (*LISTS, "evenings"):
        ends.count_list(club, name)
    for name in BOOKS:
        ends.count_list(club.get("books"), name)
    for evening in evenings if isinstance(evenings, list) else ():
        ends.count_list(evening, EVENTS)
    return ends.stated


def truncated_lists(club: Mapping[str, Any]) -> list[str]:
    """Return the lists whose ends differ from `ends` of the file."""
    stated, found = club.get("ends"), club_list_ends(club)
    if not isinstance(stated, dict):
        return ["ends"]
    return sorted(name for name in {*stated, *found} if stated.get(name) != found.get(name))
