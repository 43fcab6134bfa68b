"""The side of a move that has the club: it copies the rows, keeps writers out, and lets the club go.

The transaction that deletes the rows here is the move: before it commits this site has the club, and afterwards the
other one. It commits only when the other side has stored the same rows.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import orjson
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from scorebook.clubs.models import Club, EndedClub, Player, TypedText
from scorebook.core import erasure
from scorebook.ledger.snapshot import snapshot_of_all_clubs
from scorebook.operations.anchor import chain_heads, chain_to_json
from scorebook.operations.club_rows import delete_club_rows, keep_club_writers_out
from scorebook.operations.moving.channel import Message, MoveChannel
from scorebook.operations.moving.clubs_together import clubs_moving_together
from scorebook.operations.moving.moved_rows import MovedTable, RowDigests, digest_of, key_text, moved_tables

FORMAT = "scorebook move 1"
QUESTION = b'{"format":'  # beginning of a message that wants an answer, or announces a copy
# The other side has so long for an answer while nobody can write.
PATIENCE_S = 60.0


class MoveRefused(Exception):
    """A move that one of the sides refuses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """Figures of a move."""

    rows: int
    sent_bytes: int
    closed_s: float  # how long nobody could write


@dataclass(slots=True, kw_only=True)
class Sending:
    """One move. clubs: all that move together. site: address of this installation. to: of the other one."""

    clubs: tuple[UUID, ...]
    site: str
    to: str
    channel: MoveChannel
    report: Callable[[str], None]
    _tables: list[MovedTable] = field(default_factory=moved_tables)
    _sent: dict[tuple[str, UUID], RowDigests] = field(default_factory=dict)  # by table and club
    _closed_at_s: float = 0.0

    def move(self) -> Moved:
        """Raises: MoveRefused, OtherSideLost, WritersBusy."""
        self._ask("begin", to=self.to, migrations=migrations_as_json())
        self.report("copying; everybody can write")
        with snapshot_of_all_clubs():
            self._copy()
        self.report("the other site audits its copy")
        self._ask("audit")
        rows = self._let_go()
        self.report(f"moved: {self.to} has the club")
        self._ask("open", timeout_s=PATIENCE_S)
        closed_s = time.monotonic() - self._closed_at_s
        return Moved(rows=rows, sent_bytes=self.channel.sent_bytes, closed_s=closed_s)

    def confirm(self) -> None:
        """Let the other side open the clubs, which have moved. Raises: MoveRefused, OtherSideLost."""
        self._ask("open", timeout_s=PATIENCE_S)

    def cancel(self) -> None:
        """Let the other side remove its copy of clubs that are still here. Raises: MoveRefused, OtherSideLost."""
        self._ask("remove")

    @transaction.atomic
    def _let_go(self) -> int:
        """Return the number of rows that moved."""
        keep_club_writers_out(*self.clubs)
        self._closed_at_s = time.monotonic()
        self.report("nobody can write")
        if Club.objects.filter(pk__in=self.clubs, arriving_from="").count() != len(self.clubs):
            raise MoveRefused("it was moved or deleted meanwhile")
        if clubs_moving_together(self.clubs[0]) != self.clubs:
            raise MoveRefused("it was linked with another club meanwhile")
        self._copy(timeout_s=PATIENCE_S)
        ended_at = timezone.now()
        for club_id in self.clubs:
            heads = [chain_to_json(head) for head in chain_heads(club_id)]
            EndedClub.objects.create(club_id=club_id, ended_at=ended_at, heads=heads, moved_to=self.to)
        for club_id in self.clubs:
            delete_club_rows(club_id, keeps_routes=True)
        erasure.erase_traces(after_changes_of=(TypedText, Player, Club))
        return sum(len(digests.by_key) for digests in self._sent.values())

    def _copy(self, *, timeout_s: float | None = None) -> None:
        """Send what differs from what was sent before. Raises: MoveRefused if the other side then holds other rows."""
        self._say("copy")
        for table in self._tables:
            for club_id in self.clubs:
                self._send_changed_rows(table, club_id)
        answer = self._ask("copied", timeout_s=timeout_s)
        held = {(table, UUID(club_id)): summary for table, club_id, summary in answer["held"]}
        for place, digests in self._sent.items():
            if digests.by_key and held.get(place) != digests.summary():
                raise MoveRefused(f"the copy differs in the table {place[0]}")

    def _send_changed_rows(self, table: MovedTable, club_id: UUID) -> None:
        sent = self._sent.setdefault((table.name, club_id), RowDigests()).by_key
        now, changed = dict[bytes, bytes](), list[bytes]()
        for line in table.lines_to_compare(club_id, sent):
            key, digest = key_text(table.key(line)), digest_of(line)
            now[key] = digest
            if sent.get(key) != digest:
                changed.append(orjson.dumps(line))
        removed = [] if table.is_only_added_to else [key for key, digest in sent.items() if now.get(key) != digest]
        if not changed and not removed:
            return
        keys = [*map(orjson.loads, removed)]
        self.channel.send({"table": table.name, "club": str(club_id), "remove": keys, "rows": len(changed)})
        for text in changed:
            self.channel.send_line(text)
        for key in removed:
            del sent[key]
        sent.update(now)

    def _say(self, what: str, **more: Any) -> None:
        clubs = [str(club_id) for club_id in self.clubs]
        self.channel.send({"format": FORMAT, "do": what, "site": self.site, "clubs": clubs, **more})

    def _ask(self, what: str, *, timeout_s: float | None = None, **more: Any) -> Message:
        self._say(what, **more)
        self.channel.end_turn()
        answer: Message = self.channel.receive(timeout_s=timeout_s)
        if refused := answer.get("refused"):
            raise MoveRefused(f"the other site refuses: {refused}")
        return answer


def migrations_as_json() -> list[list[str]]:
    return sorted(list(one) for one in MigrationRecorder(connection).applied_migrations())
