"""What is due today: clubs that get a warning, that need none any more, and that end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from uuid import UUID

from django.db import DatabaseError

from scorebook.clubs.models import Club
from scorebook.exchange.club_file import ClubFileRefused, ClubUnsound
from scorebook.exchange.unused_clubs import warnings
from scorebook.exchange.unused_clubs.ending import EndRefused, end_club
from scorebook.exchange.unused_clubs.last_use import perhaps_unused, unused_since

REFUSALS = (EndRefused, ClubFileRefused, ClubUnsound, OSError, DatabaseError)


class Did(StrEnum):
    WARNED = "warned"
    WITHDRAWN = "no longer warned"
    ENDED = "ended"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """ends_at: of WARNED. path: of ENDED where its file is; None where nothing was to be done. why: of FAILED."""

    did: Did
    club_id: UUID
    ends_at: datetime | None = None
    path: Path | None = None
    why: str = ""


def end_unused_clubs(*, at: datetime, unused_days: int, folder: Path, dry_run: bool = False) -> Iterator[Done]:
    """One club after the other, each whole before the next; what fails with one is said, and the others go on.

    dry_run: writes nothing.
    """
    due = at + warnings.WARNED - timedelta(days=unused_days)
    warned = Club.objects.filter(ends_at__isnull=False).order_by("pk").values_list("pk", flat=True)
    for club_id in dict.fromkeys([*perhaps_unused(before=due), *warned]):
        try:
            done = _look_at_club(club_id, at=at, unused_days=unused_days, folder=folder, dry_run=dry_run)
        except REFUSALS as error:
            why = next(iter(str(error).splitlines()), type(error).__name__)
            done = Done(did=Did.FAILED, club_id=club_id, why=why)
        if done:
            yield done


def _look_at_club(club_id: UUID, *, at: datetime, unused_days: int, folder: Path, dry_run: bool) -> Done | None:
    club = Club.objects.filter(pk=club_id).first()
    last = unused_since(club) if club else None
    if club is None or last is None or last + timedelta(days=unused_days) - warnings.WARNED > at:
        return _withdrawn(club, dry_run=dry_run) if club and club.ends_at else None
    if club.ends_at is None or club.unused_since != last:
        return _warned(club, last=last, unused_days=unused_days, at=at, dry_run=dry_run)
    ends_at = max(club.ends_at, last + timedelta(days=unused_days))
    if ends_at > at:
        # Somebody has set a longer time since; a shorter one does not break the promise.
        if ends_at != club.ends_at and not dry_run:
            warnings.warn_club(club, last=last, ends_at=ends_at)
        return None
    path = None if dry_run else end_club(club_id, last=last, at=at, folder=folder)
    return Done(did=Did.ENDED, club_id=club_id, path=path) if dry_run or path else None


def _withdrawn(club: Club, *, dry_run: bool) -> Done:
    if not dry_run:
        warnings.withdraw_warning(club)
    return Done(did=Did.WITHDRAWN, club_id=club.pk)


def _warned(club: Club, *, last: datetime, unused_days: int, at: datetime, dry_run: bool) -> Done:
    ends_at = warnings.first_end_at(last=last, unused_days=unused_days, warned_at=at)
    if not dry_run:
        warnings.warn_club(club, last=last, ends_at=ends_at)
    return Done(did=Did.WARNED, club_id=club.pk, ends_at=ends_at)
