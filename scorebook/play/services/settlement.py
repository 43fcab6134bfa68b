"""The verbs of a finished evening: who pays whom, by which way, and what else is put right between the people.

The ledger books; here is known whether the evening is over, and after whatever moved money the plan is made
again, by the way that was chosen, so that it always settles everybody. Ticking a planned payment needs no verb
here: `ledger.mark_paid`.
"""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scorebook.clubs import models as clubs
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Entry, PlannedPayment
from scorebook.ledger.services import Rounding, SettlementMethod
from scorebook.ledger.services.payments import Chosen, way_shown
from scorebook.play.errors import EveningOpen, PlayedForPoints
from scorebook.play.models import Evening
from scorebook.play.services.evening import POINTS
from scorebook.play.services.hands import locked

FEWEST = Chosen()


def settle_evening(
    *,
    evening: Evening,
    at: datetime,
    method: SettlementMethod = SettlementMethod.FEWEST,
    treasurer: clubs.Player | None = None,
) -> list[PlannedPayment]:
    """Choose how a closed evening is settled; what is paid stays paid. The open payments.

    treasurer: of Way.ONE_FOR_ALL; None is the till.
    Raises: EveningOpen, PlayedForPoints.
    """
    with transaction.atomic():
        evening = _over(evening)
        if (
            _chosen(evening).method is not method
        ):  # a plan that happens to be as short as the fewest is no reason to keep it
            ledger.withdraw_plan(club=evening.club, unit=evening.unit, evening_id=evening.pk, at=at)
        return ledger.make_plan(
            club=evening.club, unit=evening.unit, evening_id=evening.pk, at=at, method=method, treasurer=treasurer
        )


def pay_in_evening(
    *,
    evening: Evening,
    key: UUID,
    payer: clubs.Player,
    payee: clubs.Player,
    amount_minor: int,
    note: str = "",
    by: str,
    at: datetime,
) -> Entry:
    """Somebody paid somebody beside the plan, or before there was one.

    Raises: PlayedForPoints; ledger.EntryRefused, ledger.KeyConflict.
    """
    with transaction.atomic():
        evening = _for_money(evening)
        chosen = _chosen(evening)
        entry = ledger.pay(
            club=evening.club,
            unit=evening.unit,
            evening_id=evening.pk,
            key=key,
            payer=payer,
            payee=payee,
            amount_minor=amount_minor,
            note=note,
            by=by,
            at=at,
        )
        _plan_again(evening, at, chosen)
    return entry


def charge_in_evening(
    *, evening: Evening, key: UUID, amounts: Mapping[UUID, int], note: str = "", by: str, at: datetime
) -> Entry:
    """A fee or a fine for the kitty, to be settled with the evening. amounts: player id -> minor units, positive.

    Raises: PlayedForPoints; ledger.EntryRefused, ledger.KeyConflict.
    """
    with transaction.atomic():
        evening = _for_money(evening)
        chosen = _chosen(evening)
        entry = ledger.charge(
            club=evening.club,
            unit=evening.unit,
            evening_id=evening.pk,
            key=key,
            amounts=amounts,
            note=note,
            by=by,
            at=at,
        )
        _plan_again(evening, at, chosen)
    return entry


def carry_over_evening(*, evening: Evening, key: UUID, by: str, at: datetime) -> Entry:
    """Put what is still open of a closed evening on the club's tab.

    Raises: EveningOpen, PlayedForPoints; ledger.EntryRefused nothing_open, ledger.KeyConflict.
    """
    with transaction.atomic():
        evening = _over(evening)
        chosen = _chosen(evening)
        entry = ledger.carry_over(club=evening.club, unit=evening.unit, evening_id=evening.pk, key=key, by=by, at=at)
        _plan_again(evening, at, chosen)
    return entry


def round_off_evening(*, evening: Evening, key: UUID, coin: int, to: Rounding, by: str, at: datetime) -> Entry:
    """Make what is still open of a closed evening whole coins.

    Raises: EveningOpen, PlayedForPoints; ledger.EntryRefused nothing_open, coin_out_of_range, ledger.KeyConflict.
    """
    with transaction.atomic():
        evening = _over(evening)
        chosen = _chosen(evening)
        entry = ledger.round_off(
            club=evening.club, unit=evening.unit, evening_id=evening.pk, key=key, coin=coin, to=to, by=by, at=at
        )
        _plan_again(evening, at, chosen)
    return entry


def undo_in_evening(*, evening: Evening, entry: Entry, key: UUID, by: str, at: datetime) -> Entry:
    """Take back a payment, a fee, a rounding or the carrying over of this evening.

    Raises: ledger.EntryRefused not_a_payment, entry_unknown, already_reversed, ledger.KeyConflict.
    """
    with transaction.atomic():
        evening = locked(evening)
        if entry.evening_id != evening.pk:
            raise ledger.EntryRefused(code="entry_unknown", field="entry")
        chosen = _chosen(evening)
        undone = ledger.undo(entry=entry, key=key, by=by, at=at)
        _plan_again(evening, at, chosen)
    return undone


def _for_money(evening: Evening) -> Evening:
    evening = locked(evening)
    if evening.unit == POINTS:
        raise PlayedForPoints
    return evening


def _over(evening: Evening) -> Evening:
    evening = _for_money(evening)
    if not evening.is_closed:
        raise EveningOpen
    return evening


def _chosen(evening: Evening) -> Chosen:
    if not evening.is_closed:
        return FEWEST
    return way_shown(club=evening.club, unit=evening.unit, evening_id=evening.pk)


def _plan_again(evening: Evening, at: datetime, chosen: Chosen = FEWEST) -> None:
    if not evening.is_closed:
        return
    ledger.make_plan(
        club=evening.club,
        unit=evening.unit,
        evening_id=evening.pk,
        at=at,
        method=chosen.method,
        treasurer=chosen.treasurer,
    )
