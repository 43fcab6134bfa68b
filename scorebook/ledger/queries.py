"""Reading the books. Every amount is a sum of transfers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from scorebook.clubs.models import Club
from scorebook.ledger.accounts import TILL, account_id
from scorebook.ledger.chain import Leg, leg_of
from scorebook.ledger.drafts import payment_legs
from scorebook.ledger.models import Account, Chain, Entry, PlannedPayment, Transfer
from scorebook.ledger.verification import Difference, verify_chain, verify_receipt

__all__ = [
    "Difference",
    "PlanLine",
    "Receipt",
    "StatementLine",
    "balances",
    "other_entries",
    "entries",
    "kitty",
    "note_of",
    "moved_by_entry",
    "moved_by_evening",
    "moved_for_people",
    "plan",
    "plan_line",
    "pot_balance",
    "receipt",
    "statement",
    "tab",
    "tab_entries",
    "tab_statement",
    "till",
    "units",
    "verify_chain",
    "verify_receipt",
]


Kind = Entry.Kind
# What people type a note to.
WITH_NOTE = (Kind.PAYMENT, Kind.CHARGE, Kind.GRANT, Kind.DEPOSIT, Kind.PAYOUT, Kind.SPENDING)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
    """What one entry moved for a player.

    reversed_kind: of a reversal, what kind of entry it took back.
    note:          what somebody typed to it, None where that was erased.
    others:        of a payment and of what took one back: who was on the other side; nobody where it was the till.
    balance_minor: after it, within what the statement covers.
    """

    entry_id: UUID
    seq: int
    kind: str
    evening_id: UUID | None
    reverses_id: UUID | None
    reversed_kind: str | None
    planned_id: UUID | None
    others: tuple[UUID, ...]
    why: str
    note: str | None
    by: str
    at: datetime
    amount_minor: int
    balance_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanLine:
    """A planned payment and what was paid of it.

    payments:      the entries that paid it, in whole or in part, none of them reversed, oldest first.
    is_as_planned: they say who paid whom as the plan does, and no more than it.
    """

    planned: PlannedPayment
    payments: tuple[Entry, ...] = ()
    paid_minor: int = 0
    is_as_planned: bool = True

    @property
    def payment(self) -> Entry | None:
        return self.payments[-1] if self.payments else None

    @property
    def open_minor(self) -> int:
        return max(self.planned.amount_minor - self.paid_minor, 0)

    @property
    def is_paid(self) -> bool:
        return self.open_minor == 0

    @property
    def payer_id(self) -> UUID:
        return self.planned.payer_id or TILL

    @property
    def payee_id(self) -> UUID:
        return self.planned.payee_id or TILL


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """How far a club's books went and the hash of the last entry: nobody can change any of those and keep the hash."""

    entries: int
    hash: str


def receipt(club: Club) -> Receipt:
    chain = Chain.objects.filter(pk=club.pk).first() or Chain(club=club)
    return Receipt(entries=chain.length, hash=chain.head_hash)


def units(club: Club) -> tuple[str, ...]:
    """All that the club has ever counted in, points too."""
    found = Account.objects.filter(club=club).order_by("unit").values_list("unit", flat=True)
    return tuple(found.distinct())


def note_of(entry: Entry) -> str | None:
    """What somebody typed to an entry, "" where nobody did, None where it was erased. Its note is to be at hand."""
    if entry.note:
        return None if entry.note.is_erased else entry.note.text
    # Entries of before there were notes: what was typed stood in place of the kind.
    return entry.why if entry.kind in WITH_NOTE and not entry.planned_id and entry.why != entry.kind else ""


def moved_for_people(entry: Entry) -> dict[UUID, int]:
    """Player id -> what the entry did to his balance. Asks for nothing that `entries` has brought along."""
    moved: dict[UUID, int] = {}
    for transfer in entry.transfers.all():
        for account, sign in ((transfer.target, 1), (transfer.source, -1)):
            if account.player_id:
                moved[account.player_id] = moved.get(account.player_id, 0) + sign * transfer.amount_minor
    return moved


def balances(*, club: Club, unit: str, evening_id: UUID | None = None) -> dict[UUID, int]:
    """Player id -> minor units, + is owed money, - owes it. Who never moved a cent is missing.

    evening_id: only this evening's results and payments; None takes everything in the club.
    """
    transfers = Transfer.objects.filter(entry__club=club, entry__unit=unit)
    if evening_id is not None:
        transfers = transfers.filter(entry__evening_id=evening_id)
    return _balances(transfers)


def tab(*, club: Club, unit: str) -> dict[UUID, int]:
    """What stands on the club's tab, outside of any evening: player id -> minor units, + is owed money."""
    return _balances(Transfer.objects.filter(entry__club=club, entry__unit=unit, entry__evening_id__isnull=True))


