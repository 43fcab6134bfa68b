"""Where a list of a club's events ends: without it the last event could be taken away and the rest would still hold.

A list whose events have hashes of their own ends in the last of these. The events of a club
are folded into one hash, event by event; the hashes of its imports are added up, because they have no order of writing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Model

from scorebook.clubs.models import ChainEnd, Club
from scorebook.core.canonical_hash import canonical_digest


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainPlace:
    """length: the number of the last event, 0 without any. hash: of it and all before it."""

    length: int = 0
    hash: str = ""

    def __str__(self) -> str:
        return f"{self.length} with {self.hash}" if self.length else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainEndDifference:
    """A list that ends elsewhere than its `ChainEnd` says. expected: what follows from its events."""

    name: str
    expected: ChainPlace
    found: ChainPlace


def chain_end(club_id: UUID, name: str) -> ChainPlace:
    """As it is stored. One statement."""
    row = ChainEnd.objects.filter(club=club_id, name=name).first()
    return ChainPlace(length=row.length, hash=row.hash) if row else ChainPlace()


def move_chain_end(club_id: UUID, name: str, *, before: ChainPlace, after: ChainPlace) -> None:
    """Store where a list ends now. The club's row is held. One statement."""
    if before == ChainPlace():
        ChainEnd.objects.create(club_id=club_id, name=name, length=after.length, hash=after.hash)
        return
    held = ChainEnd.objects.filter(club=club_id, name=name, length=before.length, hash=before.hash)
    if held.update(length=after.length, hash=after.hash) != 1:
        raise AssertionError(f"somebody else wrote into {name} of the club while we held it")


def chain_end_differences(club: Club, name: str, expected: ChainPlace) -> Iterator[ChainEndDifference]:
    """One statement."""
    found = chain_end(club.pk, name)
    if found != expected:
        yield ChainEndDifference(name=name, expected=expected, found=found)


# A column that comes later does not change the hashes of older rows.
CLUB_EVENT_COLUMNS = (
    "id", "club_id", "seq", "kind", "player_id", "other_player_id", "other_club_id", "facts", "recorded_by",
    "recorded_at",
)  # fmt: skip
IMPORT_COLUMNS = (
    "id", "club_id", "kind", "format", "file_name_id", "undoes_id", "facts", "recorded_by", "recorded_at",
)  # fmt: skip


def folded_hash(rows: Iterable[Model], columns: Sequence[str] = CLUB_EVENT_COLUMNS, *, previous: str = "") -> str:
    """SHA-256 of the last row with that of the row before it, and so on. previous: of the rows before these."""
    for row in rows:
        previous = canonical_digest({name: getattr(row, name) for name in columns} | {"previous": previous})
    return previous


def summed_hash(rows: Iterable[Model], columns: Sequence[str] = IMPORT_COLUMNS, *, previous: str = "") -> str:
    """The hash of a list in any order: the sum of its rows' hashes modulo 2**256. previous: of the rows before these.

    So a row is added without reading the others.
    """
    total = int(previous or "0", 16) + sum(int(folded_hash([row], columns), 16) for row in rows)
    return f"{total % 2**256:064x}" if total else ""
