"""A club of one evening that nobody uses any more, and the days on which the operator's timer looks at it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

from django.apps import apps
from django.db.models import Model

from scorebook.clubs.models import Club, EndedClub
from scorebook.exchange.unused_clubs.run import Did, Done, end_unused_clubs
from tests.support.played_evening import NINE_O_CLOCK, PlayedEvening, new_evening, rufer, solo

UNUSED_DAYS = 90
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)


def tried_out(*, at: datetime = NINE_O_CLOCK, closed: bool = True) -> PlayedEvening:
    """Somebody looked what this is: two hands, one of them corrected, and nobody ever paid a cent."""
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", at=at)
    evening.record(rufer("Anna", "Beppo"))
    evening.record(solo("Cilli", note="the first one"))
    evening.correct(1, rufer("Anna", "Cilli", won=False))
    if closed:
        evening.close()
    return evening


def look(at: datetime, folder: Path, *, unused_days: int = UNUSED_DAYS, dry_run: bool = False) -> list[Done]:
    """What the timer's command does at that time."""
    return list(end_unused_clubs(at=at, unused_days=unused_days, folder=folder, dry_run=dry_run))


def did(done: list[Done]) -> list[Did]:
    return [one.did for one in done]


def ended(evening: PlayedEvening, folder: Path) -> Path:
    """Warned in time and ended in time; its file."""
    last = evening.clock
    assert did(look(last + (UNUSED_DAYS - 30) * DAY, folder)) == [Did.WARNED]
    [done] = look(last + UNUSED_DAYS * DAY, folder)
    assert done.did == Did.ENDED and done.path
    return done.path


def rows_of(club_id: UUID) -> Iterator[tuple[type[Model], int]]:
    """Every table that has a club, with the number of its rows; notes of ended clubs left out."""
    for model in apps.get_models():
        if model is EndedClub or not any(field.attname == "club_id" for field in model._meta.concrete_fields):
            continue
        yield model, model._base_manager.filter(club_id=club_id).count()
    yield Club, Club.objects.filter(pk=club_id).count()
