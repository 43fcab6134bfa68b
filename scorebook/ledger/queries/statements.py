"""Statements and the journal: the movements of each entry, for each player, with the balance after it.

A statement reads only months with movements, from the newest on, and earlier ones as monthly sums.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Sum
from django.db.models.functions import Coalesce, TruncMonth
from django.utils import timezone
from django.utils.functional import cached_property

from scorebook.clubs.models import Club
from scorebook.core.months import EARLIEST, LATEST, midnight, month_of, next_month
from scorebook.ledger.accounts import player_account_id
from scorebook.ledger.models import Account, Chain, Entry, MonthMovement, Transfer
from scorebook.ledger.queries.ledger_balances import moved_by_account

_MONTH = TruncMonth("recorded_at", tzinfo=timezone.get_default_timezone())

MORE = 4  # times as many months in each further span; the first has one


class Scope(StrEnum):
    CLUB = "club"
    TAB = "tab"


@dataclass(frozen=True, slots=True, kw_only=True)
class Extract:
    """The part of a history to return: its newest entries."""

    first_at: datetime | None = None  # recorded from then on; None: open
    until_at: datetime | None = None  # recorded before then; None: open
    before: int | None = None  # only entries before the one with this number
    count: int | None = None  # maximum; None: all


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
    return _with_transfers(journal, club)


def tab_entries(*, club: Club, unit: str) -> QuerySet[Entry]:
    """Return the entries of the tab except reversals, newest first, with transfers and reversals loaded."""
    written = Entry.objects.filter(club=club, unit=unit, evening_id=None).exclude(kind=Entry.Kind.REVERSAL)
    return _with_transfers(written.select_related("reversed_by", "note").order_by("-seq"), club)


def _with_transfers(entries: QuerySet[Entry], club: Club) -> QuerySet[Entry]:
    """Prefetch transfers and their accounts."""
    transfers, accounts = Transfer.objects.filter(club=club), Account.objects.filter(club=club)
    sides = (Prefetch(f"transfers__{side}", accounts) for side in ("source", "target"))
    return entries.prefetch_related(Prefetch("transfers", transfers), *sides)


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
    history = _AccountHistory(club=club, account=account, scope=scope)
    found = history.newest_entries(extract)
    listed = found if extract.count is None else found[: extract.count]
    is_up_to_now = extract.before is None and extract.until_at is None
    closing = (
        history.balance_after(listed[0]) if listed and not is_up_to_now else history.balance_before(extract.until_at)
    )
    lines = _statement_lines(club, account, listed[::-1], closing_minor=closing)
    has_older = len(listed) < len(found)
    has_earlier = has_older or history.has_any_before(extract.first_at)
    opening = closing - sum(line.amount_minor for line in lines)
    return Statement(
        lines=lines,
        opening_minor=opening if has_earlier else None,
        closing_minor=closing,
        balance_minor=closing if extract.before is None else history.balance_before(extract.until_at),
        older=listed[-1].seq if has_older else None,
    )


def account_balance(*, club: Club, unit: str, player_id: UUID, until_at: datetime | None = None) -> int:
    """Return the balance of a player, evenings and tab together. until_at: before then; None is now."""
    account = player_account_id(club.pk, unit, player_id)
    return _AccountHistory(club=club, account=account, scope=Scope.CLUB).balance_before(until_at)


def evening_account_statement(*, club: Club, unit: str, player_id: UUID, evening_id: UUID) -> Statement:
    """Return the statement of one evening, with opening balance 0."""
    account = player_account_id(club.pk, unit, player_id)
    entries = list(_entries_on_account(club, account).filter(evening_id=evening_id).order_by("seq"))
    lines = _statement_lines(club, account, entries, closing_minor=None)
    closing = lines[-1].balance_minor if lines else 0
    return Statement(lines=lines, opening_minor=None, closing_minor=closing, balance_minor=closing, older=None)


def moved_by_evening(
    *, club: Club, unit: str, player_id: UUID, evening_ids: Collection[UUID]
) -> dict[UUID, dict[str, int]]:
    """Return evening -> kind of entry -> minor units; a reversal counts under the kind it reversed."""
    account = player_account_id(club.pk, unit, player_id)
    moved: dict[UUID, dict[str, int]] = {}
    own = Transfer.objects.filter(
        _moves_account(account), club=club, entry__club=club, entry__evening_id__in=evening_ids
    )
    kinds = own.order_by().annotate(kind=Coalesce("entry__reverses__kind", "entry__kind"))
    sums = kinds.values_list("entry__evening_id", "kind").annotate(**_received_and_given_sums(account))
    for evening_id, kind, received, given in sums:
        if evening_id:
            moved.setdefault(evening_id, {})[kind] = received - given
    return moved


def _statement_lines(
    club: Club, account: UUID, entries: Sequence[Entry], *, closing_minor: int | None
) -> list[StatementLine]:
    """Make the lines. entries: oldest first. closing_minor: after the last line; None if the first begins at 0."""
    moved = moved_by_account(club, [entry.pk for entry in entries])
    amounts = {entry: own.get(account, 0) for entry, own in moved.items()}
    others = _other_parties(club, account, entries)
    balance_minor = 0 if closing_minor is None else closing_minor - sum(amounts.values())
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
    sides = Transfer.objects.filter(club=club, entry__in=payments).exclude(_moves_account(account))
    others: dict[UUID, list[UUID]] = {}
    for entry_id, source, target in sides.values_list("entry_id", "source__player_id", "target__player_id"):
        others.setdefault(entry_id, []).extend(player for player in (source, target) if player)
    return others


class _AccountHistory:
    """The entries and balances of an account. Its months are read once."""

    def __init__(self, *, club: Club, account: UUID, scope: Scope) -> None:
        self._club, self._account = club, account
        self._entries = _entries_on_account(club, account)
        self._transfers = Transfer.objects.filter(_moves_account(account), club=club, entry__club=club)
        self._movements = MonthMovement.objects.filter(club=club, account=account)
        if scope is Scope.TAB:
            self._entries = self._entries.filter(evening_id__isnull=True)
            self._transfers = self._transfers.filter(entry__evening_id__isnull=True)
            self._movements = self._movements.filter(is_tab=True)

    def newest_entries(self, extract: Extract) -> list[Entry]:
        """Return entries, newest first; one more than `count` if the history goes on."""
        last = None
        if extract.before is not None:
            last = Entry.objects.filter(club=self._club, seq=extract.before).first()
            if last is None:
                return []
        found: list[Entry] = []
        for begins, ends in self._spans_to_read(extract, last):
            entries = self._entries.filter(recorded_at__gte=begins, recorded_at__lt=ends)
            if last is not None and ends > last.recorded_at:
                entries = entries.filter(Q(seq__lt=last.seq) | Q(recorded_at__lt=_start_of_month(last)))
            # Concurrent writers around midnight may get numbers in another order than months.
            is_one_month = ends <= _end_of_month(begins)
            wanted = entries.order_by("-seq") if is_one_month else entries.order_by(_MONTH.desc(), "-seq")
            found += wanted if extract.count is None else wanted[: extract.count + 1 - len(found)]
            if extract.count is not None and len(found) > extract.count:
                break
        return found

    def balance_after(self, entry: Entry) -> int:
        begins = _start_of_month(entry)
        return self._balance_within_month(
            begins, entry__recorded_at__lt=_end_of_month(begins), entry__seq__lte=entry.seq
        )

    def balance_before(self, moment: datetime | None) -> int:
        """Return the balance before a moment. None: the current balance."""
        if moment is None:
            return sum(self._movements_by_month.values())
        return self._balance_within_month(midnight(month_of(moment)), entry__recorded_at__lt=moment)

    def has_any_before(self, moment: datetime | None) -> bool:
        if moment is None:
            return False
        if any(month < month_of(moment) for month in self._movements_by_month):
            return True
        return bool(self._movements_by_month) and self._entries.filter(recorded_at__lt=moment).exists()

    @cached_property
    def _movements_by_month(self) -> dict[date, int]:
        """Return month -> movement, latest first."""
        return dict(self._movements.order_by("-month").values_list("month").annotate(Sum("amount_minor")))

    def _spans_to_read(self, extract: Extract, last: Entry | None) -> Iterator[tuple[datetime, datetime]]:
        """Yield the time spans to read, latest first."""
        ends_at = [moment for moment in (extract.until_at, last and last.recorded_at) if moment]
        latest = min((month_of(moment) for moment in ends_at), default=LATEST)
        earliest = month_of(extract.first_at) if extract.first_at else EARLIEST
        left, count = [month for month in self._movements_by_month if earliest <= month <= latest], 1
        while left:
            several, left = left[:count], left[count:]
            begins, ends = midnight(several[-1]), midnight(next_month(several[0]))
            yield max(begins, extract.first_at or begins), min(ends, extract.until_at or ends)
            count *= MORE

    def _balance_within_month(self, begins: datetime, **until: Any) -> int:
        """Return the balance after the months before, and after those transfers from then on that the filter keeps."""
        own = self._transfers.filter(entry__recorded_at__gte=begins, **until)
        sums = own.aggregate(**_received_and_given_sums(self._account))
        earlier = sum(amount for month, amount in self._movements_by_month.items() if month < month_of(begins))
        return int(earlier + sums["received"] - sums["given"])


def _entries_on_account(club: Club, account: UUID) -> QuerySet[Entry]:
    """Return the entries with a transfer on the account, with note and reversed entry selected."""
    own = Transfer.objects.filter(_moves_account(account), club=club, entry=OuterRef("pk"))
    return Entry.objects.filter(Exists(own), club=club).select_related("reverses", "note")


def _moves_account(account: UUID) -> Q:
    return Q(source=account) | Q(target=account)


def _received_and_given_sums(account: UUID) -> dict[str, Sum]:
    return {
        "received": Sum("amount_minor", filter=Q(target=account), default=0),
        "given": Sum("amount_minor", filter=Q(source=account), default=0),
    }


def _start_of_month(entry: Entry) -> datetime:
    return midnight(month_of(entry.recorded_at))


def _end_of_month(begins: datetime) -> datetime:
    return midnight(next_month(month_of(begins)))
