"""Booking and reversal of hands."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scorebook.clubs.models import Club
from scorebook.core.rows import Change
from scorebook.ledger import posting
from scorebook.ledger.drafts import Draft, ResultDraft, ReversalDraft, result_body
from scorebook.ledger.errors import EntryRefused
from scorebook.ledger.models import Chain, Entry


def post_drafts(
    *, club: Club, unit: str, evening_id: UUID, drafts: Sequence[Draft], by: str, at: datetime
) -> list[Entry]:
    """Book results and reversals of one evening in order, one entry for each draft.

    The same key and content return the first entry. A refusal rolls back the caller's transaction too: there is no
    savepoint, which would cost two statements for every hand.
    Raises: KeyConflict; EntryRefused account_unknown, entry_unknown, entry_is_reversal, already_reversed, entries_full.
    """
    if not drafts:
        return []
    results = {
        draft.key: result_body(draft, club_id=club.pk, unit=unit, evening_id=evening_id)
        for draft in drafts
        if isinstance(draft, ResultDraft)
    }
    reversals = [draft for draft in drafts if isinstance(draft, ReversalDraft)]
    with transaction.atomic(savepoint=False):
        chain = posting.lock_chain(club=club, accounts=posting.accounts_of_bodies(results.values()))
        known = posting.known_entries(
            keys=[draft.key for draft in drafts], reversed_ids=[draft.reverses for draft in reversals]
        )
        for draft in reversals:
            entry = known.entries.get(draft.reverses)
            if entry and (entry.club_id, entry.unit, entry.evening_id) != (club.pk, unit, evening_id):
                raise EntryRefused(code="entry_unknown", field="reverses")
        bodies = [
            results[draft.key] if isinstance(draft, ResultDraft) else posting.reversal_body(draft, known)
            for draft in drafts
        ]
        return posting.append_entries(chain=chain, bodies=bodies, known=known, by=by, at=at)


def changes_of_results(
    *, chain: Chain, unit: str, evening_id: UUID, drafts: Sequence[ResultDraft], by: str, at: datetime
) -> list[Change]:
    """Return the rows that book results of one evening, for a caller that writes them together with its own.

    chain:  of the club; updated to the last entry.
    drafts: under unused keys and between existing accounts, else the database refuses the rows.
    Raises: EntryRefused entries_full.
    """
    bodies = (result_body(draft, club_id=chain.club_id, unit=unit, evening_id=evening_id) for draft in drafts)
    return [*posting.next_entries(chain, [(body, at) for body in bodies], by=by).changes]


def used_keys(keys: Sequence[UUID]) -> set[UUID]:
    """Return the keys that an entry of any club has."""
    return set(Entry.objects.filter(pk__in=keys).values_list("pk", flat=True))
