"""Statements and the journal: the movements of each entry, for each player, with the balance after it."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from scorebook.clubs.models import Club
from scorebook.ledger.accounts import player_account_id
from scorebook.ledger.models import Chain, Entry, Transfer
from scorebook.ledger.queries.history import (
    AccountHistory,
    Extract,
    Scope,
    amounts_on_account,
    entries_on_account,
    moves_account,
    received_and_given_sums,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
    entry: Entry  # with note and reversed entry
    others: tuple[UUID, ...]  # other side of a payment or its reversal; empty: the till
    amount_minor: int
    balance_minor: int  # after this line, within the statement's scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The length of a club's books and the hash of the last entry, which fixes all entries up to it."""

    entries: int
    hash: str


def chain_receipt(club: Club) -> Receipt:
    chain = Chain.objects.filter(pk=club.pk).first() or Chain(club=club)
    return Receipt(entries=chain.length, hash=chain.head_hash)


def note_of_entry(entry: Entry) -> str | None:
    """Return the note of an entry, "" without one, None if erased. The entry's note must be selected."""
    if entry.note is None:
        return ""
    return None if entry.note.is_erased else entry.note.text


def ledger_entries(*, club: Club, evening_id: UUID | None = None) -> QuerySet[Entry]:
    """Return the journal in the order of writing, with transfers and accounts prefetched."""
    journal = Entry.objects.filter(club=club).order_by("seq").select_related("note")
    if evening_id is not None:
        journal = journal.filter(evening_id=evening_id)
    return journal.prefetch_related("transfers__source", "transfers__target")


def tab_entries(*, club: Club, unit: str) -> QuerySet[Entry]:
    """Return the entries of the tab except reversals, newest first, with transfers and reversals loaded."""
    written = Entry.objects.filter(club=club, unit=unit, evening_id=None).exclude(kind=Entry.Kind.REVERSAL)
    found = written.select_related("reversed_by", "note").order_by("-seq")
    return found.prefetch_related("transfers__source", "transfers__target")


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    lines: list[StatementLine]  # oldest first
    opening_minor: int | None  # before the first line; None if nothing was before
    closing_minor: int  # after the last line
    balance_minor: int  # at the end of the requested time, the same on every page
    older: int | None  # `before` of the next page; None on the last page


def account_statement(
    *, club: Club, unit: str, player_id: UUID, scope: Scope = Scope.CLUB, extract: Extract | None = None
) -> Statement:
    """Return the entries that moved money for a player, with the balance after each.

    Reads the months of the extract and monthly sums of those before, however long the history is.
    """
    account, extract = player_account_id(club.pk, unit, player_id), extract or Extract()
    history = AccountHistory(club=club, account=account, scope=scope)
    found = history.newest_entries(extract)
    listed = found if extract.count is None else found[: extract.count]
    is_up_to_now = extract.before is None and extract.until_at is None
    closing = (
        history.balance_after(listed[0]) if listed and not is_up_to_now else history.balance_before(extract.until_at)
    )
    lines = _statement_lines(club, account, listed[::-1], closing_minor=closing)
    has_older = len(listed) < len(found)
    has_earlier = has_older or history.has_any_before(extract.first_at)
    opening = lines[0].balance_minor - lines[0].amount_minor if lines else closing
    return Statement(
        lines=lines,
        opening_minor=opening if has_earlier else None,
        closing_minor=closing,
        balance_minor=closing if extract.before is None else history.balance_before(extract.until_at),
        older=listed[-1].seq if has_older else None,
    )


def evening_account_statement(*, club: Club, unit: str, player_id: UUID, evening_id: UUID) -> Statement:
    """Return the statement of one evening, with opening balance 0."""
    account = player_account_id(club.pk, unit, player_id)
    entries = list(entries_on_account(club, account).filter(evening_id=evening_id).order_by("seq"))
    lines = _statement_lines(club, account, entries, opening_minor=0)
    closing = lines[-1].balance_minor if lines else 0
    return Statement(lines=lines, opening_minor=None, closing_minor=closing, balance_minor=closing, older=None)


def moved_by_evening(
    *, club: Club, unit: str, player_id: UUID, evening_ids: Collection[UUID]
) -> dict[UUID, dict[str, int]]:
    """Return evening -> kind of entry -> minor units; a reversal counts under the kind it reversed."""
    account = player_account_id(club.pk, unit, player_id)
    moved: dict[UUID, dict[str, int]] = {}
    own = Transfer.objects.filter(
        moves_account(account), club=club, entry__club=club, entry__evening_id__in=evening_ids
    )
    kinds = own.order_by().annotate(kind=Coalesce("entry__reverses__kind", "entry__kind"))
    sums = kinds.values_list("entry__evening_id", "kind").annotate(**received_and_given_sums(account))
    for evening_id, kind, received, given in sums:
        if evening_id:
            moved.setdefault(evening_id, {})[kind] = received - given
    return moved


def _statement_lines(
    club: Club,
    account: UUID,
    entries: Sequence[Entry],
    *,
    opening_minor: int | None = None,
    closing_minor: int | None = None,
) -> list[StatementLine]:
    """Make the lines; one of the two balances must be given. entries: oldest first."""
    amounts = amounts_on_account(club, account, [entry.pk for entry in entries])
    others = _other_parties(club, account, entries)
    balance_minor = (closing_minor or 0) - sum(amounts.values()) if opening_minor is None else opening_minor
    lines: list[StatementLine] = []
    for entry in entries:
        balance_minor += amounts[entry.pk]
        lines.append(
            StatementLine(
                entry=entry,
                others=tuple(others.get(entry.pk, ())),
                amount_minor=amounts[entry.pk],
                balance_minor=balance_minor,
            )
        )
    return lines


def _other_parties(club: Club, account: UUID, entries: Iterable[Entry]) -> dict[UUID, list[UUID]]:
    """Return payment or reversed payment -> the players on the other side."""
    payments = [
        entry.pk for entry in entries if Entry.Kind.PAYMENT in (entry.kind, entry.reverses and entry.reverses.kind)
    ]
    if not payments:
        return {}
    sides = Transfer.objects.filter(club=club, entry__in=payments).exclude(moves_account(account))
    others: dict[UUID, list[UUID]] = {}
    for entry_id, source, target in sides.values_list("entry_id", "source__player_id", "target__player_id"):
        others.setdefault(entry_id, []).extend(player for player in (source, target) if player)
    return others
