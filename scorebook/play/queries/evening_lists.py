"""The sort order of all lists of evenings: by day played, latest first."""

from django.db.models import Q, QuerySet, Subquery

from scorebook.clubs.models import Club
from scorebook.play.models import Evening


def latest_first(evenings: QuerySet[Evening], club: Club, *, before: int | None = None) -> QuerySet[Evening]:
    """Return these evenings of the club, latest first by start, because an import gives high numbers to old evenings.

    before: only evenings after the one with this number in the list.
    """
    if before is not None:
        began = Subquery(Evening.objects.filter(club=club, number=before).values("started_at"))
        evenings = evenings.filter(Q(started_at__lt=began) | Q(started_at=began, number__lt=before))
    return evenings.order_by("-started_at", "-number")
