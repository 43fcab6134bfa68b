"""Reading the books. Every amount is a sum of transfers."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.db.models import Q, QuerySet, Sum

from scorebook.clubs.models import Club
from scorebook.ledger.accounts import account_id
from scorebook.ledger.audit import Difference, verify_chain
from scorebook.ledger.models import Account, Entry, PlannedPayment, Transfer

__all__ = [
    "Difference",
    "PlanLine",
    "StatementLine",
    "balances",
    "entries",
    "plan",
    "pot_balance",
    "statement",
    "verify_chain",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
    """What one entry moved for a player. balance_minor: after it, within what the statement covers."""

    entry_id: UUID
    seq: int
    kind: str
    session_id: UUID | None
    reverses_id: UUID | None
    planned_id: UUID | None
    why: str
    by: str
    at: datetime
    amount_minor: int
    balance_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanLine:
    """A planned payment and the entry by which it is paid, if it is."""

    planned: PlannedPayment
    payment: Entry | None

    @property
    def is_paid(self) -> bool:
        return self.payment is not None


def balances(*, club: Club, unit: str, session_id: UUID | None = None) -> dict[UUID, int]:
    """Player id -> minor units, + is owed money, - owes it. Who never moved a cent is missing.

    session_id: only this evening's results and payments; None takes everything in the club.
    """
    transfers = Transfer.objects.filter(entry__club=club, entry__unit=unit)
    if session_id is not None:
        transfers = transfers.filter(entry__session_id=session_id)
    sums: dict[UUID, int] = {}
    for side, sign in (("target", 1), ("source", -1)):
        of_players = transfers.filter(**{f"{side}__kind": Account.Kind.PLAYER}).order_by()
        for player_id, amount in of_players.values_list(f"{side}__player").annotate(Sum("amount_minor")):
            sums[player_id] = sums.get(player_id, 0) + sign * amount
    return sums


def pot_balance(*, club: Club, unit: str, session_id: UUID) -> int:
    pot = account_id(club_id=club.pk, unit=unit, kind=Account.Kind.POT, owner_id=session_id)
    sums = Transfer.objects.filter(Q(target=pot) | Q(source=pot)).aggregate(
        received=Sum("amount_minor", filter=Q(target=pot), default=0),
        given=Sum("amount_minor", filter=Q(source=pot), default=0),
    )
    return int(sums["received"] - sums["given"])


def entries(*, club: Club, session_id: UUID | None = None) -> QuerySet[Entry]:
    """The journal in the order of writing, with transfers and their accounts at hand."""
    journal = Entry.objects.filter(club=club).order_by("seq")
    if session_id is not None:
        journal = journal.filter(session_id=session_id)
    return journal.prefetch_related("transfers__source", "transfers__target")


def statement(*, club: Club, unit: str, player_id: UUID, session_id: UUID | None = None) -> list[StatementLine]:
    """Every entry that moved money for the player, oldest first, with the balance after each."""
    account = account_id(club_id=club.pk, unit=unit, kind=Account.Kind.PLAYER, owner_id=player_id)
    transfers = Transfer.objects.filter(Q(source=account) | Q(target=account)).select_related("entry")
    if session_id is not None:
        transfers = transfers.filter(entry__session_id=session_id)
    return list(_lines(transfers.order_by("entry__seq", "position"), account))


def plan(*, club: Club, unit: str, session_id: UUID | None) -> list[PlanLine]:
    """The plan as people see it: what is paid and what is open, in the order in which it was made."""
    rows = PlannedPayment.objects.filter(
        club=club, unit=unit, session_id=session_id, superseded_at__isnull=True
    ).select_related("payer", "payee")
    paid = Entry.objects.filter(planned__in=rows, reversed_by__isnull=True)
    payments = {entry.planned_id: entry for entry in paid}
    return [PlanLine(planned=row, payment=payments.get(row.pk)) for row in rows.order_by("position")]


def _lines(transfers: QuerySet[Transfer], account: UUID) -> Iterator[StatementLine]:
    balance_minor = 0
    for entry, moved in groupby(transfers, key=lambda transfer: transfer.entry):
        amount_minor = sum(
            transfer.amount_minor if transfer.target_id == account else -transfer.amount_minor for transfer in moved
        )
        balance_minor += amount_minor
        yield StatementLine(
            entry_id=entry.pk,
            seq=entry.seq,
            kind=entry.kind,
            session_id=entry.session_id,
            reverses_id=entry.reverses_id,
            planned_id=entry.planned_id,
            why=entry.why,
            by=entry.by,
            at=entry.at,
            amount_minor=amount_minor,
            balance_minor=balance_minor,
        )
