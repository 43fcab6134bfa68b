"""The books of evenings and of the tab, and the audit of their payment plans.

A plan brings to 0 the balances of the moment at which it was made. No row records that moment, so the balances are
computed backwards from today's, entry by entry: each plan must match one of them, and a later plan the same or a
later one. Superseded plans are checked like current ones.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate
from uuid import UUID

from scorebook.clubs.audit_difference import AuditDifference
from scorebook.clubs.models import Club, Player
from scorebook.ledger import settlement
from scorebook.ledger.accounts import TILL, player_account_id
from scorebook.ledger.models import Account, Entry, Plan
from scorebook.ledger.queries.ledger_balances import balances_of_evenings, moved_by_account
from scorebook.ledger.queries.plans import PlanLine, lines_of_plans
from scorebook.ledger.settlement import SettlementMethod

# Longer than any request waits for the books' lock after it took its time.
WAIT = timedelta(minutes=1)
# Player id -> minor units, + is owed money; without zero balances.
Balances = Mapping[UUID, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanMoments:
    begun: Collection[datetime]  # times at which a first plan, or one after a withdrawn one, is made
    withdrawn: Collection[datetime]  # times at which the plan is withdrawn


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementBooks:
    """The entries and plans of an evening or of the tab in one unit, as stored."""

    club_id: UUID
    unit: str
    entries: Mapping[UUID, Entry]  # by id, in the order of the chain
    plans: Mapping[Plan, Sequence[PlanLine]]  # all, by number, each with its payments
    history: Sequence[Balances]  # before the first plan, or earlier, and after each of the entries since then

    @property
    def times(self) -> list[datetime]:
        """Return the times of the entries between successive balances in `history`."""
        return [entry.recorded_at for entry in self.entries.values()][len(self.entries) + 1 - len(self.history) :]

    @property
    def lines(self) -> list[PlanLine]:
        return [line for lines in self.plans.values() for line in lines]


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningBooks(SettlementBooks):
    evening_id: UUID


# -- reading ---------------------------------------------------------------------------------------------------------


def books_of_evenings(*, club: Club, units: Mapping[UUID, str]) -> Iterator[EveningBooks]:
    """Yield the books of evenings in the given order. Seven statements for any number of evenings.

    units: evening id -> unit.
    """
    entries: dict[UUID | None, dict[UUID, Entry]] = {evening_id: {} for evening_id in units}
    for entry in Entry.objects.filter(club=club, evening_id__in=units).order_by("seq"):
        entries[entry.evening_id][entry.pk] = entry
    plans: dict[UUID | None, list[Plan]] = {}
    for plan in Plan.objects.filter(club=club, evening_id__in=units).order_by("number", "unit"):
        plans.setdefault(plan.evening_id, []).append(plan)
    lines = lines_of_plans(club=club, plans=[plan for own in plans.values() for plan in own])
    balances = balances_of_evenings(club=club, evening_ids=units.keys())
    tails = {evening: _entries_since_first_plan([*entries[evening].values()], own) for evening, own in plans.items()}
    moved = moved_by_account(club, [entry.pk for tail in tails.values() for entry in tail])
    for evening_id, unit in units.items():
        today = balances.get((evening_id, unit), {})
        accounts = {player_account_id(club.pk, unit, player): player for player in today}
        yield EveningBooks(
            club_id=club.pk,
            evening_id=evening_id,
            unit=unit,
            entries=entries[evening_id],
            plans={plan: lines.get(plan.pk, ()) for plan in plans.get(evening_id, ())},
            history=_balance_history_up_to(today, _moves_of_people(tails.get(evening_id, ()), moved, accounts)),
        )


def settlement_books_of_tab(*, club: Club) -> Iterator[SettlementBooks]:
    """Yield the settlement of the tab for each unit with a plan. Five statements; one if the tab was never settled."""
    plans: dict[str, list[Plan]] = {}
    for plan in Plan.objects.filter(club=club, evening_id__isnull=True).order_by("number"):
        plans.setdefault(plan.unit, []).append(plan)
    if not plans:
        return
    lines = lines_of_plans(club=club, plans=[plan for own in plans.values() for plan in own])
    entries: dict[str, dict[UUID, Entry]] = {unit: {} for unit in plans}
    for entry in Entry.objects.filter(club=club, evening_id__isnull=True, unit__in=plans).order_by("seq"):
        entries[entry.unit][entry.pk] = entry
    moved = moved_by_account(club, [entry for own in entries.values() for entry in own])
    people = Account.objects.filter(club=club, kind=Account.Kind.PLAYER)
    accounts = {pk: player_id for pk, player_id in people.values_list("pk", "player_id") if player_id}
    for unit, own in plans.items():
        moves = _moves_of_people(entries[unit].values(), moved, accounts)
        yield SettlementBooks(
            club_id=club.pk,
            unit=unit,
            entries=entries[unit],
            plans={plan: lines.get(plan.pk, ()) for plan in own},
            history=[*accumulate(moves, _balances_after_move, initial=dict[UUID, int]())],
        )


def _entries_since_first_plan(entries: Sequence[Entry], plans: Sequence[Plan]) -> Sequence[Entry]:
    if len(plans) > 1 or plans[0].superseded_at:
        return entries
    # A superset suffices. Most evenings have one plan and no hand after it, so only non-result entries follow it.
    hands = (Entry.Kind.RESULT, Entry.Kind.REVERSAL)
    first = next((place for place, entry in enumerate(entries) if entry.kind not in hands), len(entries))
    return entries[first:]


def _moves_of_people(
    entries: Iterable[Entry], moved: Mapping[UUID, Mapping[UUID, int]], accounts: Mapping[UUID, UUID]
) -> list[dict[UUID, int]]:
    """Return the change of balances by each entry. moved: entry -> account -> amount. accounts: account -> player."""
    return [
        {accounts[account]: amount for account, amount in moved.get(entry.id, {}).items() if account in accounts}
        for entry in entries
    ]


def _balance_history_up_to(today: Balances, moves: Sequence[Balances]) -> list[dict[UUID, int]]:
    """Compute the balances backwards from today's. moves: of the last entries, oldest first."""
    undone = ({player: -amount for player, amount in move.items()} for move in reversed(moves))
    return [*accumulate(undone, _balances_after_move, initial=_nonzero_balances(today))][::-1]


