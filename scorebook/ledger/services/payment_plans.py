"""Payment plans: choosing a method, and marking planned payments as paid."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scorebook.clubs.models import Club, Player
from scorebook.ledger import posting, queries, settlement
from scorebook.ledger.accounts import TILL, open_accounts
from scorebook.ledger.chain import EntryBody
from scorebook.ledger.drafts import EntryRefused, PaymentDraft, check_positive_amount, payment_body
from scorebook.ledger.models import Entry, Plan, PlannedPayment, Transfer
from scorebook.ledger.settlement import SettlementMethod

WHY_PLANNED = "settlement"


def make_plan(
    *,
    club: Club,
    unit: str,
    evening_id: UUID | None,
    at: datetime,
    method: SettlementMethod = SettlementMethod.FEWEST,
    treasurer: Player | None = None,
) -> list[PlannedPayment]:
    """Plan the payments that are still needed; paid ones stay paid.

    evening_id: None for the club's tab.
    treasurer:  of ONE_FOR_ALL: through whom all pay; None is the till.
    An equivalent open plan by the same method stays in force.
    Returns: the open payments.
    Raises: EntryRefused pot_not_empty.
    """
    with transaction.atomic():
        treasurer = treasurer if method is SettlementMethod.ONE_FOR_ALL else None
        if treasurer:  # the treasurer need not have played
            open_accounts(club=club, unit=unit, players=[treasurer], evening_id=None)
        posting.lock_chain(club=club)
        current = queries.current_plan(club=club, unit=unit, evening_id=evening_id)
        still_open = _open_plan_lines(club=club, unit=unit, evening_id=evening_id)
        balances = balances_to_settle(club=club, unit=unit, evening_id=evening_id)
        settled = settlement_by_method(
            method, balances, club=club, unit=unit, evening_id=evening_id, treasurer=treasurer
        )
        is_chosen = current is not None and (current.method, current.treasurer) == (method, treasurer)
        if is_chosen and _is_plan_equivalent(still_open, settled.payments, balances, method):
            return [line.planned for line in still_open]
        _supersede_plan(club=club, unit=unit, evening_id=evening_id, lines=still_open, at=at)
        number = Plan.objects.filter(club=club, unit=unit, evening_id=evening_id).count() + 1
        plan = Plan.objects.create(
            club=club,
            unit=unit,
            evening_id=evening_id,
            number=number,
            method=method,
            treasurer=treasurer,
            is_proven=settled.is_proven,
            made_at=at,
        )
        return PlannedPayment.objects.bulk_create(planned_payments(plan, settled.payments))


def withdraw_plan(*, club: Club, unit: str, evening_id: UUID | None, at: datetime) -> None:
    """Supersede the plan because the evening goes on; paid payments stay paid."""
    with transaction.atomic():
        posting.lock_chain(club=club)
        still_open = _open_plan_lines(club=club, unit=unit, evening_id=evening_id)
        _supersede_plan(club=club, unit=unit, evening_id=evening_id, lines=still_open, at=at)


def replan_payments(*, club: Club, unit: str, evening_id: UUID | None, at: datetime) -> None:
    """Make the plan again by the method chosen last, because money was moved outside of it."""
    current = queries.current_plan(club=club, unit=unit, evening_id=evening_id)
    method = SettlementMethod(current.method) if current else SettlementMethod.FEWEST
    treasurer = current.treasurer if current else None
    make_plan(club=club, unit=unit, evening_id=evening_id, at=at, method=method, treasurer=treasurer)


@contextmanager
def replanned_tab(*, club: Club, unit: str, at: datetime, moves_tab: bool = True) -> Iterator[None]:
    """Replan the tab after the block, if it has open payments before it."""
    with transaction.atomic():
        is_settled = False
        if moves_tab:
            posting.lock_chain(club=club)
            is_settled = bool(_open_plan_lines(club=club, unit=unit, evening_id=None))
        yield
        if is_settled:
            replan_payments(club=club, unit=unit, evening_id=None, at=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledPlan:
    payments: Sequence[settlement.Payment[UUID]]
    is_proven: bool | None = None  # of FEWEST: fewer payments are impossible; None for other methods


def settlement_by_method(
    method: SettlementMethod,
    balances: Mapping[UUID, int],
    *,
    club: Club,
    unit: str,
    evening_id: UUID | None,
    treasurer: Player | None = None,
) -> SettledPlan:
    """Return the payments of a settlement method, without planning them. balances: TILL stands for the till."""
    match method:
        case SettlementMethod.FEWEST:
            fewest = settlement.fewest_payments(balances)
            return SettledPlan(payments=fewest.payments, is_proven=fewest.is_proven)
        case SettlementMethod.ONE_FOR_ALL:
            return SettledPlan(
                payments=settlement.payments_via_treasurer(balances, treasurer.pk if treasurer else TILL)
            )
        case SettlementMethod.DIRECT:
            moved = queries.moved_by_entry(club=club, unit=unit, evening_id=evening_id)
            return SettledPlan(payments=settlement.direct_payments(moved, passing=evening_id))


def balances_of_people(*, club: Club, unit: str, evening_id: UUID | None) -> dict[UUID, int]:
    """Return the balances of an evening, or of the tab without one."""
    if evening_id is None:
        return queries.tab_balances(club=club, unit=unit)
    return queries.balances(club=club, unit=unit, evening_id=evening_id)


def balances_to_settle(*, club: Club, unit: str, evening_id: UUID | None) -> dict[UUID, int]:
    """Return the balances that a plan must bring to 0; the remainder belongs to the till (TILL).

    Raises: EntryRefused pot_not_empty.
    """
    balances = balances_of_people(club=club, unit=unit, evening_id=evening_id)
    if sum(balances.values()) and evening_id and queries.pot_balance(club=club, unit=unit, evening_id=evening_id):
        raise EntryRefused(code="pot_not_empty", field="evening_id")
    return balances_with_till(balances)


def balances_with_till(balances: Mapping[UUID, int]) -> dict[UUID, int]:
    """Add the till (TILL), so that the balances sum to 0."""
    rest = -sum(balances.values())
    return {**balances, **({TILL: rest} if rest else {})}


def mark_paid(*, planned: PlannedPayment, key: UUID, by: str, at: datetime, amount_minor: int | None = None) -> Entry:
    """Book that a planned payment was made.

    amount_minor: a part of it; None pays all that is still open.
    Raises: KeyConflict; EntryRefused amount_out_of_range, part_out_of_range (more than is open), already_paid,
    plan_superseded, entries_full.
    """
    if amount_minor is not None:
        check_positive_amount(amount_minor)
    with transaction.atomic():
        chain = posting.lock_chain(club=planned.club)
        known = posting.known_entries(club_id=chain.club_id, keys=[key])
        if first := known.entries.get(key):
            if first.planned_id != planned.pk:
                raise posting.KeyConflict(key=key)
            legs = Transfer.objects.filter(club=chain.club_id, entry=first).order_by("position")
            amount = legs[0].amount_minor if amount_minor is None else amount_minor
        else:
            amount = _open_part_of_payment(planned, amount_minor)
        body = planned_payment_body(planned, key=key, amount_minor=amount)
        return posting.append_entries(chain=chain, bodies=[body], known=known, by=by, at=at)[0]


def planned_payment_body(planned: PlannedPayment, *, key: UUID, amount_minor: int) -> EntryBody:
    """Return the entry that pays this amount of a planned payment."""
    draft = PaymentDraft(
        key=key,
        payer_id=planned.payer_id,
        payee_id=planned.payee_id,
        amount_minor=amount_minor,
        why=WHY_PLANNED,
        planned_id=planned.pk,
    )
    plan = planned.plan
    return payment_body(draft, club_id=planned.club_id, unit=plan.unit, evening_id=plan.evening_id)


def mark_unpaid(*, planned: PlannedPayment, key: UUID, by: str, at: datetime) -> Entry:
    """Reverse the newest payment of a planned payment, which is then open again.

    Raises: KeyConflict; EntryRefused not_paid, entries_full.
    """
    with transaction.atomic():
        chain = posting.lock_chain(club=planned.club)
        payments = Entry.objects.filter(club=planned.club_id, planned=planned)
        # The payment that this key reversed comes first: a retry must find it even if it was marked as paid again.
        payment = payments.filter(reversed_by=key).first() or payments.filter(reversed_by__isnull=True).last()
        if payment is None:
            raise EntryRefused(code="not_paid", field="planned")
        return posting.append_reversals({key: payment}, chain=chain, by=by, at=at)


def _open_plan_lines(*, club: Club, unit: str, evening_id: UUID | None) -> list[queries.PlanLine]:
    return [line for line in queries.plan_lines(club=club, unit=unit, evening_id=evening_id) if not line.is_paid]


def _open_part_of_payment(planned: PlannedPayment, amount_minor: int | None) -> int:
    """Return the amount to book. Raises: EntryRefused already_paid, plan_superseded, part_out_of_range."""
    line = queries.plan_line(planned)
    if line.is_paid:
        raise EntryRefused(code="already_paid", field="planned")
    if not PlannedPayment.objects.filter(club=planned.club_id, pk=planned.pk, superseded_at=None).exists():
        raise EntryRefused(code="plan_superseded", field="planned")
    if amount_minor is not None and amount_minor > line.open_minor:
        raise EntryRefused(code="part_out_of_range", field="amount_minor")
    return line.open_minor if amount_minor is None else amount_minor


def _is_plan_equivalent(
    still_open: Iterable[queries.PlanLine],
    payments: Iterable[settlement.Payment[UUID]],
    balances: Mapping[UUID, int],
    method: SettlementMethod,
) -> bool:
    """Return whether the open plan has the same payments, or settles with no more payments than the new one.

    There may be several plans with the fewest payments; an unproven new plan may even need more than are open.
    """
    current = sorted((line.payer_id, line.payee_id, line.open_minor) for line in still_open)
    wanted = sorted((payment.payer, payment.payee, payment.amount_minor) for payment in payments)
    if method is not SettlementMethod.FEWEST or len(current) > len(wanted):
        return current == wanted
    left = Counter(balances)
    for payer, payee, amount_minor in current:
        left[payer] += amount_minor
        left[payee] -= amount_minor
    return not any(left.values())


def _supersede_plan(
    *, club: Club, unit: str, evening_id: UUID | None, lines: Iterable[queries.PlanLine], at: datetime
) -> None:
    Plan.objects.filter(club=club, unit=unit, evening_id=evening_id, superseded_at__isnull=True).update(
        superseded_at=at
    )
    PlannedPayment.objects.filter(club=club, pk__in=[line.planned.pk for line in lines]).update(superseded_at=at)


def planned_payments(plan: Plan, payments: Iterable[settlement.Payment[UUID]]) -> list[PlannedPayment]:
    """Return the unsaved rows of a plan."""
    return [
        PlannedPayment(
            club=plan.club,
            plan=plan,
            position=position,
            payer_id=None if payment.payer == TILL else payment.payer,
            payee_id=None if payment.payee == TILL else payment.payee,
            amount_minor=payment.amount_minor,
        )
        for position, payment in enumerate(payments, start=1)
    ]
