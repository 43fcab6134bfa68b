"""Who pays whom: planned payments, what was paid of them, and payments that nobody planned."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from scorebook.clubs.models import Club, Player
from scorebook.ledger import posting, queries, settlement
from scorebook.ledger.accounts import TILL, open_accounts
from scorebook.ledger.drafts import payment_body
from scorebook.ledger.errors import EntryRefused, KeyConflict
from scorebook.ledger.models import Chain, Entry, PlannedPayment
from scorebook.ledger.settlement import SettlementMethod

WHY_PLANNED = "settlement"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A way to settle. treasurer: of Way.ONE_FOR_ALL; None is the till."""

    method: SettlementMethod = SettlementMethod.FEWEST
    treasurer: Player | None = None


def pay(
    *,
    club: Club,
    unit: str,
    evening_id: UUID | None,
    key: UUID,
    payer: Player,
    payee: Player,
    amount_minor: int,
    note: str = "",
    by: str,
    at: datetime,
) -> Entry:
    """Book that one person gave another money outside: the payer's debt and the payee's claim shrink.

    note: what somebody typed to it.
    evening_id: the evening it settles; None for the club's tab. A plan that was made before does not know of it:
    whoever pays so in a closed evening plans again.
    Raises: KeyConflict; EntryRefused payer_is_payee, amount_out_of_range, account_unknown.
    """
    body = payment_body(
        club_id=club.pk,
        unit=unit,
        evening_id=evening_id,
        key=key,
        payer_id=payer.pk,
        payee_id=payee.pk,
        amount_minor=amount_minor,
        why=Entry.Kind.PAYMENT,
        note=note,
    )
    with transaction.atomic():
        if evening_id is None:  # on the tab somebody may pay who never played for this
            open_accounts(club=club, unit=unit, players=[payer, payee], evening_id=None)
        with planning_tab_again(club=club, unit=unit, at=at, moves_tab=evening_id is None):
            return posting.append_one(body, club=club, by=by, at=at)


def undo(*, entry: Entry, key: UUID, by: str, at: datetime) -> Entry:
    """Take back what was booked between the people: a payment, money of the till or the kitty, a rounding.

    What an evening carried over comes back with its counterpart on the tab.
    Raises: KeyConflict; EntryRefused not_a_payment, already_reversed.
    """
    if entry.kind in (Entry.Kind.RESULT, Entry.Kind.REVERSAL):
        raise EntryRefused(code="not_a_payment", field="entry")
    taken_back = [entry, *_counterpart(entry)]
    moves_tab = any(one.evening_id is None for one in taken_back)
    with planning_tab_again(club=entry.club, unit=entry.unit, at=at, moves_tab=moves_tab):
        chain = posting.lock_chain(club=entry.club)
        keys = [key, uuid5(key, "counterpart")][: len(taken_back)]
        return _undone(dict(zip(keys, taken_back, strict=True)), chain=chain, by=by, at=at)


def make_plan(
    *,
    club: Club,
    unit: str,
    evening_id: UUID | None,
    at: datetime,
    method: SettlementMethod = SettlementMethod.FEWEST,
    treasurer: Player | None = None,
) -> list[PlannedPayment]:
    """Plan the payments that are still needed; what is paid stays paid.

    evening_id: None for the club's tab.
    way:        the fewest payments; all through one person or the till; or direct debts, hand by hand.
    treasurer:  through whom all pay; None is the till.
    Where the open part of the plan shown so far does the same, it stays.
    Returns: the open payments.
    Raises: EntryRefused pot_not_empty.
    """
    with transaction.atomic():
        if treasurer:  # who keeps the money need not have played for it
            open_accounts(club=club, unit=unit, players=[treasurer], evening_id=None)
        posting.lock_chain(club=club)
        still_open = [line for line in queries.plan(club=club, unit=unit, evening_id=evening_id) if not line.is_paid]
        balances = balances_to_settle(club=club, unit=unit, evening_id=evening_id)
        payments = settlement_by(method, balances, club=club, unit=unit, evening_id=evening_id, treasurer=treasurer)
        if _is_the_same(still_open, payments, balances, method):
            return [line.planned for line in still_open]
        _supersede(still_open, at)
        return _planned(payments, club=club, unit=unit, evening_id=evening_id, at=at)


