"""Settlement of an evening: payment plan, payments, fees, rounding and their reversal.

The ledger books; this module checks the evening's state and makes the plan again after each movement, by the chosen
method, so that it settles all balances. A planned payment is marked as paid by `ledger.mark_paid` directly.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scorebook.clubs import models as clubs
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Entry, PlannedPayment
from scorebook.ledger.services import Rounding, SettlementMethod
from scorebook.ledger.services.tab import carried_entry
from scorebook.play.errors import EveningOpen, PlayedForPoints
from scorebook.play.models import Evening
from scorebook.play.services.locks import locked_evening
from scorebook.play.terms import POINTS


def settle_evening(
    *,
    evening: Evening,
    at: datetime,
    method: SettlementMethod = SettlementMethod.FEWEST,
    treasurer: clubs.Player | None = None,
) -> list[PlannedPayment]:
    """Choose the method for a closed evening and return the open payments; paid ones stay paid.

    treasurer: of SettlementMethod.ONE_FOR_ALL; None is the till.
    Raises: EveningOpen, PlayedForPoints.
    """
    with transaction.atomic():
        evening = _closed_evening_for_money(locked_evening(evening))
        return ledger.make_plan(**evening.ledger_key, at=at, method=method, treasurer=treasurer)


def pay_in_evening(*, evening: Evening, draft: ledger.PaymentDraft, by: str, at: datetime) -> Entry:
    """Book a payment outside of the plan. Raises: PlayedForPoints; ledger.EntryRefused, ledger.KeyConflict."""
    with replanned_evening(evening, at) as evening:
        _evening_for_money(evening)
        return ledger.pay(**evening.ledger_key, draft=draft, by=by, at=at)


def charge_in_evening(
    *, evening: Evening, key: UUID, amounts: Mapping[UUID, int], note: str = "", by: str, at: datetime
) -> Entry:
    """Book a fee or a fine for the kitty, settled with the evening. amounts: player id -> minor units, positive.

    Raises: PlayedForPoints; ledger.EntryRefused, ledger.KeyConflict.
    """
    with replanned_evening(evening, at) as evening:
        _evening_for_money(evening)
        return ledger.charge(**evening.ledger_key, key=key, amounts=amounts, note=note, by=by, at=at)


def carry_over_evening(*, evening: Evening, key: UUID, by: str, at: datetime) -> Entry:
    """Move the open balances of a closed evening to the club's tab.

    Raises: EveningOpen, PlayedForPoints; ledger.EntryRefused nothing_open, ledger.KeyConflict.
    """
    with replanned_evening(evening, at) as evening:
        _closed_evening_for_money(evening)
        return ledger.carry_over(**evening.ledger_key, key=key, by=by, at=at)


def round_off_evening(*, evening: Evening, key: UUID, coin: int, to: Rounding, by: str, at: datetime) -> Entry:
    """Round the open balances of a closed evening to whole coins.

    Raises: EveningOpen, PlayedForPoints; ledger.EntryRefused nothing_open, coin_out_of_range, ledger.KeyConflict.
    """
    with replanned_evening(evening, at) as evening:
        _closed_evening_for_money(evening)
        return ledger.round_off(**evening.ledger_key, key=key, coin=coin, to=to, by=by, at=at)


def undo_in_evening(*, evening: Evening, entry: Entry, key: UUID, by: str, at: datetime) -> Entry:
    """Reverse a payment, a fee, a rounding or an amount carried over of this evening.

    Raises: ledger.EntryRefused not_a_payment, entry_unknown, already_reversed, ledger.KeyConflict.
    """
    with replanned_evening(evening, at) as evening:
        if entry.evening_id != evening.pk:
            raise ledger.EntryRefused(code="entry_unknown", field="entry")
        return ledger.undo_entry(entry=entry, key=key, by=by, at=at)


def undo_on_tab(*, club: clubs.Club, entry: Entry, key: UUID, by: str, at: datetime) -> Entry:
    """Reverse an entry of the club's tab. An amount carried over returns to its evening, to be settled there.

    Raises: ledger.EntryRefused not_a_payment, entry_unknown, already_reversed, ledger.KeyConflict.
    """
    if entry.club_id != club.pk or entry.evening_id is not None:
        raise ledger.EntryRefused(code="entry_unknown", field="entry")
    if entry.carried_from is None:
        return ledger.undo_entry(entry=entry, key=key, by=by, at=at)
    evening = Evening.objects.get(club=club, pk=entry.carried_from)
    return undo_in_evening(evening=evening, entry=carried_entry(entry), key=key, by=by, at=at)


@contextmanager
def replanned_evening(evening: Evening, at: datetime) -> Iterator[Evening]:
    """Lock the evening, and make the plan of a closed one again after the block."""
    with transaction.atomic():
        evening = locked_evening(evening)
        yield evening
        if evening.is_closed:
            ledger.replan_payments(**evening.ledger_key, at=at)


def _evening_for_money(evening: Evening) -> Evening:
    if evening.unit == POINTS:
        raise PlayedForPoints
    return evening


def _closed_evening_for_money(evening: Evening) -> Evening:
    if not _evening_for_money(evening).is_closed:
        raise EveningOpen
    return evening
