"""Which clubs nobody uses: at most one evening, no other club, nothing to pay, and since when nobody wrote."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, Max, OuterRef, Q, Sum

from scorebook.clubs.models import Club, ClubEvent, NameEvent
from scorebook.exchange.models import Import
from scorebook.ledger.models import Account, Entry, MonthMovement, Plan
from scorebook.play.models import Evening, ShelvedEvening
from scorebook.play.queries.evenings import newest_changes
from scorebook.standings.models import SeasonEvent

# All that is only ever added to and says when, by the club alone; events of evenings are asked for by evening.
WRITTEN = (NameEvent, ClubEvent, SeasonEvent, Import, Entry)
DISCARDED = Q(shelved__kind=ShelvedEvening.Kind.DISCARDED, hand_count=0)


def unused_since(club: Club) -> datetime | None:
    """When something was written in it last; None of one that stays, however long ago that was."""
    if _has_several_evenings(club) or _was_linked(club) or _has_money_open(club):
        return None
    return last_written_at(club)


def last_written_at(club: Club) -> datetime:
    """By whatever way: names, hands, payments, an import, what the club said; and the day on which its file came in."""
    found: list[datetime | None] = [club.created_at, club.imported_at]
    for kind in WRITTEN:
        found.append(kind._default_manager.filter(club=club).aggregate(at=Max("recorded_at"))["at"])
    plans = Plan.objects.filter(club=club).aggregate(made=Max("made_at"), superseded=Max("superseded_at"))
    shelved = ShelvedEvening.objects.filter(club=club).aggregate(at=Max("shelved_at"))
    evenings = newest_changes(club, list(Evening.objects.filter(club=club).values_list("pk", flat=True)))
    found += [*plans.values(), *shelved.values(), *evenings.values()]
    return max(at for at in found if at)


def perhaps_unused(*, before: datetime) -> Iterator[UUID]:
    """Ids of the clubs in which, by what has an index, nothing was written since: those that are worth a look."""
    found = Club.objects.filter(created_at__lte=before)
    for kind in (NameEvent, ClubEvent, Entry):
        later = kind._default_manager.filter(club=OuterRef("pk"), recorded_at__gt=before)
        found = found.exclude(Exists(later))
    yield from found.order_by("created_at", "pk").values_list("pk", flat=True)


def _has_several_evenings(club: Club) -> bool:
    """One that was archived was played; one that was discarded, because nothing was played in it, was not."""
    return Evening.objects.filter(club=club).exclude(DISCARDED).count() > 1


def _was_linked(club: Club) -> bool:
    """Once is enough: the other club's events go on naming it."""
    return ClubEvent.objects.filter(Q(club=club, other_club__isnull=False) | Q(other_club=club)).exists()


def _has_money_open(club: Club) -> bool:
    """On the tab; or in the evening, where somebody has begun to pay.

    An evening of which nobody ever paid a cent is as open as any that was only tried out.
    """
    sums = MonthMovement.objects.filter(club=club).values("account", "account__kind", "is_tab")
    open_sums = [row for row in sums.annotate(sum_minor=Sum("amount_minor")) if row["sum_minor"]]
    if any(row["is_tab"] for row in open_sums):
        return True
    paid = Entry.objects.filter(club=club, kind=Entry.Kind.PAYMENT, reversed_by__isnull=True)
    return any(row["account__kind"] != Account.Kind.POT for row in open_sums) and paid.exists()
