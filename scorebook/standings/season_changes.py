"""Why a closed season would stand otherwise today."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from scorebook.clubs.circle import Circle
from scorebook.play.models import Evening
from scorebook.standings.season_results import SeasonEvening, SeasonStandings
from scorebook.standings.season_table import ChangedStanding, Figure, changed_standings


class Cause(StrEnum):
    """CORRECTED: hands of an evening were corrected or struck out. REOPENED: it is open again.

    ADDED: it was closed, imported or linked since. GONE: its club is linked no longer.
    LINKED, UNLINKED: two entries are one person since then, or are no longer.
    RECOUNTED: nothing of that; Scorebook counts otherwise.
    """

    CORRECTED = "corrected"
    REOPENED = "reopened"
    ADDED = "added"
    GONE = "gone"
    LINKED = "linked"
    UNLINKED = "unlinked"
    RECOUNTED = "recounted"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCause:
    """evenings: those concerned, in their order. people: the entries that were linked or unlinked."""

    cause: Cause
    evenings: tuple[SeasonEvening, ...] = ()
    people: tuple[UUID, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonChanges:
    """lines: who would stand otherwise. causes: why, none where nobody does."""

    lines: tuple[ChangedStanding, ...] = ()
    causes: tuple[ChangeCause, ...] = ()


def season_changes(circle: Circle, closed: SeasonStandings, now: SeasonStandings) -> SeasonChanges:
    """closed: as the season was closed. One statement where an evening counts no longer, else none."""
    lines = tuple(changed_standings(closed.table, now.table))
    if not lines:
        return SeasonChanges()
    causes = tuple(_causes(circle, closed, now))
    return SeasonChanges(lines=lines, causes=causes or (ChangeCause(cause=Cause.RECOUNTED),))


def _causes(circle: Circle, closed: SeasonStandings, now: SeasonStandings) -> Iterator[ChangeCause]:
    was, does = ({one.id: one for one in standings.evenings} for standings in (closed, now))
    missing = [one for one in closed.evenings if one.id not in does]
    found = dict(_why_missing(circle, missing))
    corrected = {one.id for one in closed.evenings if found.get(one.id) is Cause.CORRECTED}
    corrected |= {id for id in was.keys() & does.keys() if _is_corrected(circle, closed, now, was[id], does[id])}
    evenings = {
        Cause.CORRECTED: [one for one in closed.evenings if one.id in corrected],
        Cause.REOPENED: [one for one in missing if found[one.id] is Cause.REOPENED],
        Cause.GONE: [one for one in missing if found[one.id] is Cause.GONE],
        Cause.ADDED: [one for one in now.evenings if one.id not in was],
    }
    for cause, own in evenings.items():
        if own:
            yield ChangeCause(cause=cause, evenings=tuple(own))
    linked = [line.person for line in closed.table.lines if circle.person(line.person) != line.person]
    if linked:
        yield ChangeCause(cause=Cause.LINKED, people=tuple(linked))
    if unlinked := list(_unlinked(closed, now, corrected)):
        yield ChangeCause(cause=Cause.UNLINKED, people=tuple(unlinked))


def _why_missing(circle: Circle, evenings: Iterable[SeasonEvening]) -> Iterator[tuple[UUID, Cause]]:
    ids = [one.id for one in evenings]
    rows = Evening.objects.filter(club__in=circle.clubs, pk__in=ids).values_list("pk", "closed_at") if ids else ()
    closed_at = dict(rows)
    for id in ids:
        if id not in closed_at:
            yield id, Cause.GONE
        else:
            yield id, Cause.CORRECTED if closed_at[id] else Cause.REOPENED


def _is_corrected(
    circle: Circle, closed: SeasonStandings, now: SeasonStandings, was: SeasonEvening, does: SeasonEvening
) -> bool:
    """An evening that was reopened and closed again as it was has another hash, and changes nothing."""
    if was.last_hash == does.last_hash:
        return False
    before = {circle.person(person): value for person, value in _values(closed, was.id).items()}
    return before != _values(now, does.id)


def _values(standings: SeasonStandings, evening: UUID) -> Mapping[UUID, Figure]:
    return {line.person: one.value for line in standings.table.lines for one in line.evenings if one.evening == evening}


def _unlinked(closed: SeasonStandings, now: SeasonStandings, corrected: Iterable[UUID]) -> Iterator[UUID]:
    """Yield who stands there now for an evening that has not changed, and was part of somebody else before."""
    known = {line.person for line in closed.table.lines}
    same = {one.id for one in closed.evenings} - set(corrected)
    for line in now.table.lines:
        if line.person not in known and any(one.evening in same for one in line.evenings):
            yield line.person
