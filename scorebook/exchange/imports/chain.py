"""The list of a club's imports, whose end is stored: imports cannot be changed or removed unnoticed."""

from scorebook.clubs.chain_ends import ChainPlace, chain_end, move_chain_end, summed_hash
from scorebook.clubs.models import ChainEnd
from scorebook.exchange.models import Import


def append_import(one: Import) -> Import:
    """Write an import, or its undoing. The caller holds the lock of the club's row. Four SQL statements."""
    before = chain_end(one.club_id, ChainEnd.Name.IMPORTS)
    one.save()
    stored = Import.objects.get(pk=one.pk)  # as the audit reads it
    after = ChainPlace(length=before.length + 1, hash=summed_hash([stored], previous=before.hash))
    move_chain_end(one.club_id, ChainEnd.Name.IMPORTS, before=before, after=after)
    return one
