"""The books of evenings that are already over when they are recorded: results, plans and payments together.

The entries are those that `post_drafts`, `make_plan`, `mark_paid` and `carry_over` would write one after the other.
Nothing is read, because nothing can have been booked for an evening that does not exist yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID, uuid5

from scorebook.clubs.models import Club, Player
from scorebook.core.rows import Change, Insert
from scorebook.ledger import posting, settlement
from scorebook.ledger.accounts import accounts_needed, evening_accounts_needed
from scorebook.ledger.chain import EntryBody
from scorebook.ledger.drafts import PaymentDraft, ResultDraft, payment_body, result_body
from scorebook.ledger.models import Account, Chain, Plan, PlannedPayment
from scorebook.ledger.services.plans import balances_with_till, planned_payment_body, planned_payments
from scorebook.ledger.services.tab import carried_bodies
from scorebook.ledger.settlement import SettlementMethod

Dated = tuple[EntryBody, datetime]


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
        found: dict[UUID, int] = {}
        for draft in (*self.hands, *([self.pot] if self.pot else [])):
            for player, amount_minor in draft.amounts.items():
                found[player] = found.get(player, 0) + amount_minor
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
    writing = _FinishedBooksBuilder(club=club, settled=settled)
    new = posting.next_entries(chain, [*results, *writing.dated_settling_entries(evenings, payments)], by=by)
    changes = [Insert(rows=writing.plans), Insert(rows=writing.planned), *new.changes]
    return NewBooks(accounts=[*_accounts_of_finished(club, evenings, payments)], changes=changes)


@dataclass(kw_only=True)
class _FinishedBooksBuilder:
    """A builder that collects the plans while it yields the entries that settle them."""

    club: Club
    settled: SettledHow
    plans: list[Plan] = field(default_factory=list)
    planned: list[PlannedPayment] = field(default_factory=list)

    def dated_settling_entries(
        self, evenings: Iterable[FinishedBooks], payments: Iterable[TabPayment]
    ) -> Iterator[Dated]:
        """Yield entries in the order of their times, so that the tab has the order in which it grew."""
        moved: list[FinishedBooks | TabPayment] = [*payments, *(one for one in evenings if one.is_money)]
        for one in sorted(moved, key=lambda one: one.at if isinstance(one, TabPayment) else one.closed_at):
            if isinstance(one, TabPayment):
                yield payment_body(one.draft, club_id=self.club.pk, unit=one.unit, evening_id=None), one.at
            else:
                yield from ((body, one.closed_at) for body in self._settling_entries(one))

    def _settling_entries(self, evening: FinishedBooks) -> Iterable[EntryBody]:
        """Return the entries that settle an evening, by its first plan or on the tab."""
        balances, id = evening.balances(), evening.evening_id
        payments = self._add_plan(evening, balances_with_till(balances), number=1)
        if self.settled is SettledHow.PAID:
            return [
                planned_payment_body(one, key=uuid5(id, f"paid {one.position}"), amount_minor=one.amount_minor)
                for one in payments
            ]
        if self.settled is SettledHow.TAB and payments:
            self.plans[-1].superseded_at = evening.closed_at
            for payment in payments:
                payment.superseded_at = evening.closed_at
            self._add_plan(evening, {}, number=2)
            return carried_bodies(self.club, evening.unit, id, key=uuid5(id, "carried"), balances=balances)
        return ()

    def _add_plan(
        self, evening: FinishedBooks, balances: Mapping[UUID, int], *, number: int
    ) -> Sequence[PlannedPayment]:
        settled = settlement.fewest_payments(balances)
        plan = Plan(
            club=self.club,
            unit=evening.unit,
            evening_id=evening.evening_id,
            number=number,
            method=SettlementMethod.FEWEST,
            is_proven=settled.is_proven,
            made_at=evening.closed_at,
        )
        payments = planned_payments(plan, settled.payments)
        self.plans.append(plan)
        self.planned += payments
        return payments


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
