"""A club of many years, played through the product's own services: `python -m benchmarks.filled_club --hands 100000`.

Fills the database of DATABASE_URL. Evenings of fifty hands, at tables of four or five of 25 people, spread over up to
twenty years; the last one was played just now and is open. The 400 days before today are two seasons, of which one is
closed. Every chain is true: the audit passes.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from benchmarks.machine import load_average

if TYPE_CHECKING:
    from rules import Ruleset
    from scorebook.clubs import models as clubs
    from scorebook.play.services import Terms

NAMES = (
    "Anna", "Beppo", "Cilli", "Done", "Emmi", "Ferdl", "Gitti", "Hias", "Irmi", "Jackl", "Kathi", "Lenz", "Moni",
    "Naz", "Odilo", "Paula", "Quirin", "Resi", "Sepp", "Traudl", "Uli", "Vroni", "Wastl", "Xaver", "Zenzi",
)  # fmt: skip
HANDS = 50
YEARS = timedelta(days=20 * 365)
MINUTES_A_HAND = 4
EVERY_EVENINGS = 500
BEST = 20  # evenings of a season count
FIRST_STATISTICS = 20  # evenings; then at twice as many each time
Hand = Mapping[str, object]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=1_000)
    hands = parser.parse_args().hands
    os.environ.setdefault("SCOREBOOK_DATA", tempfile.mkdtemp())
    os.environ["DJANGO_SETTINGS_MODULE"] = "scorebook.settings"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    fill(hands, report=lambda text: print(text, file=sys.stderr, flush=True))


def fill(hands: int, *, report: Callable[[str], None]) -> None:
    from django.db import connection

    if connection.vendor == "postgresql":
        # The services check each hand, and the audit all of them; after a power cut the club is filled again.
        with connection.cursor() as cursor:
            cursor.execute("SET synchronous_commit = off; SET session_replication_role = replica")
    play(hands // HANDS, hands=HANDS, report=report)
    agree_seasons()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")


def play(evenings: int, *, hands: int, report: Callable[[str], None], names: Sequence[str] = NAMES) -> None:
    """Play a club's evenings of so many hands; all but the last one are closed."""
    from django.db import connection

    from rules import PRESETS
    from scorebook.clubs.services import create_club, enrol_players
    from scorebook.play.services import Terms

    dice = random.Random(2026)
    now, between = datetime.now(UTC), min(timedelta(days=7), YEARS / max(evenings, 1))
    at, began, statistics = now - between * evenings, time.monotonic(), FIRST_STATISTICS
    club = create_club(key=new_id(dice), name="Stammtisch Linde", at=at, by="club link")
    people = enrol_players(club=club, names=names, at=at, by="club link")
    terms = Terms(ruleset=PRESETS["bavarian"]["pub_10_20_50"], unit="EUR", stake_minor=1)
    gc.disable()  # collecting so many live objects costs more than it frees
    for number in range(1, evenings + 1):
        at += between
        table = dice.sample(people, dice.choice((4, 4, 5)))
        play_evening(club, table, terms, hands=hands, at=at, dice=dice, closes=number < evenings)
        if number == statistics and connection.vendor == "postgresql":
            statistics *= 2
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")  # over years the database does it by itself
        if number % EVERY_EVENINGS == 0:
            gc.collect()
            rate = number * hands / (time.monotonic() - began)
            report(f"{number * hands:,} hands in {number:,} evenings, {rate:,.0f} hands/s, load {load_average()}")
    gc.enable()


def agree_seasons() -> None:
    """Agree two seasons of the maximal length with the slowest measure, and close one.

    They ended yesterday, because the club's page would show a present one, with a year's evenings.
    """
    from scorebook.clubs.models import Club
    from scorebook.standings.seasons.season_agreement import MAX_DAYS, Agreement, SeasonMeasure
    from scorebook.standings.services.season_services import agree_season, close_season

    club, dice, at = Club.objects.get(), random.Random(400), datetime.now(UTC)
    first_on, last_on = at.date() - timedelta(days=MAX_DAYS), at.date() - timedelta(days=1)
    agreement = Agreement(
        first_on=first_on, last_on=last_on, game="bavarian", measure=SeasonMeasure.PER_HAND, best=BEST
    )
    agree_season(club=club, key=new_id(dice), name="open", agreement=agreement, by="club link", at=at)
    season = agree_season(club=club, key=new_id(dice), name="closed", agreement=agreement, by="club link", at=at)
    close_season(club=club, season_id=season.id, seen=season.newest.pk, key=new_id(dice), by="club link", at=at)


def play_evening(
    club: clubs.Club,
    people: Sequence[clubs.Player],
    terms: Terms,
    *,
    hands: int,
    at: datetime,
    dice: random.Random,
    closes: bool,
) -> None:
    from scorebook.play import services
    from scorebook.standings.services import closing as standings

    evening = services.open_evening(
        club=club, key=new_id(dice), terms=terms, players=people, first_dealer=None, at=at, by="scribe"
    )
    new_hands = [services.NewHand(key=new_id(dice), hand=hand) for hand in _hands(dice, terms.ruleset, people, hands)]
    until = at + timedelta(minutes=MINUTES_A_HAND * hands)
    services.record_hands(
        club_id=evening.club_id, link=evening.scribe_token, known_hands=0, hands=new_hands, at=until, by="scribe"
    )
    if closes:
        standings.close_evening(evening=evening, key=new_id(dice), at=until, by="scribe")


def new_id(dice: random.Random) -> UUID:
    """Return an id like uuid4, but the same for the same dice."""
    return UUID(int=dice.getrandbits(128), version=4)


def _hands(dice: random.Random, ruleset: Ruleset, people: Sequence[clubs.Player], count: int) -> Sequence[Hand]:
    from rules import Player, Table
    from scorebook.operations.demo.demo_hands import simulated_hands
    from scorebook.operations.demo.demo_plan import DemoPeople, DemoPerson

    seats = {Player(str(person.pk)): DemoPerson(name=person.name) for person in people}
    table = Table(players=tuple(seats), dealer=next(iter(seats)))
    return simulated_hands(dice, ruleset, table, DemoPeople(people=seats), kinds=[None] * count)


if __name__ == "__main__":
    main()
