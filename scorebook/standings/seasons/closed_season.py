"""The stored record of a closed season, in versions of its own. Pure.

It is the `facts` of the closing, which the event's hash covers and club files contain, so a written record never
changes. It is apart from `SeasonStandings`, which pages, the API and tables show: a field added there is in no record,
and a closed season has the field's default. To store a figure too, add a version here; only version 1 has no member
`version`.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple
from uuid import UUID

from scorebook.standings.seasons.season_standings import (
    CountedEvening,
    Figure,
    SeasonEvening,
    SeasonLine,
    SeasonStandings,
    SeasonTable,
)

VERSION = 1  # of the records that are written


def write_closed_season(standings: SeasonStandings) -> dict[str, object]:
    return _VERSIONS[VERSION].write(standings)


def read_closed_season(raw: Mapping[str, Any]) -> SeasonStandings:
    """Read a record of any version; only `check_closed_season` finds additions. Raises: ValueError."""
    return _version_of_record(raw).read(raw)


def check_closed_season(raw: Mapping[str, Any]) -> None:
    """Check that a record has exactly the members of its version. Raises: ValueError."""
    version = _version_of_record(raw)
    if version.write(version.read(raw)) != raw:
        raise ValueError("more or less than the standings of a season")


# -- version 1 -----------------------------------------------------------------------------------------------------


def _write_version_1(standings: SeasonStandings) -> dict[str, object]:
    evenings = [
        {
            "id": str(evening.id),
            "number": evening.number,
            "started_on": evening.started_on.isoformat(),
            "last_hash": evening.last_hash,
        }
        for evening in standings.evenings
    ]
    return {"table": _write_season_table(standings.table), "evenings": evenings}


def _write_season_table(table: SeasonTable) -> dict[str, object]:
    """Return JSON with evenings by their index, and figures as exact text: `7/3` where they are not whole."""
    places = {evening: place for place, evening in enumerate(table.evenings)}
    return {
        "evenings": [str(evening) for evening in table.evenings],
        "lines": [
            {
                "person": str(line.person),
                "rank": line.rank,
                "value": str(line.value),
                "evenings": [[places[one.evening], str(one.value), int(one.counts)] for one in line.evenings],
                "movement": line.movement,
            }
            for line in table.lines
        ],
    }


def _read_version_1(raw: Mapping[str, Any]) -> SeasonStandings:
    try:
        evenings = tuple(
            SeasonEvening(
                id=UUID(one["id"]),
                number=one["number"],
                started_on=date.fromisoformat(one["started_on"]),
                last_hash=one["last_hash"],
            )
            for one in raw["evenings"]
        )
        found = SeasonStandings(table=_read_season_table(raw["table"]), evenings=evenings)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"no standings of a season: {error!r}") from error
    if tuple(one.id for one in evenings) != found.table.evenings:
        raise ValueError("the table of a season is of other evenings")
    return found


def _read_season_table(raw: Mapping[str, Any]) -> SeasonTable:
    try:
        evenings = tuple(UUID(evening) for evening in raw["evenings"])
        return SeasonTable(evenings=evenings, lines=tuple(_read_season_line(line, evenings) for line in raw["lines"]))
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise ValueError(f"no table of a season: {error!r}") from error


def _read_season_line(raw: Mapping[str, Any], evenings: Sequence[UUID]) -> SeasonLine:
    return SeasonLine(
        person=UUID(raw["person"]),
        rank=raw["rank"],
        value=_read_figure(raw["value"]),
        evenings=tuple(
            CountedEvening(evening=evenings[place], value=_read_figure(value), counts=bool(counts))
            for place, value, counts in raw["evenings"]
        ),
        movement=raw["movement"],
    )


def _read_figure(text: str) -> Figure:
    """Read a figure. Raises: ValueError, also for a division by zero."""
    try:
        return Fraction(text) if "/" in text else int(text)
    except ZeroDivisionError as error:
        raise ValueError(f"no figure: {text}") from error


# -- all versions --------------------------------------------------------------------------------------------------


class _RecordVersion(NamedTuple):
    write: Callable[[SeasonStandings], dict[str, object]]
    read: Callable[[Mapping[str, Any]], SeasonStandings]


# A version stays here for ever: closed seasons and club files have records of it.
_VERSIONS: Mapping[int, _RecordVersion] = {1: _RecordVersion(write=_write_version_1, read=_read_version_1)}


def _version_of_record(raw: Mapping[str, Any]) -> _RecordVersion:
    try:
        return _VERSIONS[raw.get("version", 1)]
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"no standings of a season in a known version: {error!r}") from error
