"""Archived and discarded evenings, which lists omit. They open and count as before."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from scorebook.ledger.models import Entry
from scorebook.play.errors import PlayError
from scorebook.play.models import Evening, ShelvedEvening
from scorebook.play.services.locks import locked_evening

Kind = ShelvedEvening.Kind


class EveningNotEmpty(PlayError):
    """The evening has hands or entries: it can be archived, but not discarded."""

    code, field = "evening_not_empty", "evening"


def listed_evenings(evenings: QuerySet[Evening]) -> QuerySet[Evening]:
    """Return the evenings for lists. A discarded one with new hands is listed again."""
    return evenings.filter(Q(shelved__isnull=True) | Q(shelved__kind=Kind.DISCARDED, hand_count__gt=0))


def archived_evenings(evenings: QuerySet[Evening]) -> QuerySet[Evening]:
    found = evenings.filter(Q(shelved__kind=Kind.ARCHIVED) | Q(shelved__kind=Kind.DISCARDED, hand_count=0))
    return found.select_related("shelved")


def archive_evening(*, evening: Evening, by: str, at: datetime) -> None:
    with transaction.atomic():
        _hide_from_lists(locked_evening(evening), Kind.ARCHIVED, by=by, at=at)


def discard_evening(*, evening: Evening, by: str, at: datetime) -> None:
    """Hide an evening in which nothing was played. Raises: EveningNotEmpty."""
    with transaction.atomic():
        held = locked_evening(evening)
        if held.hand_count or Entry.objects.filter(club=held.club_id, evening_id=held.pk).exists():
            raise EveningNotEmpty
        _hide_from_lists(held, Kind.DISCARDED, by=by, at=at)


def restore_evening(*, evening: Evening) -> None:
    ShelvedEvening.objects.filter(club=evening.club_id, evening=evening).delete()


def _hide_from_lists(evening: Evening, kind: Kind, *, by: str, at: datetime) -> None:
    """Shelve an evening that is locked."""
    shelved = ShelvedEvening.objects.filter(club=evening.club_id, evening=evening)
    if not shelved.update(kind=kind, shelved_by=by, shelved_at=at):
        ShelvedEvening.objects.create(club=evening.club, evening=evening, kind=kind, shelved_by=by, shelved_at=at)