def _balances_after_move(balances: Balances, move: Balances) -> dict[UUID, int]:
    return _nonzero_balances({player: balances.get(player, 0) + move.get(player, 0) for player in {**balances, **move}})


def _nonzero_balances(balances: Balances) -> dict[UUID, int]:
    return {player: amount for player, amount in balances.items() if amount}


# -- comparing -------------------------------------------------------------------------------------------------------


def verify_plans(
    books: SettlementBooks, *, is_due: bool | None = None, moments: PlanMoments | None = None
) -> Iterator[AuditDifference]:
    """Check that payments match the plan, that the open part settles all balances, and that every plan was right.

    is_due:  True if the evening is over and a payment is needed; None to derive it from open payments.
    moments: of the evening; None if nothing records them, as for the tab.
    Codes: payment_unlike_plan, plan_does_not_settle, plan_missing, plan_unlike_books, plan_changed.
    """
    in_force = [line for line in books.lines if line.planned.superseded_at is None]
    yield from _payment_differences(books.lines)
    if is_due or (is_due is None and any(not line.is_paid for line in in_force)):
        yield from _settling_differences(books, in_force)
    yield from _number_differences(books, is_due=is_due)
    yield from _balance_differences(books)
    for place, (plan, lines) in enumerate(books.plans.items()):
        for what in (*_wrong_plan_columns(books, plan, lines), *_wrong_plan_times(books, place, lines, moments)):
            yield AuditDifference(code="plan_changed", what=f"plan {plan.number}, {what}")


def _payment_differences(lines: Iterable[PlanLine]) -> Iterator[AuditDifference]:
    for line in lines:
        if not line.is_as_planned:
            expected = f"{line.payer_id} pays {line.payee_id} {line.planned.amount_minor}"
            found = ", ".join(f"{payment.why} {payment.recorded_at.isoformat()}" for payment in line.payments)
            what = f"entry {line.payments[-1].seq}"
            yield AuditDifference(code="payment_unlike_plan", what=what, expected=expected, found=found)


def _settling_differences(books: SettlementBooks, in_force: Iterable[PlanLine]) -> Iterator[AuditDifference]:
    left = Counter(books.history[-1])
    for line in in_force:
        left[line.payer_id] += line.open_minor
        left[line.payee_id] -= line.open_minor
    left.pop(TILL, None)
    for player_id, amount_minor in sorted(left.items()):
        if amount_minor != 0:
            name = Player.objects.filter(club=books.club_id, pk=player_id).first() or player_id
            yield AuditDifference(code="plan_does_not_settle", expected=f"{name} 0", found=f"{name} {amount_minor:+}")


