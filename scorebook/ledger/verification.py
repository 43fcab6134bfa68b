"""Does what stands in the books still hang together, and if not, where does it first not?"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from scorebook.clubs import texts
from scorebook.clubs.models import Club
from scorebook.ledger.accounts import own_id
from scorebook.ledger.balances import stored_movements, summed_movements
from scorebook.ledger.chain import body_of, entry_digest, leg_of, metadata_of, transfer_id
from scorebook.ledger.models import Account, Chain, Entry, Transfer

# So many entries are in memory at a time.
CHUNK = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Where the books contradict themselves.

    code:     entry_missing, previous_hash, transfer_missing, transfer_changed, account_changed, wrong_account,
              entry_changed (one of its fields, or its last transfers), text_missing, text_changed, table_not_clear,
              not_a_mirror, transfer_extra, chain_length, chain_head; those of `balance_differences`, `reconcile`
              and `verify_plan`.
    seq:      the entry's number; None where no entry is to blame.
    what:     of balance_changed the account.
    key:      the entry's id, where `reconcile` looked for it.
    position: of the transfer within the entry, where one is to blame.
    """

    code: str
    seq: int | None = None
    position: int | None = None
    expected: str = ""
    found: str = ""
    key: UUID | None = None
    what: str = ""

    def __str__(self) -> str:
        place = self.what or ("chain" if self.seq is None else f"entry {self.seq}")
        if self.position is not None:
            place += f", transfer {self.position}"
        return f"{place}: {self.code}, expected {self.expected or 'nothing'}, found {self.found or 'nothing'}"


def verify_chain(*, club: Club) -> Difference | None:
    """The first difference in a club's books; None when every entry, transfer and sum is as it was written."""
    return next(_chain_differences(club), None)


def verify_receipt(*, club: Club, entries: int, hash_start: str) -> str | None:
    """Whether the first so many entries are still those of which somebody kept a receipt; None if so.

    hash_start: the beginning of the hash that somebody kept.
    Returns: receipt_unknown (there are not so many entries), receipt_differs, books_changed.
    """
    last = Entry.objects.filter(club=club, seq=entries).first()
    if last is None:
        return "receipt_unknown"
    if not last.hash.startswith(hash_start):
        return "receipt_differs"
    # The hashes may stand as they did and what they follow from not.
    difference = verify_chain(club=club)
    return "books_changed" if difference and (difference.seq or 0) <= entries else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chunk:
    entries: Sequence[Entry]
    transfers: Mapping[UUID, Sequence[Transfer]]
    accounts: Mapping[UUID, Account]


def _chain_differences(club: Club) -> Iterator[Difference]:
    seq, previous_hash, transfers = 0, "", 0
    for chunk in _entry_chunks(club):
        for entry in chunk.entries:
            seq += 1
            own = chunk.transfers.get(entry.pk, ())
            yield from _chain_link_differences(entry, seq=seq, previous_hash=previous_hash)
            for position, transfer in enumerate(own, start=1):
                yield from _transfer_differences(entry, transfer, position=position, accounts=chunk.accounts)
            yield from _entry_differences(entry, own, chunk=chunk)
            previous_hash, transfers = entry.hash, transfers + len(own)
    yield from _chain_end_differences(club, seq=seq, head_hash=previous_hash, transfers=transfers)


def _entry_chunks(club: Club) -> Iterator[_Chunk]:
    last = 0
    while entries := list(Entry.objects.filter(club=club, seq__gt=last).select_related("note").order_by("seq")[:CHUNK]):
        reversed_ids = {entry.reverses_id for entry in entries if entry.reverses_id}
        transfers = _transfers_of({entry.pk for entry in entries} | reversed_ids)
        yield _Chunk(entries=entries, transfers=transfers, accounts=_accounts_of(club, transfers))
        last = entries[-1].seq


def _transfers_of(entry_ids: Collection[UUID]) -> dict[UUID, list[Transfer]]:
    transfers: dict[UUID, list[Transfer]] = {}
    for transfer in Transfer.objects.filter(entry__in=entry_ids).order_by("position"):
        transfers.setdefault(transfer.entry_id, []).append(transfer)
    return transfers


def _accounts_of(club: Club, transfers: Mapping[UUID, Sequence[Transfer]]) -> dict[UUID, Account]:
    ids = {id for own in transfers.values() for transfer in own for id in (transfer.source_id, transfer.target_id)}
    return {account.pk: account for account in Account.objects.filter(club=club, pk__in=ids)}


