"""What there is to settle of an evening, and what each way to do it would come to. It only reads.

People are told by their ids, the till as TILL. An evening for points has nothing to settle.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from scorebook.ledger import queries, settlement
from scorebook.ledger.accounts import TILL
from scorebook.ledger.models import Entry
from scorebook.ledger.queries import PlanLine
from scorebook.ledger.services import plans
from scorebook.ledger.settlement import Payment, PaymentStep, Rounding, SettlementMethod
from scorebook.play.models import Evening
from scorebook.play.terms import POINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherEntry:
    """What else was booked between the people, and may be taken back.

    amounts: player -> what it did to their balance, + paid or got credit for, - received or was charged.
    payer, payee: of a payment.
    note:    what somebody typed to it; None where that was erased.
    """

    id: UUID
    kind: str
    recorded_at: datetime
    amounts: Mapping[UUID, int]
    payer: UUID | None = None
    payee: UUID | None = None
    note: str | None = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """The plan of an evening with the balances that it brings to 0.

    lines:     none before the evening is over; `steps` are then what closing now would plan.
    balances:  before the plan's payments. now: as they are.
    steps:     what each payment of the plan, whole, does to the balances of the two, in the order of the lines.
    fewest:    how many payments would do for what is still open.
    is_proven: no way at all needs fewer than `fewest`.
    """

    lines: tuple[PlanLine, ...]
    balances: Mapping[UUID, int]
    now: Mapping[UUID, int]
    steps: tuple[PaymentStep[UUID], ...]
    fewest: int
    is_proven: bool

    @property
    def open_count(self) -> int:
        return sum(not line.is_paid for line in self.lines) if self.lines else len(self.steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementOption:
    """A way to settle what is still open. is_shown: the plan is just that already."""

    method: SettlementMethod
    treasurer: UUID | None
    payments: tuple[Payment[UUID], ...]
    is_shown: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundedOff:
    """What rounding what is still open would come to. after: everybody's balance then, of those whom it changes."""

    coin: int
    to: Rounding
    before: Mapping[UUID, int]
    after: Mapping[UUID, int]

    @property
    def to_kitty_minor(self) -> int:
        return sum(self.before.values()) - sum(self.after.values())


NOTHING = Settlement(lines=(), balances={}, now={}, steps=(), fewest=0, is_proven=True)


def evening_settlement(evening: Evening) -> Settlement:
    """Raises: ledger.EntryRefused pot_not_empty, of an open evening."""
    if evening.unit == POINTS:
        return NOTHING
    now = _balances_of_evening_to_settle(evening)
    fewest = settlement.fewest_payments(now)
    lines = _plan_lines_of_evening(evening) if evening.is_closed else ()
    planned = tuple(_whole_payment_of_line(line) for line in lines) if evening.is_closed else fewest.payments
    balances = dict(now)
    for line in lines:
        balances[line.payer_id] = balances.get(line.payer_id, 0) - line.paid_minor
        balances[line.payee_id] = balances.get(line.payee_id, 0) + line.paid_minor
    return Settlement(
        lines=lines,
        balances=balances,
        now=now,
        steps=tuple(settlement.explained_payments(balances, planned)),
        fewest=len(fewest.payments),
        is_proven=fewest.is_proven,
    )


def evening_settlement_options(evening: Evening) -> tuple[SettlementOption, ...]:
    """Every way to settle what a closed evening leaves open; treasurers are those who sat there, and the till."""
    balances = _balances_of_evening_to_settle(evening)
    seats = evening.all_seats().select_related("player").order_by("place", "pk")
    # Once each, however often they came back.
    people = {seat.player_id: seat.player for seat in seats}.values()
    current = queries.current_plan(club=evening.club, unit=evening.unit, evening_id=evening.pk)
    chosen = (current.method, current.treasurer) if current else (SettlementMethod.FEWEST, None)
    through = [(SettlementMethod.ONE_FOR_ALL, one) for one in (*people, None)]
    found: list[SettlementOption] = []
    for method, treasurer in ((SettlementMethod.FEWEST, None), (SettlementMethod.DIRECT, None), *through):
        is_shown = chosen == (method, treasurer)
        would = plans.settlement_by(
            method, balances, club=evening.club, unit=evening.unit, evening_id=evening.pk, treasurer=treasurer
        )
        found.append(
            SettlementOption(
                method=method,
                treasurer=treasurer.pk if treasurer else None,
                # The fewest payments may be others by now than those that are shown and stay.
                payments=_open_payments_of_evening(evening) if is_shown else tuple(would.payments),
                is_shown=is_shown,
            )
        )
    return tuple(found)


def evening_roundings(evening: Evening, coins: tuple[int, ...]) -> tuple[RoundedOff, ...]:
    """Each coin and each place for the difference, where that changes anything."""
    balances = {player: amount for player, amount in _balances_of_evening_to_settle(evening).items() if player != TILL}
    found: list[RoundedOff] = []
    for coin in coins:
        for to in Rounding:
            changes = settlement.rounded_off(balances, coin=coin, to=to)
            after = {player: balances[player] + change for player, change in changes.items()}
            before = {player: balances[player] for player in changes}
            if after:
                found.append(RoundedOff(coin=coin, to=to, before=before, after=after))
    return tuple(found)


def entries_beside_plan(evening: Evening) -> tuple[OtherEntry, ...]:
    """Oldest first: payments that the plan does not show, fees, roundings, what was carried over."""
    if evening.unit == POINTS:
        return ()
    found = queries.unplanned_entries(club=evening.club, unit=evening.unit, evening_id=evening.pk)
    return tuple(_entry_beside_plan(entry) for entry in found)


def _balances_of_evening_to_settle(evening: Evening) -> dict[UUID, int]:
    return plans.balances_to_settle(club=evening.club, unit=evening.unit, evening_id=evening.pk)


def _plan_lines_of_evening(evening: Evening) -> tuple[PlanLine, ...]:
    return tuple(queries.plan_lines(club=evening.club, unit=evening.unit, evening_id=evening.pk))


def _open_payments_of_evening(evening: Evening) -> tuple[Payment[UUID], ...]:
    return tuple(
        Payment(payer=line.payer_id, payee=line.payee_id, amount_minor=line.open_minor)
        for line in _plan_lines_of_evening(evening)
        if not line.is_paid
    )


def _whole_payment_of_line(line: PlanLine) -> Payment[UUID]:
    return Payment(payer=line.payer_id, payee=line.payee_id, amount_minor=line.planned.amount_minor)


def _entry_beside_plan(entry: Entry) -> OtherEntry:
    amounts = queries.moved_for_people(entry)
    is_payment = entry.kind == Entry.Kind.PAYMENT
    payers = (one for one, amount in amounts.items() if amount > 0)
    payees = (one for one, amount in amounts.items() if amount < 0)
    return OtherEntry(
        id=entry.pk,
        kind=entry.kind,
        recorded_at=entry.recorded_at,
        amounts=amounts,
        payer=next(payers, TILL) if is_payment else None,
        payee=next(payees, TILL) if is_payment else None,
        note=queries.note_of(entry),
    )
