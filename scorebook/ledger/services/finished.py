"""The books of evenings that are already over when they are recorded: results, plans and payments together.

The entries are those that `post_drafts`, `make_plan`, `mark_paid` and `carry_over` would write one after the other.
Nothing is read, because nothing can have been booked for an evening that does not exist yet.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from operator import attrgetter
from uuid import UUID, uuid5

from scorebook.clubs.models import Club, Player
from scorebook.core.rows import Change, Insert
from scorebook.ledger import posting, settlement
from scorebook.ledger.accounts import accounts_needed, evening_accounts_needed
from scorebook.ledger.chain import EntryBody
from scorebook.ledger.drafts import PaymentDraft, ResultDraft, payment_body, result_body
from scorebook.ledger.models import Account, Chain, Plan, PlannedPayment
from scorebook.ledger.services.payment_plans import balances_with_till, planned_payment_body, planned_payments
from scorebook.ledger.services.tab import carried_entry_bodies
from scorebook.ledger.settlement import SettlementMethod


class SettledHow(StrEnum):
    OPEN = "open"  # payments are planned and open
    PAID = "paid"  # all were paid at the close
    TAB = "tab"  # balances were carried over to the club's tab


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedBooks:
    """The bookings of a finished evening."""

    evening_id: UUID
    unit: str
    players: Sequence[Player]
    hands: Sequence[ResultDraft]  # results in order
    recorded_at: datetime
    pot: ResultDraft | None  # result of the closing, if the pot was not empty
    closed_at: datetime
    is_money: bool  # the evening is for money, so a plan is made

    def balances(self) -> dict[UUID, int]:
        """Return player -> minor units, before any payment."""
        found = Counter[UUID]()
        for draft in (*self.hands, *([self.pot] if self.pot else [])):
            found.update(draft.amounts)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class TabPayment:
    unit: str
    draft: PaymentDraft
    payer: Player  # of the draft
    payee: Player  # of the draft
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NewBooks:
    accounts: Sequence[Account]  # used by the entries; some may exist already
    changes: Sequence[Change]


def books_of_finished_evenings(
    evenings: Sequence[FinishedBooks],
    payments: Sequence[TabPayment],
    *,
    club: Club,
    chain: Chain,
    settled: SettledHow,
    by: str,
) -> NewBooks:
    """Return all rows of new evenings and payments of a club.

    chain: as stored; updated to the last entry.
    Raises: EntryRefused entries_full, payer_is_payee, amount_out_of_range.
    """
    hands = [(evening, draft, evening.recorded_at) for evening in evenings for draft in evening.hands]
    pots = [(evening, evening.pot, evening.closed_at) for evening in evenings if evening.pot]
    results = [
        (result_body(draft, club_id=club.pk, unit=evening.unit, evening_id=evening.evening_id), at)
        for evening, draft, at in (*hands, *pots)
    ]
    settling = [
        *(_payment_on_tab(one, club) for one in payments),
        *(_settle_evening(one, club, settled) for one in evenings if one.is_money),
    ]
    settling.sort(key=attrgetter("at"))  # so that the tab has the order in which it grew
    dated = [(body, one.at) for one in settling for body in one.bodies]
    new = posting.next_entries(chain, [*results, *dated], by=by)
    plans = Insert(rows=[plan for one in settling for plan in one.plans])
    planned = Insert(rows=[payment for one in settling for payment in one.planned])
    return NewBooks(accounts=[*_accounts_of_finished(club, evenings, payments)], changes=[plans, planned, *new.changes])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Settling:
    """The rows of a payment, or of the settlement of an evening."""

    at: datetime
    bodies: Sequence[EntryBody]
    plans: Sequence[Plan] = ()
    planned: Sequence[PlannedPayment] = ()


def _payment_on_tab(payment: TabPayment, club: Club) -> _Settling:
    body = payment_body(payment.draft, club_id=club.pk, unit=payment.unit, evening_id=None)
    return _Settling(at=payment.at, bodies=[body])


def _settle_evening(evening: FinishedBooks, club: Club, settled: SettledHow) -> _Settling:
    """Settle an evening by its first plan or on the tab."""
    balances, id, at = evening.balances(), evening.evening_id, evening.closed_at
    fewest = settlement.fewest_payments(balances_with_till(balances))
    common = {"club": club, "unit": evening.unit, "evening_id": id, "method": SettlementMethod.FEWEST, "made_at": at}
    plans = [Plan(number=1, is_proven=fewest.is_proven, **common)]
    payments = planned_payments(plans[0], fewest.payments)
    bodies: Sequence[EntryBody] = ()
    if settled is SettledHow.PAID:
        bodies = [
            planned_payment_body(one, key=uuid5(id, f"paid {one.position}"), amount_minor=one.amount_minor)
            for one in payments
        ]
    elif settled is SettledHow.TAB and payments:
        plans[0].superseded_at = at
        for payment in payments:
            payment.superseded_at = at
        plans.append(Plan(number=2, is_proven=True, **common))  # of no payments
        bodies = carried_entry_bodies(club, evening.unit, id, key=uuid5(id, "carried"), balances=balances)
    return _Settling(at=at, bodies=bodies, plans=plans, planned=payments)


def _accounts_of_finished(
    club: Club, evenings: Iterable[FinishedBooks], payments: Iterable[TabPayment]
) -> Iterator[Account]:
    people: dict[str, set[Player]] = {}
    for evening in evenings:
        people.setdefault(evening.unit, set()).update(evening.players)
        yield from evening_accounts_needed(club, evening.unit, evening.evening_id)
    for one in payments:
        people.setdefault(one.unit, set()).update((one.payer, one.payee))
    for unit, players in people.items():
        yield from accounts_needed(club, unit, players, None)