def till(*, club: Club, unit: str) -> int:
    """What must lie in the till: all that was put in less all that was taken out."""
    return -_balance_of(account_id(club_id=club.pk, unit=unit, kind=Account.Kind.CASH))


def kitty(*, club: Club, unit: str) -> int:
    """What the kitty owns, in the till or still owed by people."""
    return _balance_of(account_id(club_id=club.pk, unit=unit, kind=Account.Kind.KITTY))


def moved_by_entry(*, club: Club, unit: str, evening_id: UUID | None) -> list[dict[UUID, int]]:
    """What each entry that still counts moved, + received: players by id, the pot by its evening, the till as TILL.

    evening_id: None for the tab.
    """
    transfers = Transfer.objects.filter(entry__club=club, entry__unit=unit, entry__evening_id=evening_id).exclude(
        entry__kind=Entry.Kind.REVERSAL
    )
    counting = transfers.filter(entry__reversed_by__isnull=True).select_related("source", "target")
    moved: dict[UUID, dict[UUID, int]] = {}
    for transfer in counting.order_by("entry__seq", "position"):
        sums = moved.setdefault(transfer.entry_id, {})
        for account, sign in ((transfer.target, 1), (transfer.source, -1)):
            party = account.player_id or account.evening_id or TILL
            sums[party] = sums.get(party, 0) + sign * transfer.amount_minor
    return list(moved.values())


def pot_balance(*, club: Club, unit: str, evening_id: UUID) -> int:
    return _balance_of(account_id(club_id=club.pk, unit=unit, kind=Account.Kind.POT, owner_id=evening_id))


def entries(*, club: Club, evening_id: UUID | None = None) -> QuerySet[Entry]:
    """The journal in the order of writing, with transfers and their accounts at hand."""
    journal = Entry.objects.filter(club=club).order_by("seq").select_related("note")
    if evening_id is not None:
        journal = journal.filter(evening_id=evening_id)
    return journal.prefetch_related("transfers__source", "transfers__target")


def tab_entries(*, club: Club, unit: str) -> QuerySet[Entry]:
    """What was ever written on the tab, the newest first, with transfers and what took it back at hand."""
    written = Entry.objects.filter(club=club, unit=unit, evening_id=None).exclude(kind=Entry.Kind.REVERSAL)
    found = written.select_related("reversed_by", "note").order_by("-seq")
    return found.prefetch_related("transfers__source", "transfers__target")


def statement(*, club: Club, unit: str, player_id: UUID, evening_id: UUID | None = None) -> list[StatementLine]:
    """Every entry that moved money for the player, oldest first, with the balance after each.

    evening_id: only this evening's; None takes everything in the club.
    """
    account = account_id(club_id=club.pk, unit=unit, kind=Account.Kind.PLAYER, owner_id=player_id)
    transfers = Transfer.objects.filter(Q(source=account) | Q(target=account))
    if evening_id is not None:
        transfers = transfers.filter(entry__evening_id=evening_id)
    return _lines(transfers, account)


def tab_statement(*, club: Club, unit: str, player_id: UUID) -> list[StatementLine]:
    """The player's lines on the club's tab, outside of any evening."""
    account = account_id(club_id=club.pk, unit=unit, kind=Account.Kind.PLAYER, owner_id=player_id)
    return _lines(Transfer.objects.filter(Q(source=account) | Q(target=account), entry__evening_id=None), account)


def moved_by_evening(*, club: Club, unit: str, player_id: UUID) -> dict[UUID | None, dict[str, int]]:
    """Evening (None: the tab) -> kind of entry -> minor units; what was taken back counts under its own kind."""
    account = account_id(club_id=club.pk, unit=unit, kind=Account.Kind.PLAYER, owner_id=player_id)
    moved: dict[UUID | None, dict[str, int]] = {}
    for side, sign in (("target", 1), ("source", -1)):
        sums = (
            Transfer.objects.filter(**{side: account})
            .order_by()
            .annotate(kind=Coalesce("entry__reverses__kind", "entry__kind"))
            .values_list("entry__evening_id", "kind")
            .annotate(Sum("amount_minor"))
        )
        for evening_id, kind, amount in sums:
            kinds = moved.setdefault(evening_id, {})
            kinds[kind] = kinds.get(kind, 0) + sign * amount
    return moved


def plan(*, club: Club, unit: str, evening_id: UUID | None) -> list[PlanLine]:
    """The plan as people see it: what is paid and what is open, in the order in which it was made."""
    rows = PlannedPayment.objects.filter(
        club=club, unit=unit, evening_id=evening_id, superseded_at__isnull=True
    ).select_related("payer", "payee")
    return _plan_lines(rows.order_by("position"))