@contextmanager
def planning_tab_again(*, club: Club, unit: str, at: datetime, moves_tab: bool = True) -> Iterator[None]:
    """While the tab is being settled, its plan goes along with whatever else moves money there, by the way chosen."""
    with transaction.atomic():
        chosen = None
        if moves_tab:
            posting.lock_chain(club=club)
            if any(not line.is_paid for line in queries.plan(club=club, unit=unit, evening_id=None)):
                chosen = way_shown(club=club, unit=unit, evening_id=None)
        yield
        if chosen:
            make_plan(club=club, unit=unit, evening_id=None, at=at, method=chosen.method, treasurer=chosen.treasurer)


def settlement_by(
    method: SettlementMethod,
    balances: Mapping[UUID, int],
    *,
    club: Club,
    unit: str,
    evening_id: UUID | None,
    treasurer: Player | None = None,
) -> list[settlement.Payment[UUID]]:
    """What a way to settle comes to, for those who are still choosing. balances: TILL stands for the till."""
    match method:
        case SettlementMethod.FEWEST:
            return settlement.plan(balances)
        case SettlementMethod.ONE_FOR_ALL:
            return settlement.via_treasurer(balances, treasurer.pk if treasurer else TILL)
        case SettlementMethod.DIRECT:
            moved = queries.moved_by_entry(club=club, unit=unit, evening_id=evening_id)
            return settlement.direct(moved, passing=evening_id)


def balances_to_settle(*, club: Club, unit: str, evening_id: UUID | None) -> dict[UUID, int]:
    """The balances that a plan has to bring to 0: the people's, and what is then left is the till's (TILL).

    Raises: EntryRefused pot_not_empty.
    """
    if evening_id is None:
        balances = queries.tab(club=club, unit=unit)
    else:
        balances = queries.balances(club=club, unit=unit, evening_id=evening_id)
    rest = -sum(balances.values())
    if rest and evening_id and queries.pot_balance(club=club, unit=unit, evening_id=evening_id):
        raise EntryRefused(code="pot_not_empty", field="evening_id")
    return balances | ({TILL: rest} if rest else {})


def way_shown(*, club: Club, unit: str, evening_id: UUID | None) -> Chosen:
    """By which way the open payments settle: Way.FEWEST where it comes to the same or no other gives them."""
    still_open = [line for line in queries.plan(club=club, unit=unit, evening_id=evening_id) if not line.is_paid]
    balances = balances_to_settle(club=club, unit=unit, evening_id=evening_id)
    in_all = set.intersection(*({line.payer_id, line.payee_id} for line in still_open)) if still_open else set()
    via_treasurer = [None] if TILL in in_all else [*Player.objects.filter(pk__in=in_all).order_by("pk")]
    for chosen in (
        Chosen(),
        *(Chosen(method=SettlementMethod.ONE_FOR_ALL, treasurer=one) for one in via_treasurer),
        Chosen(method=SettlementMethod.DIRECT),
    ):
        payments = settlement_by(
            chosen.method, balances, club=club, unit=unit, evening_id=evening_id, treasurer=chosen.treasurer
        )
        if _told(still_open) == _wanted(payments):
            return chosen
    return Chosen()


def withdraw_plan(*, club: Club, unit: str, evening_id: UUID | None, at: datetime) -> None:
    """Nobody is to pay by the plan any more, because the evening goes on; what is paid stays paid."""
    with transaction.atomic():
        posting.lock_chain(club=club)
        shown = queries.plan(club=club, unit=unit, evening_id=evening_id)
        _supersede([line for line in shown if not line.is_paid], at)


def mark_paid(*, planned: PlannedPayment, key: UUID, by: str, at: datetime, amount_minor: int | None = None) -> Entry:
    """Book that a planned payment was made.

    amount_minor: a part of it; None pays all that is still open.
    Raises: KeyConflict; EntryRefused already_paid, plan_superseded, amount_out_of_range.
    """
    with transaction.atomic():
        chain = posting.lock_chain(club=planned.club)
        known = posting.known_entries(keys=[key])
        if first := known.entries.get(key):
            if first.planned_id != planned.pk:
                raise KeyConflict(key=key)
            amount = queries.paid_by(first) if amount_minor is None else amount_minor
        else:
            amount = _open_part(planned, amount_minor)
        body = payment_body(
            club_id=planned.club_id,
            unit=planned.unit,
            evening_id=planned.evening_id,
            key=key,
            payer_id=planned.payer_id,
            payee_id=planned.payee_id,
            amount_minor=amount,
            why=WHY_PLANNED,
            planned_id=planned.pk,
        )
        return posting.append(chain=chain, bodies=[body], known=known, by=by, at=at)[0]


