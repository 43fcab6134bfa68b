"""Number of hands of an evening, counting those with cards dealt that are not voided."""

from collections.abc import Collection, Mapping
from uuid import UUID

from django.db.models import Count

from scorebook.clubs.models import Club
from scorebook.play.counted_hands import HAD_CARDS
from scorebook.play.models import Evening, HandEvent, HandResult


def hands_played(club: Club, evenings: Collection[Evening]) -> Mapping[UUID, int]:
    """Return evening -> number of hands, of open and closed evenings; 0 is left out. One statement."""
    closed = [evening.pk for evening in evenings if evening.is_closed]
    standing = HandEvent.objects.filter(
        HAD_CARDS, club=club, evening__in={evening.pk for evening in evenings}.difference(closed), replaced_by=None
    )
    counted = standing.exclude(kind=HandEvent.Kind.VOIDED).order_by().values_list("evening").annotate(Count("pk"))
    # Only hands with cards have a result.
    results = HandResult.objects.filter(club=club, evening__in=closed).order_by()
    return dict(counted.union(results.values_list("evening").annotate(Count("no")), all=True))
