"""The evening that was closed last."""

from collections.abc import Sequence

from scorebook.clubs.groups import ClubGroup
from scorebook.play.models import Evening, EveningResult


def last_evening(group: ClubGroup) -> tuple[Evening, Sequence[EveningResult]] | None:
    """Return the newest closed evening and its results, best first, or None. Two statements."""
    results = EveningResult.objects.filter(club__in=group.clubs)
    newest = results.order_by("-started_at", "-evening_id").select_related("evening").first()
    if newest is None:
        return None
    own = results.filter(evening=newest.evening_id).select_related("player")
    return newest.evening, sorted(own, key=lambda one: (one.place, one.player.name_folded))
