"""A settlement for its templates, from `play.settlements`: people by name, methods and entries in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorebook.core.currencies import digits_of
from scorebook.core.keys import new_key
from scorebook.ledger.accounts import TILL
from scorebook.ledger.models import Entry
from scorebook.ledger.queries import PlanLine
from scorebook.ledger.settlement import Payment, PaymentStep, Rounding, SettlementMethod
from scorebook.play.models import Evening
from scorebook.play.queries.open_balances import OpenBalance, OpenBook
from scorebook.play.queries.settlements import OtherEntry, RoundedOff, Settlement, SettlementOption
from scorebook.texts.statement_texts import note_text
from scorebook.web.core.money import amount_text
from scorebook.web.core.person_names import People

COINS = (5, 10, 50)  # hundredths of a currency unit
TAB = "tab"  # in addition to the ledger's methods: carries the balances over to the tab


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    id: str
    name: str
    colour: str  # CSS class of the dot


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentLine:
    id: UUID | None = None  # None while the plan is a proposal
    key: UUID = field(default_factory=new_key)  # one key per action: pay, pay in part, undo
    part_key: UUID = field(default_factory=new_key)
    untick_key: UUID = field(default_factory=new_key)
    payer: Party
    payee: Party
    amount_minor: int
    paid_minor: int = 0
    typed: str = ""  # a refused part, with its `problem`
    problem: str = ""

    @property
    def open_minor(self) -> int:
        return max(self.amount_minor - self.paid_minor, 0)

    @property
    def is_paid(self) -> bool:
        return self.open_minor == 0

    @property
    def is_in_part(self) -> bool:
        return 0 < self.paid_minor < self.amount_minor


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A payment from the view of one side."""

    other: Party
    is_paying: bool
    amount_minor: int
    after_minor: int  # their balance after it


@dataclass(frozen=True, slots=True, kw_only=True)
class BalanceLine:
    """The payments that bring a party's balance to 0."""

    party: Party
    before_minor: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOverview:
    lines: tuple[PaymentLine, ...]
    standings: tuple[BalanceLine, ...]
    now: tuple[tuple[Party, int], ...]  # present balances, highest first
    open_count: int
    fewest: int
    is_proven: bool

    @property
    def is_fewest(self) -> bool:
        return self.open_count <= self.fewest  # the plan may have fewer payments than an unproven minimum


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodChoice:
    """A settlement method as a radio button, with its payments."""

    id: str
    text: str
    lines: tuple[PaymentLine, ...]
    is_chosen: bool
    colour: str = ""  # of the person through whom all pay


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    party: Party
    before_minor: int
    after_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundingChoice:
    id: str
    coin: str
    text: str
    changes: tuple[Change, ...]
    to_kitty_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BesideLine:
    """An entry of the evening outside the plan."""

    id: UUID
    key: UUID
    text: str
    note: str
    recorded_at: datetime
    amount_minor: int | None  # None if amounts differ; with `is_each` per person in `text`
    is_each: bool
    parts: tuple[tuple[Party, int], ...]  # amount per party, if these differ


class Parties:
    """The people of a club, and the till, by ledger id."""

    def __init__(self, people: People) -> None:
        self._people = people

    def __call__(self, id: UUID | None) -> Party:
        if id is None or id == TILL:
            return Party(id=str(TILL), name=pgettext("money box", "Till"), colour="till")
        person = self._people[str(id)]
        return Party(id=person.id, name=person.name, colour=f"p{person.colour}")


def plan_overview(settlement: Settlement, people: People) -> PlanOverview:
    parties = Parties(people)
    lines = [_planned_payment_line(line, parties) for line in settlement.lines]
    return PlanOverview(
        lines=tuple(lines) if lines else proposed_payment_lines((step.payment for step in settlement.steps), parties),
        standings=_settlement_balance_lines(settlement, parties),
        now=tuple((parties(id), amount) for id, amount in _balances_by_amount(settlement.now) if amount),
        open_count=settlement.open_count,
        fewest=settlement.fewest,
        is_proven=settlement.is_proven,
    )


def altogether_of_plan(plan: PlanOverview, book: OpenBook, unit: str) -> list[tuple[Party, OpenBalance]]:
    """Return `altogether` for the people who still pay or are paid."""
    in_plan = {party.id for line in plan.lines if not line.is_paid for party in (line.payer, line.payee)}
    return altogether([one for one in plan.now if one[0].id in in_plan], book, unit)


def altogether(of_evening: Iterable[tuple[Party, int]], book: OpenBook, unit: str) -> list[tuple[Party, OpenBalance]]:
    """Return people with their open balance, if it differs from that of the evening.

    of_evening: amount received (+) or paid (-); the till is left out.
    """
    return [
        (party, balance)
        for party, amount_minor in of_evening
        if party.id != str(TILL)
        for balance in [book.in_unit(UUID(party.id), unit)]
        if balance.net_minor != amount_minor
    ]


