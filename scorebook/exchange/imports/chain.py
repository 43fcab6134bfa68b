"""The list of a club's imports, whose end is kept: what came in cannot be changed or taken away unnoticed."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet

from scorebook.clubs.chain_ends import ChainPlace, chain_end, move_chain_end, summed_hash
from scorebook.clubs.models import ChainEnd
from scorebook.exchange.models import Import


def append_import(one: Import) -> Import:
    """Write an import, or that it was undone. The club's row is held. Four statements."""
    before = chain_end(one.club_id, ChainEnd.Name.IMPORTS)
    one.save()
    stored = Import.objects.get(pk=one.pk)  # as the audit reads it
    after = ChainPlace(length=before.length + 1, hash=summed_hash([stored], previous=before.hash))
    move_chain_end(one.club_id, ChainEnd.Name.IMPORTS, before=before, after=after)
    return one


def imports_of(club_id: UUID) -> QuerySet[Import]:
    """In the order of their times."""
    return Import.objects.filter(club=club_id).order_by("recorded_at", "pk")


def imports_end(imports: Sequence[Import]) -> ChainPlace:
    """Where the list ends by all its rows, in any order: two imports may be written in another one than their times."""
    return ChainPlace(length=len(imports), hash=summed_hash(imports))
