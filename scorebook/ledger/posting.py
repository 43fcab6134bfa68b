"""The only way to append to the books: lock the club's chain, read the known entries, append.

The number of statements is constant: chain, known entries, the transfers to mirror if something is reversed, and all
new rows (`rows.write_rows`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Count, Q, Subquery, Value
from django.db.models.functions import Coalesce

from scorebook.clubs.models import Club, TypedText
from scorebook.clubs.texts import typed_text
from scorebook.core import budgets, rows
from scorebook.core.database.taken_ids import is_taken_id
from scorebook.core.rows import Change, Insert, Row, Update
from scorebook.ledger.accounts import account_id
from scorebook.ledger.balances import month_movement_rows
from scorebook.ledger.chain import EntryBody, Leg, entry_digest, entry_matches, leg_of_transfer, transfer_id
from scorebook.ledger.drafts import (
    MAX_AMOUNT,
    Draft,
    EntryRefused,
    LedgerError,
    ResultDraft,
    ReversalDraft,
    check_amount,
    mirrored_body,
    result_body,
)
from scorebook.ledger.models import MAX_NOTE_LENGTH, Account, Chain, Entry, MonthMovement, Transfer

# Columns that an entry takes from its body as they are.
CONTENT = ("kind", "unit", "evening_id", "reverses_id", "planned_id", "why", "cause", "carried_from")


class KeyConflict(LedgerError):
    """The key was already used for an entry with other content, or in another club."""

    def __init__(self, *, key: UUID) -> None:
        self.key = key
        super().__init__(code="key_conflict", field="key")


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownEntries:
    """Existing entries under the given keys, and of the entries to reverse."""

    entries: Mapping[UUID, Entry]
    reversal_of: Mapping[UUID, UUID]  # reversed entry -> its reversal
    legs: Mapping[UUID, tuple[Leg, ...]]  # entry to reverse -> its transfers


def lock_chain(*, club: Club, accounts: Collection[UUID] = ()) -> Chain:
    """Lock the club's books until the transaction ends, and check that these accounts exist.

    Raises: EntryRefused account_unknown.
    """
    # Counted in the same statement. The rows are read as of before the lock was granted, which is safe
    # because accounts are never closed.
    opened = (
        Account.objects.filter(club=club, pk__in=accounts)
        .order_by()
        .values("club")
        .annotate(count=Count("pk"))
        .values("count")
    )
    chain = (
        # NO KEY: inserts that refer to the club need not wait. On SQLite the IMMEDIATE transaction locks the
        # whole file.
        Chain.objects.select_for_update(of=("self",), no_key=True)
        .annotate(opened=Coalesce(Subquery(opened), Value(0)))
        .filter(pk=club.pk)
        .first()
    )
    if chain is None or chain.opened != len(set(accounts)):
        raise EntryRefused(code="account_unknown", field="players")
    return chain


def known_entries(*, club_id: UUID, keys: Collection[UUID], reversed_ids: Collection[UUID] = ()) -> KnownEntries:
    """Read existing entries of a club. Call it under the lock, when all earlier writers have committed."""
    wanted = Q(pk__in={*keys, *reversed_ids}) | Q(reverses__in=reversed_ids)
    entries = {entry.pk: entry for entry in Entry.objects.filter(wanted, club=club_id).select_related("note")}
    return KnownEntries(
        entries=entries,
        reversal_of={entry.reverses_id: entry.pk for entry in entries.values() if entry.reverses_id},
        legs=_legs_by_entry(reversed_ids, club_id),
    )


def post_drafts(
    *, club: Club, unit: str, evening_id: UUID, drafts: Sequence[Draft], by: str, at: datetime
) -> list[Entry]:
    """Book results and reversals of one evening in order, one entry for each draft.

    The same key and content return the first entry. A refusal rolls back the caller's transaction too: there is no
    savepoint, which would cost two statements for every hand.
    Raises: KeyConflict; EntryRefused account_unknown, entry_unknown, entry_is_reversal, already_reversed, entries_full.
    """
    if not drafts:
        return []
    results = {
        draft.key: result_body(draft, club_id=club.pk, unit=unit, evening_id=evening_id)
        for draft in drafts
        if isinstance(draft, ResultDraft)
    }
    reversals = [draft for draft in drafts if isinstance(draft, ReversalDraft)]
    with transaction.atomic(savepoint=False):
        chain = lock_chain(club=club, accounts=accounts_of_bodies(results.values()))
        known = known_entries(
            club_id=club.pk,
            keys=[draft.key for draft in drafts],
            reversed_ids=[draft.reverses for draft in reversals],
        )
        for draft in reversals:
            entry = known.entries.get(draft.reverses)
            if entry and (entry.unit, entry.evening_id) != (unit, evening_id):
                raise EntryRefused(code="entry_unknown", field="reverses")
        bodies = [
            results[draft.key] if isinstance(draft, ResultDraft) else _reversal_body(draft, known) for draft in drafts
        ]
        return append_entries(chain=chain, bodies=bodies, known=known, by=by, at=at)


def changes_of_results(
    *, chain: Chain, unit: str, evening_id: UUID, drafts: Sequence[ResultDraft], by: str, at: datetime
) -> list[Change]:
    """Return the rows that book results of one evening, for a caller that writes them together with its own.

    chain:  of the club; updated to the last entry.
    drafts: under unused keys and between existing accounts, else the database refuses the rows.
    Raises: EntryRefused entries_full.
    """
    bodies = (result_body(draft, club_id=chain.club_id, unit=unit, evening_id=evening_id) for draft in drafts)
    return [*next_entries(chain, [(body, at) for body in bodies], by=by).changes]


def accounts_of_bodies(bodies: Iterable[EntryBody]) -> set[UUID]:
    return {account for body in bodies for leg in body.legs for account in (leg.source_id, leg.target_id)}


def append_entries(
    *, chain: Chain, bodies: Sequence[EntryBody], known: KnownEntries | None = None, by: str, at: datetime
) -> list[Entry]:
    """Append entries and return them in order; a known key returns its first entry.

    known: None to read the entries under these keys, if no entry is a reversal.
    Raises: KeyConflict; EntryRefused entries_full.
    """
    known = known or known_entries(club_id=chain.club_id, keys=[body.key for body in bodies])
    first = {body.key: _known_entry(body, known) for body in bodies}
    new = next_entries(chain, [(body, at) for body in bodies if first[body.key] is None], by=by)
    try:
        rows.write_rows(new.changes, club_id=chain.club_id)
    except IntegrityError as error:
        if not is_taken_id(error):
            raise
        # One of the keys is that of another club's entry. The client's own comes first.
        raise KeyConflict(key=new.entries[0].pk) from error
    written = {entry.pk: entry for entry in new.entries}
    return [first[body.key] or written[body.key] for body in bodies]


@dataclass(frozen=True, slots=True, kw_only=True)
class NextEntries:
    entries: Sequence[Entry]
    changes: Sequence[Change]  # all rows to write


def next_entries(chain: Chain, dated: Sequence[tuple[EntryBody, datetime]], *, by: str) -> NextEntries:
    """Make entries under unused keys, each with its time; a used key violates the primary key on writing.

    chain: locked; updated to the last entry.
    Raises: EntryRefused entries_full.
    """
    bodies = [body for body, _at in dated]
    _check_bodies(dated, by=by, club_id=chain.club_id)
    if bodies and chain.length + len(bodies) > budgets.ENTRIES_PER_CLUB:
        raise EntryRefused(code="entries_full", field="club")
    head_hash = chain.head_hash
    notes = {body.key: typed_text(body.note, club_id=chain.club_id) for body in bodies if body.note}
    entries = [_next_entry(chain, body, notes.get(body.key), by, at) for body, at in dated]
    changes = (
        Insert(rows=[*notes.values()]),
        Insert(rows=entries),
        Insert(model=Transfer, rows=_transfers_of_bodies(bodies, chain.club_id)),
        Insert(model=MonthMovement, rows=month_movement_rows(dated, club_id=chain.club_id)),
        Update([chain] if bodies else [], was={"head_hash": head_hash}),
    )
    return NextEntries(entries=entries, changes=changes)


def append_reversals(entries: Mapping[UUID, Entry], *, chain: Chain, by: str, at: datetime) -> Entry:
    """Reverse entries and return the reversal of the first. entries: key of the reversal -> entry to reverse.

    Raises: KeyConflict; EntryRefused already_reversed, entry_is_reversal, entries_full.
    """
    reversed_ids = [entry.pk for entry in entries.values()]
    known = known_entries(club_id=chain.club_id, keys=list(entries), reversed_ids=reversed_ids)
    drafts = [ReversalDraft(key=key, reverses=entry.pk, why="undo") for key, entry in entries.items()]
    bodies = [_reversal_body(draft, known) for draft in drafts]
    return append_entries(chain=chain, bodies=bodies, known=known, by=by, at=at)[0]


def _reversal_body(draft: ReversalDraft, known: KnownEntries) -> EntryBody:
    """Return the content of a reversal: the entry's transfers mirrored.

    Raises: EntryRefused entry_unknown, entry_is_reversal, already_reversed.
    """
    entry = known.entries.get(draft.reverses)
    if entry is None:
        raise EntryRefused(code="entry_unknown", field="reverses")
    if entry.kind == Entry.Kind.REVERSAL:
        raise EntryRefused(code="entry_is_reversal", field="reverses")
    if known.reversal_of.get(draft.reverses, draft.key) != draft.key:
        raise EntryRefused(code="already_reversed", field="reverses")
    return mirrored_body(draft, known.legs.get(entry.pk, ()), unit=entry.unit, evening_id=entry.evening_id)


def _next_entry(chain: Chain, body: EntryBody, note: TypedText | None, by: str, at: datetime) -> Entry:
    entry = rows.unsaved_instance(
        Entry,
        related={"note": note},
        id=body.key,
        club_id=chain.club_id,
        seq=chain.length + 1,
        **{name: getattr(body, name) for name in CONTENT},
        note_id=note.pk if note else None,
        recorded_by=by,
        recorded_at=at,
        previous_hash=chain.head_hash,
    )
    entry.hash = entry_digest(entry, body.legs)
    chain.length, chain.head_hash = entry.seq, entry.hash
    return entry


def _transfers_of_bodies(bodies: Iterable[EntryBody], club_id: UUID) -> list[Row]:
    return [
        {
            "id": transfer_id(entry_id=body.key, position=position, leg=leg),
            "club_id": club_id,
            "entry_id": body.key,
            "position": position,
            "source_id": leg.source_id,
            "target_id": leg.target_id,
            "amount_minor": leg.amount_minor,
        }
        for body in bodies
        for position, leg in enumerate(body.legs, start=1)
    ]


def _legs_by_entry(entry_ids: Collection[UUID], club_id: UUID) -> dict[UUID, tuple[Leg, ...]]:
    legs: dict[UUID, tuple[Leg, ...]] = {}
    for transfer in Transfer.objects.filter(club=club_id, entry__in=entry_ids).order_by("position"):
        legs[transfer.entry_id] = (*legs.get(transfer.entry_id, ()), leg_of_transfer(transfer))
    return legs


def _known_entry(body: EntryBody, known: KnownEntries) -> Entry | None:
    entry = known.entries.get(body.key)
    if entry and not entry_matches(entry, entry.note, body):
        raise KeyConflict(key=body.key)
    return entry


def _check_bodies(dated: Sequence[tuple[EntryBody, datetime]], *, by: str, club_id: UUID) -> None:
    _check_entry_text("by", by)
    for body, at in dated:
        if at.utcoffset() is None:
            raise AssertionError("a naive time has no place in the books")
        _check_entry_body(body, club_id)
    _check_entry_ids_once([body.key for body, _at in dated])
    _check_entry_ids_once([body.reverses_id for body, _at in dated if body.reverses_id])


def _check_entry_body(body: EntryBody, club_id: UUID) -> None:
    _check_entry_text("why", body.why)
    if body.note:
        _check_entry_text("note", body.note)
    table = account_id(club_id=club_id, unit=body.unit, kind=Account.Kind.TABLE, owner_id=body.evening_id)
    left_on_table = 0
    for leg in body.legs:
        check_amount(leg.amount_minor)
        if not 0 < leg.amount_minor <= MAX_AMOUNT or leg.source_id == leg.target_id:
            raise AssertionError(f"no transfer: {leg}")
        left_on_table += leg.amount_minor * ((leg.target_id == table) - (leg.source_id == table))
    if left_on_table != 0:
        raise AssertionError(f"entry {body.why!r} leaves {left_on_table} on the table")


def _check_entry_text(name: str, text: str) -> None:
    if not 0 < len(text) <= MAX_NOTE_LENGTH:
        raise AssertionError(f"{name!r} has 1 to {MAX_NOTE_LENGTH} characters, not {text!r}")


def _check_entry_ids_once(ids: Sequence[UUID]) -> None:
    if len(set(ids)) != len(ids):
        raise AssertionError("two drafts of one call have the same key or reverse the same entry")