def _chain_link_differences(entry: Entry, *, seq: int, previous_hash: str) -> Iterator[Difference]:
    if entry.seq != seq:
        yield Difference(code="entry_missing", seq=seq, expected=str(seq), found=str(entry.seq))
    if entry.previous_hash != previous_hash:
        yield Difference(code="previous_hash", seq=seq, expected=previous_hash, found=entry.previous_hash)


def _transfer_differences(
    entry: Entry, transfer: Transfer, *, position: int, accounts: Mapping[UUID, Account]
) -> Iterator[Difference]:
    def difference(code: str, expected: object = "", found: object = "") -> Difference:
        return Difference(code=code, seq=entry.seq, position=position, expected=str(expected), found=str(found))

    if transfer.position != position:
        yield difference("transfer_missing", position, transfer.position)
    fitting = transfer_id(entry_id=entry.pk, position=transfer.position, leg=leg_of(transfer))
    if transfer.pk != fitting or transfer.club_id != entry.club_id:
        yield difference("transfer_changed", fitting, transfer.pk)
    for account_id in (transfer.source_id, transfer.target_id):
        account = accounts.get(account_id)
        if account is None or own_id(account) != account_id:
            yield difference("account_changed", account_id, account and own_id(account))
        elif account.unit != entry.unit or account.evening_id not in (None, entry.evening_id):
            yield difference(
                "wrong_account", f"{entry.unit} {entry.evening_id}", f"{account.unit} {account.evening_id}"
            )


def _entry_differences(entry: Entry, own: Sequence[Transfer], *, chunk: _Chunk) -> Iterator[Difference]:
    legs = [leg_of(transfer) for transfer in own]
    fitting = entry_digest(body_of(entry, legs), metadata_of(entry))
    if entry.hash != fitting:
        yield Difference(code="entry_changed", seq=entry.seq, expected=fitting, found=entry.hash)
    if entry.note_id and (code := texts.typed_text_fault(entry.note, club_id=entry.club_id)):
        yield Difference(code=code, seq=entry.seq, expected=entry.note_id)
    on_table = sum(
        leg.amount_minor
        * (_is_table_account(chunk.accounts.get(leg.target_id)) - _is_table_account(chunk.accounts.get(leg.source_id)))
        for leg in legs
    )
    if on_table != 0:
        yield Difference(code="table_not_clear", seq=entry.seq, expected="0", found=str(on_table))
    if entry.reverses_id:
        mirror = [leg_of(transfer).mirrored() for transfer in chunk.transfers.get(entry.reverses_id, ())]
        if mirror != legs:
            yield Difference(code="not_a_mirror", seq=entry.seq, expected=str(mirror), found=str(legs))


def _is_table_account(account: Account | None) -> bool:
    return account is not None and account.kind == Account.Kind.TABLE


def _chain_end_differences(club: Club, *, seq: int, head_hash: str, transfers: int) -> Iterator[Difference]:
    chain = Chain.objects.filter(club=club).first() or Chain(club=club)
    if chain.length != seq:
        yield Difference(code="chain_length", expected=str(seq), found=str(chain.length))
    if chain.head_hash != head_hash:
        yield Difference(code="chain_head", expected=head_hash, found=chain.head_hash)
    stored = Transfer.objects.filter(club=club).count()
    if stored != transfers:
        yield Difference(code="transfer_extra", expected=str(transfers), found=str(stored))


def balance_differences(club: Club) -> Iterator[Difference]:
    """Whether the balances are the sums of the transfers, which `verify_chain` holds against the hashes.

    Code: balance_changed.
    """
    stored, summed = stored_movements(club), summed_movements(club)
    for place in sorted(stored.keys() | summed.keys()):
        if stored.get(place) != summed.get(place):
            account_id, is_tab, month = place
            account = Account.objects.filter(club=club, pk=account_id).select_related("player").first()
            yield Difference(
                code="balance_changed",
                what=f"{month:%Y-%m}{', tab' if is_tab else ''}, {_described_account(account)}",
                expected=str(summed.get(place, "")),
                found=str(stored.get(place, "")),
            )


def _described_account(account: Account | None) -> str:
    """`Anna in EUR`, `kitty in EUR`"""
    return f"{account.player or account.kind} in {account.unit}" if account else "no account"
