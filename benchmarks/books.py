"""How fast the books are proved, saved and brought back: `python -m benchmarks.books [evenings]`.

Plays that many evenings of forty hands in a SQLite file of its own, then runs the three commands on it.
"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

HANDS = 40
NAMES = ("Anna", "Beppo", "Cilli", "Done", "Emmi")


def main(evenings: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"SCOREBOOK_DATA": folder, "DJANGO_SETTINGS_MODULE": "scorebook.settings", "DATABASE_URL": ""}
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        file = Path(folder) / "scorebook.backup"
        timed(f"play {evenings} evenings of {HANDS} hands", evenings * HANDS, lambda: play(evenings))
        timed("audit", evenings * HANDS, lambda: call_command("audit"))
        timed("backup", evenings * HANDS, lambda: call_command("backup", str(file)))
        timed("restore", evenings * HANDS, lambda: call_command("restore", str(file), replace=True))


def play(evenings: int) -> None:
    from rules import PRESETS, Player, Table
    from scorebook.clubs.services import create_club, enrol_players
    from scorebook.play import services

    dice, at = random.Random(2026), datetime(2016, 1, 8, 20, tzinfo=UTC)
    club = create_club(key=uuid4(), name="Stammtisch Linde", at=at, by="club link")
    people = enrol_players(club=club, names=NAMES, at=at, by="club link")
    ruleset = PRESETS["bavarian"]["pub_10_20_50"]
    terms = services.Terms(ruleset=ruleset, unit="EUR", stake_minor=1)
    for _ in range(evenings):
        at += timedelta(days=7)
        evening = services.open_evening(
            club=club, key=uuid4(), terms=terms, players=people, first_dealer=None, at=at, by="scribe"
        )
        seats = tuple(Player(str(person.pk)) for person in people)
        for known_hands in range(HANDS):
            dealer = seats[known_hands % len(seats)]
            declarer, partner = dice.sample(ruleset.active(Table(players=seats, dealer=dealer)), 2)
            hand = {"contract": "rufer", "declarer": declarer, "partner": partner, "won": dice.choice([True, False])}
            services.record_hand(
                evening=evening, key=uuid4(), known_hands=known_hands, hand=hand,
                at=at + timedelta(minutes=4 * known_hands), by="scribe",
            )  # fmt: skip
        services.close_evening(evening=evening, key=uuid4(), at=at + timedelta(hours=3), by="scribe")


def timed(what: str, hands: int, work: Callable[[], object]) -> None:
    started = time.perf_counter_ns()
    work()
    took_ms = (time.perf_counter_ns() - started) // 1_000_000
    print(f"{what}: {took_ms:,} ms, {hands * 1000 // max(took_ms, 1):,} hands/s", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
