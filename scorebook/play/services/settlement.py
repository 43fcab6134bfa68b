"""The verbs of a finished evening: who pays whom, by which way, and what else is put right between the people.

The ledger books; here is known whether the evening is over, and after whatever moved money the plan is made
again, by the way that was chosen, so that it always settles everybody. Ticking a planned payment needs no verb
here: `ledger.tick`.
"""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scorebook.clubs import models as clubs
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Entry, PlannedPayment
from scorebook.ledger.services import Rounding, Way
from scorebook.ledger.services.payments import Chosen, way_shown
from scorebook.play.errors import PlayedForPoints, SessionOpen
from scorebook.play.models import Session
from scorebook.play.services.evening import POINTS
from scorebook.play.services.hands import locked

FEWEST = Chosen()


def settle_session(
    *, session: Session, at: datetime, way: Way = Way.FEWEST, treasurer: clubs.Player | None = None
) -> list[PlannedPayment]:
    """Choose how a closed evening is settled; what is paid stays paid. The open payments.

    treasurer: of Way.ONE_FOR_ALL; None is the till.
    Raises: SessionOpen, PlayedForPoints.
    """
    with transaction.atomic():
        session = _over(session)
        if _chosen(session).way is not way:  # a plan that happens to be as short as the fewest is no reason to keep it
            ledger.withdraw_plan(club=session.club, unit=session.unit, session_id=session.pk, at=at)
        return ledger.make_plan(
            club=session.club, unit=session.unit, session_id=session.pk, at=at, way=way, treasurer=treasurer
        )


def pay_in_session(
    *,
    session: Session,
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
        session = _for_money(session)
        chosen = _chosen(session)
        entry = ledger.pay(
            club=session.club,
            unit=session.unit,
            session_id=session.pk,
            key=key,
            payer=payer,
            payee=payee,
            amount_minor=amount_minor,
            note=note,
            by=by,
            at=at,
        )
        _plan_again(session, at, chosen)
    return entry


def charge_in_session(
    *, session: Session, key: UUID, amounts: Mapping[UUID, int], note: str = "", by: str, at: datetime
) -> Entry:
    """A fee or a fine for the kitty, to be settled with the evening. amounts: player id -> minor units, positive.

    Raises: PlayedForPoints; ledger.EntryRefused, ledger.KeyConflict.
    """
    with transaction.atomic():
        session = _for_money(session)
        chosen = _chosen(session)
        entry = ledger.charge(
            club=session.club,
            unit=session.unit,
            session_id=session.pk,
            key=key,
            amounts=amounts,
            note=note,
            by=by,
            at=at,
        )
        _plan_again(session, at, chosen)
    return entry


def carry_over_session(*, session: Session, key: UUID, by: str, at: datetime) -> Entry:
    """Put what is still open of a closed evening on the club's tab.

    Raises: SessionOpen, PlayedForPoints; ledger.EntryRefused nothing_open, ledger.KeyConflict.
    """
    with transaction.atomic():
        session = _over(session)
        chosen = _chosen(session)
        entry = ledger.carry_over(club=session.club, unit=session.unit, session_id=session.pk, key=key, by=by, at=at)
        _plan_again(session, at, chosen)
    return entry


def round_off_session(*, session: Session, key: UUID, coin: int, to: Rounding, by: str, at: datetime) -> Entry:
    """Make what is still open of a closed evening whole coins.

    Raises: SessionOpen, PlayedForPoints; ledger.EntryRefused nothing_open, coin_out_of_range, ledger.KeyConflict.
    """
    with transaction.atomic():
        session = _over(session)
        chosen = _chosen(session)
        entry = ledger.round_off(
            club=session.club, unit=session.unit, session_id=session.pk, key=key, coin=coin, to=to, by=by, at=at
        )
        _plan_again(session, at, chosen)
    return entry


def undo_in_session(*, session: Session, entry: Entry, key: UUID, by: str, at: datetime) -> Entry:
    """Take back a payment, a fee, a rounding or the carrying over of this evening.

    Raises: ledger.EntryRefused not_a_payment, entry_unknown, already_reversed, ledger.KeyConflict.
    """
    with transaction.atomic():
        session = locked(session)
        if entry.session_id != session.pk:
            raise ledger.EntryRefused(code="entry_unknown", field="entry")
        chosen = _chosen(session)
        undone = ledger.undo(entry=entry, key=key, by=by, at=at)
        _plan_again(session, at, chosen)
    return undone


def _for_money(session: Session) -> Session:
    session = locked(session)
    if session.unit == POINTS:
        raise PlayedForPoints
    return session


def _over(session: Session) -> Session:
    session = _for_money(session)
    if not session.is_closed:
        raise SessionOpen
    return session


def _chosen(session: Session) -> Chosen:
    if not session.is_closed:
        return FEWEST
    return way_shown(club=session.club, unit=session.unit, session_id=session.pk)


def _plan_again(session: Session, at: datetime, chosen: Chosen = FEWEST) -> None:
    if not session.is_closed:
        return
    ledger.make_plan(
        club=session.club,
        unit=session.unit,
        session_id=session.pk,
        at=at,
        way=chosen.way,
        treasurer=chosen.treasurer,
    )
