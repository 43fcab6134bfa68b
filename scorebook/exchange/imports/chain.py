"""The list of a club's imports, whose end is stored: imports cannot be changed or removed unnoticed."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import IntegrityError

from scorebook.clubs.chain_ends import ChainPlace, chain_end, move_chain_end, summed_hash
from scorebook.clubs.models import ChainEnd
from scorebook.clubs.services import NameKeyConflict
from scorebook.core.database.taken_ids import is_taken_id
from scorebook.exchange.models import Import
from scorebook.play.services import KeyReused


def append_import(one: Import) -> Import:
    """Write an import, or its undoing. The caller holds the lock of the club's row. Four SQL statements."""
    before = chain_end(one.club_id, ChainEnd.Name.IMPORTS)
    one.save()
    stored = Import.objects.get(club=one.club_id, pk=one.pk)  # as the audit reads it
    after = ChainPlace(length=before.length + 1, hash=summed_hash([stored], previous=before.hash))
    move_chain_end(one.club_id, ChainEnd.Name.IMPORTS, before=before, after=after)
    return one


@contextmanager
def reused_key_reported(key: UUID) -> Iterator[None]:
    """Raise KeyReused if another club has a row under an id that derives from the key."""
    try:
        yield
    except (NameKeyConflict, IntegrityError) as error:
        if isinstance(error, NameKeyConflict) or is_taken_id(error):
            raise KeyReused(key) from error
        raise
