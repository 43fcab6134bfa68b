"""The balances of accounts, month by month: as entries move them, and all over again from the transfers."""

from collections.abc import Iterable
from datetime import date, datetime
from types import SimpleNamespace
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

# Of the key of a movement what its club does not say already: account, is_tab, month.
Place = tuple[UUID, bool, date]


def movements(bodies: Iterable[EntryBody], *, club_id: UUID, at: datetime) -> list[Row]:
    """By how much entries that are recorded now move accounts, in one order for all who write."""
    moved: dict[tuple[UUID, bool], int] = {}
    for body in bodies:
        is_tab = body.evening_id is None
        table = account_id(club_id=club_id, unit=body.unit, kind=Account.Kind.TABLE, owner_id=body.evening_id)
        for leg in body.legs:
            for account, amount_minor in ((leg.target_id, leg.amount_minor), (leg.source_id, -leg.amount_minor)):
                if account != table:
                    moved[account, is_tab] = moved.get((account, is_tab), 0) + amount_minor
    month = month_of(at)
    return [
        SimpleNamespace(club_id=club_id, account_id=account, is_tab=is_tab, month=month, amount_minor=amount_minor)
        for (account, is_tab), amount_minor in sorted(moved.items())
    ]


def summed_movements(club: Club) -> dict[Place, int]:
    """What every movement of the club must be: its transfers added up. Two statements."""
    summed: dict[Place, int] = {}
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
            place = (account, on_tab, begins.date())
            summed[place] = summed.get(place, 0) + sign * sum_minor
    return summed


def stored_movements(club: Club) -> dict[Place, int]:
    found = MonthMovement.objects.filter(club=club)
    return {(one.account_id, one.is_tab, one.month): one.amount_minor for one in found}


def rebuild_movements(club: Club) -> int:
    """Work out all balances of a club from its transfers: how many were wrong, missing or too many before.

    Nobody else books meanwhile: the chain is held.
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
