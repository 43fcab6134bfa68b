"""Audit of the books: entries, transfers, accounts, hashes and balances."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef

from scorebook.clubs import texts
from scorebook.clubs.audit_difference import AuditDifference
from scorebook.clubs.models import Club, TypedText
from scorebook.ledger.accounts import derived_account_id
from scorebook.ledger.balances import stored_movements, summed_movements
from scorebook.ledger.chain import Leg, TransferRow, entry_digest, leg_of_transfer, transfer_id
from scorebook.ledger.models import Account, Chain, Entry, Transfer

CHUNK = 500  # entries per batch


def verify_chain(*, club: Club) -> AuditDifference | None:
    """Return the first difference in a club's books, or None."""
    found = next(verify_entries(club=club), None)
    return found or next(verify_chain_end(club=club), None)


def verify_receipt(*, club: Club, entries: int, hash_start: str) -> str | None:
    """Check that the first `entries` entries are those of a receipt.

    hash_start: the beginning of the hash on the receipt.
    Returns: None if so, else receipt_unknown (fewer entries exist), receipt_differs, books_changed.
    """
    last = Entry.objects.filter(club=club, seq=entries).first()
    if last is None:
        return "receipt_unknown"
    if not last.hash.startswith(hash_start):
        return "receipt_differs"
    # The hashes may be intact although the hashed content was changed.
    is_changed = any(verify_entries(club=club, last=entries)) or any(verify_chain_end(club=club))
    return "books_changed" if is_changed else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _EntryBatch:
    entries: Sequence[Entry]
    transfers: Mapping[UUID, Sequence[TransferRow]]
    accounts: Mapping[UUID, Account]
    changed_ids: Mapping[UUID, UUID]  # account -> id computed from its fields, if it differs
    tables: Collection[UUID]  # accounts
    notes: Mapping[str, TypedText]  # by id


def verify_entries(*, club: Club, first: int = 1, last: int | None = None) -> Iterator[AuditDifference]:
    """Yield the differences of a range of entries and of their places in the chain.

    first: the previous hash is taken as stored; the check of the entries before covers it.
    last:  None for the end of the chain. If the range ends with a gap, the next entry after it is checked too.
    Codes: entry_missing, previous_hash, transfer_missing, transfer_changed, account_changed, wrong_account,
    entry_changed (one of its fields, or its last transfers), text_missing, text_changed, table_not_clear, not_a_mirror.
    """
    before = Entry.objects.filter(club=club, seq=first - 1).first() if first > 1 else None
    seq, previous_hash = first - 1, before.hash if before else ""
    for batch in _entry_batches(club, first=first, last=last):
        for entry in batch.entries:
            seq += 1
            own = batch.transfers.get(entry.id, ())
            yield from _chain_link_differences(entry, seq=seq, previous_hash=previous_hash)
            legs, on_table = [leg_of_transfer(transfer) for transfer in own], 0
            for position, (transfer, leg) in enumerate(zip(own, legs, strict=True), start=1):
                yield from _transfer_differences(entry, transfer, leg, position, batch)
                on_table += leg.amount_minor * ((leg.target_id in batch.tables) - (leg.source_id in batch.tables))
            yield from _entry_differences(entry, legs, on_table=on_table, batch=batch)
            previous_hash = entry.hash
    if last is not None and seq < last:
        for follower in Entry.objects.filter(club=club, seq__gt=last).order_by("seq")[:1]:
            yield from _chain_link_differences(follower, seq=seq + 1, previous_hash=previous_hash)


def verify_chain_end(*, club: Club) -> Iterator[AuditDifference]:
    """Check that the chain ends with the last entry, and that every transfer has an entry.

    Codes: chain_length, chain_head, transfer_extra.
    """
    newest = Entry.objects.filter(club=club).order_by("-seq").first()
    seq, head_hash = (newest.seq, newest.hash) if newest else (0, "")
    chain = Chain.objects.filter(club=club).first() or Chain(club=club)
    if chain.length != seq:
        yield AuditDifference(code="chain_length", place="chain", expected=str(seq), found=str(chain.length))
    if chain.head_hash != head_hash:
        yield AuditDifference(code="chain_head", place="chain", expected=head_hash, found=chain.head_hash)
    stored = Transfer.objects.filter(club=club)
    if extra := stored.exclude(Exists(Entry.objects.filter(club=club, pk=OuterRef("entry")))).count():
        count = stored.count()
        yield AuditDifference(code="transfer_extra", place="chain", expected=str(count - extra), found=str(count))


def _entry_batches(club: Club, *, first: int, last: int | None) -> Iterator[_EntryBatch]:
    wanted = Entry.objects.filter(club=club).order_by("seq")
    if last is not None:
        wanted = wanted.filter(seq__lte=last)
    entries: list[Entry] | None = None
    while entries is None or len(entries) == CHUNK:
        entries = list(wanted.filter(seq__gte=first)[:CHUNK])
        reversed_ids = {entry.reverses_id for entry in entries if entry.reverses_id}
        transfers = _transfers_by_entry(club, {entry.id for entry in entries} | reversed_ids)
        used = {id for own in transfers.values() for one in own for id in (one.source_id, one.target_id)}
        accounts = {account.pk: account for account in Account.objects.filter(club=club, pk__in=used)}
        notes = {entry.note_id for entry in entries if entry.note_id}
        yield _EntryBatch(
            entries=entries,
            transfers=transfers,
            accounts=accounts,
            changed_ids={pk: own for pk, account in accounts.items() if (own := derived_account_id(account)) != pk},
            tables={pk for pk, account in accounts.items() if account.kind == Account.Kind.TABLE},
            notes=TypedText.objects.filter(club=club).in_bulk(notes) if notes else {},
        )
        first = entries[-1].seq + 1 if entries else first


