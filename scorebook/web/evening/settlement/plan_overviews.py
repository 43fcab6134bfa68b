"""A settlement for its templates, from `play.settlements`: people by name, methods and entries in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorebook.core.currencies import digits_of
from scorebook.core.keys import new_key
from scorebook.ledger.accounts import TILL
from scorebook.ledger.models import Entry
from scorebook.ledger.settlement import PaymentStep
from scorebook.play.models import Evening
from scorebook.play.queries.open_balances import OpenBalance, OpenBook
from scorebook.play.queries.settlements import OtherEntry, Settlement
from scorebook.play.queries.statements import TabEntry
from scorebook.texts.statement_texts import note_text
from scorebook.web.core.person_names import COLOUR_OF_TILL, People, Person

COINS = (5, 10, 50)  # hundredths of a currency unit
TAB = "tab"  # in addition to the ledger's methods: carries the balances over to the tab

# By ledger id, the till too; None is the till as well.
Parties = Mapping[UUID | None, Person]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentLine:
    id: UUID | None = None  # None while the plan is a proposal
    part_key: UUID = field(default_factory=new_key)
    payer: Person
    payee: Person
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
class PlanOverview:
    lines: Sequence[PaymentLine]
    standings: tuple[tuple[UUID, int, Sequence[PaymentStep[UUID]]], ...]  # balance before the payments, and these
    now: tuple[tuple[Person, int], ...]  # present balances, highest first
    open_count: int
    fewest: int
    is_proven: bool

    @property
    def is_fewest(self) -> bool:
        return self.open_count <= self.fewest  # the plan may have fewer payments than an unproven minimum


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLine:
    """An entry of the evening outside the plan, or of the tab."""

    entry: OtherEntry | TabEntry
    text: str
    who: str = ""  # names of the people concerned, if `text` has none
    note: str
    amount_minor: int | None  # None if amounts differ
    is_each: bool  # the amount is per person
    parts: Sequence[tuple[Person, int]]  # change of each balance; empty if the amount says it


def payment_parties(people: People) -> Parties:
    till = Person(id=str(TILL), name=pgettext("money box", "Cash box"), colour=COLOUR_OF_TILL)
    return {None: till, TILL: till, **{UUID(id): person for id, person in people.items()}}


def plan_overview(settlement: Settlement, people: People) -> PlanOverview:
    parties = payment_parties(people)
    planned = [
        PaymentLine(
            id=line.planned.pk,
            payer=parties[line.payer_id],
            payee=parties[line.payee_id],
            amount_minor=line.planned.amount_minor,
            paid_minor=line.paid_minor,
        )
        for line in settlement.lines
    ]
    proposed = (step.payment for step in settlement.steps)
    return PlanOverview(
        lines=planned
        or [
            PaymentLine(payer=parties[one.payer], payee=parties[one.payee], amount_minor=one.amount_minor)
            for one in proposed
        ],
        standings=tuple(_balances_with_payments(settlement)),
        now=tuple((parties[id], amount) for id, amount in balances_by_amount(settlement.now) if amount),
        open_count=settlement.open_count,
        fewest=settlement.fewest,
        is_proven=settlement.is_proven,
    )


def plan_context(plan: PlanOverview, people: People, book: OpenBook | None, unit: str) -> dict[str, object]:
    """Return what the templates of a plan read. book: None shows nothing of other evenings."""
    in_plan = {party.id for line in plan.lines if not line.is_paid for party in (line.payer, line.payee)}
    of_evening = [one for one in plan.now if one[0].id in in_plan]
    return {
        "plan": plan,
        "parties": payment_parties(people),
        "altogether": people_with_other_balance(of_evening, book, unit) if book else [],
    }


def people_with_other_balance(
    of_evening: Iterable[tuple[Person, int]], book: OpenBook, unit: str
) -> list[tuple[Person, OpenBalance]]:
    """Return people whose open balance is not that of the evening (+ received, - paid), with it; without the till."""
    return [
        (party, balance)
        for party, amount_minor in of_evening
        if party.id != str(TILL)
        for balance in [book.balance_in_unit(UUID(party.id), unit)]
        if balance.net_minor != amount_minor
    ]


def _balances_with_payments(settlement: Settlement) -> Iterator[tuple[UUID, int, Sequence[PaymentStep[UUID]]]]:
    for id, before_minor in balances_by_amount(settlement.balances):
        steps = [step for step in settlement.steps if id in (step.payment.payer, step.payment.payee)]
        if before_minor or steps:
            yield id, before_minor, steps


def balances_by_amount(balances: Mapping[UUID, int]) -> list[tuple[UUID, int]]:
    return sorted(balances.items(), key=lambda one: -one[1])


def rounding_coins(evening: Evening) -> tuple[int, ...]:
    """Return the amounts to round to, in minor units; empty for a unit without cents."""
    digits = digits_of(evening.unit)
    return tuple(coin * 10**digits // 100 for coin in COINS) if digits else ()


def other_entry_lines(found: Iterable[OtherEntry], people: People) -> list[EntryLine]:
    parties = payment_parties(people)
    return [_other_entry_line(one, parties) for one in found]


def _other_entry_line(one: OtherEntry, parties: Parties) -> EntryLine:
    amounts = set(map(abs, one.amounts.values()))
    is_between_two = one.kind == Entry.Kind.PAYMENT or (one.kind == Entry.Kind.CHARGE and len(amounts) == 1)
    # A carried balance is shown as it was; its entry has the opposite sign.
    sign = -1 if one.kind == Entry.Kind.CARRIED else 1
    parts = [] if is_between_two else [(parties[id], sign * part) for id, part in balances_by_amount(one.amounts)]
    return EntryLine(
        entry=one,
        text=_other_entry_text(one, parties),
        note=note_text(one.note),
        amount_minor=max(amounts) if is_between_two else None,
        is_each=one.kind == Entry.Kind.CHARGE and len(one.amounts) > 1,
        parts=parts,
    )


def _other_entry_text(one: OtherEntry, parties: Parties) -> str:
    match one.kind:
        case Entry.Kind.PAYMENT:
            return f"{parties[one.payer].name} → {parties[one.payee].name}"
        case Entry.Kind.CHARGE:
            return f"{', '.join(sorted(parties[id].name for id in one.amounts))} → {parties[TILL].name}"
        case Entry.Kind.ROUNDING:
            return _("Rounding")
        case _:
            return _("Put on the tab")
