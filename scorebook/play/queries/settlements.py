"""Queries for the settlement of an evening and for each way to settle it.

People are identified by their ids, the till by TILL. An evening for points has nothing to settle.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from scorebook.ledger import queries, settlement
from scorebook.ledger.accounts import TILL
from scorebook.ledger.models import Entry
from scorebook.ledger.queries import PlanLine
from scorebook.ledger.services import payment_plans
from scorebook.ledger.settlement import Payment, PaymentStep, Rounding, SettlementMethod
from scorebook.play.models import Evening
from scorebook.play.terms import POINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherEntry:
    """An entry between people outside of the plan, which can be reversed."""

    id: UUID
    kind: str
    recorded_at: datetime
    amounts: Mapping[UUID, int]  # player -> balance change, + paid or credited, - received or charged
    payer: UUID | None = None  # of a payment
    payee: UUID | None = None  # of a payment
    note: str | None = ""  # None if erased


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """The plan of an evening with the balances that it settles."""

    lines: tuple[PlanLine, ...]  # empty while open; `steps` then show what closing now would plan
    balances: Mapping[UUID, int]  # before any payment of the plan
    now: Mapping[UUID, int]  # current balances
    steps: tuple[PaymentStep[UUID], ...]  # balances after each payment, in the order of lines
    fewest: int  # minimum number of payments for what is open
    is_proven: bool  # fewer than `fewest` are impossible

    @property
    def open_count(self) -> int:
        return sum(not line.is_paid for line in self.lines) if self.lines else len(self.steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementOption:
    method: SettlementMethod
    treasurer: UUID | None
    payments: tuple[Payment[UUID], ...]
    is_shown: bool  # equals the current plan


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundedOff:
    coin: int
    to: Rounding
    before: Mapping[UUID, int]  # only balances that change
    after: Mapping[UUID, int]  # only balances that change

    @property
    def to_kitty_minor(self) -> int:
        return sum(self.before.values()) - sum(self.after.values())


NOTHING = Settlement(lines=(), balances={}, now={}, steps=(), fewest=0, is_proven=True)


def evening_settlement(evening: Evening) -> Settlement:
    """Return the settlement of an evening. Raises: ledger.EntryRefused pot_not_empty, for an open evening."""
    if evening.unit == POINTS:
        return NOTHING
    now = payment_plans.balances_to_settle(**evening.ledger_key)
    fewest = settlement.fewest_payments(now)
    lines = tuple(queries.plan_lines(**evening.ledger_key)) if evening.is_closed else ()
    planned = tuple(_payment_of_line(line, line.planned.amount_minor) for line in lines)
    balances = dict(now)
    for line in lines:
        balances[line.payer_id] = balances.get(line.payer_id, 0) - line.paid_minor
        balances[line.payee_id] = balances.get(line.payee_id, 0) + line.paid_minor
    return Settlement(
        lines=lines,
        balances=balances,
        now=now,
        steps=tuple(settlement.explained_payments(balances, planned if evening.is_closed else fewest.payments)),
        fewest=len(fewest.payments),
        is_proven=fewest.is_proven,
    )


def evening_settlement_options(evening: Evening) -> tuple[SettlementOption, ...]:
    """Return all ways to settle a closed evening. Treasurers are the people who sat there, and the till."""
    balances = payment_plans.balances_to_settle(**evening.ledger_key)
    seats = evening.all_seats().select_related("player").order_by("place", "from_hand", "player__name_folded")
    # Each person once, for any number of stays.
    people = {seat.player_id: seat.player for seat in seats}.values()
    current = queries.current_plan(**evening.ledger_key)
    chosen = (current.method, current.treasurer) if current else (SettlementMethod.FEWEST, None)
    through = [(SettlementMethod.ONE_FOR_ALL, one) for one in (*people, None)]
    found: list[SettlementOption] = []
    for method, treasurer in ((SettlementMethod.FEWEST, None), (SettlementMethod.DIRECT, None), *through):
        is_shown = chosen == (method, treasurer)
        would = payment_plans.settlement_by_method(method, balances, **evening.ledger_key, treasurer=treasurer)
        found.append(
            SettlementOption(
                method=method,
                treasurer=treasurer.pk if treasurer else None,
                # Newly computed payments may differ from those of the plan in force.
                payments=_open_payments_of_evening(evening) if is_shown else tuple(would.payments),
                is_shown=is_shown,
            )
        )
    return tuple(found)


def evening_roundings(evening: Evening, coins: tuple[int, ...]) -> tuple[RoundedOff, ...]:
    """Return the effect of each coin and each account for the difference, where it changes a balance."""
    balances = payment_plans.balances_to_settle(**evening.ledger_key)
    balances.pop(TILL, None)  # the till is not rounded
    found: list[RoundedOff] = []
    for coin in coins:
        for to in Rounding:
            changes = settlement.rounding_changes(balances, coin=coin, to=to)
            after = {player: balances[player] + change for player, change in changes.items()}
            before = {player: balances[player] for player in changes}
            if after:
                found.append(RoundedOff(coin=coin, to=to, before=before, after=after))
    return tuple(found)


def entries_beside_plan(evening: Evening) -> tuple[OtherEntry, ...]:
    """Return other entries, oldest first: payments outside the plan, fees, roundings, amounts carried over."""
    if evening.unit == POINTS:
        return ()
    return tuple(map(_entry_beside_plan, queries.unplanned_entries(**evening.ledger_key)))


def _open_payments_of_evening(evening: Evening) -> tuple[Payment[UUID], ...]:
    lines = queries.plan_lines(**evening.ledger_key)
    return tuple(_payment_of_line(line, line.open_minor) for line in lines if not line.is_paid)


def _payment_of_line(line: PlanLine, amount_minor: int) -> Payment[UUID]:
    return Payment(payer=line.payer_id, payee=line.payee_id, amount_minor=amount_minor)


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
        note=queries.note_of_entry(entry),
    )
