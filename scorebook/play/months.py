"""The sums of a club's months: what its leaderboards add up instead of all evenings.

They hold the evenings that are closed: closing an evening adds it, reopening takes it away (`results`).
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

# Of the key of a month what its club does not say already.
PLACE = ("player_id", "month", "game", "unit")
Place = tuple[UUID, date, str, str]


def month_changes(results: Iterable[EveningResult], *, times: int) -> Change:
    """Return the rows to write where results of evenings of a club count from now on, 1, or no longer do, -1."""
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
    """What every month of the club must be: the results of its closed evenings added up. One statement."""
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
    """What the months of the club say; one that came to nothing again is as good as none."""
    rows = MonthTotal.objects.filter(club=club).values("player_id", "month", "game", "unit", *SUMS)
    found = {
        (row["player_id"], row["month"], row["game"], row["unit"]): {name: row[name] for name in SUMS} for row in rows
    }
    return {place: sums for place, sums in found.items() if any(sums.values())}


def rebuild_months(club: Club) -> int:
    """Add up all months of a club again from its results: how many were wrong before.

    Nobody else writes in the club's evenings meanwhile: all of them are held, a correction may move no money.
    """
    with transaction.atomic():
        list(Evening.objects.select_for_update(no_key=True).filter(club=club).order_by("number").values_list("pk"))
        stored, summed = stored_months(club), summed_months(club)
        wrong = {place for place in stored.keys() | summed.keys() if stored.get(place) != summed.get(place)}
        for player_id, month, game, unit in wrong:
            own = MonthTotal.objects.filter(club=club, player_id=player_id, month=month, game=game, unit=unit)
            own.delete()
        MonthTotal.objects.bulk_create(
            MonthTotal(club=club, player_id=player_id, month=month, game=game, unit=unit, **summed[place])
            for place in wrong & summed.keys()
            for player_id, month, game, unit in [place]
        )
    return len(wrong)
