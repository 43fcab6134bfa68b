"""The list of a club's imports, whose end is stored: imports cannot be changed or removed unnoticed."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet

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


def imports_of(club_id: UUID) -> QuerySet[Import]:
    return Import.objects.filter(club=club_id).order_by("recorded_at", "pk")


def imports_end(imports: Sequence[Import]) -> ChainPlace:
    """Return the end of the list from all its rows in any order: imports are not always written in the order of their
    times.
    """
    return ChainPlace(length=len(imports), hash=summed_hash(imports))