def _transfers_by_entry(club: Club, entry_ids: Collection[UUID]) -> dict[UUID, list[TransferRow]]:
    transfers: dict[UUID, list[TransferRow]] = {}
    found = Transfer.objects.filter(club=club, entry__in=entry_ids).order_by("position")
    for row in map(TransferRow._make, found.values_list(*TransferRow._fields)):
        transfers.setdefault(row.entry_id, []).append(row)
    return transfers


def _chain_link_differences(entry: Entry, *, seq: int, previous_hash: str) -> Iterator[AuditDifference]:
    what = f"entry {seq}"
    if entry.seq != seq:
        yield AuditDifference(code="entry_missing", what=what, expected=str(seq), found=str(entry.seq))
    if entry.previous_hash != previous_hash:
        yield AuditDifference(code="previous_hash", what=what, expected=previous_hash, found=entry.previous_hash)


def _transfer_differences(
    entry: Entry, transfer: TransferRow, leg: Leg, position: int, batch: _EntryBatch
) -> Iterator[AuditDifference]:
    what = f"entry {entry.seq}, transfer {position}"

    def difference(code: str, expected: object = "", found: object = "") -> AuditDifference:
        return AuditDifference(code=code, what=what, expected=str(expected), found=str(found))

    if transfer.position != position:
        yield difference("transfer_missing", position, transfer.position)
    fitting = transfer_id(entry_id=entry.id, position=transfer.position, leg=leg)
    if transfer.id != fitting:
        yield difference("transfer_changed", fitting, transfer.id)
    for account_id in (leg.source_id, leg.target_id):
        account = batch.accounts.get(account_id)
        if account is None or account_id in batch.changed_ids:
            yield difference("account_changed", account_id, batch.changed_ids.get(account_id))
        elif account.unit != entry.unit or account.evening_id not in (None, entry.evening_id):
            found = f"{account.unit} {account.evening_id}"
            yield difference("wrong_account", f"{entry.unit} {entry.evening_id}", found)


def _entry_differences(
    entry: Entry, legs: Sequence[Leg], *, on_table: int, batch: _EntryBatch
) -> Iterator[AuditDifference]:
    what, fitting = f"entry {entry.seq}", entry_digest(entry, legs)
    if entry.hash != fitting:
        yield AuditDifference(code="entry_changed", what=what, expected=fitting, found=entry.hash)
    if entry.note_id and (code := texts.typed_text_fault(batch.notes.get(entry.note_id), club_id=entry.club_id)):
        yield AuditDifference(code=code, what=what, expected=entry.note_id)
    if on_table != 0:
        yield AuditDifference(code="table_not_clear", what=what, expected="0", found=str(on_table))
    if entry.reverses_id:
        mirror = [leg_of_transfer(transfer).mirrored() for transfer in batch.transfers.get(entry.reverses_id, ())]
        if mirror != legs:
            yield AuditDifference(code="not_a_mirror", what=what, expected=str(mirror), found=str(legs))


def balance_differences(club: Club) -> Iterator[AuditDifference]:
    """Check that the balances are the sums of the transfers; `verify_chain` checks the transfers.

    Code: balance_changed.
    """
    stored, summed = stored_movements(club), summed_movements(club)
    for place in sorted(stored.keys() | summed.keys()):
        if stored.get(place) != summed.get(place):
            account_id, is_tab, month = place
            account = Account.objects.filter(club=club, pk=account_id).select_related("player").first()
            yield AuditDifference(
                code="balance_changed",
                what=f"{month:%Y-%m}{', tab' if is_tab else ''}, {_described_account(account)}",
                expected=str(summed.get(place, "")),
                found=str(stored.get(place, "")),
            )


def account_differences(club: Club, needed: Mapping[UUID, str]) -> Iterator[AuditDifference]:
    """Check that each account matches its id, and that none is missing. One statement.

    needed: account -> description. Each unit also needs the club's own accounts.
    Codes: account_changed, account_missing.
    """
    kinds: dict[str, set[str]] = {}
    missing = dict(needed)
    for account in Account.objects.filter(club=club).order_by("pk"):
        missing.pop(account.pk, None)
        kinds.setdefault(account.unit, set()).add(account.kind)
        if (fitting := derived_account_id(account)) != account.pk:
            what = f"account {account.pk}"
            yield AuditDifference(code="account_changed", what=what, expected=str(fitting), found=str(account.pk))
    for unit, found in sorted(kinds.items()):
        for kind in sorted({Account.Kind.CASH, Account.Kind.KITTY} - found):
            yield AuditDifference(code="account_missing", what=f"{kind} in {unit}", expected=str(kind))
    for account_id, what in missing.items():
        yield AuditDifference(code="account_missing", what=what, expected=str(account_id))


def _described_account(account: Account | None) -> str:
    """Describe an account, such as `Anna in EUR` or `kitty in EUR`."""
    return f"{account.player or account.kind} in {account.unit}" if account else "no account"
