"""The history of an account: its entries from the newest on, and its balance at any time.

Only months with movements are read, and earlier ones as monthly sums.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import TruncMonth
from django.utils import timezone
from django.utils.functional import cached_property

from scorebook.clubs.models import Club
from scorebook.core.months import EARLIEST, LATEST, midnight, month_of, next_month
from scorebook.ledger.models import Entry, MonthMovement, Transfer

_MONTH = TruncMonth("recorded_at", tzinfo=timezone.get_default_timezone())

# The first span is one month; each further span has this many times as many.
MORE = 4


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


class AccountHistory:
    """The entries and balances of an account. Its months are read once."""

    def __init__(self, *, club: Club, account: UUID, scope: Scope) -> None:
        self._club, self._account, self._scope = club, account, scope

    def newest_entries(self, extract: Extract) -> list[Entry]:
        """Return entries, newest first; one more than `count` if the history goes on."""
        last = None
        if extract.before is not None:
            last = Entry.objects.filter(club=self._club, seq=extract.before).first()
            if last is None:
                return []
        found: list[Entry] = []
        for begins, ends in self._spans_to_read(extract, last):
            entries = self._entries_of_account().filter(recorded_at__gte=begins, recorded_at__lt=ends)
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
        return self._entries_of_account().filter(recorded_at__lt=moment).exists() if self._movements_by_month else False

    @cached_property
    def _movements_by_month(self) -> dict[date, int]:
        """Return month -> movement, latest first."""
        found = MonthMovement.objects.filter(club=self._club, account=self._account)
        if self._scope is Scope.TAB:
            found = found.filter(is_tab=True)
        return dict(found.order_by("-month").values_list("month").annotate(Sum("amount_minor")))

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
        own = Transfer.objects.filter(moves_account(self._account), club=self._club, entry__club=self._club)
        if self._scope is Scope.TAB:
            own = own.filter(entry__evening_id__isnull=True)
        sums = own.filter(entry__recorded_at__gte=begins, **until).aggregate(**received_and_given_sums(self._account))
        earlier = sum(amount for month, amount in self._movements_by_month.items() if month < month_of(begins))
        return int(earlier + sums["received"] - sums["given"])

    def _entries_of_account(self) -> QuerySet[Entry]:
        found = entries_on_account(self._club, self._account)
        return found.filter(evening_id__isnull=True) if self._scope is Scope.TAB else found


def entries_on_account(club: Club, account: UUID) -> QuerySet[Entry]:
    """Return the entries with a transfer on the account, with note and reversed entry selected."""
    own = Transfer.objects.filter(moves_account(account), club=club, entry=OuterRef("pk"))
    return Entry.objects.filter(Exists(own), club=club).select_related("reverses", "note")


def amounts_on_account(club: Club, account: UUID, entry_ids: Collection[UUID]) -> dict[UUID, int]:
    """Return entry -> movement on the account."""
    moved: dict[UUID, int] = {}
    # Reads all transfers of these few entries: filtered by account, PostgreSQL scans all transfers of the account.
    transfers = Transfer.objects.filter(club=club, entry__in=entry_ids).order_by()
    for entry_id, source, target, amount_minor in transfers.values_list(
        "entry_id", "source_id", "target_id", "amount_minor"
    ):
        change = ((target == account) - (source == account)) * amount_minor
        moved[entry_id] = moved.get(entry_id, 0) + change
    return moved


def moves_account(account: UUID) -> Q:
    return Q(source=account) | Q(target=account)


def received_and_given_sums(account: UUID) -> dict[str, Sum]:
    return {
        "received": Sum("amount_minor", filter=Q(target=account), default=0),
        "given": Sum("amount_minor", filter=Q(source=account), default=0),
    }


def _start_of_month(entry: Entry) -> datetime:
    return midnight(month_of(entry.recorded_at))


def _end_of_month(begins: datetime) -> datetime:
    return midnight(next_month(month_of(begins)))
