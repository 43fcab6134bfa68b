"""The warning that a club gets before it ends: who sees it, who gets one, and who needs it no longer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from scorebook.clubs.keeping import NO_WARNING
from scorebook.clubs.models import Club
from scorebook.exchange.unused_clubs.last_use import last_written_at

WARNED = timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """What a club's pages warn of: nothing was written since, and then it ends."""

    unused_since: datetime
    ends_at: datetime


def ending_of(club: Club) -> Ending | None:
    """None where nobody warned it, or somebody wrote in it since. No statement without a warning.

    What stands in the club counts, and no setting: whoever is to be ended has seen this since they were warned.
    """
    if club.ends_at is None or club.unused_since is None or last_written_at(club) > club.unused_since:
        return None
    return Ending(unused_since=club.unused_since, ends_at=club.ends_at)


def first_end_at(*, last: datetime, unused_days: int, warned_at: datetime) -> datetime:
    """The warning stands for 30 days, also where the club was unused for longer when somebody set how long."""
    return max(last + timedelta(days=unused_days), warned_at + WARNED)


def warn_club(club: Club, *, last: datetime, ends_at: datetime) -> None:
    Club.objects.filter(pk=club.pk).update(unused_since=last, ends_at=ends_at)


def withdraw_warning(club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(**NO_WARNING)
