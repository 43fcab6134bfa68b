"""The content of an entry, and the hash that links it to all earlier entries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID, uuid5

from scorebook.clubs import texts
from scorebook.core import canonical_hash
from scorebook.ledger.models import Entry, Transfer

ACCOUNTS_KEPT = 4096  # cache size; the transfers of an evening use the same few accounts


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


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryMetadata:
    """The place of an entry in the books, its author and time, and the commitment to its note."""

    club_id: UUID
    seq: int
    recorded_by: str
    recorded_at: datetime
    previous_hash: str
    note_id: str | None = None


class EntryRow(NamedTuple):
    """A stored entry as the audit reads it; millions of model instances would cost several times as much."""

    id: UUID
    club_id: UUID
    seq: int
    kind: str
    unit: str
    evening_id: UUID | None
    reverses_id: UUID | None
    planned_id: UUID | None
    why: str
    cause: str
    carried_from: UUID | None
    note_id: str | None
    recorded_by: str
    recorded_at: datetime
    previous_hash: str
    hash: str


class TransferRow(NamedTuple):
    id: UUID
    club_id: UUID
    entry_id: UUID
    position: int
    source_id: UUID
    target_id: UUID
    amount_minor: int


def entry_digest(body: EntryBody, metadata: EntryMetadata) -> str:
    """Return the SHA-256 of the whole entry (`canonical_hash.canonical_digest`)."""
    facts: dict[str, object] = {
        "id": body.key,
        "kind": body.kind,
        "unit": body.unit,
        "evening": body.evening_id,
        "reverses": body.reverses_id,
        "planned": body.planned_id,
        "why": body.why,
        "cause": body.cause or None,
        "carried_from": body.carried_from,
        "note": metadata.note_id,
        "legs": [[account_text(leg.source_id), account_text(leg.target_id), leg.amount_minor] for leg in body.legs],
        "club": metadata.club_id,
        "seq": metadata.seq,
        "recorded_by": metadata.recorded_by,
        "recorded_at": metadata.recorded_at,
        "previous": metadata.previous_hash,
    }
    return canonical_hash.canonical_digest(facts)


def transfer_id(*, entry_id: UUID, position: int, leg: Leg) -> UUID:
    """Derive an id from the content, so that the audit can name the one transfer that was changed."""
    source, target = account_text(leg.source_id), account_text(leg.target_id)
    return uuid5(entry_id, f"{position}:{source}:{target}:{leg.amount_minor}")


@lru_cache(maxsize=ACCOUNTS_KEPT)
def account_text(account_id: UUID) -> str:
    return str(account_id)


def leg_of_transfer(transfer: Transfer | TransferRow) -> Leg:
    return Leg(source_id=transfer.source_id, target_id=transfer.target_id, amount_minor=transfer.amount_minor)


def body_of_entry(entry: Entry | EntryRow, legs: Sequence[Leg]) -> EntryBody:
    return EntryBody(
        key=entry.id,
        kind=entry.kind,
        unit=entry.unit,
        evening_id=entry.evening_id,
        why=entry.why,
        legs=tuple(legs),
        reverses_id=entry.reverses_id,
        planned_id=entry.planned_id,
        cause=entry.cause,
        carried_from=entry.carried_from,
    )


def metadata_of_entry(entry: Entry | EntryRow) -> EntryMetadata:
    return EntryMetadata(
        club_id=entry.club_id,
        seq=entry.seq,
        recorded_by=entry.recorded_by,
        recorded_at=entry.recorded_at,
        previous_hash=entry.previous_hash,
        note_id=entry.note_id,
    )


def entry_matches(entry: Entry, body: EntryBody) -> bool:
    """Return whether a stored entry has this content, judged by its hash and note without reading its transfers."""
    return (
        texts.typed_text_matches(entry.note, body.note) and entry_digest(body, metadata_of_entry(entry)) == entry.hash
    )
