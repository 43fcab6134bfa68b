"""Statements and the journal: what each entry moved, for whom, with the balance after it."""

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from scorebook.clubs.models import Club
from scorebook.ledger.accounts import account_id
from scorebook.ledger.models import Account, Chain, Entry, Transfer


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
    """What one entry moved for a player.

    reversed_kind: of a reversal, what kind of entry it took back.
    cause:         of a hand that was taken back what happened to it.
    carried_from:  of what the tab took up the evening it came from.
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
    cause: str
    carried_from: UUID | None
    note: str | None
    recorded_by: str
    recorded_at: datetime
    amount_minor: int
    balance_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """How far a club's books went and the hash of the last entry: nobody can change any of those and keep the hash."""

    entries: int
    hash: str


def chain_receipt(club: Club) -> Receipt:
    chain = Chain.objects.filter(pk=club.pk).first() or Chain(club=club)
    return Receipt(entries=chain.length, hash=chain.head_hash)


def note_of(entry: Entry) -> str | None:
    """What somebody typed to an entry, "" where nobody did, None where it was erased. Its note is to be at hand."""
    if entry.note is None:
        return ""
    return None if entry.note.is_erased else entry.note.text


def ledger_entries(*, club: Club, evening_id: UUID | None = None) -> QuerySet[Entry]:
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


def account_statement(*, club: Club, unit: str, player_id: UUID, evening_id: UUID | None = None) -> list[StatementLine]:
    """Every entry that moved money for the player, oldest first, with the balance after each.

    evening_id: only this evening's; None takes everything in the club.
    """
    account = account_id(club_id=club.pk, unit=unit, kind=Account.Kind.PLAYER, owner_id=player_id)
    transfers = Transfer.objects.filter(Q(source=account) | Q(target=account))
    if evening_id is not None:
        transfers = transfers.filter(entry__evening_id=evening_id)
    return _statement_lines(transfers, account)


def account_tab_statement(*, club: Club, unit: str, player_id: UUID) -> list[StatementLine]:
    """The player's lines on the club's tab, outside of any evening."""
    account = account_id(club_id=club.pk, unit=unit, kind=Account.Kind.PLAYER, owner_id=player_id)
    return _statement_lines(
        Transfer.objects.filter(Q(source=account) | Q(target=account), entry__evening_id=None), account
    )


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


def _statement_lines(transfers: QuerySet[Transfer], account: UUID) -> list[StatementLine]:
    """Two statements, however many lines."""
    others = _other_parties_by_entry(transfers, account)
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
                cause=entry.cause,
                carried_from=entry.carried_from,
                note=note_of(entry),
                recorded_by=entry.recorded_by,
                recorded_at=entry.recorded_at,
                amount_minor=amount_minor,
                balance_minor=balance_minor,
            )
        )
    return lines


def _other_parties_by_entry(transfers: QuerySet[Transfer], account: UUID) -> dict[UUID, list[UUID]]:
    """Entry of a payment, or of what took it back -> the players on its other side."""
    payments = Q(entry__kind=Entry.Kind.PAYMENT) | Q(entry__reverses__kind=Entry.Kind.PAYMENT)
    sides = Transfer.objects.filter(payments, entry__in=transfers.order_by().values("entry")).exclude(
        Q(source=account) | Q(target=account)
    )
    others: dict[UUID, list[UUID]] = {}
    for entry_id, source, target in sides.values_list("entry_id", "source__player_id", "target__player_id"):
        others.setdefault(entry_id, []).extend(player for player in (source, target) if player)
    return others
