"""The demo club: three years of evenings, or the requested number of years and hands."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorebook.clubs import identities
from scorebook.clubs.club_groups import CupRule, club_group
from scorebook.clubs.models import Club, Player
from scorebook.clubs.services import create_club, enrol_players
from scorebook.core import budgets
from scorebook.core.months import day_of
from scorebook.ledger import queries as books
from scorebook.ledger import services as ledger
from scorebook.operations.demo.demo_evening import DemoEvening, play_demo_evening, write_keys
from scorebook.operations.demo.demo_plan import (
    BY,
    CARD_MONEY_NOTE,
    DAYS_A_YEAR,
    MIN_HANDS,
    NEW_CARDS_NOTE,
    REGULARS,
    UNIT,
    PlannedEvening,
    draw_percent,
    last_thursday,
    plan_demo_evenings,
)
from scorebook.operations.demo.written import play_written_demo_evenings
from scorebook.operations.garbage import reduce_garbage_collection
from scorebook.play import services
from scorebook.play.models import Evening
from scorebook.standings.seasons.season_agreement import MAX_DAYS, USUAL_SCHEME, Agreement, SeasonMeasure
from scorebook.standings.seasons.season_queries import Season, seasons_of
from scorebook.standings.services import linking
from scorebook.standings.services.closing import close_evening
from scorebook.standings.services.cup_agreement import agree_cup
from scorebook.standings.services.season_services import agree_season, change_season, close_season

NAME = "Stammtisch Goldener Hirsch"
CLUB = UUID("5c0eb00c-0000-4000-8000-000000000001")
SEED = 1895  # Schafkopf-Büchlein, Amberg
MAX_YEARS = 50
MAX_HANDS = MIN_HANDS * budgets.EVENINGS_PER_CLUB
ON_TAB = 12  # percent of the evenings
BEFORE_LAST_UNPAID = 3
FEE_MINOR, CARDS_MINOR = 200, 1190
BEST = 20  # evenings of a season that count
MIN_PERCENT = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubSize:
    years: int
    hands: int

    @classmethod
    def from_options(cls, *, years: int | None, hands: int | None) -> "ClubSize":
        """Return the size of the demo club by default; for given years, with as many hands a year as it plays."""
        years = DEMO.years if years is None else years
        return cls(years=years, hands=DEMO.hands * max(years, 1) // DEMO.years if hands is None else hands)

    @property
    def key(self) -> UUID:
        return CLUB if self == DEMO else uuid5(CLUB, f"{self.years} years, {self.hands} hands")

    @property
    def name(self) -> str:
        if self == DEMO:
            return NAME
        years = ngettext("%(n)s year", "%(n)s years", self.years) % {"n": self.years}
        hands = ngettext("%(n)s hand", "%(n)s hands", self.hands) % {"n": self.hands}
        return f"{NAME}, {years}, {hands}"

    def size_problems(self) -> list[str]:
        limits = (("--years", self.years, MAX_YEARS), ("--hands", self.hands, MAX_HANDS))
        return [
            _("%(option)s: a number from 1 to %(most)s") % {"option": option, "most": most}
            for option, number, most in limits
            if not 1 <= number <= most
        ]


DEMO = ClubSize(years=3, hands=5_800)


def fill_demo_club(
    *, size: ClubSize = DEMO, now: datetime, on_progress: Callable[[str], None] = lambda text: None
) -> Club:
    """Return the club of this size, and create it in one transaction if it is missing.

    on_progress: called with the progress.
    """
    # One transaction: after a kill, half a club would pass for a whole one at the next run. Simulated, no stored
    # dump: that would age with every migration.
    with transaction.atomic(), reduce_garbage_collection():
        club = Club.objects.filter(pk=size.key).first()
        return club or _make_demo_club(size, now, on_progress)


def _make_demo_club(size: ClubSize, now: datetime, on_progress: Callable[[str], None]) -> Club:
    """Create the club. The demo club ends with the written evenings; in others the last simulated one is open."""
    last, dice = last_thursday(now, ZoneInfo(settings.TIME_ZONE)), random.Random(SEED)
    until = last - timedelta(days=14) if size == DEMO else now - timedelta(hours=2)
    evenings = list(plan_demo_evenings(dice, years=size.years, hands=size.hands, until=until))
    club = create_club(key=size.key, name=size.name, by=BY, at=evenings[0].at - timedelta(hours=1))
    at, keys = club.created_at, write_keys(club, club.created_at)
    agree_cup(club=club, rule=CupRule.BEATEN, first_on=day_of(at), key=next(keys), by=BY, at=at)
    _play_demo_years(club, dice, evenings, is_last_open=size != DEMO, on_progress=on_progress)
    if size == DEMO:
        _tidy_demo_club(club, write_keys(club, until), at=until + timedelta(hours=8))
        play_written_demo_evenings(club, at=last - timedelta(days=7), week_later=last, now=now)
    return club


def _play_demo_years(
    club: Club,
    dice: random.Random,
    evenings: Sequence[PlannedEvening],
    *,
    is_last_open: bool,
    on_progress: Callable[[str], None],
) -> None:
    years = hands = 0
    for planned in evenings:
        if planned.at >= evenings[0].at + timedelta(days=DAYS_A_YEAR) * years:
            _begin_demo_year(club, at=planned.at - timedelta(minutes=30))
            years += 1
        evening = play_demo_evening(club, dice, planned)
        if planned is not evenings[-1] or not is_last_open:
            evening.write_to_evening(close_evening)
            _settle_demo_evening(evening, dice, is_open=len(evenings) - planned.number == BEFORE_LAST_UNPAID)
        hands += len(evening.events)
        on_progress(f"{hands:,} hands")


def _begin_demo_year(club: Club, *, at: datetime) -> None:
    keys = write_keys(club, at)
    _settle_demo_tab(club, keys, at)
    _collect_demo_card_money(club, keys, at)
    _agree_on_season(club, keys, at=at)


def _settle_demo_tab(club: Club, keys: Iterator[UUID], at: datetime) -> None:
    balances = books.tab_balances(club=club, unit=UNIT)
    for player in Player.objects.filter(club=club, pk__in=[pk for pk, balance in balances.items() if balance]):
        balance = balances[player.pk]
        verb = ledger.deposit if balance < 0 else ledger.pay_out
        verb(club=club, unit=UNIT, key=next(keys), player=player, amount_minor=abs(balance), by=BY, at=at)


def _collect_demo_card_money(club: Club, keys: Iterator[UUID], at: datetime) -> None:
    names, ids = [one.name for one in REGULARS], [next(keys) for _one in REGULARS]
    people = enrol_players(club=club, names=names, keys=ids, by=BY, at=at)
    own: dict[str, Any] = {"club": club, "unit": UNIT, "by": BY, "at": at}
    note, fee = CARD_MONEY_NOTE, {player.pk: FEE_MINOR for player in people}
    ledger.charge(evening_id=None, key=next(keys), amounts=fee, note=note, **own)
    for player in people:
        ledger.deposit(key=next(keys), player=player, amount_minor=FEE_MINOR, note=note, **own)
    ledger.spend_from_kitty(key=next(keys), amount_minor=CARDS_MINOR, note=NEW_CARDS_NOTE, **own)


def _settle_demo_evening(evening: DemoEvening, dice: random.Random, *, is_open: bool) -> None:
    on_tab = draw_percent(dice, ON_TAB)
    if is_open or not evening.plan_lines():
        return
    evening.write_to_evening(services.carry_over_evening) if on_tab else evening.pay_plan()


# -- agreements ------------------------------------------------------------------------------------------------------


def _agree_on_season(club: Club, keys: Iterator[UUID], *, at: datetime) -> None:
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
        name=f"Saison {first_on.year}/{(first_on.year + 1) % 100:02}",
        agreement=_season_agreement(first_on, by_places=len(years) % 2 == 1),
        by=BY,
        at=at,
    )


def _end_season(club: Club, keys: Iterator[UUID], season: Season, *, last_on: date, at: datetime) -> None:
    shared: dict[str, Any] = {"club": club, "season_id": season.id, "by": BY, "at": at}
    ended = replace(season.agreement, last_on=last_on)
    season = change_season(seen=season.newest.pk, key=next(keys), name=season.name, agreement=ended, **shared)
    close_season(seen=season.newest.pk, key=next(keys), **shared)


def _season_agreement(first_on: date, *, by_places: bool) -> Agreement:
    return Agreement(
        first_on=first_on,
        game="bavarian",
        measure=SeasonMeasure.PLACE_POINTS if by_places else SeasonMeasure.POINTS,
        scheme=USUAL_SCHEME if by_places else {},
        best=BEST,
        least_percent=MIN_PERCENT,
    )


def _tidy_demo_club(club: Club, keys: Iterator[UUID], *, at: datetime) -> None:
    """Link Sepp H. with Sepp, forget Ferdl, take Done out of the ratings, and archive the first evening."""
    shared: dict[str, Any] = {"by": BY, "at": at}
    named = {player.name: player for player in Player.objects.filter(club=club)}
    linking.link_players(player=named["Sepp H."], other=named["Sepp"], key=next(keys), **shared)
    identities.forget_person(player=named["Ferdl"], key=next(keys), **shared)
    identities.leave_ratings(player=named["Done"], key=next(keys), **shared)
    services.archive_evening(evening=Evening.objects.get(club=club, number=1), **shared)
