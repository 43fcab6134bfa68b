"""Unplanned payments, and the reversal of anything booked between people."""

from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from scorebook.clubs.models import Club, Player
from scorebook.ledger import posting
from scorebook.ledger.accounts import open_accounts
from scorebook.ledger.drafts import PaymentDraft, payment_body
from scorebook.ledger.errors import EntryRefused
from scorebook.ledger.models import Entry
from scorebook.ledger.services.plans import replanned_tab


def pay(*, club: Club, unit: str, evening_id: UUID | None, draft: PaymentDraft, by: str, at: datetime) -> Entry:
    """Book a payment made outside of the plan: the payer's debt and the payee's claim shrink.

    evening_id: the evening it settles; None for the club's tab. An existing plan of an evening does not include the
    payment, so the caller plans again.
    Raises: KeyConflict; EntryRefused payer_is_payee, amount_out_of_range, account_unknown, entries_full.
    """
    body = payment_body(draft, club_id=club.pk, unit=unit, evening_id=evening_id)
    with transaction.atomic():
        if evening_id is None:  # the tab also takes payments of people who never played in this unit
            people = Player.objects.filter(club=club, pk__in=[draft.payer_id, draft.payee_id])
            open_accounts(club=club, unit=unit, players=people, evening_id=None)
        with replanned_tab(club=club, unit=unit, at=at, moves_tab=evening_id is None):
            return posting.append_entry(body, club=club, by=by, at=at)


def undo_entry(*, entry: Entry, key: UUID, by: str, at: datetime) -> Entry:
    """Reverse an entry between people: a payment, money of the till or the kitty, a rounding.

    An amount carried over is reversed together with its counterpart, on the tab or in the evening.
    Raises: KeyConflict; EntryRefused not_a_payment, already_reversed, entries_full.
    """
    if entry.kind in (Entry.Kind.RESULT, Entry.Kind.REVERSAL):
        raise EntryRefused(code="not_a_payment", field="entry")
    taken_back = [entry, *_counterpart_entries(entry)]
    moves_tab = any(one.evening_id is None for one in taken_back)
    with replanned_tab(club=entry.club, unit=entry.unit, at=at, moves_tab=moves_tab):
        chain = posting.lock_chain(club=entry.club)
        keys = [key, uuid5(key, "counterpart")][: len(taken_back)]
        return posting.append_reversals(dict(zip(keys, taken_back, strict=True)), chain=chain, by=by, at=at)


def counterpart_id(carried: UUID) -> UUID:
    """Return the id of the tab entry that belongs to an evening's carried entry."""
    return uuid5(carried, "tab")


def _counterpart_entries(entry: Entry) -> list[Entry]:
    if entry.kind != Entry.Kind.CARRIED:
        return []
    if entry.evening_id is not None:
        return [Entry.objects.get(pk=counterpart_id(entry.pk))]
    return [carried_entry(entry)]


def carried_entry(entry: Entry) -> Entry:
    """Return the evening's entry that belongs to a carried entry of the tab."""
    carried = Entry.objects.filter(club=entry.club_id, evening_id=entry.carried_from, kind=Entry.Kind.CARRIED)
    return next(one for one in carried if counterpart_id(one.pk) == entry.pk)