def mark_unpaid(*, planned: PlannedPayment, key: UUID, by: str, at: datetime) -> Entry:
    """Take the newest payment of the plan's row back: it is open again.

    Raises: KeyConflict; EntryRefused not_paid.
    """
    with transaction.atomic():
        chain = posting.lock_chain(club=planned.club)
        payments = Entry.objects.filter(planned=planned)
        # The payment that this key reversed comes first: a retry must find it although somebody ticked again.
        payment = payments.filter(reversed_by=key).first() or payments.filter(reversed_by__isnull=True).last()
        if payment is None:
            raise EntryRefused(code="not_paid", field="planned")
        return _undone({key: payment}, chain=chain, by=by, at=at)


def _undone(entries: Mapping[UUID, Entry], *, chain: Chain, by: str, at: datetime) -> Entry:
    """entries: the key of the reversal -> what it takes back."""
    known = posting.known_entries(keys=list(entries), reversed_ids=[entry.pk for entry in entries.values()])
    bodies = [posting.reversal(reverses=entry.pk, key=key, why="undo", known=known) for key, entry in entries.items()]
    return posting.append(chain=chain, bodies=bodies, known=known, by=by, at=at)[0]


def counterpart_id(carried: UUID) -> UUID:
    """The entry on the tab that belongs to what an evening carried over."""
    return uuid5(carried, "tab")


def _counterpart(entry: Entry) -> list[Entry]:
    if entry.kind != Entry.Kind.CARRIED:
        return []
    if entry.evening_id is not None:
        return [Entry.objects.get(pk=counterpart_id(entry.pk))]
    carried = Entry.objects.filter(club=entry.club_id, kind=Entry.Kind.CARRIED, evening_id__isnull=False)
    return [other for other in carried.filter(at=entry.at) if counterpart_id(other.pk) == entry.pk]


def _open_part(planned: PlannedPayment, amount_minor: int | None) -> int:
    """How much to book now of what is still open."""
    line = queries.plan_line(planned)
    if line.is_paid:
        raise EntryRefused(code="already_paid", field="planned")
    if not PlannedPayment.objects.filter(pk=planned.pk, superseded_at__isnull=True).exists():
        raise EntryRefused(code="plan_superseded", field="planned")
    if amount_minor is not None and amount_minor > line.open_minor:
        raise EntryRefused(code="amount_out_of_range", field="amount_minor")
    return line.open_minor if amount_minor is None else amount_minor


def _is_the_same(
    still_open: Iterable[queries.PlanLine],
    payments: Iterable[settlement.Payment[UUID]],
    balances: Mapping[UUID, int],
    method: SettlementMethod,
) -> bool:
    shown, wanted = _told(still_open), _wanted(payments)
    return shown == wanted or (
        method is SettlementMethod.FEWEST and len(shown) == len(wanted) and _settles(shown, balances)
    )


def _told(lines: Iterable[queries.PlanLine]) -> list[tuple[UUID, UUID, int]]:
    return sorted((line.payer_id, line.payee_id, line.open_minor) for line in lines)


def _wanted(payments: Iterable[settlement.Payment[UUID]]) -> list[tuple[UUID, UUID, int]]:
    return sorted((payment.payer, payment.payee, payment.amount_minor) for payment in payments)


def _settles(payments: Iterable[tuple[UUID, UUID, int]], balances: Mapping[UUID, int]) -> bool:
    left = dict(balances)
    for payer, payee, amount_minor in payments:
        left[payer] = left.get(payer, 0) + amount_minor
        left[payee] = left.get(payee, 0) - amount_minor
    return not any(left.values())


def _supersede(lines: Iterable[queries.PlanLine], at: datetime) -> None:
    PlannedPayment.objects.filter(pk__in=[line.planned.pk for line in lines]).update(superseded_at=at)


def _planned(
    payments: Iterable[settlement.Payment[UUID]], *, club: Club, unit: str, evening_id: UUID | None, at: datetime
) -> list[PlannedPayment]:
    earlier = PlannedPayment.objects.filter(club=club, unit=unit, evening_id=evening_id).count()
    return PlannedPayment.objects.bulk_create(
        PlannedPayment(
            club=club,
            unit=unit,
            evening_id=evening_id,
            position=position,
            payer_id=None if payment.payer == TILL else payment.payer,
            payee_id=None if payment.payee == TILL else payment.payee,
            amount_minor=payment.amount_minor,
            made_at=at,
        )
        for position, payment in enumerate(payments, start=earlier + 1)
    )
