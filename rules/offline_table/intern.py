"""Lists in which every distinct value stands once and is referred to by its place."""

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


class InternTable:
    """A list of distinct values; equal values get the same place."""

    def __init__(self, *values: Any) -> None:
        self.values: list[Any] = []
        self._places: dict[str, int] = {}
        for value in values:
            self.place_of(value)

    def place_of(self, value: Any) -> int:
        key = repr(value)
        if key not in self._places:
            self._places[key] = len(self.values)
            self.values.append(value)
        return self._places[key]


@dataclass(frozen=True, slots=True)
class Shared:
    """The lists to whose places the lines of a table refer."""

    lines: InternTable = field(default_factory=InternTable)
    rows: InternTable = field(default_factory=InternTable)
    results: InternTable = field(default_factory=InternTable)
    sums: InternTable = field(default_factory=InternTable)
    runs: InternTable = field(default_factory=InternTable)
    leaves: InternTable = field(default_factory=lambda: InternTable({}))  # place 0 is nothing
    run_codes: dict[str, str] = field(default_factory=dict)
