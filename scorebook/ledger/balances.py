"""The monthly movements of accounts, updated with each entry and recomputed from the transfers."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime
from uuid import UUID

from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, Q, Sum
from django.db.models.functions import TruncMonth
from django.utils import timezone

from scorebook.clubs.models import Club
from scorebook.core.months import month_of
from scorebook.core.rows import Row
from scorebook.ledger.accounts import account_id
from scorebook.ledger.chain import EntryBody
from scorebook.ledger.models import Account, Chain, MonthMovement, Transfer

# The key of a movement without its club: account, is_tab, month.
Place = tuple[UUID, bool, date]


def month_movement_rows(dated: Iterable[tuple[EntryBody, datetime]], *, club_id: UUID) -> list[Row]:
    """Return the movement rows of new entries, sorted so that concurrent writers lock in the same order.

    dated: entries, each with the time of recording.
    """
    moved = Counter[Place]()
    for body, at in dated:
        is_tab, month = body.evening_id is None, month_of(at)
        for leg in body.legs:
            moved[leg.target_id, is_tab, month] += leg.amount_minor
            moved[leg.source_id, is_tab, month] -= leg.amount_minor
        table = account_id(club_id=club_id, unit=body.unit, kind=Account.Kind.TABLE, owner_id=body.evening_id)
        moved.pop((table, is_tab, month), None)
    return [
        {"club_id": club_id, "account_id": account, "is_tab": is_tab, "month": month, "amount_minor": amount_minor}
        for (account, is_tab, month), amount_minor in sorted(moved.items())
    ]


def summed_movements(club: Club) -> dict[Place, int]:
    """Compute every movement of the club from its transfers. Two statements."""
    summed = Counter[Place]()
    is_tab = ExpressionWrapper(Q(entry__evening_id__isnull=True), output_field=BooleanField())
    month = TruncMonth("entry__recorded_at", tzinfo=timezone.get_default_timezone())
    for side, sign in (("target", 1), ("source", -1)):
        sums = (
            Transfer.objects.filter(club=club, entry__club=club, **{f"{side}__club": club})
            .exclude(**{f"{side}__kind": Account.Kind.TABLE})
            .order_by()
            .annotate(on_tab=is_tab, month=month)
            .values_list(side, "on_tab", "month")
            .annotate(sum_minor=Sum("amount_minor"))
        )
        for account, on_tab, begins, sum_minor in sums:
            summed[account, on_tab, begins.date()] += sign * sum_minor
    return dict(summed)


def stored_movements(club: Club) -> dict[Place, int]:
    found = MonthMovement.objects.filter(club=club)
    return {(one.account_id, one.is_tab, one.month): one.amount_minor for one in found}


def rebuild_movements(club: Club) -> int:
    """Recompute all movements of a club from its transfers; return how many rows were wrong, missing or extra.

    Locks the chain, so that nothing is booked meanwhile.
    """
    with transaction.atomic():
        Chain.objects.select_for_update(no_key=True).filter(club=club).first()
        stored, summed = stored_movements(club), summed_movements(club)
        wrong = {place for place in stored.keys() | summed.keys() if stored.get(place) != summed.get(place)}
        for account, is_tab, month in wrong & stored.keys():
            MonthMovement.objects.filter(club=club, account_id=account, is_tab=is_tab, month=month).delete()
        MonthMovement.objects.bulk_create(
            MonthMovement(club=club, account_id=account, is_tab=is_tab, month=month, amount_minor=summed[place])
            for place in sorted(wrong & summed.keys())
            for account, is_tab, month in [place]
        )
    return len(wrong)
