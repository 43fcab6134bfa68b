"""The verbs of the books: open accounts, post results and reversals, pay, plan who pays whom, tick it off."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scorebook.clubs.models import Club, Player
from scorebook.ledger import posting, queries, settlement
from scorebook.ledger.accounts import account_id, open_accounts
from scorebook.ledger.chain import Content, Move
from scorebook.ledger.errors import EntryRefused, KeyConflict, LedgerError
from scorebook.ledger.models import Account, Chain, Entry, PlannedPayment

__all__ = [
    "EntryRefused",
    "KeyConflict",
    "LedgerError",
    "ResultDraft",
    "ReversalDraft",
    "make_plan",
    "open_accounts",
    "pay",
    "post",
    "tick",
    "undo",
    "untick",
    "withdraw_plan",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultDraft:
    """What something at the table moved between players and pot.

    why:       machine text, such as "hand 7".
    amounts:   player id -> minor units, + won, - lost.
    pot_minor: + the pot grew, - it paid out.
    Players and pot together sum to 0; all zero makes an entry that moves nothing.
    """

    key: UUID
    why: str
    amounts: Mapping[UUID, int]
    pot_minor: int = 0

    def __post_init__(self) -> None:
        for amount_minor in (*self.amounts.values(), self.pot_minor):
            posting.check_amount(amount_minor)
        leak = sum(self.amounts.values()) + self.pot_minor
        if leak != 0:
            raise AssertionError(f"{self.why!r} leaks {leak} minor units")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReversalDraft:
    """reverses: the entry to take back, whole."""

    key: UUID
    reverses: UUID
    why: str


Draft = ResultDraft | ReversalDraft


def post(*, club: Club, unit: str, session_id: UUID, drafts: Sequence[Draft], by: str, at: datetime) -> list[Entry]:
    """Book results and reversals of one evening, in their order; one entry for each draft.

    The same key and content gives the first entry again. All or nothing: a refusal rolls the caller's
    transaction back too (no savepoint, which would cost two statements on the way of every hand).
    Raises: KeyConflict; EntryRefused account_unknown, entry_unknown, entry_is_reversal, already_reversed.
    """
    if not drafts:
        return []
    results = {
        draft.key: _result(draft, club=club, unit=unit, session_id=session_id)
        for draft in drafts
        if isinstance(draft, ResultDraft)
    }
    reversals = [draft for draft in drafts if isinstance(draft, ReversalDraft)]
    with transaction.atomic(savepoint=False):
        chain = posting.lock_chain(club=club, accounts=_accounts_of(results.values()))
        known = posting.known_entries(
            keys=[draft.key for draft in drafts], reversed_ids=[draft.reverses for draft in reversals]
        )
        for draft in reversals:
            _check_same_evening(known.entries.get(draft.reverses), club=club, unit=unit, session_id=session_id)
        contents = [
            results[draft.key]
            if isinstance(draft, ResultDraft)
            else posting.reversal(reverses=draft.reverses, key=draft.key, why=draft.why, known=known)
            for draft in drafts
        ]
        return posting.append(chain=chain, contents=contents, known=known, by=by, at=at)


def pay(
    *,
    club: Club,
    unit: str,
    session_id: UUID | None,
    key: UUID,
    payer: Player,
    payee: Player,
    amount_minor: int,
    why: str,
    by: str,
    at: datetime,
) -> Entry:
    """Book that one person gave another money outside: the payer's debt and the payee's claim shrink.

    session_id: the evening it settles; None for the club's tab.
    Raises: KeyConflict; EntryRefused payer_is_payee, amount_out_of_range, account_unknown.
    """
    content = _payment(
        club=club,
        unit=unit,
        session_id=session_id,
        key=key,
        payer_id=payer.pk,
        payee_id=payee.pk,
        amount_minor=amount_minor,
        why=why,
    )
    with transaction.atomic():
        chain = posting.lock_chain(club=club, accounts=_accounts_of([content]))
        known = posting.known_entries(keys=[key])
        return posting.append(chain=chain, contents=[content], known=known, by=by, at=at)[0]


def undo(*, entry: Entry, key: UUID, by: str, at: datetime) -> Entry:
    """Take a payment back that was not made after all.

    Raises: KeyConflict; EntryRefused not_a_payment, already_reversed.
    """
    if entry.kind != Entry.Kind.PAYMENT:
        raise EntryRefused(code="not_a_payment", field="entry")
    with transaction.atomic():
        chain = posting.lock_chain(club=entry.club)
        return _undone(entry, chain=chain, key=key, by=by, at=at)


def make_plan(*, club: Club, unit: str, session_id: UUID | None, at: datetime) -> list[PlannedPayment]:
    """Plan the fewest payments that are still needed; what is paid stays paid.

    Where the open part of the plan shown so far still settles everybody with as few payments, it stays.
    Returns: the open payments.
    Raises: EntryRefused pot_not_empty: the players' balances do not sum to 0.
    """
    with transaction.atomic():
        posting.lock_chain(club=club)
        shown = queries.plan(club=club, unit=unit, session_id=session_id)
        still_open = [line.planned for line in shown if not line.is_paid]
        balances = queries.balances(club=club, unit=unit, session_id=session_id)
        if sum(balances.values()) != 0:
            raise EntryRefused(code="pot_not_empty", field="session_id")
        payments = settlement.plan(balances)
        if len(still_open) == len(payments) and _settles(still_open, balances):
            return still_open
        _supersede(still_open, at)
        return _planned(payments, club=club, unit=unit, session_id=session_id, at=at)


def withdraw_plan(*, club: Club, unit: str, session_id: UUID | None, at: datetime) -> None:
    """Nobody is to pay by the plan any more, because the evening goes on; what is paid stays paid."""
    with transaction.atomic():
        posting.lock_chain(club=club)
        shown = queries.plan(club=club, unit=unit, session_id=session_id)
        _supersede([line.planned for line in shown if not line.is_paid], at)


def tick(*, planned: PlannedPayment, key: UUID, by: str, at: datetime) -> Entry:
    """Book that a planned payment was made.

    Raises: KeyConflict; EntryRefused already_paid, plan_superseded.
    """
    content = _payment(
        club=planned.club,
        unit=planned.unit,
        session_id=planned.session_id,
        key=key,
        payer_id=planned.payer_id,
        payee_id=planned.payee_id,
        amount_minor=planned.amount_minor,
        why="settlement",
        planned_id=planned.pk,
    )
    with transaction.atomic():
        chain = posting.lock_chain(club=planned.club, accounts=_accounts_of([content]))
        known = posting.known_entries(keys=[key])
        if key not in known.entries:
            _check_open(planned)
        return posting.append(chain=chain, contents=[content], known=known, by=by, at=at)[0]


def untick(*, planned: PlannedPayment, key: UUID, by: str, at: datetime) -> Entry:
    """Take the tick back: the payment is open again.

    Raises: KeyConflict; EntryRefused not_paid.
    """
    with transaction.atomic():
        chain = posting.lock_chain(club=planned.club)
        payments = Entry.objects.filter(planned=planned)
        # The payment that this key reversed comes first: a retry must find it although somebody ticked again.
        payment = payments.filter(reversed_by=key).first() or payments.filter(reversed_by__isnull=True).first()
        if payment is None:
            raise EntryRefused(code="not_paid", field="planned")
        return _undone(payment, chain=chain, key=key, by=by, at=at)


def _result(draft: ResultDraft, *, club: Club, unit: str, session_id: UUID) -> Content:
    """Losers to the table, the table to the pot or the pot to the table, the table to the winners."""

    def account(kind: Account.Kind, owner_id: UUID) -> UUID:
        return account_id(club_id=club.pk, unit=unit, kind=kind, owner_id=owner_id)

    table = account(Account.Kind.TABLE, session_id)
    moved = {account(Account.Kind.PLAYER, player): amount for player, amount in draft.amounts.items()}
    moved[account(Account.Kind.POT, session_id)] = draft.pot_minor
    # In the accounts' order, so that the same draft always makes the same content; and money comes to the
    # table before it leaves.
    ordered = sorted((amount > 0, owner, amount) for owner, amount in moved.items() if amount != 0)
    return Content(
        key=draft.key,
        kind=Entry.Kind.RESULT,
        unit=unit,
        session_id=session_id,
        why=draft.why,
        moves=tuple(
            Move(source_id=table, target_id=owner, amount_minor=amount)
            if wins
            else Move(source_id=owner, target_id=table, amount_minor=-amount)
            for wins, owner, amount in ordered
        ),
    )


def _payment(
    *,
    club: Club,
    unit: str,
    session_id: UUID | None,
    key: UUID,
    payer_id: UUID,
    payee_id: UUID,
    amount_minor: int,
    why: str,
    planned_id: UUID | None = None,
) -> Content:
    posting.check_amount(amount_minor)
    if not 0 < amount_minor <= posting.AMOUNT_MAX:
        raise EntryRefused(code="amount_out_of_range", field="amount_minor")
    if payer_id == payee_id:
        raise EntryRefused(code="payer_is_payee", field="payee")
    cash = account_id(club_id=club.pk, unit=unit, kind=Account.Kind.CASH)
    payer, payee = (
        account_id(club_id=club.pk, unit=unit, kind=Account.Kind.PLAYER, owner_id=person)
        for person in (payer_id, payee_id)
    )
    return Content(
        key=key,
        kind=Entry.Kind.PAYMENT,
        unit=unit,
        session_id=session_id,
        why=why,
        moves=(
            Move(source_id=cash, target_id=payer, amount_minor=amount_minor),
            Move(source_id=payee, target_id=cash, amount_minor=amount_minor),
        ),
        planned_id=planned_id,
    )


def _undone(payment: Entry, *, chain: Chain, key: UUID, by: str, at: datetime) -> Entry:
    known = posting.known_entries(keys=[key], reversed_ids=[payment.pk])
    content = posting.reversal(reverses=payment.pk, key=key, why="undo", known=known)
    return posting.append(chain=chain, contents=[content], known=known, by=by, at=at)[0]


def _accounts_of(contents: Iterable[Content]) -> set[UUID]:
    return {account for content in contents for move in content.moves for account in (move.source_id, move.target_id)}


def _check_same_evening(entry: Entry | None, *, club: Club, unit: str, session_id: UUID) -> None:
    if entry and (entry.club_id, entry.unit, entry.session_id) != (club.pk, unit, session_id):
        raise EntryRefused(code="entry_unknown", field="reverses")


def _check_open(planned: PlannedPayment) -> None:
    if Entry.objects.filter(planned=planned, reversed_by__isnull=True).exists():
        raise EntryRefused(code="already_paid", field="planned")
    if not PlannedPayment.objects.filter(pk=planned.pk, superseded_at__isnull=True).exists():
        raise EntryRefused(code="plan_superseded", field="planned")


def _settles(still_open: Iterable[PlannedPayment], balances: Mapping[UUID, int]) -> bool:
    left = dict(balances)
    for planned in still_open:
        left[planned.payer_id] = left.get(planned.payer_id, 0) + planned.amount_minor
        left[planned.payee_id] = left.get(planned.payee_id, 0) - planned.amount_minor
    return not any(left.values())


def _supersede(still_open: Iterable[PlannedPayment], at: datetime) -> None:
    PlannedPayment.objects.filter(pk__in=[planned.pk for planned in still_open]).update(superseded_at=at)


def _planned(
    payments: Iterable[settlement.Payment[UUID]], *, club: Club, unit: str, session_id: UUID | None, at: datetime
) -> list[PlannedPayment]:
    earlier = PlannedPayment.objects.filter(club=club, unit=unit, session_id=session_id).count()
    return PlannedPayment.objects.bulk_create(
        PlannedPayment(
            club=club,
            unit=unit,
            session_id=session_id,
            position=position,
            payer_id=payment.payer,
            payee_id=payment.payee,
            amount_minor=payment.amount_minor,
            made_at=at,
        )
        for position, payment in enumerate(payments, start=earlier + 1)
    )
