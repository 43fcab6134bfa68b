"""Payment plans, and the entries booked outside of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from scorebook.clubs.models import Club
from scorebook.ledger.accounts import TILL
from scorebook.ledger.chain import Leg, leg_of_transfer
from scorebook.ledger.drafts import payment_legs
from scorebook.ledger.models import Entry, Plan, PlannedPayment, Transfer
from scorebook.ledger.queries.statements import ledger_entries


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanLine:
    planned: PlannedPayment
    payments: tuple[Entry, ...] = ()  # unreversed entries that paid it, in whole or in part, oldest first
    paid_minor: int = 0
    is_as_planned: bool = True  # payer and payee match the plan, and the sum is not above it

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


def current_plan(*, club: Club, unit: str, evening_id: UUID | None) -> Plan | None:
    """Return the latest plan that is not superseded. evening_id: None for the tab."""
    plans = Plan.objects.filter(club=club, unit=unit, evening_id=evening_id, superseded_at__isnull=True)
    return plans.select_related("treasurer").order_by("-number").first()


def plan_lines(*, club: Club, unit: str, evening_id: UUID | None) -> list[PlanLine]:
    """Return the payments in force, paid and open, in the order of the plan."""
    rows = PlannedPayment.objects.filter(
        club=club, plan__unit=unit, plan__evening_id=evening_id, superseded_at__isnull=True
    ).select_related("plan", "payer", "payee")
    return _plan_lines_of_payments(rows.order_by("plan__number", "position"), club.pk)


def lines_of_plans(*, club: Club, plans: Sequence[Plan]) -> dict[UUID, list[PlanLine]]:
    """Return plan id -> its payments, including superseded ones. Two statements for any number of plans."""
    by_id = {plan.pk: plan for plan in plans}
    rows = list(PlannedPayment.objects.filter(club=club, plan__in=by_id).order_by("position"))
    for row in rows:
        row.plan = by_id[row.plan_id]
    found: dict[UUID, list[PlanLine]] = {}
    for line in _plan_lines_of_payments(rows, club.pk):
        found.setdefault(line.planned.plan_id, []).append(line)
    return found


def plan_line(planned: PlannedPayment) -> PlanLine:
    [line] = _plan_lines_of_payments([planned], planned.club_id)
    return line


def unplanned_entries(*, club: Club, unit: str, evening_id: UUID) -> list[Entry]:
    """Return other unreversed entries of an evening, oldest first: payments outside the plan, fees, roundings, amounts
    carried over. Transfers and their accounts are prefetched.
    """
    kinds = [Entry.Kind.PAYMENT, Entry.Kind.CHARGE, Entry.Kind.ROUNDING, Entry.Kind.CARRIED]
    found = ledger_entries(club=club, evening_id=evening_id).filter(unit=unit, kind__in=kinds, reversed_by__isnull=True)
    return list(found.filter(Q(planned__isnull=True) | Q(planned__superseded_at__isnull=False)))


def _plan_lines_of_payments(rows: Iterable[PlannedPayment], club_id: UUID) -> list[PlanLine]:
    paid = Transfer.objects.filter(club=club_id, entry__planned__in=rows, entry__reversed_by__isnull=True)
    legs: dict[UUID, dict[Entry, list[Leg]]] = {}
    for transfer in paid.select_related("entry").order_by("entry__seq", "position"):
        entry = transfer.entry
        legs.setdefault(entry.planned_id or TILL, {}).setdefault(entry, []).append(leg_of_transfer(transfer))
    return [_plan_line_of_payment(row, legs.get(row.pk, {})) for row in rows]


def _plan_line_of_payment(planned: PlannedPayment, payments: Mapping[Entry, Sequence[Leg]]) -> PlanLine:
    # A payment moves its amount twice, or once if the till is on one side.
    amounts = [legs[0].amount_minor for legs in payments.values()]
    club_id, unit = planned.club_id, planned.plan.unit
    wanted = [payment_legs(planned, club_id=club_id, unit=unit, amount_minor=amount) for amount in amounts]
    return PlanLine(
        planned=planned,
        payments=tuple(payments),
        paid_minor=sum(amounts),
        is_as_planned=[tuple(legs) for legs in payments.values()] == wanted and sum(amounts) <= planned.amount_minor,
    )
