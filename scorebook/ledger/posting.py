"""The one way into the books: hold the club's chain, see what is there already, append.

Five statements however long the history and however many the entries: chain, known entries, new entries,
their transfers, chain; one more for the transfers to mirror, where something is reversed, and one for what somebody
typed. (SQLite takes at
most 999 values in a statement, so that there some 71 entries or 142 transfers share one.)
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Count, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce

from scorebook.clubs.models import Club, TypedText
from scorebook.clubs.texts import typed
from scorebook.core import budgets
from scorebook.ledger.accounts import account_id
from scorebook.ledger.chain import Circumstances, Content, Move, digest, move_of, says, transfer_id
from scorebook.ledger.errors import EntryRefused, KeyConflict
from scorebook.ledger.models import TEXT_MAX, Account, Chain, Entry, Transfer

# Far above any evening, and so far below 64 bits that no sum of amounts gets there.
AMOUNT_MAX = 10**15


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What stands in the books already: under the keys that were brought, and of what is to be reversed."""

    entries: Mapping[UUID, Entry]
    reversal_of: Mapping[UUID, UUID]
    moves: Mapping[UUID, tuple[Move, ...]]


def lock_chain(*, club: Club, accounts: Collection[UUID] = ()) -> Chain:
    """Hold the club's books until the transaction ends, and see that these accounts are open.

    Raises: EntryRefused account_unknown.
    """
    # Counted in the same statement. The rows are read as they were before the lock was granted, which is
    # safe for accounts because they are never closed.
    opened = (
        Account.objects.filter(pk__in=accounts, club=OuterRef("pk"))
        .order_by()
        .values("club")
        .annotate(count=Count("pk"))
        .values("count")
    )
    chain = (
        # NO KEY: nobody who refers to the club needs to wait for us. On SQLite the transaction itself,
        # being IMMEDIATE, holds the whole file.
        Chain.objects.select_for_update(of=("self",), no_key=True)
        .annotate(opened=Coalesce(Subquery(opened), Value(0)))
        .filter(pk=club.pk)
        .first()
    )
    if chain is None or chain.opened != len(set(accounts)):
        raise EntryRefused(code="account_unknown", field="players")
    return chain


def known_entries(*, keys: Collection[UUID], reversed_ids: Collection[UUID] = ()) -> Known:
    """To be asked under the lock: only then has everybody who was first committed."""
    if not reversed_ids:
        brought = Entry.objects.filter(pk__in=keys).select_related("note")
        return Known(entries={entry.pk: entry for entry in brought}, reversal_of={}, moves={})
    found = Entry.objects.filter(Q(pk__in={*keys, *reversed_ids}) | Q(reverses__in=reversed_ids)).select_related("note")
    entries = {entry.pk: entry for entry in found}
    return Known(
        entries=entries,
        reversal_of={entry.reverses_id: entry.pk for entry in entries.values() if entry.reverses_id},
        moves=_moves_of(reversed_ids),
    )


def reversal(*, reverses: UUID, key: UUID, why: str, known: Known) -> Content:
    """What takes an entry back: its transfers the other way round.

    Raises: EntryRefused entry_unknown, entry_is_reversal, already_reversed.
    """
    entry = known.entries.get(reverses)
    if entry is None:
        raise EntryRefused(code="entry_unknown", field="reverses")
    if entry.kind == Entry.Kind.REVERSAL:
        raise EntryRefused(code="entry_is_reversal", field="reverses")
    if known.reversal_of.get(reverses, key) != key:
        raise EntryRefused(code="already_reversed", field="reverses")
    return Content(
        key=key,
        kind=Entry.Kind.REVERSAL,
        unit=entry.unit,
        evening_id=entry.evening_id,
        why=why,
        moves=tuple(move.mirrored() for move in known.moves.get(reverses, ())),
        reverses_id=reverses,
    )


def accounts_of(contents: Iterable[Content]) -> set[UUID]:
    return {account for content in contents for move in content.moves for account in (move.source_id, move.target_id)}


def append(*, chain: Chain, contents: Sequence[Content], known: Known, by: str, at: datetime) -> list[Entry]:
    """The entries of these contents in their order: the first one where the key is known, else a new one.

    Raises: KeyConflict; EntryRefused entries_full.
    """
    for content in contents:
        _check(content, chain.club_id)
    _check_once([content.key for content in contents])
    _check_once([content.reverses_id for content in contents if content.reverses_id])
    first = {content.key: _first(content, known, chain.club_id) for content in contents}
    new = [content for content in contents if first[content.key] is None]
    if new and chain.length + len(new) > budgets.ENTRIES_PER_CLUB:
        raise EntryRefused(code="entries_full", field="club")
    written = _write(chain, new, by, at) if new else {}
    return [first[content.key] or written[content.key] for content in contents]


