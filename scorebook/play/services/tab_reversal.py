"""Reversal of entries on the club's tab that come from an evening."""

from datetime import datetime
from uuid import UUID

from scorebook.clubs import models as clubs
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Entry
from scorebook.ledger.services.payment_entries import carried_entry
from scorebook.play.models import Evening
from scorebook.play.services.settlement import undo_in_evening


def undo_on_tab(*, club: clubs.Club, entry: Entry, key: UUID, by: str, at: datetime) -> Entry:
    """Reverse an entry of the club's tab. An amount carried over returns to its evening, to be settled there.

    Raises: ledger.EntryRefused not_a_payment, entry_unknown, already_reversed, ledger.KeyConflict.
    """
    if entry.club_id != club.pk or entry.evening_id is not None:
        raise ledger.EntryRefused(code="entry_unknown", field="entry")
    if entry.carried_from is None:
        return ledger.undo(entry=entry, key=key, by=by, at=at)
    evening = Evening.objects.get(pk=entry.carried_from)
    return undo_in_evening(evening=evening, entry=carried_entry(entry), key=key, by=by, at=at)
