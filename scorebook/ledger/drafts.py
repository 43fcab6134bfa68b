"""Drafts of entries as callers pass them, the content of the entry that each makes, and refusals."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from scorebook.ledger.accounts import account_id, club_account_id, player_account_id
from scorebook.ledger.chain import EntryBody, Leg
from scorebook.ledger.models import Account, Entry, PlannedPayment

# Far above any evening, and small enough that no sum of amounts overflows 64 bits.
MAX_AMOUNT = 10**15


class LedgerError(Exception):
    """A refused booking. Nothing was written."""

    def __init__(self, *, code: str, field: str) -> None:
        self.code = code  # stable, translated at the edge
        self.field = field  # the argument concerned
        super().__init__(f"{field}: {code}")


class EntryRefused(LedgerError):
    """The request cannot be booked, or not any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultDraft:
    """Amounts that a hand or the closing moves between players, pot and kitty.

    Amounts, pot and kitty sum to 0, else AssertionError. All zeros make an entry that moves nothing.
    """

    key: UUID
    why: str  # machine-readable, such as "hand 7"
    amounts: Mapping[UUID, int]  # player id -> minor units, + won, - lost
    pot_minor: int = 0  # + the pot grew, - it paid out
    kitty_minor: int = 0  # the kitty's part of an unwon pot

    def __post_init__(self) -> None:
        for amount_minor in (*self.amounts.values(), self.pot_minor, self.kitty_minor):
            check_amount(amount_minor)
        leak = sum(self.amounts.values()) + self.pot_minor + self.kitty_minor
        if leak != 0:
            raise AssertionError(f"{self.why!r} leaks {leak} minor units")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReversalDraft:
    key: UUID
    reverses: UUID  # the entry, always reversed as a whole
    why: str
    cause: str = ""  # of a reversed hand: corrected, voided, replayed


Draft = ResultDraft | ReversalDraft


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentDraft:
    """A payment between two people, or between a person and the till."""

    key: UUID
    payer_id: UUID | None  # None: the till
    payee_id: UUID | None  # None: the till
    amount_minor: int
    why: str = Entry.Kind.PAYMENT
    note: str = ""  # typed by a person
    planned_id: UUID | None = None  # the planned payment it pays


def result_body(draft: ResultDraft, *, club_id: UUID, unit: str, evening_id: UUID) -> EntryBody:
    """Move money from losers to the table, between table and pot, and from the table to winners and kitty."""
    table = account_id(club_id=club_id, unit=unit, kind=Account.Kind.TABLE, owner_id=evening_id)
    pot = account_id(club_id=club_id, unit=unit, kind=Account.Kind.POT, owner_id=evening_id)
    moved = [(player_account_id(club_id, unit, player), amount) for player, amount in draft.amounts.items()]
    moved += [(pot, draft.pot_minor), (club_account_id(club_id, unit, Account.Kind.KITTY), draft.kitty_minor)]
    # Sorted by account, so that the same draft always makes the same content; money comes to the table before
    # it leaves.
    ordered = sorted((amount > 0, owner, amount) for owner, amount in moved if amount != 0)
    return EntryBody(
        key=draft.key,
        kind=Entry.Kind.RESULT,
        unit=unit,
        evening_id=evening_id,
        why=draft.why,
        legs=tuple(
            Leg(source_id=table, target_id=owner, amount_minor=amount)
            if wins
            else Leg(source_id=owner, target_id=table, amount_minor=-amount)
            for wins, owner, amount in ordered
        ),
    )


def payment_body(draft: PaymentDraft, *, club_id: UUID, unit: str, evening_id: UUID | None) -> EntryBody:
    """Return the entry of a payment. Raises: EntryRefused payer_is_payee, amount_out_of_range."""
    check_positive_amount(draft.amount_minor)
    if draft.payer_id == draft.payee_id:
        raise EntryRefused(code="payer_is_payee", field="payee")
    return EntryBody(
        key=draft.key,
        kind=Entry.Kind.PAYMENT,
        unit=unit,
        evening_id=evening_id,
        why=draft.why,
        legs=payment_legs(draft, club_id=club_id, unit=unit, amount_minor=draft.amount_minor),
        planned_id=draft.planned_id,
        note=draft.note,
    )


def mirrored_body(draft: ReversalDraft, legs: Iterable[Leg], *, unit: str, evening_id: UUID | None) -> EntryBody:
    """Return the entry that reverses these transfers."""
    return EntryBody(
        key=draft.key,
        kind=Entry.Kind.REVERSAL,
        unit=unit,
        evening_id=evening_id,
        why=draft.why,
        cause=draft.cause,
        legs=tuple(leg.mirrored() for leg in legs),
        reverses_id=draft.reverses,
    )


def payment_legs(
    payment: PaymentDraft | PlannedPayment, *, club_id: UUID, unit: str, amount_minor: int
) -> tuple[Leg, ...]:
    """Move an amount through cash: the payer owes less, the payee is owed less. The till is cash itself."""
    cash, payer_id, payee_id = club_account_id(club_id, unit, Account.Kind.CASH), payment.payer_id, payment.payee_id
    paid = [Leg(cash, player_account_id(club_id, unit, payer_id), amount_minor)] if payer_id else []
    received = [Leg(player_account_id(club_id, unit, payee_id), cash, amount_minor)] if payee_id else []
    return (*paid, *received)


def check_amount(amount_minor: int) -> None:
    # Not isinstance: True is an int as well.
    if type(amount_minor) is not int:
        raise TypeError(f"an amount is an int of minor units, not {amount_minor!r}")


def check_positive_amount(amount_minor: int) -> None:
    """Raises: EntryRefused amount_out_of_range."""
    check_amount(amount_minor)
    if not 0 < amount_minor <= MAX_AMOUNT:
        raise EntryRefused(code="amount_out_of_range", field="amount_minor")