def _number_differences(books: SettlementBooks, *, is_due: bool | None) -> Iterator[AuditDifference]:
    """Check that no plan is missing, and that the last one is in force exactly while payments are due."""
    numbers = [plan.number for plan in books.plans]
    if numbers != list(range(1, len(numbers) + 1)) or (is_due and not numbers):
        yield AuditDifference(code="plan_missing", found=", ".join(map(str, numbers)))
    elif numbers and is_due is not None and ([*books.plans][-1].superseded_at is None) is not is_due:
        yield AuditDifference(code="plan_changed", what=f"plan {numbers[-1]}, superseded_at")


def _balance_differences(books: SettlementBooks) -> Iterator[AuditDifference]:
    """Check that each plan brings the balances of its moment to 0."""
    moment, is_in_order = 0, _is_written_in_time_order(books)
    for plan, lines in books.plans.items():
        planned = _balances_settled_by(lines)
        planned.pop(TILL, None)
        # All balances are 0 at the start, so a plan with deleted payments would match there.
        near = range(len(books.history)) if planned or not is_in_order else _history_places_near(books, plan.made_at)
        fitting = next((at for at in near if at >= moment and books.history[at] == planned), None)
        if fitting is None:
            found = ", ".join(f"{player} {amount:+}" for player, amount in sorted(planned.items()))
            yield AuditDifference(code="plan_unlike_books", what=f"plan {plan.number}", found=found)
        else:
            moment = fitting


def _is_written_in_time_order(books: SettlementBooks) -> bool:
    """Return whether rows were written in the order of their times; an import writes plans and payments of the past."""
    made = [plan.made_at for plan in books.plans]
    return all(
        earlier <= later + WAIT
        for times in (books.times, made)
        for earlier, later in zip(times, times[1:], strict=False)
    )


def _history_places_near(books: SettlementBooks, made_at: datetime) -> range:
    """Return the indices in the history at which a plan of that time may have been made."""
    first = sum(time < made_at - WAIT for time in books.times)
    return range(first, 1 + sum(time <= made_at + WAIT for time in books.times))


def _balances_settled_by(lines: Iterable[PlanLine]) -> dict[UUID, int]:
    """Return the balances that the planned payments bring to 0, that of the till (TILL) included."""
    sums = Counter[UUID]()
    for line in lines:
        sums[line.payer_id] -= line.planned.amount_minor
        sums[line.payee_id] += line.planned.amount_minor
    return _nonzero_balances(sums)


def _wrong_plan_columns(books: SettlementBooks, plan: Plan, lines: Sequence[PlanLine]) -> Iterator[str]:
    """Yield columns whose value is impossible for a plan with these payments."""
    if plan.unit != books.unit:
        yield "unit"
    if [line.planned.position for line in lines] != list(range(1, len(lines) + 1)):
        yield "positions"
    if plan.method == SettlementMethod.ONE_FOR_ALL:
        through = plan.treasurer_id or TILL
        if any(through not in (line.payer_id, line.payee_id) for line in lines):
            yield "treasurer"
    if plan.is_proven is not None and plan.method != SettlementMethod.FEWEST:
        yield "is_proven"
    if plan.is_proven and len(lines) > len(settlement.fewest_payments(_balances_settled_by(lines)).payments):
        yield "is_proven"


def _wrong_plan_times(
    books: SettlementBooks, place: int, lines: Sequence[PlanLine], moments: PlanMoments | None
) -> Iterator[str]:
    plans = list(books.plans)
    plan, later = plans[place], plans[place + 1 :]
    before = plans[place - 1] if place else None
    goes_on = before is not None and before.superseded_at == plan.made_at
    if moments and not goes_on and plan.made_at not in moments.begun:
        yield "made_at"
    ended_by_next = bool(later) and later[0].made_at == plan.superseded_at
    if (later and plan.superseded_at is None) or (
        moments and plan.superseded_at and not ended_by_next and plan.superseded_at not in moments.withdrawn
    ):
        yield "superseded_at"
    # A payment that was paid when its plan was superseded stayed; if it was reversed later, a later plan superseded it.
    known = {plan.superseded_at, *(time for one in later for time in (one.made_at, one.superseded_at))} - {None}
    paid_ids = {entry.planned_id for entry in books.entries.values()}  # also by an entry that was reversed
    for line in lines:
        ended, was_paid = line.planned.superseded_at, line.planned.pk in paid_ids
        stayed = ended is None and (plan.superseded_at is None or was_paid)
        went = ended is not None and ended in (known if was_paid else {plan.superseded_at}) and not line.is_paid
        if not (stayed or went):
            yield f"payment {line.planned.position}, superseded_at"
