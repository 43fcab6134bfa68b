"""Number of hands of an evening, counting those with cards dealt that are not voided."""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from django.db.models import CharField, Count, QuerySet, Value
from django.db.models.fields.json import KT

from scorebook.clubs.models import Club
from scorebook.play.counted_hands import had_cards
from scorebook.play.models import Evening, HandEvent, HandResult

COUNT_COLUMNS = ("evening", "of_contract", "dealt")


def hands_played(club: Club, evenings: Collection[Evening]) -> Mapping[UUID, int]:
    """Return evening -> number of hands, of open and closed evenings; 0 is left out. One statement."""
    is_open = {evening.pk: evening.closed_at is None for evening in evenings}
    closed = _count_hands_of_closed(club, [pk for pk in is_open if not is_open[pk]])
    rows = _count_hands_of_open(club, [pk for pk in is_open if is_open[pk]]).union(closed, all=True)
    found: dict[UUID, int] = {}
    for evening, contract, dealt, count in rows:
        if had_cards(contract, was_dealt=dealt != "false"):
            found[evening] = found.get(evening, 0) + count
    return found


def _count_hands_of_closed(club: Club, ids: Collection[UUID]) -> QuerySet[HandResult, Any]:
    """Return one row per evening, because only hands with cards have a result."""
    rows = HandResult.objects.filter(club=club, evening__in=ids).order_by()
    text = CharField()
    named = rows.annotate(of_contract=Value("", output_field=text), dealt=Value("true", output_field=text))
    return named.values_list(*COUNT_COLUMNS).annotate(count=Count("no"))


def _count_hands_of_open(club: Club, ids: Collection[UUID]) -> QuerySet[HandEvent, Any]:
    standing = HandEvent.objects.filter(club=club, evening__in=ids, replaced_by__isnull=True).order_by()
    counting = standing.exclude(kind=HandEvent.Kind.VOIDED)
    named = counting.annotate(of_contract=KT("report__contract"), dealt=KT("report__was_dealt"))
    return named.values_list(*COUNT_COLUMNS).annotate(count=Count("pk"))
