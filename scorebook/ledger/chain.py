"""The content of an entry, and the hash that links it to all earlier entries."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID, uuid5

from scorebook.clubs import texts
from scorebook.clubs.models import TypedText
from scorebook.core import canonical_hash
from scorebook.ledger.models import Entry, Transfer


class Leg(NamedTuple):
    """A transfer of a positive amount between two accounts, not stored yet."""

    source_id: UUID
    target_id: UUID
    amount_minor: int

    def mirrored(self) -> "Leg":
        return Leg(source_id=self.target_id, target_id=self.source_id, amount_minor=self.amount_minor)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryBody:
    """The content of an entry, without sender and time, because a retry comes later and perhaps by another link."""

    key: UUID
    kind: str
    unit: str
    evening_id: UUID | None
    why: str  # machine-readable reason
    legs: tuple[Leg, ...]
    reverses_id: UUID | None = None
    planned_id: UUID | None = None
    note: str = ""  # typed by a person
    cause: str = ""  # of a reversed hand: why it was reversed
    carried_from: UUID | None = None  # of a tab entry: the evening carried over


class TransferRow(NamedTuple):
    """A stored transfer as the audit reads it; a model instance for each would make the audit a tenth slower."""

    id: UUID
    entry_id: UUID
    position: int
    source_id: UUID
    target_id: UUID
    amount_minor: int


def entry_digest(entry: Entry, legs: Iterable[Leg], *, content: EntryBody | None = None) -> str:
    """Return the SHA-256 of the whole entry (`canonical_hash.canonical_digest`).

    content: what the entry should hold under its key, instead of what it holds.
    """
    body = content or entry
    facts: dict[str, object] = {
        "id": entry.id,
        "kind": body.kind,
        "unit": body.unit,
        "evening": body.evening_id,
        "reverses": body.reverses_id,
        "planned": body.planned_id,
        "why": body.why,
        "cause": body.cause or None,
        "carried_from": body.carried_from,
        "note": entry.note_id,
        "legs": [tuple(leg) for leg in legs],
        "club": entry.club_id,
        "seq": entry.seq,
        "recorded_by": entry.recorded_by,
        "recorded_at": entry.recorded_at,
        "previous": entry.previous_hash,
    }
    return canonical_hash.canonical_digest(facts)


def transfer_id(*, entry_id: UUID, position: int, leg: Leg) -> UUID:
    """Derive an id from the content, so that the audit can name the one transfer that was changed."""
    return uuid5(entry_id, f"{position}:{leg.source_id}:{leg.target_id}:{leg.amount_minor}")


def leg_of_transfer(transfer: Transfer | TransferRow) -> Leg:
    return Leg(source_id=transfer.source_id, target_id=transfer.target_id, amount_minor=transfer.amount_minor)


def entry_matches(entry: Entry, note: TypedText | None, body: EntryBody) -> bool:
    """Return whether the stored entry under a body's key has its content, by hash and note, without its transfers."""
    return texts.typed_text_matches(note, body.note) and entry_digest(entry, body.legs, content=body) == entry.hash
