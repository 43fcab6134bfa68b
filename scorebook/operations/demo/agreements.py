"""The demo club's seasons, cup, linked and forgotten people, and archived evening."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from scorebook.clubs import identities
from scorebook.clubs.groups import CupRule, club_group
from scorebook.clubs.models import Club, Player
from scorebook.core.months import day_of
from scorebook.operations.demo.plan import BY
from scorebook.play import services
from scorebook.play.models import Evening
from scorebook.standings.seasons.season_agreement import MAX_DAYS, USUAL_SCHEME, Agreement, SeasonMeasure
from scorebook.standings.seasons.season_queries import Season, seasons_of
from scorebook.standings.services import linking
from scorebook.standings.services.cup_agreement import agree_cup
from scorebook.standings.services.season_services import agree_season, change_season, close_season

BEST = 20  # evenings of a season that count
MIN_PERCENT = 30


def agree_on_season(club: Club, keys: Iterator[UUID], *, at: datetime) -> None:
    """Agree on the season of a year, by points and by places in turn, and close the one before."""
    years = seasons_of(club_group(club.pk))
    first_on = day_of(at)
    if years:
        # For a club that met so rarely that the next year began late.
        longest = years[0].agreement.first_on + timedelta(days=MAX_DAYS - 1)
        _end_season(club, keys, years[0], last_on=min(first_on - timedelta(days=1), longest), at=at)
    agree_season(
        club=club,
        key=next(keys),
        name=_("Season %(years)s") % {"years": f"{first_on.year}/{(first_on.year + 1) % 100:02}"},
        agreement=_season_agreement(first_on, by_places=len(years) % 2 == 1),
        by=BY,
        at=at,
    )


def _end_season(club: Club, keys: Iterator[UUID], season: Season, *, last_on: date, at: datetime) -> None:
    said: dict[str, Any] = {"club": club, "season_id": season.id, "by": BY, "at": at}
    ended = replace(season.agreement, last_on=last_on)
    season = change_season(seen=season.newest.pk, key=next(keys), name=season.name, agreement=ended, **said)
    close_season(seen=season.newest.pk, key=next(keys), **said)


def _season_agreement(first_on: date, *, by_places: bool) -> Agreement:
    return Agreement(
        first_on=first_on,
        game="bavarian",
        measure=SeasonMeasure.PLACE_POINTS if by_places else SeasonMeasure.POINTS,
        scheme=USUAL_SCHEME if by_places else {},
        best=BEST,
        least_percent=MIN_PERCENT,
    )


def agree_on_cup(club: Club, keys: Iterator[UUID], *, at: datetime) -> None:
    agree_cup(club=club, rule=CupRule.BEATEN, first_on=day_of(at), key=next(keys), by=BY, at=at)


def tidy_demo_club(club: Club, keys: Iterator[UUID], *, at: datetime) -> None:
    """Link Sepp H. with Sepp, forget Ferdl, take Done out of the ratings, and archive the first evening."""
    said: dict[str, Any] = {"by": BY, "at": at}
    named = {player.name: player for player in Player.objects.filter(club=club)}
    linking.link_players(player=named["Sepp H."], other=named["Sepp"], key=next(keys), **said)
    identities.forget_person(player=named["Ferdl"], key=next(keys), **said)
    identities.leave_ratings(player=named["Done"], key=next(keys), **said)
    services.archive_evening(evening=Evening.objects.get(club=club, number=1), **said)
