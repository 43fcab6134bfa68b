"""The standings of a closed season that would be others today, and the reasons."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from scorebook.clubs.club_groups import ClubGroup
from scorebook.play.models import Evening
from scorebook.standings.seasons.season_standings import (
    Figure,
    SeasonEvening,
    SeasonLine,
    SeasonStandings,
    SeasonTable,
    breaks_ties,
    shared_ranks,
)


class Cause(StrEnum):
    CORRECTED = "corrected"  # hands of an evening were corrected or struck out
    REOPENED = "reopened"  # an evening is open again
    ADDED = "added"  # an evening was closed, imported or linked since
    GONE = "gone"  # the club of an evening is no longer linked
    LINKED = "linked"  # two entries are now one person
    UNLINKED = "unlinked"  # two entries are no longer one person
    RECOUNTED = "recounted"  # none of these: Scorebook computes the table differently


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCause:
    """A reason with the evenings or people that it concerns."""

    cause: Cause
    evenings: tuple[SeasonEvening, ...] = ()  # in their order
    people: tuple[UUID, ...] = ()  # the entries that were linked or unlinked


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedStanding:
    """A person whose rank or value changed."""

    person: UUID
    closed: SeasonLine | None  # None if they are not in that table
    now: SeasonLine | None  # as `closed`


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonChanges:
    lines: tuple[ChangedStanding, ...] = ()  # people with another rank or value
    causes: tuple[ChangeCause, ...] = ()  # empty where `lines` is


def season_changes(group: ClubGroup, closed: SeasonStandings, now: SeasonStandings) -> SeasonChanges:
    """Compare the standings at the closing with those of now. One statement if an evening is missing, else none."""
    lines = tuple(_changed_standings(closed.table, now.table))
    if not lines:
        return SeasonChanges()
    causes = tuple(_change_causes(group, closed, now))
    return SeasonChanges(lines=lines, causes=causes or (ChangeCause(cause=Cause.RECOUNTED),))


def _changed_standings(closed: SeasonTable, now: SeasonTable) -> list[ChangedStanding]:
    """Return the lines that differ between the closed table and the one of today."""
    was, does = ({line.person: line for line in table.lines} for table in (closed, now))
    shared = {} if breaks_ties(closed) else shared_ranks(line.value for line in now.lines if line.is_ranked)
    return [
        ChangedStanding(person=person, closed=was.get(person), now=does.get(person))
        for person in {**was, **does}
        if not _is_line_unchanged(was.get(person), does.get(person), shared)
    ]


def _is_line_unchanged(closed: SeasonLine | None, now: SeasonLine | None, shared: Mapping[Figure, int]) -> bool:
    """Compare rank and value. shared: the ranks of today without the countback, if the closing had none."""
    if closed is None or now is None or closed.value != now.value:
        return False
    return closed.rank == (shared.get(now.value, now.rank) if now.is_ranked else None)


def _change_causes(group: ClubGroup, closed: SeasonStandings, now: SeasonStandings) -> Iterator[ChangeCause]:
    was, does = ({one.id: one for one in standings.evenings} for standings in (closed, now))
    missing = [one for one in closed.evenings if one.id not in does]
    found = dict(_causes_of_missing_evenings(group, missing))
    corrected = {one.id for one in closed.evenings if found.get(one.id) is Cause.CORRECTED}
    corrected |= {id for id in was.keys() & does.keys() if _is_evening_corrected(group, closed, now, was[id], does[id])}
    evenings = {
        Cause.CORRECTED: [one for one in closed.evenings if one.id in corrected],
        Cause.REOPENED: [one for one in missing if found[one.id] is Cause.REOPENED],
        Cause.GONE: [one for one in missing if found[one.id] is Cause.GONE],
        Cause.ADDED: [one for one in now.evenings if one.id not in was],
    }
    for cause, own in evenings.items():
        if own:
            yield ChangeCause(cause=cause, evenings=tuple(own))
    linked = [line.person for line in closed.table.lines if group.person(line.person) != line.person]
    if linked:
        yield ChangeCause(cause=Cause.LINKED, people=tuple(linked))
    if unlinked := list(_unlinked_people(closed, now, corrected)):
        yield ChangeCause(cause=Cause.UNLINKED, people=tuple(unlinked))


def _causes_of_missing_evenings(group: ClubGroup, evenings: Iterable[SeasonEvening]) -> Iterator[tuple[UUID, Cause]]:
    ids = [one.id for one in evenings]
    rows = Evening.objects.filter(club__in=group.clubs, pk__in=ids).values_list("pk", "closed_at") if ids else ()
    closed_at = dict(rows)
    for id in ids:
        if id not in closed_at:
            yield id, Cause.GONE
        else:
            yield id, Cause.CORRECTED if closed_at[id] else Cause.REOPENED


def _is_evening_corrected(
    group: ClubGroup, closed: SeasonStandings, now: SeasonStandings, was: SeasonEvening, does: SeasonEvening
) -> bool:
    # An evening that was reopened and closed unchanged has another hash, but equal values.
    if was.last_hash == does.last_hash:
        return False
    before = {group.person(person): value for person, value in _values_of_evening(closed, was.id).items()}
    return before != _values_of_evening(now, does.id)


def _values_of_evening(standings: SeasonStandings, evening: UUID) -> Mapping[UUID, Figure]:
    return {line.person: one.value for line in standings.table.lines for one in line.evenings if one.evening == evening}


def _unlinked_people(closed: SeasonStandings, now: SeasonStandings, corrected: Iterable[UUID]) -> Iterator[UUID]:
    """Yield people who are new in the table for an evening that has not changed."""
    known = {line.person for line in closed.table.lines}
    same = {one.id for one in closed.evenings} - set(corrected)
    for line in now.table.lines:
        if line.person not in known and any(one.evening in same for one in line.evenings):
            yield line.person