def append_one(content: Content, *, club: Club, by: str, at: datetime) -> Entry:
    """One entry that needs nothing but its accounts. Raises: KeyConflict; EntryRefused account_unknown."""
    with transaction.atomic():
        chain = lock_chain(club=club, accounts=accounts_of([content]))
        known = known_entries(keys=[content.key])
        return append(chain=chain, contents=[content], known=known, by=by, at=at)[0]


def _write(chain: Chain, contents: Sequence[Content], by: str, at: datetime) -> dict[UUID, Entry]:
    _check_text("by", by)
    if at.utcoffset() is None:
        raise AssertionError("a naive time has no place in the books")
    before = chain.length
    notes = {content.key: typed(content.note, club_id=chain.club_id) for content in contents if content.note}
    if notes:
        TypedText.objects.bulk_create(notes.values())
    entries = [_next_entry(chain, content, notes.get(content.key), by, at) for content in contents]
    Entry.objects.bulk_create(entries)
    Transfer.objects.bulk_create(_transfers(contents, chain.club_id))
    moved_on = Chain.objects.filter(pk=chain.pk, length=before).update(length=chain.length, head_hash=chain.head_hash)
    if moved_on != 1:
        raise AssertionError("somebody else wrote into the club's books while we held them")
    return {entry.pk: entry for entry in entries}


def _next_entry(chain: Chain, content: Content, note: TypedText | None, by: str, at: datetime) -> Entry:
    circumstances = Circumstances(
        club_id=chain.club_id,
        seq=chain.length + 1,
        by=by,
        at=at,
        previous_hash=chain.head_hash,
        note_id=note.pk if note else None,
    )
    chain.length, chain.head_hash = circumstances.seq, digest(content, circumstances)
    return Entry(
        id=content.key,
        club_id=chain.club_id,
        seq=chain.length,
        kind=content.kind,
        unit=content.unit,
        evening_id=content.evening_id,
        reverses_id=content.reverses_id,
        planned_id=content.planned_id,
        why=content.why,
        note=note,
        by=by,
        at=at,
        previous_hash=circumstances.previous_hash,
        hash=chain.head_hash,
    )


def _transfers(contents: Iterable[Content], club_id: UUID) -> list[Transfer]:
    return [
        Transfer(
            id=transfer_id(entry_id=content.key, position=position, move=move),
            club_id=club_id,
            entry_id=content.key,
            position=position,
            source_id=move.source_id,
            target_id=move.target_id,
            amount_minor=move.amount_minor,
        )
        for content in contents
        for position, move in enumerate(content.moves, start=1)
    ]


def _moves_of(entry_ids: Collection[UUID]) -> dict[UUID, tuple[Move, ...]]:
    moves: dict[UUID, tuple[Move, ...]] = {}
    for transfer in Transfer.objects.filter(entry__in=entry_ids).order_by("position"):
        moves[transfer.entry_id] = (*moves.get(transfer.entry_id, ()), move_of(transfer))
    return moves


def _first(content: Content, known: Known, club_id: UUID) -> Entry | None:
    entry = known.entries.get(content.key)
    if entry and (entry.club_id != club_id or not says(entry, content)):
        raise KeyConflict(key=content.key)
    return entry


def _check(content: Content, club_id: UUID) -> None:
    _check_text("why", content.why)
    if content.note:
        _check_text("note", content.note)
    table = account_id(club_id=club_id, unit=content.unit, kind=Account.Kind.TABLE, owner_id=content.evening_id)
    left_on_table = 0
    for move in content.moves:
        check_amount(move.amount_minor)
        if not 0 < move.amount_minor <= AMOUNT_MAX or move.source_id == move.target_id:
            raise AssertionError(f"no transfer: {move}")
        left_on_table += move.amount_minor * ((move.target_id == table) - (move.source_id == table))
    if left_on_table != 0:
        raise AssertionError(f"entry {content.why!r} leaves {left_on_table} on the table")


def check_amount(amount_minor: int) -> None:
    # Not isinstance: True is an int as well.
    if type(amount_minor) is not int:
        raise TypeError(f"an amount is an int of minor units, not {amount_minor!r}")


def _check_text(name: str, text: str) -> None:
    if not 0 < len(text) <= TEXT_MAX:
        raise AssertionError(f"{name!r} has 1 to {TEXT_MAX} characters, not {text!r}")


def _check_once(ids: Sequence[UUID]) -> None:
    if len(set(ids)) != len(ids):
        raise AssertionError("two drafts of one call have the same key or reverse the same entry")
