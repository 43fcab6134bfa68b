"""What clubs agree on for their seasons, by dice: whatever can be agreed on, changed, closed and opened again.

The dice are of their own: whatever becomes of the seasons, the evenings stay the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from django.utils import timezone

from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.models import Club
from scorebook.core.canonical_hash import canonical_digest
from scorebook.play.models import Evening
from scorebook.standings.seasons.season_agreement import USUAL_SCHEME, Agreement, Scheme, SeasonMeasure
from scorebook.standings.seasons.season_queries import Season, seasons_of
from scorebook.standings.services.season_services import agree_season, change_season, close_season, reopen_season
from tests.standings.plain_recount import Closing, plain_club

WRITTEN_AT = datetime(2026, 3, 1, 19, 0, tzinfo=UTC)
NOBODY_MET = date(2025, 8, 1)
# Names of people go with them when they are forgotten.
NAMES = ["Saison", "Winter", "Annas Sommer", "Sepp"]
# At, and next to, what a person attends of two, three and four evenings.
PERCENT = [25, 33, 34, 50, 51, 66, 67, 75, 100]
# A season that is agreed on without a last day has so many.
LONGEST = timedelta(days=400)
DAY = timedelta(days=1)


def any_agreement(dice: Random, evenings: Sequence[Evening]) -> Agreement:
    """Of these evenings, mostly of many of them; bounds lie where it matters who is in."""
    measure = dice.choice(list(SeasonMeasure))
    first_on, last_on = _any_days(dice, evenings)
    games = [evening.game for evening in evenings] or ["bavarian"]
    takes_all = measure in (SeasonMeasure.MONEY, SeasonMeasure.PLACE_POINTS)
    rules_of = dice.choice(evenings) if evenings and dice.randrange(6) == 0 else None
    attendance = dice.choice([{}, {"least_evenings": dice.randrange(1, 4)}, {"least_percent": dice.choice(PERCENT)}])
    return Agreement(
        first_on=first_on,
        last_on=last_on,
        game=None if takes_all and dice.randrange(2) else dice.choice(games),
        ruleset=canonical_digest(rules_of.ruleset)[:16] if rules_of else "",
        rules_of=rules_of.pk if rules_of else None,
        left_out=tuple(evening.pk for evening in evenings if dice.randrange(10) == 0),
        measure=measure,
        unit=dice.choice(["EUR", "EUR", "beer"]) if measure is SeasonMeasure.MONEY else None,
        best=dice.choice([None, 1, 1, 2, 2, 3, 5]),
        scheme=_any_scheme(dice) if measure is SeasonMeasure.PLACE_POINTS else {},
        **attendance,
    )


def _any_days(dice: Random, evenings: Sequence[Evening]) -> tuple[date, date | None]:
    """From the first evening, from any, or such that one is the last that can be in, or the first that cannot."""
    days = sorted(timezone.localdate(evening.started_at) for evening in evenings) or [NOBODY_MET]
    first_on = dice.choice([days[0], days[0], dice.choice(days), days[-1] - LONGEST, days[-1] - LONGEST + DAY])
    later = [day for day in days if first_on <= day < first_on + LONGEST]
    return first_on, dice.choice([None, *later[-1:], dice.choice(later)] if later else [None, first_on])


def _any_scheme(dice: Random) -> Scheme:
    """As most clubs have it, or one of their own, for any numbers of people."""
    if dice.randrange(2):
        return USUAL_SCHEME
    numbers = dice.sample(range(2, 8), dice.randrange(1, 4))
    return {people: tuple(sorted(dice.choices(range(10), k=people), reverse=True)) for people in numbers}


class RandomSeasons:
    """closings: the event that closed a season -> the club at that moment."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(f"seasons {seed}")
        self.closings: dict[UUID, Closing] = {}

    def go_on(self, clubs: Sequence[Club]) -> None:
        """Agree on one, or change, close or reopen one; or leave all as they are."""
        if self.dice.randrange(2):
            return
        club = self.dice.choice(clubs)
        group = club_group(club.pk)
        known = seasons_of(group)
        if not known or self.dice.randrange(4) == 0:
            self.agree(club)
            return
        season = self.dice.choice(known)
        if season.is_closed:
            reopen_season(reason="Stimmt nicht", **self._season_stamp(club, season))
        elif self.dice.randrange(3):
            self._close(group, club, season)
        else:
            change_season(**self._agreed(club), **self._season_stamp(club, season))

    def agree(self, club: Club) -> None:
        agree_season(**self._agreed(club), **self._stamp(club))

    def _close(self, group: ClubGroup, club: Club, season: Season) -> None:
        closed = close_season(**self._season_stamp(club, season))
        plain = plain_club(group.club_id, {})
        assert plain is not None
        self.closings[closed.newest.pk] = Closing(club=plain, receipt=closed.receipt)

    def _agreed(self, club: Club) -> dict[str, Any]:
        evenings = list(Evening.objects.filter(club__in=club_group(club.pk).clubs).order_by("started_at", "pk"))
        return {"name": self.dice.choice(NAMES), "agreement": any_agreement(self.dice, evenings)}

    def _season_stamp(self, club: Club, season: Season) -> dict[str, Any]:
        return {"season_id": season.id, "seen": season.newest.pk, **self._stamp(club)}

    def _stamp(self, club: Club) -> dict[str, Any]:
        key = UUID(int=self.dice.getrandbits(128), version=4)
        return {"club": club, "key": key, "by": "club link", "at": WRITTEN_AT}
