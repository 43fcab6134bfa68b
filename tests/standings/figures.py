"""A figure of a club as Scorebook has it, beside a plain recount of it.

`stored_figures` and the `read_` modules hold one function a figure and a list of all of them: whoever adds a figure
adds one of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.standings.plain_recount import PlainClub


@dataclass(frozen=True, kw_only=True)
class Figure:
    """must: as it was recounted. does: as Scorebook has it."""

    of: str
    must: Any
    does: Any


Compared = Callable[[PlainClub], Iterable[Figure]]


def differences(club: PlainClub, compared: Iterable[Compared]) -> Iterator[str]:
    for compare in compared:
        for figure in compare(club):
            if figure.must != figure.does:
                must, does = _differing(figure.must, figure.does), _differing(figure.does, figure.must)
                yield f"{figure.of}\n  must {must}\n  does {does}"


def _differing(one: Any, other: Any) -> Any:
    """Of a table only the lines that differ."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return {key: value for key, value in one.items() if key not in other or value != other[key]}
    return one


def games_of(club: PlainClub) -> list[str]:
    return sorted({evening.opened.game for evening in club.evenings})
