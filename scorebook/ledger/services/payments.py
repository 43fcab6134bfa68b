"""Payments that nobody planned, and taking back what was booked between the people."""

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
    """Book that one person gave another money outside: the payer's debt and the payee's claim shrink.

    evening_id: the evening it settles; None for the club's tab. A plan that was made before does not know of it:
    whoever pays so in a closed evening plans again.
    Raises: KeyConflict; EntryRefused payer_is_payee, amount_out_of_range, account_unknown.
    """
    body = payment_body(draft, club_id=club.pk, unit=unit, evening_id=evening_id)
    with transaction.atomic():
        if evening_id is None:  # on the tab somebody may pay who never played for this
            people = Player.objects.filter(club=club, pk__in=[draft.payer_id, draft.payee_id])
            open_accounts(club=club, unit=unit, players=people, evening_id=None)
        with replanned_tab(club=club, unit=unit, at=at, moves_tab=evening_id is None):
            return posting.append_entry(body, club=club, by=by, at=at)


def undo(*, entry: Entry, key: UUID, by: str, at: datetime) -> Entry:
    """Take back what was booked between the people: a payment, money of the till or the kitty, a rounding.

    What an evening carried over comes back with its counterpart on the tab.
    Raises: KeyConflict; EntryRefused not_a_payment, already_reversed.
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
    """The entry on the tab that belongs to what an evening carried over."""
    return uuid5(carried, "tab")


def _counterpart_entries(entry: Entry) -> list[Entry]:
    if entry.kind != Entry.Kind.CARRIED:
        return []
    if entry.evening_id is not None:
        return [Entry.objects.get(pk=counterpart_id(entry.pk))]
    return [carried_entry(entry)]


def carried_entry(entry: Entry) -> Entry:
    """entry: of the tab. What took its balances away from the evening."""
    carried = Entry.objects.filter(club=entry.club_id, evening_id=entry.carried_from, kind=Entry.Kind.CARRIED)
    return next(one for one in carried if counterpart_id(one.pk) == entry.pk)
