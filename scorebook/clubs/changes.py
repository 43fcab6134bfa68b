"""How often something changed that pages say of a circle's clubs and people: what they keep goes by it."""

from django.db.models import Count, F, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from scorebook.clubs.models import Club, ClubEvent


def circle_changes() -> Combinable:
    """A number for the club of each row of a query, which grows with every name and every event of its circle.

    A part of the row's own statement, because every open page asks for it each second. A club that was linked once goes
    on being counted, and one that is found in two ways is counted twice: no change is lost by that.
    """
    own = OuterRef("club_id")
    # From within the statements below: the clubs that the own one is linked with, and those that they are linked with.
    near = _linked_with(OuterRef(own))
    far = _linked_with_any(_linked_with(OuterRef(OuterRef(own))))
    newest = ClubEvent.objects.filter(club=own).order_by("-seq").values("seq")[:1]
    return F("club__names_length") + _or_0(newest) + _changes_in(near) + _changes_in(far)


def _linked_with(club: OuterRef) -> QuerySet[ClubEvent, object]:
    return ClubEvent.objects.filter(club=club, other_club__isnull=False).order_by().values("other_club")


def _linked_with_any(clubs: QuerySet[ClubEvent, object]) -> QuerySet[ClubEvent, object]:
    return ClubEvent.objects.filter(club__in=clubs, other_club__isnull=False).order_by().values("other_club")


def _changes_in(clubs: QuerySet[ClubEvent, object]) -> Combinable:
    # Grouped by what is the same in all rows, so that each sum is a statement of its own.
    names = Club.objects.filter(pk__in=clubs).order_by().annotate(one=Value(1)).values("one")
    events = ClubEvent.objects.filter(club__in=clubs).order_by().annotate(one=Value(1)).values("one")
    return _or_0(names.annotate(all=Sum("names_length")).values("all")) + _or_0(
        events.annotate(all=Count("pk")).values("all")
    )


def _or_0(found: QuerySet[Club, object] | QuerySet[ClubEvent, object]) -> Combinable:
    return Coalesce(Subquery(found), 0)
