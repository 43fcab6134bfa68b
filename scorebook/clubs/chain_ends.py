"""The stored end of each list of club events, which makes the loss of the last event visible.

A list whose events have their own hashes ends with the hash of the last one. Club events are folded into one hash,
event by event. The hashes of imports are added up, because imports have no order of writing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Model

from scorebook.clubs.audit_difference import AuditDifference
from scorebook.clubs.models import ChainEnd, Club
from scorebook.core.canonical_hash import canonical_digest


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainPlace:
    length: int = 0  # number of the last event, 0 without any
    hash: str = ""  # of that event and all before it

    def __str__(self) -> str:
        return f"{self.length} with {self.hash}" if self.length else ""


def chain_end(club_id: UUID, name: str) -> ChainPlace:
    """Return the stored end of a list. One statement."""
    row = ChainEnd.objects.filter(club=club_id, name=name).first()
    return ChainPlace(length=row.length, hash=row.hash) if row else ChainPlace()


def move_chain_end(club_id: UUID, name: str, *, before: ChainPlace, after: ChainPlace) -> None:
    """Store the new end of a list. One statement. The caller holds the lock on the club's row."""
    if before == ChainPlace():
        ChainEnd.objects.create(club_id=club_id, name=name, length=after.length, hash=after.hash)
        return
    held = ChainEnd.objects.filter(club=club_id, name=name, length=before.length, hash=before.hash)
    if held.update(length=after.length, hash=after.hash) != 1:
        raise AssertionError(f"somebody else wrote into {name} of the club while we held it")


def chain_end_differences(club: Club, name: str, expected: ChainPlace) -> Iterator[AuditDifference]:
    """Compare the stored end with the one computed from the events. One statement. Code: chain_end."""
    found = chain_end(club.pk, name)
    if found != expected:
        yield AuditDifference(code="chain_end", place=name, expected=str(expected), found=str(found))


# Fixed lists: a column added to the model later must not change the hashes of older rows.
CLUB_EVENT_COLUMNS = (
    "id", "club_id", "seq", "kind", "player_id", "other_player_id", "other_club_id", "facts", "recorded_by",
    "recorded_at",
)  # fmt: skip
IMPORT_COLUMNS = (
    "id", "club_id", "kind", "format", "file_name_id", "undoes_id", "facts", "recorded_by", "recorded_at",
)  # fmt: skip


def folded_hash(rows: Iterable[Model], columns: Sequence[str] = CLUB_EVENT_COLUMNS, *, previous: str = "") -> str:
    """Hash each row together with the hash of the previous one, and return the last hash.

    previous: the folded hash of the rows before these.
    """
    for row in rows:
        previous = canonical_digest({name: getattr(row, name) for name in columns} | {"previous": previous})
    return previous


def summed_hash(rows: Iterable[Model], columns: Sequence[str] = IMPORT_COLUMNS, *, previous: str = "") -> str:
    """Return the sum of the rows' hashes modulo 2**256, which does not depend on their order.

    A new row is added without reading the others. previous: the summed hash of the rows before these.
    """
    total = int(previous or "0", 16) + sum(int(folded_hash([row], columns), 16) for row in rows)
    return f"{total % 2**256:064x}" if total else ""
