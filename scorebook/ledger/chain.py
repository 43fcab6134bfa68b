"""What an entry says, and the hash that ties it to all entries before it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID, uuid5

from scorebook.clubs import texts
from scorebook.core import canonical_hash
from scorebook.ledger.models import Entry, Transfer

ACCOUNTS_KEPT = 4096


class Leg(NamedTuple):
    """source_id, target_id: accounts. amount_minor: positive."""

    source_id: UUID
    target_id: UUID
    amount_minor: int

    def mirrored(self) -> "Leg":
        return Leg(source_id=self.target_id, target_id=self.source_id, amount_minor=self.amount_minor)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryBody:
    """All that an entry says. Who sent it and when is not content: a retry comes later, perhaps by another link.

    why:          machine-readable reason. note: what somebody typed, or nothing.
    cause:        of a hand that is taken back what happened to it.
    carried_from: of an entry of the tab the evening that it takes up.
    """

    key: UUID
    kind: str
    unit: str
    evening_id: UUID | None
    why: str
    legs: tuple[Leg, ...]
    reverses_id: UUID | None = None
    planned_id: UUID | None = None
    note: str = ""
    cause: str = ""
    carried_from: UUID | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryMetadata:
    """Where in the books an entry stands, who wrote it when, and the commitment to what was typed to it."""

    club_id: UUID
    seq: int
    recorded_by: str
    recorded_at: datetime
    previous_hash: str
    note_id: str | None = None


class EntryRow(NamedTuple):
    """A stored entry as the audit reads it; a model instance costs several times as much, and there are millions."""

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
    """A stored transfer as the audit reads it, likewise."""

    id: UUID
    club_id: UUID
    entry_id: UUID
    position: int
    source_id: UUID
    target_id: UUID
    amount_minor: int


def entry_digest(body: EntryBody, metadata: EntryMetadata) -> str:
    """SHA-256 of the whole entry (`sealing.digest`)."""
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
    """An id that fits only this content, so that the audit can point at the one transfer that was changed."""
    source, target = account_text(leg.source_id), account_text(leg.target_id)
    return uuid5(entry_id, f"{position}:{source}:{target}:{leg.amount_minor}")


@lru_cache(maxsize=ACCOUNTS_KEPT)
def account_text(account_id: UUID) -> str:
    """Kept, because the same few stand in every transfer of an evening."""
    return str(account_id)


def leg_of(transfer: Transfer | TransferRow) -> Leg:
    return Leg(source_id=transfer.source_id, target_id=transfer.target_id, amount_minor=transfer.amount_minor)


def body_of(entry: Entry | EntryRow, legs: Sequence[Leg]) -> EntryBody:
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


def metadata_of(entry: Entry | EntryRow) -> EntryMetadata:
    return EntryMetadata(
        club_id=entry.club_id,
        seq=entry.seq,
        recorded_by=entry.recorded_by,
        recorded_at=entry.recorded_at,
        previous_hash=entry.previous_hash,
        note_id=entry.note_id,
    )


def entry_matches(entry: Entry, body: EntryBody) -> bool:
    """Whether a stored entry has this content: told from its hash and its note, without reading its transfers."""
    return texts.typed_text_matches(entry.note, body.note) and entry_digest(body, metadata_of(entry)) == entry.hash
