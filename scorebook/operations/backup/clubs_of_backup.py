"""The clubs of a backup that are restored alone, into a database that goes on."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db.models import Model

from scorebook.clubs.club_groups import club_group, linked_clubs
from scorebook.clubs.link_routes import other_site_of_club
from scorebook.clubs.models import Club, ClubEvent, LinkRoute
from scorebook.core.database import write_lock
from scorebook.operations.backup.backup_format import (
    BATCH,
    BackupDamaged,
    BackupHeader,
    Row,
    TableDump,
    read_backup,
)
from scorebook.operations.club_rows import club_column, delete_club_rows, keep_club_writers_out


class RestoreRefused(Exception):
    """The refusal of a restore; nothing was changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackedUpClubs:
    """A club of a backup and the clubs linked with it at that time."""

    ids: frozenset[UUID]
    tokens: Sequence[str]  # all their links

    def remove_current_rows(self, *, replace: bool) -> None:
        """Delete the clubs as they are now, with the notes of earlier deletions. Others go on. Raises: RestoreRefused.

        replace: False refuses if one of the clubs exists.
        """
        try:
            keep_club_writers_out(*sorted(self.ids))
        except write_lock.WritersBusy as busy:
            raise RestoreRefused(f"{busy}; try again") from busy
        for site in filter(None, map(other_site_of_club, self.ids)):
            raise RestoreRefused(f"{site} has the club, and two sites cannot have it; move it back from there")
        for club in Club.objects.filter(pk__in=self.ids):
            self._check_replaced_club(club, replace=replace)
        for club_id in sorted(self.ids):
            delete_club_rows(club_id, and_notes=True)
        for start in range(0, len(self.tokens), BATCH):
            if LinkRoute.objects.filter(token__in=self.tokens[start : start + BATCH]).exists():
                raise RestoreRefused("one of its links opens another club now; replace that link first")

    def _check_replaced_club(self, club: Club, *, replace: bool) -> None:
        if not replace:
            raise RestoreRefused(f"the club {club} is in the database; --replace deletes it as it is now")
        now = frozenset(club_group(club.pk).clubs)
        if now != self.ids:
            raise RestoreRefused(
                f"the club {club} is linked with {len(now) - 1} clubs now and was with {len(self.ids) - 1}, "
                "or with others; link them as they were, or unlink them, and try again"
            )

    def rows_of_table(self, table: TableDump, model: type[Model]) -> Iterator[Row]:
        """Yield the rows of a table that belong to these clubs."""
        if (column := club_column(model)) is not None:
            place, ids = list(table.columns).index(column), set(map(str, self.ids))
            yield from (row for row in table.rows if row[place : place + 1] and row[place] in ids)


def find_clubs_in_backup(path: Path, header: BackupHeader, text: str) -> BackedUpClubs:
    """Find a club by its id, its link or the token in the link, as they were then. The backup is of this version.

    Raises: RestoreRefused, BackupDamaged.
    """
    parts = frozenset((text, *text.split("/"))) - {""}
    try:
        clubs = (row for row in _rows_of_model(path, header, Club) if _is_named(row, parts))
        if (club := next(clubs, None)) is None:
            raise RestoreRefused(f"there is no club {text} in it")
        events = defaultdict[UUID, list[ClubEvent]](list)
        for row in _rows_of_model(path, header, ClubEvent):
            other = UUID(row["other_club_id"]) if row["other_club_id"] else None
            event = ClubEvent(club_id=UUID(row["club_id"]), seq=row["seq"], kind=row["kind"], other_club_id=other)
            events[event.club_id].append(event)
        by_seq = attrgetter("seq")
        ids, _ = linked_clubs(UUID(club["id"]), lambda of: sorted(chain(*(events[pk] for pk in of)), key=by_seq))
        written = frozenset(map(str, ids))
        routes = [row["token"] for row in _rows_of_model(path, header, LinkRoute) if row["club_id"] in written]
        return BackedUpClubs(ids=frozenset(ids), tokens=routes)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BackupDamaged(f"its clubs cannot be read: {type(error).__name__}: {error}") from error


def _is_named(club: Mapping[str, Any], parts: frozenset[str]) -> bool:
    return not parts.isdisjoint([club["id"], club["keeper_token"], club["member_token"]])


def _rows_of_model(path: Path, header: BackupHeader, model: type[Model]) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of one table, by column."""
    table = next((one for one in read_backup(path, header) if one.name == model._meta.db_table), None)
    return (dict(zip(table.columns, row, strict=True)) for row in table.rows) if table else iter(())
