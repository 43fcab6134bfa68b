"""Audit of the entries of an evening against its events.

The ledger does not know the value of a hand. `play` computes all drafts again, and each is compared with the entry
under its key.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from scorebook.clubs.audit_difference import AuditDifference
from scorebook.clubs.models import TypedText
from scorebook.ledger.chain import EntryBody, Leg, entry_matches, leg_of_transfer
from scorebook.ledger.drafts import Draft, ReversalDraft, mirrored_body, result_body
from scorebook.ledger.models import Account, Entry, Transfer
from scorebook.ledger.plan_verification import EveningBooks


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A draft that must have been booked, with author and time."""

    draft: Draft
    place: str  # where the audit looks for its reason, such as `hand 7`
    recorded_by: str
    recorded_at: datetime


def reconcile_evening(books: EveningBooks, *, claims: Sequence[Claim]) -> Iterator[AuditDifference]:
    """Compare the claims with the entries. Statements are only run to describe a difference or to read a note.

    Codes: not_booked, booked_otherwise, booked_without_reason.
    """
    entries, bodies = books.entries, dict[UUID, EntryBody]()
    for claim in claims:
        body = _draft_body(claim.draft, bodies, books)
        bodies[body.key] = body
        yield from _claim_differences(claim, body, entries.get(body.key), books.club_id)
    for entry in entries.values():
        if entry.id not in bodies and _is_entry_of_hand(entry, entries):
            what, found = f"entry {entry.seq}", _described_entry(entry)
            yield AuditDifference(code="booked_without_reason", what=what, found=found)


def _draft_body(draft: Draft, bodies: Mapping[UUID, EntryBody], books: EveningBooks) -> EntryBody:
    if not isinstance(draft, ReversalDraft):
        return result_body(draft, club_id=books.club_id, unit=books.unit, evening_id=books.evening_id)
    reversed_ = bodies.get(draft.reverses)
    legs = reversed_.legs if reversed_ else ()
    return mirrored_body(draft, legs, unit=books.unit, evening_id=books.evening_id)


def _claim_differences(claim: Claim, body: EntryBody, entry: Entry | None, club_id: UUID) -> Iterator[AuditDifference]:
    if entry is None:
        expected = _described_legs(body.why, body.legs, club_id)
        yield AuditDifference(code="not_booked", place=claim.place, expected=expected)
        return
    if not _is_entry_of_body(entry, body):
        expected, found = _described_legs(body.why, body.legs, club_id), _described_entry(entry)
    elif (entry.recorded_by, entry.recorded_at) != (claim.recorded_by, claim.recorded_at):
        expected, found = _entry_signature(claim), _entry_signature(entry)
    else:
        return
    what = f"entry {entry.seq}"
    yield AuditDifference(code="booked_otherwise", place=claim.place, what=what, expected=expected, found=found)


def _is_entry_of_body(entry: Entry, body: EntryBody) -> bool:
    # A result has none.
    note = TypedText.objects.filter(club=entry.club_id, pk=entry.note_id).first() if entry.note_id else None
    return entry_matches(entry, note, body)


def _entry_signature(recorded: Claim | Entry) -> str:
    return f"{recorded.recorded_by}, {recorded.recorded_at.isoformat()}"


def _is_entry_of_hand(entry: Entry, entries: Mapping[UUID, Entry]) -> bool:
    """Return whether the entry is a result or the reversal of one."""
    reversed_ = entries.get(entry.reverses_id) if entry.reverses_id else None
    return Entry.Kind.RESULT in (entry.kind, reversed_.kind if reversed_ else None)


def _described_entry(entry: Entry) -> str:
    transfers = Transfer.objects.filter(club=entry.club_id, entry=entry.id).order_by("position")
    return _described_legs(entry.why, [leg_of_transfer(transfer) for transfer in transfers], entry.club_id)


def _described_legs(why: str, legs: Sequence[Leg], club_id: UUID) -> str:
    """Describe transfers, such as `hand 7: Anna +40, Beppo -40`."""
    sums = Counter[UUID]()
    for leg in legs:
        sums[leg.target_id] += leg.amount_minor
        sums[leg.source_id] -= leg.amount_minor
    found = Account.objects.filter(club=club_id, pk__in=sums).exclude(kind=Account.Kind.TABLE)
    named = sorted((str(one.player or one.kind), sums[one.pk]) for one in found.select_related("player"))
    return f"{why}: " + ", ".join(f"{name} {amount:+}" for name, amount in named)
