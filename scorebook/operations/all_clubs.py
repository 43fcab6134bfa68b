"""The list of all clubs, for operators and for work that then goes from club to club."""

from uuid import UUID

from scorebook.clubs.models import Club


def club_names(*, by: str = "created_at") -> dict[UUID, str]:
    """Return id -> name of every club. by: the column of their order; clubs of the same value are ordered by id."""
    return dict(Club.objects.order_by(by, "pk").values_list("pk", "name"))