def proposed_payment_lines(payments: Iterable[Payment[UUID]], parties: Parties) -> tuple[PaymentLine, ...]:
    return tuple(
        PaymentLine(payer=parties(one.payer), payee=parties(one.payee), amount_minor=one.amount_minor)
        for one in payments
    )


def _planned_payment_line(line: PlanLine, parties: Parties) -> PaymentLine:
    return PaymentLine(
        id=line.planned.pk,
        payer=parties(line.payer_id),
        payee=parties(line.payee_id),
        amount_minor=line.planned.amount_minor,
        paid_minor=line.paid_minor,
    )


def _settlement_balance_lines(settlement: Settlement, parties: Parties) -> tuple[BalanceLine, ...]:
    moves: dict[UUID, list[Move]] = {}
    for step in settlement.steps:
        for id, other, after, is_paying in _payment_sides(step):
            move = Move(
                other=parties(other), is_paying=is_paying, amount_minor=step.payment.amount_minor, after_minor=after
            )
            moves.setdefault(id, []).append(move)
    return tuple(
        BalanceLine(party=parties(id), before_minor=before, moves=tuple(moves.get(id, ())))
        for id, before in _balances_by_amount(settlement.balances)
        if before or id in moves
    )


def _balances_by_amount(balances: Mapping[UUID, int]) -> list[tuple[UUID, int]]:
    return sorted(balances.items(), key=lambda one: -one[1])


def _payment_sides(step: PaymentStep[UUID]) -> tuple[tuple[UUID, UUID, int, bool], ...]:
    payer, payee = step.payment.payer, step.payment.payee
    return (payer, payee, step.payer_after, True), (payee, payer, step.payee_after, False)


def settlement_choices(options: Sequence[SettlementOption], people: People) -> tuple[MethodChoice, ...]:
    parties = Parties(people)
    return tuple(
        MethodChoice(
            id=settlement_method_id(option.method, option.treasurer),
            text=_settlement_way_text(option, parties),
            lines=proposed_payment_lines(option.payments, parties),
            is_chosen=option.is_shown,
            colour=parties(option.treasurer).colour,
        )
        for option in options
    )


def settlement_method_id(method: SettlementMethod, treasurer: UUID | None) -> str:
    return f"{method}:{treasurer or TILL}" if method is SettlementMethod.ONE_FOR_ALL else str(method)


def _settlement_way_text(option: SettlementOption, parties: Parties) -> str:
    match option.method:
        case SettlementMethod.FEWEST:
            return _("Fewest payments")
        case SettlementMethod.DIRECT:
            return _("Everybody directly, hand by hand")
        case SettlementMethod.ONE_FOR_ALL:
            return parties(option.treasurer).name


def rounding_coins(evening: Evening) -> tuple[int, ...]:
    """Return the amounts to round to, in minor units; empty for a unit without cents."""
    digits = digits_of(evening.unit)
    return tuple(coin * 10**digits // 100 for coin in COINS) if digits else ()


def rounding_choices(found: Iterable[RoundedOff], evening: Evening, people: People) -> tuple[RoundingChoice, ...]:
    parties = Parties(people)
    return tuple(
        RoundingChoice(
            id=f"{one.coin}:{one.to}",
            coin=amount_text(one.coin, evening.unit),
            text=_("the difference goes into the till")
            if one.to is Rounding.KITTY
            else _("the difference goes to whoever is owed most"),
            changes=tuple(
                Change(party=parties(id), before_minor=before, after_minor=one.after[id])
                for id, before in _balances_by_amount(one.before)
            ),
            to_kitty_minor=one.to_kitty_minor,
        )
        for one in found
    )


def lines_beside_plan(found: Iterable[OtherEntry], people: People) -> tuple[BesideLine, ...]:
    parties = Parties(people)
    return tuple(_beside_line(one, parties) for one in found)


def _beside_line(one: OtherEntry, parties: Parties) -> BesideLine:
    amounts = set(map(abs, one.amounts.values()))
    is_between_two = one.kind == Entry.Kind.PAYMENT or (one.kind == Entry.Kind.CHARGE and len(amounts) == 1)
    # A carried balance is shown as it was; its entry has the opposite sign.
    sign = -1 if one.kind == Entry.Kind.CARRIED else 1
    return BesideLine(
        id=one.id,
        key=new_key(),
        text=_beside_text(one, parties),
        note=note_text(one.note),
        recorded_at=one.recorded_at,
        amount_minor=max(amounts) if is_between_two else None,
        is_each=one.kind == Entry.Kind.CHARGE and len(one.amounts) > 1,
        parts=()
        if is_between_two
        else tuple((parties(id), sign * amount) for id, amount in _balances_by_amount(one.amounts)),
    )


def _beside_text(one: OtherEntry, parties: Parties) -> str:
    match one.kind:
        case Entry.Kind.PAYMENT:
            return f"{parties(one.payer).name} → {parties(one.payee).name}"
        case Entry.Kind.CHARGE:
            return f"{', '.join(sorted(parties(id).name for id in one.amounts))} → {parties(None).name}"
        case Entry.Kind.ROUNDING:
            return _("Rounded off")
        case _:
            return _("Put on the tab")
