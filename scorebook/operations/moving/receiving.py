"""The side of a move that gets the club: it stores the rows, and opens the club once the other side has let it go.

Until then `Club.arriving_from` keeps everybody out of the copy.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, transaction
from django.http.request import validate_host
from django.utils import timezone

from scorebook.clubs.models import Club, EndedClub
from scorebook.core import append_only
from scorebook.core.row_values import UnfitValue
from scorebook.operations.anchor import chain_heads, chain_to_json
from scorebook.operations.audit.audit_parts import ClubToAudit
from scorebook.operations.audit.full_audit import audit_clubs, first_difference
from scorebook.operations.club_rows import delete_club_rows, rows_of_club
from scorebook.operations.moving.channel import Message, MoveChannel, read_message
from scorebook.operations.moving.moved_rows import (
    BATCH,
    Line,
    MovedTable,
    RowDigests,
    digest_of,
    key_text,
    moved_tables,
)
from scorebook.operations.moving.sending import FORMAT, QUESTION, MoveRefused, migrations_as_json

_SPOOLED_BYTES = 64 * 1024 * 1024  # of a copy in memory; more goes into a file
# Errors of rows that a table cannot hold.
_UNFIT = (DatabaseError, ValidationError, UnfitValue, ValueError, TypeError)


@dataclass(slots=True, kw_only=True)
class Receiving:
    """Answers the messages of one move until its channel ends."""

    channel: MoveChannel
    _site: str = ""  # address of the other installation
    _clubs: tuple[UUID, ...] = ()
    _tables: dict[str, MovedTable] = field(default_factory=dict)
    _held: dict[tuple[str, UUID], RowDigests] = field(default_factory=dict)  # by table and club

    def answer_all(self) -> None:
        """Raises: OtherSideLost when the other side ends, also after the last answer."""
        while True:
            message = self.channel.receive()
            try:
                answer = self._answer(message)
            except MoveRefused as refused:
                answer = {"refused": str(refused)}
            self.channel.send(answer)
            self.channel.end_turn()

    def _answer(self, message: Message) -> Message:
        if message.get("format") != FORMAT:
            raise MoveRefused("it is of another version")
        self._site, self._clubs = message["site"], tuple(map(UUID, message["clubs"]))
        match message["do"]:
            case "begin":
                self._begin(message)
            case "copy":
                return {"held": self._copy()}
            case "audit":
                self._audit()
            case "open":
                self._open()
            case "remove":
                self._remove()
        return {}

    def _begin(self, message: Message) -> None:
        if message["migrations"] != migrations_as_json():
            raise MoveRefused("both sites have to be of the same version, with all its migrations")
        host = urlsplit(message["to"]).hostname or ""
        if not validate_host(host, settings.ALLOWED_HOSTS):
            raise MoveRefused(f"it does not answer under the name {host}")
        self._check_copies()
        self._tables = {table.name: table for table in moved_tables()}
        self._held = {}

    def _check_copies(self) -> None:
        """Raise MoveRefused if one of the clubs is in use here, or arrives from elsewhere."""
        for club in Club.objects.filter(pk__in=self._clubs).exclude(arriving_from=self._site):
            from_where = f"arrives from {club.arriving_from}" if club.arriving_from else "is in use there"
            raise MoveRefused(f"the club {club} {from_where}")

    # -- the copy ----------------------------------------------------------------------------------------------------

    def _copy(self) -> list[Any]:
        """Store the rows of this turn in one transaction. Return table, club, and number and digest of its rows."""
        changed = list[tuple[MovedTable, UUID, list[Line]]]()
        try:
            with self._received_copy() as messages, transaction.atomic():
                self._check_copies()
                if not self._held:
                    self._delete_old_copies()
                for header in messages:
                    table, club_id = self._tables[header["table"]], UUID(header["club"])
                    self._remove_rows(table, club_id, header["remove"])
                    changed.append((table, club_id, self._insert_rows(table, islice(messages, header["rows"]))))
        except _UNFIT as error:
            raise MoveRefused(f"a row cannot be stored: {next(iter(str(error).splitlines()), '')}") from error
        for table, club_id, keys in changed:
            self._read_back(table, club_id, keys)
        return [(table, str(club_id), digests.summary()) for (table, club_id), digests in self._held.items()]

    @contextmanager
    def _received_copy(self) -> Iterator[Iterator[Any]]:
        """Receive all of this turn, and yield its messages: of each table a header, and the rows.

        Before the transaction, so that the others of this site, who wait for it on SQLite, do not wait for the sender.
        """
        with tempfile.SpooledTemporaryFile(max_size=_SPOOLED_BYTES) as lines:
            while not (line := self.channel.receive_line()).startswith(QUESTION):
                lines.write(line)
            lines.seek(0)
            yield map(read_message, lines)

    def _delete_old_copies(self) -> None:
        """Delete what an interrupted move has left, and the routes of an earlier stay, which lead elsewhere."""
        for club_id in self._clubs:
            delete_club_rows(club_id)

    def _remove_rows(self, table: MovedTable, club_id: UUID, keys: list[Line]) -> None:
        held = self._held.setdefault((table.name, club_id), RowDigests()).by_key
        for start in range(0, len(keys), BATCH):
            batch = keys[start : start + BATCH]
            with append_only.deleting_club(connection, club_id):
                table.rows_with_keys(club_id, batch)._raw_delete(connection.alias)
            for key in batch:
                del held[key_text(key)]

    def _insert_rows(self, table: MovedTable, rows: Iterator[Line]) -> list[Line]:
        """Insert the rows, and return their keys."""
        keys = list[Line]()
        site = {"arriving_from": self._site} if table.model is Club else {}
        while batch := list(islice(rows, BATCH)):
            keys += map(table.key, batch)
            table.model._base_manager.bulk_create(table.model(**table.values(line), **site) for line in batch)
        return keys

    def _read_back(self, table: MovedTable, club_id: UUID, keys: list[Line]) -> None:
        """Add the digests of the rows with these keys, as the database has them. Raises: MoveRefused."""
        held, of_club = self._held[table.name, club_id].by_key, rows_of_club(table.model, club_id)
        parts = [of_club]
        if held:
            parts = [table.rows_with_keys(club_id, keys[at : at + BATCH]) for at in range(0, len(keys), BATCH)]
        for rows in parts:
            held |= {key_text(table.key(line)): digest_of(line) for line in table.lines(rows)}
        if of_club.count() != len(held):
            raise MoveRefused(f"the table {table.name} has other rows than it was sent")

    # -- the club ----------------------------------------------------------------------------------------------------

    def _audit(self) -> None:
        found = audit_clubs([ClubToAudit(club_id=club_id) for club_id in self._clubs])
        if difference := next(filter(None, map(first_difference, found)), None):
            raise MoveRefused(f"the audit of its copy finds: {difference}")

    @transaction.atomic
    def _open(self) -> None:
        """Let the clubs be used here. A second time changes nothing."""
        if missing := set(self._clubs) - set(Club.objects.filter(pk__in=self._clubs).values_list("pk", flat=True)):
            raise MoveRefused(f"it does not have the club {min(missing)}")
        for club_id in self._clubs:
            Club.objects.filter(pk=club_id, arriving_from=self._site).update(arriving_from="")

    @transaction.atomic
    def _remove(self) -> None:
        """Delete the copies of clubs that stay where they are. Their notes answer for what was anchored meanwhile."""
        self._check_copies()
        for club in Club.objects.filter(pk__in=self._clubs):
            heads = [chain_to_json(head) for head in chain_heads(club.pk)]
            EndedClub.objects.create(club_id=club.pk, ended_at=timezone.now(), heads=heads, moved_to=self._site)
            delete_club_rows(club.pk, keeps_routes=True)
