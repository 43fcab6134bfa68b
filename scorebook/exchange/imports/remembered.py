"""What imports of a club have written already, and are not undone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from scorebook.clubs.models import Club
from scorebook.exchange.models import Import
from scorebook.play.models import Evening


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """evenings: digest -> number of the evening. payments: digests."""

    evenings: Mapping[str, int]
    payments: frozenset[str]


def standing_imports(club: Club) -> list[Import]:
    """Those that nobody has undone, the newest first."""
    found = Import.objects.filter(club=club, kind=Import.Kind.IMPORTED, undone_by__isnull=True)
    return list(found.select_related("file_name").order_by("-recorded_at", "-pk"))


def remembered_imports(club: Club) -> Remembered:
    evenings: dict[str, UUID] = {}
    payments: set[str] = set()
    for one in standing_imports(club):
        evenings |= {digest: UUID(id) for id, digest in one.facts["evenings"].items()}
        payments |= set(one.facts["payments"].values())
    numbers = dict(Evening.objects.filter(club=club, pk__in=evenings.values()).values_list("pk", "number"))
    return Remembered(evenings={digest: numbers[id] for digest, id in evenings.items()}, payments=frozenset(payments))
