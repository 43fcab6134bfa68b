"""How fast the books are proved, saved and brought back: `python -m benchmarks.books [evenings]`.

Plays that many evenings of forty hands in a SQLite file of its own, then runs the commands on it: the audit in one
process and in two, and of what was written after an anchor that holds all.
"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
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
        anchor = Path(folder) / "anchor"
        call_command("anchor", to=str(anchor))
        for processes in (1, 2):
            audit = partial(call_command, "audit", processes=processes)
            timed(f"audit by {processes}", evenings * HANDS, audit)
        since = partial(call_command, "audit", anchor=anchor, since_anchor=True)
        timed("audit since an anchor", evenings * HANDS, since)
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
    results = (lambda dice: {"won": dice.random() < 0.6}, lambda dice: {"card_points": dice.randrange(31, 110)})
    for _ in range(evenings):
        at += timedelta(days=7)
        evening = services.open_evening(
            club=club, key=uuid4(), terms=terms, players=people, first_dealer=None, at=at, by="scribe"
        )
        seats = tuple(Player(str(person.pk)) for person in people)
        for known_hands in range(HANDS):
            dealer = seats[known_hands % len(seats)]
            declarer, partner = dice.sample(ruleset.active(Table(players=seats, dealer=dealer)), 2)
            hand = {"contract": "rufer", "declarer": declarer, "partner": partner, **dice.choice(results)(dice)}
            services.record_hand(
                evening=evening, key=uuid4(), known_hands=known_hands, hand=hand,
                at=at + timedelta(minutes=4 * known_hands), by="scribe",
            )  # fmt: skip
        services.close_evening(evening=evening, key=uuid4(), at=at + timedelta(hours=3), by="scribe")


def timed(what: str, hands: int, work: Callable[[], object]) -> None:
    """Prints what passed, and the CPU of this process and of those that it has started and seen end."""
    started, cpu = time.perf_counter_ns(), cpu_s()
    work()
    took_ms = (time.perf_counter_ns() - started) // 1_000_000
    cpu_us = (cpu_s() - cpu) / hands * 1_000_000
    print(
        f"{what}: {took_ms:,} ms, {hands * 1000 // max(took_ms, 1):,} hands/s, {cpu_us:,.0f} us of CPU a hand, "
        f"load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


def cpu_s() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