def other_entries(*, club: Club, unit: str, evening_id: UUID) -> list[Entry]:
    """What else stands of an evening between the people, oldest first: payments that no row of the plan shows, fees,
    roundings, what was carried over. Transfers and their accounts are at hand.
    """
    kinds = [Entry.Kind.PAYMENT, Entry.Kind.CHARGE, Entry.Kind.ROUNDING, Entry.Kind.CARRIED]
    found = entries(club=club, evening_id=evening_id).filter(unit=unit, kind__in=kinds, reversed_by__isnull=True)
    return list(found.filter(Q(planned__isnull=True) | Q(planned__superseded_at__isnull=False)))


def plan_line(planned: PlannedPayment) -> PlanLine:
    """One row with what was paid of it."""
    [line] = _plan_lines([planned])
    return line


def paid_by(payment: Entry) -> int:
    """How much a payment, which may be in part, came to."""
    transfers = Transfer.objects.filter(entry=payment).order_by("position")
    return transfers[0].amount_minor


def _plan_lines(rows: Iterable[PlannedPayment]) -> list[PlanLine]:
    paid = Transfer.objects.filter(entry__planned__in=rows, entry__reversed_by__isnull=True).select_related("entry")
    legs: dict[UUID, dict[Entry, list[Leg]]] = {}
    for transfer in paid.order_by("entry__seq", "position"):
        entry = transfer.entry
        legs.setdefault(entry.planned_id or TILL, {}).setdefault(entry, []).append(leg_of(transfer))
    return [_plan_line(row, legs.get(row.pk, {})) for row in rows]


def _plan_line(planned: PlannedPayment, payments: Mapping[Entry, Sequence[Leg]]) -> PlanLine:
    """Each payment moves its amount once or twice: past the till only on the person's side."""
    amounts = [legs[0].amount_minor for legs in payments.values()]
    wanted = [
        payment_legs(
            club_id=planned.club_id,
            unit=planned.unit,
            payer_id=planned.payer_id,
            payee_id=planned.payee_id,
            amount_minor=amount_minor,
        )
        for amount_minor in amounts
    ]
    return PlanLine(
        planned=planned,
        payments=tuple(payments),
        paid_minor=sum(amounts),
        is_as_planned=[tuple(legs) for legs in payments.values()] == wanted and sum(amounts) <= planned.amount_minor,
    )


def _balances(transfers: QuerySet[Transfer]) -> dict[UUID, int]:
    sums: dict[UUID, int] = {}
    for side, sign in (("target", 1), ("source", -1)):
        of_players = transfers.filter(**{f"{side}__kind": Account.Kind.PLAYER}).order_by()
        for player_id, amount in of_players.values_list(f"{side}__player").annotate(Sum("amount_minor")):
            sums[player_id] = sums.get(player_id, 0) + sign * amount
    return sums


def _balance_of(account: UUID) -> int:
    sums = Transfer.objects.filter(Q(target=account) | Q(source=account)).aggregate(
        received=Sum("amount_minor", filter=Q(target=account), default=0),
        given=Sum("amount_minor", filter=Q(source=account), default=0),
    )
    return int(sums["received"] - sums["given"])


def _lines(transfers: QuerySet[Transfer], account: UUID) -> list[StatementLine]:
    """Two statements, however many lines."""
    others = _others(transfers, account)
    ordered = transfers.select_related("entry__reverses", "entry__note").order_by("entry__seq", "position")
    lines: list[StatementLine] = []
    balance_minor = 0
    for entry, moved in groupby(ordered, key=lambda transfer: transfer.entry):
        amount_minor = sum(
            transfer.amount_minor if transfer.target_id == account else -transfer.amount_minor for transfer in moved
        )
        balance_minor += amount_minor
        lines.append(
            StatementLine(
                entry_id=entry.pk,
                seq=entry.seq,
                kind=entry.kind,
                evening_id=entry.evening_id,
                reverses_id=entry.reverses_id,
                reversed_kind=entry.reverses.kind if entry.reverses else None,
                planned_id=entry.planned_id,
                others=tuple(others.get(entry.pk, ())),
                why=entry.why,
                note=note_of(entry),
                by=entry.by,
                at=entry.at,
                amount_minor=amount_minor,
                balance_minor=balance_minor,
            )
        )
    return lines


def _others(transfers: QuerySet[Transfer], account: UUID) -> dict[UUID, list[UUID]]:
    """Entry of a payment, or of what took it back -> the players on its other side."""
    payments = Q(entry__kind=Entry.Kind.PAYMENT) | Q(entry__reverses__kind=Entry.Kind.PAYMENT)
    sides = Transfer.objects.filter(payments, entry__in=transfers.order_by().values("entry")).exclude(
        Q(source=account) | Q(target=account)
    )
    others: dict[UUID, list[UUID]] = {}
    for entry_id, source, target in sides.values_list("entry_id", "source__player_id", "target__player_id"):
        others.setdefault(entry_id, []).extend(player for player in (source, target) if player)
    return others
