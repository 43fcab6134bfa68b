"""What an entry says, and the hash that ties it to all entries before it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from scorebook.clubs import texts
from scorebook.core import canonical_hash
from scorebook.ledger.models import Entry, Transfer


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """source_id, target_id: accounts. amount_minor: positive."""

    source_id: UUID
    target_id: UUID
    amount_minor: int

    def mirrored(self) -> "Move":
        return Move(source_id=self.target_id, target_id=self.source_id, amount_minor=self.amount_minor)


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """All that an entry says. Who sent it and when is not content: a retry comes later, perhaps by another link.

    why: machine text. note: what somebody typed, or nothing.
    """

    key: UUID
    kind: str
    unit: str
    evening_id: UUID | None
    why: str
    moves: tuple[Move, ...]
    reverses_id: UUID | None = None
    planned_id: UUID | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """Where in the books an entry stands, who wrote it when, and the commitment to what was typed to it."""

    club_id: UUID
    seq: int
    by: str
    at: datetime
    previous_hash: str
    note_id: str | None = None


def digest(content: Content, circumstances: Circumstances) -> str:
    """SHA-256 of the whole entry (`sealing.digest`)."""
    facts: dict[str, object] = {
        "id": content.key,
        "kind": content.kind,
        "unit": content.unit,
        "evening": content.evening_id,
        "reverses": content.reverses_id,
        "planned": content.planned_id,
        "why": content.why,
        "note": circumstances.note_id,
        "moves": [[str(move.source_id), str(move.target_id), move.amount_minor] for move in content.moves],
        "club": circumstances.club_id,
        "seq": circumstances.seq,
        "by": circumstances.by,
        "at": circumstances.at,
        "previous": circumstances.previous_hash,
    }
    return canonical_hash.digest(facts)


def transfer_id(*, entry_id: UUID, position: int, move: Move) -> UUID:
    """An id that fits only this content, so that the audit can point at the one transfer that was changed."""
    return uuid5(entry_id, f"{position}:{move.source_id}:{move.target_id}:{move.amount_minor}")


def move_of(transfer: Transfer) -> Move:
    return Move(source_id=transfer.source_id, target_id=transfer.target_id, amount_minor=transfer.amount_minor)


def content_of(entry: Entry, moves: Sequence[Move]) -> Content:
    return Content(
        key=entry.pk,
        kind=entry.kind,
        unit=entry.unit,
        evening_id=entry.evening_id,
        why=entry.why,
        moves=tuple(moves),
        reverses_id=entry.reverses_id,
        planned_id=entry.planned_id,
    )


def circumstances_of(entry: Entry) -> Circumstances:
    return Circumstances(
        club_id=entry.club_id,
        seq=entry.seq,
        by=entry.by,
        at=entry.at,
        previous_hash=entry.previous_hash,
        note_id=entry.note_id,
    )


def says(entry: Entry, content: Content) -> bool:
    """Whether a stored entry has this content: told from its hash and its note, without reading its transfers."""
    return texts.says(entry.note, content.note) and digest(content, circumstances_of(entry)) == entry.hash
