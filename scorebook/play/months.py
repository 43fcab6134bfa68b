"""Monthly totals of a club, which leaderboards add up instead of all evenings.

They cover closed evenings: closing one adds it, reopening subtracts it (`results`).
"""

from collections.abc import Iterable
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Sum
from django.db.models.functions import TruncMonth
from django.utils import timezone

from scorebook.clubs.models import Club
from scorebook.core.months import month_of
from scorebook.core.rows import Change, Insert, Row
from scorebook.play.models import Evening, EveningResult, MonthTotal

SUMS = ("evenings", "points", "amount_minor", "hands", "declared", "declared_won", "undealt_points")

# The key of a month without its club.
PLACE = ("player_id", "month", "game", "unit")
Place = tuple[UUID, date, str, str]


def month_changes(results: Iterable[EveningResult], *, times: int) -> Change:
    """Return the rows to write when results start to count (times=1) or stop (times=-1)."""
    found: dict[tuple[UUID, Place], list[int]] = {}
    for one in results:
        place = (one.player_id, month_of(one.started_at), one.game, one.unit)
        counted = [1, *(getattr(one, name) for name in SUMS if name != "evenings")]
        sums = found.setdefault((one.club_id, place), [0] * len(SUMS))
        found[one.club_id, place] = [sum_ + times * count for sum_, count in zip(sums, counted, strict=True)]
    rows: list[Row] = [
        {"club_id": club_id, **dict(zip(PLACE, place, strict=True)), **dict(zip(SUMS, sums, strict=True))}
        for (club_id, place), sums in sorted(found.items())
    ]
    return Insert(model=MonthTotal, rows=rows, opens=SUMS)


def summed_months(club: Club) -> dict[Place, dict[str, int]]:
    """Compute the totals of every month from the results of closed evenings. One statement."""
    month = TruncMonth("started_at", tzinfo=timezone.get_default_timezone())
    sums = {f"{name}_sum": Sum(name) for name in SUMS if name != "evenings"}
    results = EveningResult.objects.filter(club=club).order_by()
    by_month = results.annotate(month=month).values("player", "month", "game", "unit")
    rows: Any = by_month.annotate(evenings_sum=Count("evening"), **sums)
    return {
        (row["player"], row["month"].date(), row["game"], row["unit"]): {name: row[f"{name}_sum"] for name in SUMS}
        for row in rows
    }


def stored_months(club: Club) -> dict[Place, dict[str, int]]:
    """Return the stored totals, without rows of zeros."""
    rows = MonthTotal.objects.filter(club=club).values_list(*PLACE, *SUMS)
    return {row[:4]: dict(zip(SUMS, row[4:], strict=True)) for row in rows if any(row[4:])}


def rebuild_months(club: Club) -> int:
    """Recompute all months of a club from its results; return how many were wrong.

    Locks all evenings of the club and not its books, because a correction may move no money.
    """
    with transaction.atomic():
        list(Evening.objects.select_for_update(no_key=True).filter(club=club).order_by("number").values_list("pk"))
        stored, summed = stored_months(club), summed_months(club)
        wrong = {place for place in stored.keys() | summed.keys() if stored.get(place) != summed.get(place)}
        # Only the wrong rows: an import in progress adds to others, and locks no evening.
        places = {place: dict(zip(PLACE, place, strict=True)) for place in wrong}
        for place in places.values():
            MonthTotal.objects.filter(club=club, **place).delete()
        MonthTotal.objects.bulk_create(
            MonthTotal(club=club, **places[place], **summed[place]) for place in wrong & summed.keys()
        )
    return len(wrong)
